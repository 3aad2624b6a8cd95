"""Augmentation of English–French pairs: names, places, numbers, case, and made-up pairs.

The corpus knows few names (a tenth of it is about Tom), so a network trained on it as it is
learns names by heart instead of copying them. Each epoch gets other names.
"""

from __future__ import annotations

import random
import re
from collections.abc import Collection, Sequence

from engine.training.data import Pair
from engine.training.french import replace_name, tidy
from engine.training.invented import invented_name
from engine.training.lexicon import Name, Noun, read_names, read_nouns, read_places
from engine.training.templates import Templates

# What the built-in model is asked at the end. Augmentation never makes one of these, so that
# they stay a test.
ACCEPTANCE_SENTENCES = (
    "I love you very much.",
    "Varun loves cricket and finance.",
    "My name is Vikas. I love cricket, finance, and AI.",
    "My name is Vikas.",
    "I love cricket, finance, and AI.",
    "The bank approved the loan.",
    "The dog chased the cat.",
    "The cat eats.",
    "Where is the station?",
    "She doesn't want to go to school today.",
)

# Names the corpus is full of: English form, French forms, gender.
_KNOWN_NAMES = (
    ("Tom", ("Tom",), "m"),
    ("Mary", ("Mary", "Marie"), "f"),
    ("John", ("John",), "m"),
    ("Alice", ("Alice",), "f"),
    ("Bill", ("Bill",), "m"),
    ("Jim", ("Jim",), "m"),
    ("Mike", ("Mike",), "m"),
    ("Jane", ("Jane",), "f"),
    ("Nancy", ("Nancy",), "f"),
    ("Jackson", ("Jackson",), "u"),
)
_KNOWN_PLACES = (
    "Boston", "Tokyo", "Kyoto", "Osaka", "Chicago", "Paris", "Berlin", "Nagoya", "Kobe", "Yokohama",
)  # fmt: skip
_SYMBOLS = (
    "😀",
    "😂",
    "❤️",
    "👍",
    "🙏",
    "🎉",
    "😢",
    "🔥",
    "👨‍👩‍👧",
    "🇫🇷",
    "✅",
    "☀️",
    "🐱",
    "→",
    "★",
    "♪",
)
_NUMBER = re.compile(r"(?<![\w.,:/-])(?<!\d )\d{1,4}(?![.,:/-]?\d)(?!\w| \d)")
_HE = re.compile(r"(He|She)(?= |'s )")
_IL = re.compile(
    r"(?:Il|Elle) (?!(?:n')?y |(?:ne )?(?:lui )?(?:faut|fallait|faudra|faudrait|fallut) |"
    r"(?:a|aurait|avait) fallu|s'agi|se peut|semble que|paraît|vaut mieux|suffit|"
    r"est (?:possible|probable|vrai|évident|clair|temps|rare|dommage|interdit)\b)"
)


def same_sentence(text: str) -> str:
    """What two spellings of a sentence share: its letters and digits, without case."""
    return " ".join(re.findall(r"\w+", text.casefold().replace("’", "'")))


