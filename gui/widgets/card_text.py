"""The model card in words: facts and tables, as a page to read and as a table to copy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

from engine.model_card import ModelCard, Part
from gui import theme
from gui.exports.table import Cell, Table
from gui.language import QT_TR_NOOP, tr
from gui.numbers import file_size, percent, whole
from gui.widgets.card_architecture import architecture, shown
from gui.widgets.languages import language_name

_STACKS: Final = {
    "source embedding": QT_TR_NOOP("Source embedding"),
    "target embedding": QT_TR_NOOP("Target embedding"),
    "embedding": QT_TR_NOOP("Embedding"),
    "encoder": QT_TR_NOOP("Encoder"),
    "decoder": QT_TR_NOOP("Decoder"),
    "output transform": QT_TR_NOOP("Before the output projection"),
    "output": QT_TR_NOOP("Output projection"),
    "output bias": QT_TR_NOOP("Bias of the output"),
}
_BOTH: Final = QT_TR_NOOP("Embedding of both languages")
_PARTS: Final = {
    "self-attention": QT_TR_NOOP("self-attention"),
    "SSRU": QT_TR_NOOP("SSRU"),
    "cross-attention": QT_TR_NOOP("cross-attention"),
    "feed-forward": QT_TR_NOOP("feed-forward"),
    "layer norms": QT_TR_NOOP("layer norms"),
    "pieces": QT_TR_NOOP("pieces"),
    "RMS norms": QT_TR_NOOP("RMS norms"),
    "relative": QT_TR_NOOP("bias by distance"),
    "segments": QT_TR_NOOP("segments"),
    "dense": QT_TR_NOOP("dense layer"),
    "positions": QT_TR_NOOP("positions"),
}
_NAMES: Final = 150
"""Pixels of the names of facts, so that all sections begin at one line."""
MOST_CODES: Final = 12
"""Codes of target languages that are named; of more their number is told."""


@dataclass(frozen=True)
class Section:
    """Facts under a heading: what each is called, and what it is."""

    title: str
    facts: tuple[tuple[str, str], ...]


def languages_text(card: ModelCard) -> str:
    """What is translated to what; empty if nothing tells it."""
    names = [language_name(code) for code in (card.origin.source_language, _target(card)) if code]
    return " → ".join(names) if len(names) == 2 else "".join(names)


def _target(card: ModelCard) -> str:
    return card.origin.target_language


def sections(card: ModelCard) -> list[Section]:
    """All facts but the parameters of the parts."""
    return [
        Section(tr("Model"), tuple(_model(card))),
        Section(tr("Architecture"), tuple(architecture(card))),
        Section(tr("What can be shown"), tuple(shown(card))),
        Section(tr("Files"), tuple(_files(card))),
    ]


def _model(card: ModelCard) -> Iterator[tuple[str, str]]:
    yield tr("Languages"), languages_text(card) or tr("not said")
    codes = [f">>{code}<<" for code in card.target_languages]
    if codes:
        many = tr("%n code(s), {first} to {last}", "", len(codes)).format(
            first=codes[0], last=codes[-1]
        )
        yield tr("Begin the text with"), many if len(codes) > MOST_CODES else "  ".join(codes)
    yield tr("Licence"), card.origin.license or tr("not said")
    if card.origin.format:
        yield tr("Format"), card.origin.format
    yield (
        tr("Numbers"),
        tr("stored as {stored}, computed as {computed} on {device}").format(
            stored=card.origin.dtype, computed=card.dtype, device=card.device
        ),
    )


def _files(card: ModelCard) -> Iterator[tuple[str, str]]:
    yield tr("Folder"), card.origin.folder or tr("none: made in memory")
    for name, size in card.files:
        yield name, tr("{size} ({bytes} bytes)").format(size=file_size(size), bytes=whole(size))
    if len(card.files) > 1:
        yield (
            tr("All files"),
            tr("{size} ({bytes} bytes)").format(size=file_size(card.size), bytes=whole(card.size)),
        )
    if card.origin.fingerprint:
        yield tr("SHA-256 of the weights"), card.origin.fingerprint


# Parameters ----------------------------------------------------------------------------


def stack_name(card: ModelCard, stack: str) -> str:
    """A stack in words."""
    if stack == "source embedding" and card.config.shared_embeddings:
        return tr(_BOTH)
    return tr(_STACKS[stack]) if stack in _STACKS else stack


def part_name(part: Part) -> str:
    """A part of a stack in words; empty where the stack is all there is."""
    return tr(_PARTS[part.name]) if part.name in _PARTS else part.name


def parameters_table(card: ModelCard) -> Table:
    """Every part with its share; the last row is the sum of all others."""
    total = card.parameters
    rows: list[tuple[Cell, ...]] = [
        (stack_name(card, p.stack), part_name(p), p.parameters, p.parameters / total)
        for p in card.parts
    ]
    rows.append((tr("all"), None, total, 1.0))
    header = (tr("part"), tr("in it"), tr("parameters"), tr("share"))
    title = tr("Parameters of {model}").format(model=card.origin.name)
    return Table(title, header, tuple(rows), labels=2)


# As a page -----------------------------------------------------------------------------


def page(card: ModelCard) -> str:
    """The card as HTML, in the colours of the theme."""
    model, built, seen, files = map(_section, sections(card))
    return "".join((model, built, _parameters(card), seen, files))


def _heading(text: str) -> str:
    return f'<p style="margin-top:12px; margin-bottom:4px"><b>{escape(text)}</b></p>'


def _section(section: Section) -> str:
    muted = theme.current().muted
    rows = "".join(
        f'<tr><td width="{_NAMES}" style="color:{muted}; padding-right:18px">{escape(name)}</td>'
        f"<td>{escape(text)}</td></tr>"
        for name, text in section.facts
    )
    return f'{_heading(section.title)}<table cellpadding="2">{rows}</table>'


def _parameters(card: ModelCard) -> str:
    total = card.parameters
    rows = []
    for stack, count in card.stacks().items():
        parts = [part for part in card.parts if part.stack == stack]
        rows.append(_row(stack_name(card, stack), count, total))
        if len(parts) > 1:
            rows += [_row(part_name(part), part.parameters, total, inside=True) for part in parts]
    rows.append(_row(tr("all"), total, total, sum_=True))
    heading = _heading(tr("Parameters"))
    return f'{heading}<table cellpadding="2">{"".join(rows)}</table>'


def _row(name: str, count: int, total: int, inside: bool = False, sum_: bool = False) -> str:
    colour = theme.current().muted if inside else theme.current().text
    # Next to the numbers of the whole, those of its parts stand back.
    style = f"color:{colour}; padding-right:18px"
    cells = [
        f'<td style="{style}; padding-left:{16 if inside else 0}px">{escape(name)}</td>',
        f'<td align="right" style="{style}">{whole(count)}</td>',
        f'<td align="right" style="{style}">{percent(count / total if total else 0.0, 1)}</td>',
    ]
    row = "".join(cells)
    return f"<tr>{row.replace('<td', '<th') if sum_ else row}</tr>"
