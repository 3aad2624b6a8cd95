"""An entry of the history in words: for its row, its tooltip, a screen reader, the filter."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QLocale, QTime

from engine.trace import SentenceTrace
from gui.history_entry import Entry, Origin
from gui.language import tr
from gui.model_words import stacks_of
from gui.numbers import megabytes
from gui.widgets.blanks import fills_in
from gui.widgets.option_text import brief, forced_text

Tone = Literal["plain", "marker", "warn", "accent"]
_TOLD_BY_BADGE = ("prefix", "forbidden", "heads_off")


@dataclass(frozen=True)
class Badge:
    """A word or two on a coloured ground.

    Attributes:
        text: the words.
        tone: which colour of the theme.
    """

    text: str
    tone: Tone


@dataclass(frozen=True)
class RowText:
    """What a row says.

    Attributes:
        source, translation: on one line each.
        model: its name.
        options: those that are not the usual ones.
        time: the time of day.
        badges: what is particular about it.
        shown: the window shows it now.
    """

    source: str
    translation: str
    model: str
    options: str
    time: str
    badges: tuple[Badge, ...]
    shown: bool = False

    @property
    def spoken(self) -> str:
        """All of it in one sentence after the other."""
        badges = ", ".join(badge.text for badge in self.badges)
        parts = (self.source, self.translation or tr("no translation"), badges)
        return ". ".join(part for part in (*parts, self.model, self.options, self.time) if part)

    def matches(self, words: str) -> bool:
        """Whether every one of some words stands in it, whatever their case and accents."""
        text = fold(self.spoken)
        return all(word in text for word in fold(words).split())


def one_line(text: str) -> str:
    """A text with its line breaks and stretches of white space made single spaces."""
    return " ".join(text.split())


def fold(text: str) -> str:
    """A text without case and accents: what a search should not mind."""
    apart = unicodedata.normalize("NFKD", text)
    return "".join(c for c in apart if not unicodedata.combining(c)).casefold()


def row_text(entry: Entry, shown: bool) -> RowText:
    """What the row of an entry says; ``shown`` is whether the window shows it now."""
    started = entry.trace.started
    first = _telling(entry)
    options = "" if first is None else ", ".join(brief(first, _TOLD_BY_BADGE))
    return RowText(
        one_line(entry.text),
        one_line(entry.translation),
        started.model.name,
        options,
        time_text(entry),
        tuple(_badges(entry, first, shown)),
        shown,
    )


def time_text(entry: Entry) -> str:
    """The time of day, as the system's language writes it."""
    time = QTime(entry.when.hour, entry.when.minute, entry.when.second)
    return QLocale().toString(time, QLocale.FormatType.ShortFormat)


def tooltip(entry: Entry, row: RowText) -> str:
    """An entry at length."""
    # First, and without user's text: Qt takes a first line that looks like HTML for it.
    made = tr("Translated at {time}; holds {size}")
    if stacks_of(entry.trace.started.model) != "encoder-decoder":
        made = tr("Made at {time}; holds {size}")
    lines = [
        made.format(time=row.time, size=megabytes(entry.size)),
        "",
        entry.text.strip(),
        "→ " + (entry.translation.strip() or tr("no translation")),
        "",
        " · ".join(part for part in (row.model, row.options) if part),
        ", ".join(badge.text for badge in row.badges),
    ]
    return "\n".join(lines).rstrip()


def _telling(entry: Entry) -> SentenceTrace | None:
    """The sentence whose options say most: the one that was changed last, else the first."""
    sentences = entry.trace.sentences
    changed = [each for each in sentences if each.encoded.options.prefix]
    changed += [each for each in sentences if each.encoded.options.forbidden]
    return next(iter(changed or sentences), None)


def _changes(sentence: SentenceTrace, filling: bool) -> list[str]:
    """What is forced and what is forbidden, one after the other; ``filling`` in masks, of which
    none is read with another one filled.
    """
    options = sentence.encoded.options
    forbidden = brief_of(sentence, ("forbidden",))
    if not forbidden or not options.prefix:
        return forbidden or brief_of(sentence, ("prefix",))
    if filling:
        text = tr("{change} from mask {number} on")
        return [text.format(change=forbidden[0], number=len(options.prefix) + 1)]
    return [
        tr("{change} after “{text}”").format(
            change=forbidden[0], text=forced_text(sentence, options.prefix)
        )
    ]


def brief_of(sentence: SentenceTrace, names: tuple[str, ...]) -> list[str]:
    """These options alone, where they are not the usual ones."""
    others = tuple(k for k in sentence.encoded.options.differing() if k not in names)
    return brief(sentence, others)


def _badges(entry: Entry, sentence: SentenceTrace | None, shown: bool) -> list[Badge]:
    found: list[Badge] = []
    if shown:
        found.append(Badge(tr("shown now"), "accent"))
    if entry.pinned:
        found.append(Badge(tr("pinned"), "accent"))
    changes = [] if sentence is None else _changes(sentence, fills_in(entry.trace.started.model))
    if entry.origin is Origin.WHAT_IF:
        found.append(Badge(tr("what if: {change}").format(change=", ".join(changes)), "marker"))
    else:
        if entry.origin is Origin.OPENED:
            found.append(Badge(tr("opened"), "plain"))
        found += [Badge(change, "plain") for change in changes]
    if sentence is not None:
        found += [Badge(text, "warn") for text in brief_of(sentence, ("heads_off",))]
    if entry.stopped:
        found.append(Badge(tr("stopped"), "warn"))
    if entry.cut:
        found.append(Badge(tr("cut at the length limit"), "warn"))
    if entry.looping:
        found.append(Badge(tr("repeats itself"), "warn"))
    return found