class EnglishFrench:
    """Makes an epoch's pairs: each pair of the data once, changed or not, and some more.

    Args:
        names, places, nouns: what to draw from.
        share: of the data's pairs, how many are varied; the others stay as they are.
        held_out: English sentences that are never made (compared without case and
            punctuation); :data:`ACCEPTANCE_SENTENCES` always belong to them. Pairs of the data
            itself are not filtered.
    """

    name_share = 0.6
    invented_share = 0.25
    full_name_share = 0.08
    pronoun_share = 0.15
    place_share = 0.4
    number_share = 0.5
    joined_share = 0.02
    template_share = 0.03
    upper_share = 0.008
    lower_share = 0.015
    bare_share = 0.02
    curly_share = 0.03
    symbol_share = 0.005

    def __init__(
        self,
        names: Sequence[Name],
        places: Sequence[str],
        nouns: Sequence[Noun],
        held_out: Collection[str] = (),
        share: float = 1.0,
    ) -> None:
        self._share = share
        self._names = {
            "m": [name.text for name in names if name.gender in ("m", "u")],
            "f": [name.text for name in names if name.gender in ("f", "u")],
            "u": [name.text for name in names],
        }
        self._surnames = [name.text for name in names if name.gender == "u"]
        # "Le Mans", "Les Sables": French contracts the article.
        self._places = [place for place in places if not re.match(r"Les? ", place)]
        self._templates = Templates(nouns, self.name)
        self._held_out = {same_sentence(text) for text in (*held_out, *ACCEPTANCE_SENTENCES)}

    @classmethod
    def load(cls, held_out: Collection[str] = (), share: float = 1.0) -> EnglishFrench:
        """With the bundled word lists.

        Raises:
            DataError: a word list is missing or broken.
        """
        return cls(read_names(), read_places(), read_nouns(), held_out, share)

    def __call__(self, pairs: Sequence[Pair], rng: random.Random) -> list[Pair]:
        """The pairs of one epoch."""
        made = [
            self._allowed(self.vary(pair, rng), pair)
            if self._share >= 1 or rng.random() < self._share
            else (pair[0], tidy(pair[1]))
            for pair in pairs
        ]
        extras: list[Pair] = []
        for _ in range(round(self.joined_share * len(pairs))):
            parts = [made[rng.randrange(len(made))] for _ in range(rng.choice((2, 2, 3)))]
            extras.append((" ".join(p[0] for p in parts), " ".join(p[1] for p in parts)))
        extras += [
            self._templates.draw(rng) for _ in range(round(self.template_share * len(pairs)))
        ]
        made += [pair for pair in extras if same_sentence(pair[0]) not in self._held_out]
        return [self._dress(pair, rng) for pair in made]

    def _allowed(self, pair: Pair, original: Pair) -> Pair:
        if pair[0] != original[0] and same_sentence(pair[0]) in self._held_out:
            return original[0], tidy(original[1])
        return pair

    def name(self, rng: random.Random, gender: str) -> str:
        """A name of "m", "f" or any ("u") gender, from the list or made up."""
        if rng.random() < self.invented_share:
            name = invented_name(rng)
        else:
            name = rng.choice(self._names[gender])
        if rng.random() < self.full_name_share:
            surname = rng.choice(self._surnames) if rng.random() < 0.6 else invented_name(rng)
            name = f"{name} {surname}"
        return name

    # ------------------------------------------------------------------ what is said

    def vary(self, pair: Pair, rng: random.Random) -> Pair:
        """The pair with other names, places and numbers, where both sides have them."""
        source, target = pair[0], tidy(pair[1])
        pair = self._number(self._place(self._pronoun((source, target), rng), rng), rng)
        for english, french, gender in _KNOWN_NAMES:
            if english in pair[0] and rng.random() < self.name_share:
                pair = self._swap(pair, english, french, lambda: self.name(rng, gender))  # noqa: B023
        return pair

    def _swap(self, pair: Pair, english: str, french: Sequence[str], draw: object) -> Pair:
        """Both sides with another name, or unchanged if no name drawn fits the French."""
        assert callable(draw)
        present = [form for form in french if re.search(rf"(?<!\w){form}(?!\w)", pair[1])]
        if len(present) != 1 or not re.search(rf"(?<!\w){english}(?!\w)", pair[0]):
            return pair
        for _ in range(4):
            name: str = draw()
            target = replace_name(pair[1], present[0], name)
            if target is not None and name not in pair[0]:
                return re.sub(rf"(?<!\w){english}(?!\w)", lambda _: name, pair[0]), target  # noqa: B023
        return pair

    def _pronoun(self, pair: Pair, rng: random.Random) -> Pair:
        """Turn "He sleeps." to "Karim sleeps.", where the French has a person as subject too."""
        he, il = _HE.match(pair[0]), _IL.match(pair[1])
        if not he or not il or rng.random() >= self.pronoun_share:
            return pair
        if (he[1] == "He") != pair[1].startswith("Il"):
            return pair
        name = self.name(rng, "m" if he[1] == "He" else "f")
        return name + pair[0][len(he[1]) :], name + pair[1][pair[1].index(" ") :]

    def _place(self, pair: Pair, rng: random.Random) -> Pair:
        for place in _KNOWN_PLACES:
            if place in pair[0] and place in pair[1] and rng.random() < self.place_share:
                return self._swap(pair, place, (place,), lambda: rng.choice(self._places))
        return pair

    def _number(self, pair: Pair, rng: random.Random) -> Pair:
        """Numbers that both sides write in digits, once each; 0 and 1 stay, they rule grammar."""
        source, target = pair
        for number in dict.fromkeys(_NUMBER.findall(source)):
            here = [m for m in _NUMBER.finditer(source) if m[0] == number]
            there = [m for m in _NUMBER.finditer(target) if m[0] == number]
            if len(here) != 1 or len(there) != 1 or int(number) < 2 or number[0] == "0":
                continue
            if rng.random() < self.number_share:
                low = 2 if len(number) == 1 else 10 ** (len(number) - 1)
                new = str(rng.randrange(low, 10 ** len(number)))
                source = source[: here[0].start()] + new + source[here[0].end() :]
                target = target[: there[0].start()] + new + target[there[0].end() :]
        return source, target

    # ------------------------------------------------------------------ how it is written

    def _dress(self, pair: Pair, rng: random.Random) -> Pair:
        """Few pairs in capitals, without punctuation, with curly apostrophes or a symbol."""
        source, target = pair
        if "'" in source and rng.random() < self.curly_share:
            source = source.replace("'", "’")
        draw = rng.random()
        for share, change in (
            (self.upper_share, _upper),
            (self.lower_share, _lower),
            (self.bare_share, _bare),
        ):
            if draw < share:
                return change((source, target))
            draw -= share
        if draw < self.symbol_share:
            symbol = rng.choice(_SYMBOLS)
            return f"{source} {symbol}", f"{target} {symbol}"
        return source, target


def _upper(pair: Pair) -> Pair:
    return pair[0].upper(), pair[1].upper()


def _lower(pair: Pair) -> Pair:
    source, target = _bare(pair)
    return source.lower(), target.lower()


def _bare(pair: Pair) -> Pair:
    """Without the final full stop, where both sides have one."""
    if pair[0].endswith(".") and pair[1].endswith("."):
        return pair[0].rstrip("."), pair[1].rstrip(".")
    return pair
