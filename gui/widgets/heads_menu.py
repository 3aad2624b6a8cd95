"""What can be offered of one head or one layer: switching heads off, and on again."""

from __future__ import annotations

from engine.model.heads_off import HeadPlace, normal_form
from gui.language import tr
from gui.offer import Offer
from gui.session import Session
from gui.widgets import head_mark

OffersOf = dict[str, tuple[Offer, tuple[HeadPlace, ...]]]
"""By command, what is offered and the heads that are off then."""


def heads_offers(session: Session, layer: int, head: int | None) -> OffersOf:
    """What can be done with a head of the session's kind or, for ``None``, with a whole layer."""
    kind, off = session.kind, head_mark.chosen_off(session)
    whole = head_mark.layer_places(session, kind, layer)
    hint = tr(head_mark.OFF_HINT)

    def offer(text: str, heads: tuple[HeadPlace, ...]) -> tuple[Offer, tuple[HeadPlace, ...]]:
        return Offer(text, bool(whole) and frozenset(heads) != off, hint), heads

    nothing = Offer(possible=False, tip=tr("Select one head first: this is about one alone.")), ()
    offers: OffersOf = {"switch_head": nothing, "leave_head": nothing}
    if head is not None:
        own = (kind.value, layer, head)
        text = tr("&Switch on layer {layer}, head {head}")
        if own not in off:
            text = tr("&Switch off layer {layer}, head {head}")
        text = text.format(layer=layer + 1, head=head + 1)
        offers["switch_head"] = offer(text, head_mark.changed(session, [own]))
        if len(whole) > 1:
            # What section 3.3 of Michel et al. does to each layer.
            others = tuple(place for place in whole if place != own)
            text = tr("Leave onl&y head {head} on in layer {layer}")
            text = text.format(layer=layer + 1, head=head + 1)
            offers["leave_head"] = offer(text, normal_form(tuple(off - {own}) + others))
    text = tr("Swi&tch on all heads of layer {layer}")
    if not off.issuperset(whole):
        text = tr("Swi&tch off all heads of layer {layer}")
    text = text.format(layer=layer + 1)
    offers["switch_layer"] = offer(text, head_mark.changed(session, whole))
    return offers
