"""The network without numbers."""

import subprocess
import sys

import pytest
import torch

from engine.model.config import ModelConfig
from engine.model.skeleton import skeleton
from engine.model.transformer import Transformer

SHAPES = [
    {"vocabulary_size": 20, "d_model": 8, "heads": 2, "d_ff": 16},
    {
        "vocabulary_size": 30,
        "d_model": 12,
        "heads": 3,
        "d_ff": 20,
        "encoder_layers": 1,
        "decoder_layers": 3,
        "norm": "pre",
        "shared_embeddings": False,
        "tied_output": False,
        "output_bias": True,
    },
]


@pytest.mark.parametrize("values", SHAPES)
def test_has_the_names_and_shapes_of_the_network_and_no_memory(values: dict[str, object]) -> None:
    config = ModelConfig(**values)  # type: ignore[arg-type]
    network = skeleton(config)
    whole = Transformer(config)
    assert {name: value.shape for name, value in network.state_dict().items()} == {
        name: value.shape for name, value in whole.state_dict().items()
    }
    assert all(parameter.is_meta for parameter in network.parameters())
    network.load_state_dict(whole.state_dict(), assign=True)
    ids = torch.tensor([[4, 5, 3]])
    torch.testing.assert_close(network.eval()(ids, ids), whole.eval()(ids, ids), rtol=0, atol=0)


def test_networks_made_afterwards_start_at_random_again() -> None:
    skeleton(ModelConfig(**SHAPES[0]))  # type: ignore[arg-type]
    torch.manual_seed(1)
    network = Transformer(ModelConfig(**SHAPES[0]))  # type: ignore[arg-type]
    assert network.source_embedding.pieces.weight.std() > 0.01


def test_loading_and_translating_leave_torch_s_compiler_out() -> None:
    # Importing it costs most of a second, and its objects cost every garbage collection.
    code = (
        "import sys, torch, engine\n"
        "before = set(sys.modules)\n"
        "list(engine.load().stream('Where is it?'))\n"
        "new = set(sys.modules) - before\n"
        "print(sorted(name for name in new if name.startswith(('torch._dynamo', 'sympy'))))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]", done.stdout[:2000]
