"""Which heads are switched off, and how every panel says so.

What is shown was computed with the heads off that its own options name: they are the one truth
about the numbers on the screen. The session's options are about the next run; where they name
other heads, the marks say so too.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.events import AttentionKind
from engine.model.heads_off import HeadPlace, normal_form
from gui.language import QT_TR_NOOP, tr
from gui.session import Session

OFF_MARK = QT_TR_NOOP("(off)")
OFF_HINT = QT_TR_NOOP(
    "Switched off: the head still attends, and its weights are shown, but zeros take the place of "
    "what it mixes, its share of the concatenation before W_O. So it adds nothing to the output "
    "of its layer (Michel et al. 2019)."
)

_SHORT = {
    AttentionKind.ENCODER_SELF: QT_TR_NOOP("encoder self"),
    AttentionKind.DECODER_SELF: QT_TR_NOOP("decoder masked self"),
    AttentionKind.CROSS: QT_TR_NOOP("cross"),
}


# What is off ---------------------------------------------------------------------------


def shown_off(session: Session) -> frozenset[HeadPlace]:
    """The heads that were off when what is shown was computed; none before a translation."""
    if session.trace is None:
        return frozenset()
    sentence = session.sentence()
    options = session.trace.started.options if sentence is None else sentence.encoded.options
    return frozenset(options.heads_off)


def next_off(session: Session) -> frozenset[HeadPlace]:
    """The heads that will be off in the next run."""
    return frozenset(session.options.heads_off)


def chosen_off(session: Session) -> frozenset[HeadPlace]:
    """What a switch goes on from: the next run while one is on its way, else what is shown.

    So a second click, which may come before the first one's run has begun, adds to it; and what
    is shown of a trace that was opened is changed as it is seen.
    """
    if session.trace is None or session.busy:
        return next_off(session)
    return shown_off(session)


def off(session: Session, kind: AttentionKind, layer: int, head: int) -> bool:
    """Whether a head was off when what is shown was computed."""
    return (kind.value, layer, head) in shown_off(session)


def changed(session: Session, places: Iterable[HeadPlace]) -> tuple[HeadPlace, ...]:
    """The heads to be off once some are switched: on again if all of them are off, else off."""
    before, asked = chosen_off(session), frozenset(places)
    return normal_form(tuple(before - asked if asked <= before else before | asked))


def layer_places(session: Session, kind: AttentionKind, layer: int) -> list[HeadPlace]:
    """Every head of one layer."""
    return [(kind.value, layer, head) for head in range(session.heads())]


# In words ------------------------------------------------------------------------------


def mark(session: Session, kind: AttentionKind, layer: int, head: int | None) -> str:
    """What stands behind the name of a head or, for ``None``, of a layer's mean.

    "(off)" for a head that is off in what is shown, with the next run where that will differ;
    empty where there is nothing to say.
    """
    places = layer_places(session, kind, layer) if head is None else [(kind.value, layer, head)]
    now = sum(place in shown_off(session) for place in places)
    then = sum(place in next_off(session) for place in places)
    differs = any((place in shown_off(session)) != (place in next_off(session)) for place in places)
    if not now and not differs:
        return ""
    said = _state(now, len(places))
    if head is not None and not differs:
        return tr(OFF_MARK)
    if not differs:
        return tr("({state})").format(state=said)
    later = _state(then, len(places))
    if not now:
        return tr("(next run: {state})").format(state=later)
    return tr("({state}; next run: {later})").format(state=said, later=later)


def with_mark(
    name: str, session: Session, kind: AttentionKind, layer: int, head: int | None
) -> str:
    """A name, and :func:`mark` behind it."""
    return " ".join(filter(None, (name, mark(session, kind, layer, head))))


def _state(count: int, among: int) -> str:
    if among == 1:
        return tr("off") if count else tr("on")
    if not count:
        return tr("all on")
    if count == among:
        return tr("all off")
    return tr("%n off", "", count)


def summary(session: Session) -> str:
    """How many heads are off, in what is shown and in the next run; empty if none is."""
    now, then = shown_off(session), next_off(session)
    if session.trace is None:
        now = then
    if not now and not then:
        return ""
    if now == then:
        return tr("%n head(s) off", "", len(now))
    if not now:
        return tr("Next run: %n head(s) off", "", len(then))
    if not then:
        return tr("%n head(s) off; next run: none", "", len(now))
    return tr("%n head(s) off; next run: {count}", "", len(now)).format(count=len(then))


def details(session: Session) -> str:
    """Which heads are off, in what is shown and in the next run; empty if none is."""
    now, then = shown_off(session), next_off(session)
    if session.trace is None:
        now = then
    told: list[str] = []
    if now:
        told.append(f"{tr('%n head(s) off', '', len(now))}: {names(now)}")
    if then and then != now:
        told.append(f"{tr('Next run: %n head(s) off', '', len(then))}: {names(then)}")
    elif then != now:
        told.append(tr("Next run: all on"))
    return ". ".join(told)


def names(places: Iterable[HeadPlace]) -> str:
    """Heads as "cross 2.4, 2.5; encoder self 1.1": layer and head, counted from 1."""
    groups: dict[str, list[str]] = {}
    for kind, layer, head in normal_form(tuple(places)):
        groups.setdefault(kind, []).append(f"{layer + 1}.{head + 1}")
    return "; ".join(
        f"{tr(_SHORT[AttentionKind(kind)])} {', '.join(heads)}" for kind, heads in groups.items()
    )
