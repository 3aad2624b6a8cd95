"""Regular expressions out of untrusted files: which of them can take for ever.

An engine that goes back and tries again, as that of the ``tokenizers`` library does, looks at a
text of n characters n² times for ``a*b``: from every place to the end, and back in vain. Each
further repetition whose characters what comes behind it may refuse is one more power of n:
``[a-z]*[a-z]*\\d`` takes minutes over a few thousand letters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_MOST_REPETITIONS = 1
_MOST_CHOICES = 8
_DEEPEST = 50
_QUANTIFIER = re.compile(r"(?:[*+?]|\{[0-9]*,?[0-9]*\})[+?]?")
# A repetition of nine at most, which is a choice and no more.
_FEW = re.compile(r"\{[0-9](?:,[0-9])?\}")


@dataclass
class _Item:
    """A character or a class, or a group, and how often it comes.

    Attributes:
        group: the alternatives of a group, items one after another each.
        endless: whether it may come any number of times.
        open: whether it may come a few times more or less.
        needed: whether it has to come.
    """

    group: list[list[_Item]] = field(default_factory=list)
    endless: bool = False
    open: bool = False
    needed: bool = True


def can_take_for_ever(pattern: str) -> bool:
    """Whether the time for a text may grow with more than the square of its length.

    What is not understood here counts as such: groups that are repeated, and references back.
    """
    # Escapes and classes are one character each; of escapes, \1, \g<1> and \k<x> refer back.
    plain = re.sub(r"\[[^\]]*\]", "c", re.sub(r"\\[^gk1-9]", "c", pattern))
    if re.search(r"\)[*+{]|\\|\(\?~", plain):
        return True
    sequence: list[_Item] = []
    stack: list[list[list[_Item]]] = [[sequence]]
    at = 0
    while at < len(plain):
        letter = plain[at]
        at += 1
        if letter == "(":
            if len(stack) > _DEEPEST:
                return True
            prefix = re.compile(r"\?(?:[imsxa-]*:|<?[=!]|>|<\w+>)?").match(plain, at)
            at = prefix.end() if prefix else at
            sequence = []
            stack.append([sequence])
        elif letter == "|":
            sequence = []
            stack[-1].append(sequence)
        else:
            item = _Item()
            if letter == ")" and len(stack) > 1:
                item.group = stack.pop()
                sequence = stack[-1][-1]
            found = _QUANTIFIER.match(plain, at)
            if found is not None:
                at = found.end()
                _quantify(item, found[0])
            sequence.append(item)
    while len(stack) > 1:  # a group that is not closed: the library will say so
        group = stack.pop()
        stack[-1][-1].append(_Item(group))
    repetitions, choices = _worst(stack[0], needed=False)
    return repetitions > _MOST_REPETITIONS or choices > _MOST_CHOICES


def _quantify(item: _Item, quantifier: str) -> None:
    few = _FEW.match(quantifier) is not None
    item.endless = quantifier[0] in "*+" or (quantifier[0] == "{" and not few)
    item.open = not item.endless
    item.needed = quantifier[0] == "+" or (
        quantifier[0] == "{" and quantifier[1:2] not in ("0", ",")
    )


def _worst(alternatives: list[list[_Item]], needed: bool) -> tuple[int, int]:
    """Of the worst alternative, the repetitions and the choices that may be refused.

    Args:
        alternatives: items one after another.
        needed: whether something has to come behind them.
    """
    worst = (0, 0)
    for sequence in alternatives:
        repetitions = choices = 0
        behind = needed
        for item in reversed(sequence):
            if item.group:
                inner = _worst(item.group, behind)
                repetitions, choices = repetitions + inner[0], choices + inner[1]
            if behind:
                repetitions, choices = repetitions + item.endless, choices + item.open
            behind = behind or item.needed
        worst = (max(worst[0], repetitions), max(worst[1], choices))
    return worst
