"""A text that is rewritten by rules, and where each of its characters came from.

For normalisations that are long lists of regular expressions: no rule has to know of spans.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

_GROUP = re.compile(r"\\g<([0-9]+)>")


class Traced:
    """A text and, for each of its characters, the stretch of the original it stands for.

    Attributes:
        text: as it is now.
        starts, ends: [len(text)] of these stretches, in the original. A rule that exchanges
            characters can leave them out of order.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = list(range(len(text)))
        self.ends = list(range(1, len(text) + 1))

    def sub(self, pattern: str, template: str) -> None:
        """What :func:`re.sub` does, of a pattern that matches no empty text.

        A group keeps its origin. What the template adds stands for what the match has outside
        the groups that it keeps, without the spaces around that.

        Args:
            pattern: a regular expression.
            template: literal text and groups, ``\\g<1>``.
        """
        parts = _GROUP.split(template)  # literal text and numbers of groups in turn
        groups = [int(number) for number in parts[1::2]]
        before, starts, ends = self.text, self.starts, self.ends
        text: list[str] = []
        self.starts, self.ends = [], []
        at = 0

        def keep(first: int, end: int) -> None:
            text.append(before[first:end])
            self.starts += starts[first:end]
            self.ends += ends[first:end]

        for match in re.finditer(pattern, before):
            keep(at, match.start())
            at = match.end()
            first, end = _rest(match, groups)
            for number, part in enumerate(parts):
                if number % 2:
                    keep(*match.span(int(part)))
                else:
                    text.append(part)
                    self.starts += [starts[first]] * len(part)
                    self.ends += [ends[end - 1]] * len(part)
        keep(at, len(before))
        self.text = "".join(text)

    def keep(self, wanted: Callable[[str], bool]) -> None:
        """Leave out the characters that are not wanted."""
        self._pick([i for i, character in enumerate(self.text) if wanted(character)])

    def strip(self) -> None:
        """Without white space at its ends."""
        first = len(self.text) - len(self.text.lstrip())
        self._pick(range(first, max(first, len(self.text.rstrip()))))

    def lower(self) -> None:
        """In small letters; some become several (İ), and Σ depends on what stands around it."""
        lengths = [len(character.lower()) for character in self.text]
        self.text = self.text.lower()
        self.starts = [s for s, n in zip(self.starts, lengths, strict=True) for _ in range(n)]
        self.ends = [e for e, n in zip(self.ends, lengths, strict=True) for _ in range(n)]

    def _pick(self, kept: Sequence[int]) -> None:
        self.text = "".join(self.text[i] for i in kept)
        self.starts = [self.starts[i] for i in kept]
        self.ends = [self.ends[i] for i in kept]


def _rest(match: re.Match[str], groups: Sequence[int]) -> tuple[int, int]:
    """From the first to behind the last character of a match that is in none of the groups."""
    kept = {i for group in groups for i in range(*match.span(group))}
    rest = [i for i in range(*match.span()) if i not in kept] or list(range(*match.span()))
    inked = [i for i in rest if not match.string[i].isspace()] or rest
    return inked[0], inked[-1] + 1


def in_order(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The spans, widened where needed so that neither their starts nor their ends decrease."""
    starts = [start for start, _ in spans]
    ends = [end for _, end in spans]
    for i in range(len(spans) - 2, -1, -1):
        starts[i] = min(starts[i], starts[i + 1])
    for i in range(1, len(spans)):
        ends[i] = max(ends[i], ends[i - 1])
    return list(zip(starts, ends, strict=True))
