"""The card's figures against counts by hand, the network's own total, and ``info``."""

from __future__ import annotations

import dataclasses
import io
import zipfile
from pathlib import Path

import pytest

from engine.cli.info import _table, card_of, values_of
from engine.model.kinds import AttentionKind
from engine.model_card import LONGEST_README, readme_of
from engine.translator import Translator, builtin_model
from tests.engine.conftest import MakeTranslator
from tests.engine.networks import BERT, LLAMA, T5


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"shared_embeddings": False, "tied_output": False, "output_bias": True},
        {"norm": "pre", "positions": "learned", "embedding_norm": True, "decoder_ff": 48},
        {"encoder_layers": 0, "attention_bias": False},
        T5,
        LLAMA,
        BERT,
    ],
)
def test_the_parts_add_up_to_the_networks_own_total(
    make_translator: MakeTranslator, options: dict[str, object]
) -> None:
    translator = make_translator(**options)
    card = translator.card()
    assert card.parameters == translator.model.parameter_count() == translator.info.parameters
    assert sum(card.stacks().values()) == card.parameters
    assert len({(part.stack, part.name) for part in card.parts}) == len(card.parts)
    assert all(part.parameters > 0 for part in card.parts)


def test_each_part_by_hand(make_translator: MakeTranslator) -> None:
    translator = make_translator(d_model=32, d_ff=64, heads=4, encoder_layers=2, decoder_layers=3)
    card = translator.card()
    found = {(part.stack, part.name): part.parameters for part in card.parts}
    attention, forward, norm = 4 * (32 * 32 + 32), 2 * 32 * 64 + 64 + 32, 2 * 32
    assert found == {
        ("source embedding", "pieces"): translator.vocabulary.size * 32,
        ("encoder", "self-attention"): 2 * attention,
        ("encoder", "feed-forward"): 2 * forward,
        ("encoder", "layer norms"): 2 * 2 * norm,
        ("decoder", "self-attention"): 3 * attention,
        ("decoder", "cross-attention"): 3 * attention,
        ("decoder", "feed-forward"): 3 * forward,
        ("decoder", "layer norms"): 3 * 3 * norm,
    }
    shown = {each.kind: (each.layers, each.heads) for each in card.attention}
    assert shown == {
        AttentionKind.ENCODER_SELF: (2, 4),
        AttentionKind.DECODER_SELF: (3, 4),
        AttentionKind.CROSS: (3, 4),
    }
    assert dict(card.kinds)["byte"] == 256
    assert sum(count for _, count in card.kinds) == card.target_pieces
    assert card.joint_vocabulary and card.files == () and card.readme == ""


def test_a_network_without_a_stack_has_none_of_its_attention(
    make_translator: MakeTranslator,
) -> None:
    card = make_translator(encoder_layers=0).card()
    assert [(each.layers, each.heads) for each in card.attention] == [(0, 0), (3, 4), (3, 4)]


def test_parts_of_relative_positions_by_hand(make_translator: MakeTranslator) -> None:
    translator = make_translator(**T5)
    found = {(part.stack, part.name): part.parameters for part in translator.card().parts}
    attention, forward = 4 * 32 * 4 * 12, 2 * 32 * 64
    assert found == {
        ("source embedding", "pieces"): translator.vocabulary.size * 32,
        ("encoder", "self-attention"): 2 * attention,
        ("encoder", "feed-forward"): 2 * forward,
        ("encoder", "RMS norms"): 5 * 32,
        ("encoder", "relative"): 8 * 4,
        ("decoder", "self-attention"): 3 * attention,
        ("decoder", "cross-attention"): 3 * attention,
        ("decoder", "feed-forward"): 3 * forward,
        ("decoder", "RMS norms"): 10 * 32,
        ("decoder", "relative"): 8 * 4,
    }


