"""A whole pass under teacher forcing, against ``torch.nn.Transformer`` with the same weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor, nn

from benchmarks.errors import BenchmarkError
from benchmarks.measure import against, in_turns
from benchmarks.sentences import many
from engine.model.attention import MultiHeadAttention
from engine.model.layers import DecoderLayer, EncoderLayer
from engine.model.transformer import Transformer

if TYPE_CHECKING:
    from benchmarks.context import Context
    from benchmarks.result import Result

BATCH, QUICK_BATCH = 32, 4
ROUNDS = 15
ATOL = 1e-3
"""Of vectors whose norm is about 16; both compute in float32."""


def twin(model: Transformer) -> nn.Transformer:
    """The library's own Transformer with copies of a post-norm network's weights."""
    config = model.config
    shape = (config.d_model, config.heads, config.d_ff, 0.0, config.activation)
    settings: dict[str, Any] = {"layer_norm_eps": config.layer_norm_eps, "batch_first": True}
    encoder = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(*shape, **settings),
        config.encoder_layers,
        enable_nested_tensor=False,
    )
    decoder = nn.TransformerDecoder(
        nn.TransformerDecoderLayer(*shape, **settings), config.decoder_layers
    )
    theirs = nn.Transformer(
        config.d_model,
        config.heads,
        custom_encoder=encoder,
        custom_decoder=decoder,
        batch_first=True,
    )
    theirs.load_state_dict(_state(model))
    return theirs.requires_grad_(False).eval()


def _state(model: Transformer) -> dict[str, Tensor]:
    """The weights of both stacks under torch's names."""
    found: dict[str, Tensor] = {}

    def attention(name: str, part: MultiHeadAttention | None) -> None:
        assert part is not None
        three = (part.w_q, part.w_k, part.w_v)
        found[f"{name}.in_proj_weight"] = torch.cat([each.weight for each in three])
        found[f"{name}.in_proj_bias"] = torch.cat([each.bias for each in three])
        plain(f"{name}.out_proj", part.w_o)

    def plain(name: str, part: nn.Module) -> None:
        for kind, value in part.named_parameters():
            found[f"{name}.{kind}"] = value

    for stack, part in (("encoder", model.encoder), ("decoder", model.decoder)):
        for number, layer in enumerate(part.layers):
            assert isinstance(layer, EncoderLayer | DecoderLayer)
            at = f"{stack}.layers.{number}"
            attention(f"{at}.self_attn", layer.self_attention)
            norms = [layer.self_attention_residual.norm]
            if isinstance(layer, DecoderLayer):
                attention(f"{at}.multihead_attn", layer.cross_attention)
                norms.append(layer.cross_attention_residual.norm)
            norms.append(layer.feed_forward_residual.norm)
            plain(f"{at}.linear1", layer.feed_forward.w_1)
            plain(f"{at}.linear2", layer.feed_forward.w_2)
            for place, norm in enumerate(norms, 1):
                plain(f"{at}.norm{place}", norm)
    return found


def whole_pass(context: Context) -> list[Result]:
    """Encoder and decoder over a padded batch, with its masks; embeddings and output left out."""
    what = "a whole pass of the layers, teacher forcing, 1 thread"
    model = context.translator.model
    config, vocabulary = model.config, context.translator.vocabulary
    texts = many(QUICK_BATCH if context.quick else BATCH)
    source = _padded([vocabulary.encode_ids(text) for text in texts], config.pad_id)
    target = _padded([[config.start_id, *ids] for ids in source.tolist()], config.pad_id)
    theirs = twin(model)
    with torch.inference_mode():
        x, y = model.source_embedding(source), model.target_embedding(target)
        pads, target_pads = source == config.pad_id, target == config.pad_id
        later = nn.Transformer.generate_square_subsequent_mask(target.shape[1])

        def mine() -> Tensor:
            memory = model.encoder(x, model.source_mask(source))
            masks = model.target_mask(target), model.source_mask(source)
            out: Tensor = model.decoder(y, memory, *masks)
            return out

        def other() -> Tensor:
            out: Tensor = theirs(
                x,
                y,
                tgt_mask=later,
                src_key_padding_mask=pads.float().masked_fill(pads, -torch.inf),
                tgt_key_padding_mask=target_pads.float().masked_fill(target_pads, -torch.inf),
                memory_key_padding_mask=pads.float().masked_fill(pads, -torch.inf),
                tgt_is_causal=True,
            )
            return out

        apart = float((mine() - other())[~target_pads].abs().max())
        if not apart <= ATOL:
            raise BenchmarkError(
                f"{what}: torch.nn.Transformer's vectors are up to {apart:g} from ours; times are "
                "not compared."
            )
        times = in_turns(what, {"ours": mine, "torch": other}, context.times(ROUNDS))
    name = f"{what}, {len(texts)} sentences: torch.nn.Transformer"
    return [against(name, times, "ours", "torch", "passes/s", 1)]


def _padded(rows: list[list[int]], pad: int) -> Tensor:
    longest = max(map(len, rows))
    return torch.tensor([row + [pad] * (longest - len(row)) for row in rows])