def test_parts_of_one_stack_by_hand(make_translator: MakeTranslator) -> None:
    decoder = make_translator(**LLAMA)
    size = decoder.vocabulary.size
    found = {(part.stack, part.name): part.parameters for part in decoder.card().parts}
    assert found == {
        ("embedding", "pieces"): size * 32,
        ("decoder", "self-attention"): 3 * (2 * 32 * 32 + 2 * 32 * 16),
        ("decoder", "feed-forward"): 3 * 3 * 32 * 64,
        ("decoder", "RMS norms"): 7 * 32,
    }
    card = make_translator(mask=9, **BERT).card()
    found = {(part.stack, part.name): part.parameters for part in card.parts}
    assert found == {
        ("embedding", "pieces"): size * 32,
        ("embedding", "positions"): 64 * 32,
        ("embedding", "segments"): 2 * 32,
        ("embedding", "layer norms"): 2 * 32,
        ("encoder", "self-attention"): 2 * 4 * (32 * 32 + 32),
        ("encoder", "feed-forward"): 2 * (2 * 32 * 64 + 64 + 32),
        ("encoder", "layer norms"): 4 * 2 * 32,
        ("output transform", "dense"): 32 * 32 + 32,
        ("output transform", "layer norms"): 2 * 32,
        ("output bias", ""): size,
    }
    assert card.mask == decoder.vocabulary.piece(9).text
    assert [(each.layers, each.heads) for each in card.attention] == [(2, 4), (0, 0), (0, 0)]


def test_info_tells_what_another_network_is(make_translator: MakeTranslator) -> None:
    def told(mask: int | None = None, **options: object) -> dict[str, str]:
        text = _table(values_of(make_translator(mask=mask, **options).card()))
        return {line[: line.index("  ", 3)].strip(): line for line in text.splitlines()}

    t5, llama, bert = told(**T5), told(**LLAMA), told(9, **BERT)
    assert "pre-norm, RMS norms, relu, scores not divided by √d_k" in t5["architecture"]
    assert "4 heads of 12" in t5["width"]
    assert t5["output"].endswith("tied to the embeddings, of states divided by √d_model")
    assert "a bias on the scores for each distance, in 8 buckets" in t5["positions"]
    assert "none in the attention, none in the feed-forward" in t5["biases"]
    assert "decoder alone, pre-norm, RMS norms, gated feed-forward, silu" in llama["architecture"]
    assert llama["layers"].endswith("  3 decoder")
    assert llama["width"].endswith("4 heads of 8, keys and values of 2")
    assert llama["positions"].endswith("turned by their positions, base 50")
    assert llama["attention"].endswith("no encoder self, decoder masked self 3 × 4, no cross")
    assert "encoder alone" in bert["architecture"] and bert["layers"].endswith("  2 encoder")
    assert bert["embeddings"].endswith("one matrix + the first of 2 segment rows, then a norm")
    assert bert["output"].endswith("tied to the embeddings, behind a dense layer and a norm")
    assert "mask" in bert and "mask" not in llama and "biases" in bert
    assert told(**{**BERT, "output": "none", "output_bias": False})["output"].endswith(
        "none: nothing is predicted"
    )


def test_the_window_and_the_command_line_say_the_same() -> None:
    translator = Translator.load(device="cpu")
    one, other = translator.card(), card_of(builtin_model())
    assert dataclasses.replace(one, device="") == dataclasses.replace(other, device="")
    assert one.origin.fingerprint == translator.info.fingerprint
    assert one.origin.dtype == "float16" and one.dtype == "float32"
    assert dict(one.files)["model.safetensors"] < one.size
    assert one.readme.startswith("# Diaphane")
    assert values_of(one)["parameters"]["total"] == translator.info.parameters


def test_the_description_without_its_lines_for_machines(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(
        "---\nlicense: mit\nlanguage:\n- en\n---\n\n# Opus\n\n---\n\nText", "utf-8"
    )
    assert readme_of(str(tmp_path)) == "# Opus\n\n---\n\nText"
    (tmp_path / "README.md").write_bytes(b"\xff# x " + b"a" * (2 * LONGEST_README))
    assert readme_of(str(tmp_path)).endswith("a\n\n…")
    assert len(readme_of(str(tmp_path))) < LONGEST_README + 10
    assert readme_of(str(tmp_path / "gone")) == readme_of("") == ""


def test_the_description_in_a_zip_file(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("opus/README.md", "# In the zip")
    path = tmp_path / "opus.zip"
    path.write_bytes(packed.getvalue())
    assert readme_of(str(path)) == "# In the zip"
    path.write_bytes(packed.getvalue()[:40])
    assert readme_of(str(path)) == ""
