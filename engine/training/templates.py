"""Made-up English–French pairs from the noun lexicon: short lists and plain statements.

They bring rare nouns, and lists of them, into a corpus that has few.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from engine.training.data import Pair
from engine.training.french import (
    definite,
    indefinite,
    of_name,
    possessive,
    with_of,
    with_to,
)
from engine.training.lexicon import Noun

NameSource = Callable[[random.Random, str], str]

# (English, French) of what an animal or a person did to another, in the French perfect.
_DEEDS = (
    ("chased", "a poursuivi"), ("followed", "a suivi"), ("saw", "a vu"), ("heard", "a entendu"),
    ("caught", "a attrapé"), ("watched", "a observé"), ("found", "a trouvé"),
    ("bit", "a mordu"), ("frightened", "a effrayé"), ("attacked", "a attaqué"),
    ("woke up", "a réveillé"), ("saved", "a sauvé"), ("ignored", "a ignoré"),
)  # fmt: skip
_HUMAN_DEEDS = (
    ("bought", "a acheté"), ("sold", "a vendu"), ("broke", "a cassé"), ("lost", "a perdu"),
    ("repaired", "a réparé"), ("cleaned", "a nettoyé"), ("forgot", "a oublié"),
    ("stole", "a volé"), ("hid", "a caché"), ("found", "a trouvé"), ("chose", "a choisi"),
)  # fmt: skip
_HABITS = (
    ("eats", "mange"), ("sleeps", "dort"), ("drinks", "boit"), ("runs", "court"),
    ("is sleeping", "dort"), ("is eating", "mange"), ("swims", "nage"), ("jumps", "saute"),
    ("is hungry", "a faim"), ("is thirsty", "a soif"), ("is tired", "est fatigué{e}"),
    ("is small", "est petit{e}"), ("is hiding", "se cache"),
)  # fmt: skip
_DECIDERS = (
    Noun("bank", "banque", "f", "person"), Noun("committee", "comité", "m", "person"),
    Noun("government", "gouvernement", "m", "person"), Noun("boss", "patron", "m", "person"),
    Noun("mayor", "maire", "m", "person"), Noun("president", "président", "m", "person"),
    Noun("company", "entreprise", "f", "person"), Noun("director", "directeur", "m", "person"),
    Noun("judge", "juge", "m", "person"), Noun("parliament", "parlement", "m", "person"),
    Noun("school", "école", "f", "person"), Noun("council", "conseil", "m", "person"),
)  # fmt: skip
_DECISIONS = (
    ("approved", "a approuvé"), ("rejected", "a rejeté"), ("refused", "a refusé"),
    ("accepted", "a accepté"), ("signed", "a signé"), ("discussed", "a discuté"),
    ("cancelled", "a annulé"), ("financed", "a financé"), ("changed", "a modifié"),
    ("presented", "a présenté"), ("announced", "a annoncé"), ("supported", "a soutenu"),
)  # fmt: skip
_MATTERS = (
    Noun("loan", "prêt", "m", "thing"), Noun("plan", "plan", "m", "thing"),
    Noun("project", "projet", "m", "thing"), Noun("budget", "budget", "m", "thing"),
    Noun("request", "demande", "f", "thing"), Noun("proposal", "proposition", "f", "thing"),
    Noun("contract", "contrat", "m", "thing"), Noun("law", "loi", "f", "thing"),
    Noun("agreement", "accord", "m", "thing"), Noun("reform", "réforme", "f", "thing"),
    Noun("investment", "investissement", "m", "thing"), Noun("offer", "offre", "f", "thing"),
    Noun("decision", "décision", "f", "thing"), Noun("strategy", "stratégie", "f", "thing"),
)  # fmt: skip
_LIKES = (
    ("loves", "aime"), ("likes", "aime"), ("loves", "adore"), ("hates", "déteste"),
    ("prefers", "préfère"), ("is studying", "étudie"), ("understands", "comprend"),
)  # fmt: skip
_MY_LIKES = (
    ("love", "J'aime"), ("like", "J'aime"), ("hate", "Je déteste"), ("love", "J'adore"),
    ("prefer", "Je préfère"),
)  # fmt: skip
_GOING = (
    ("I'm going", "Je vais"), ("He is going", "Il va"), ("She's going", "Elle va"),
    ("We're going", "Nous allons"),
)  # fmt: skip


class Templates:
    """Draws pairs from templates.

    Args:
        nouns: the lexicon.
        name: draws a name of a gender.
    """

    def __init__(self, nouns: Sequence[Noun], name: NameSource) -> None:
        self._by_category: dict[str, list[Noun]] = {}
        for noun in nouns:
            self._by_category.setdefault(noun.category, []).append(noun)
        self._singular = {
            category: [noun for noun in members if noun.gender in ("m", "f")]
            for category, members in self._by_category.items()
        }
        self._name = name

    def draw(self, rng: random.Random) -> Pair:
        """One pair."""
        makers = (
            (self._list, 10), (self._my_name, 2), (self._interest, 6), (self._animals, 8),
            (self._people, 6), (self._decision, 4), (self._places, 7), (self._things, 7),
        )  # fmt: skip
        while True:
            (maker,) = rng.choices([m for m, _ in makers], [w for _, w in makers])
            pair = maker(rng)
            if pair is not None:
                return pair[0][0].upper() + pair[0][1:], pair[1][0].upper() + pair[1][1:]

    # ------------------------------------------------------------------ helpers

    def _noun(self, rng: random.Random, category: str, singular: bool = False) -> Noun:
        table = self._singular if singular else self._by_category
        return rng.choice(table[category])

    def _series(self, rng: random.Random) -> tuple[str, str]:
        count = rng.choice((1, 2, 2, 3, 3))
        nouns: list[Noun] = []
        while len(nouns) < count:
            noun = self._noun(rng, "interest")
            if noun not in nouns:
                nouns.append(noun)
        english = [noun.english for noun in nouns]
        french = [definite(noun) for noun in nouns]
        comma = "," if count > 2 and rng.random() < 0.6 else ""
        return _join(english, f"{comma} and "), _join(french, " et ")

    # ------------------------------------------------------------------ makers

    def _list(self, rng: random.Random) -> Pair | None:
        english, french = self._series(rng)
        kind = rng.random()
        if kind < 0.5:
            name = self._name(rng, "u")
            verb, verbe = rng.choice(_LIKES)
            return f"{name} {verb} {english}.", f"{name} {verbe} {french}."
        if kind < 0.65:
            verb, verbe = rng.choice(_MY_LIKES)
            return f"I {verb} {english}.", f"{verbe} {french}."
        if kind < 0.75:
            verb, verbe = rng.choice(
                (("love", "aimons"), ("like", "aimons"), ("hate", "détestons"))
            )
            return f"We {verb} {english}.", f"Nous {verbe} {french}."
        if kind < 0.85:
            they = rng.choice(("Ils", "Elles"))
            verb, verbe = rng.choice((("love", "aiment"), ("study", "étudient")))
            return f"They {verb} {english}.", f"{they} {verbe} {french}."
        if kind < 0.95:
            she, elle = rng.choice((("He", "Il"), ("She", "Elle")))
            verb, verbe = rng.choice(_LIKES)
            return f"{she} {verb} {english}.", f"{elle} {verbe} {french}."
        question = rng.choice(("Aimez-vous", "Aimes-tu", "Est-ce que tu aimes"))
        return f"Do you like {english}?", f"{question} {french} ?"

    def _my_name(self, rng: random.Random) -> Pair | None:
        name = self._name(rng, "u")
        start, debut = f"My name is {name}.", f"Je m'appelle {name}."
        if rng.random() < 0.4:
            return start, debut
        english, french = self._series(rng)
        verb, verbe = rng.choice((("love", "J'aime"), ("like", "J'aime"), ("love", "J'adore")))
        return f"{start} I {verb} {english}.", f"{debut} {verbe} {french}."

    def _interest(self, rng: random.Random) -> Pair | None:
        a, b = self._noun(rng, "interest"), self._noun(rng, "interest")
        kind = rng.random()
        if kind < 0.3:
            who, qui = rng.choice((("I am", "Je m'"), ("I'm", "Je m'"), ("He is", "Il s'"),
                                   ("She is", "Elle s'"), ("She's", "Elle s'")))  # fmt: skip
            verbe = "intéresse"
            if rng.random() < 0.4:
                return (
                    f"{who} interested in {a.english} and {b.english}.",
                    f"{qui}{verbe} {with_to(a)} et {with_to(b)}.",
                )
            return f"{who} interested in {a.english}.", f"{qui}{verbe} {with_to(a)}."
        name = self._name(rng, "u")
        if kind < 0.45:
            return f"{name} is interested in {a.english}.", f"{name} s'intéresse {with_to(a)}."
        if kind < 0.6:
            return f"{name} doesn't like {a.english}.", f"{name} n'aime pas {definite(a)}."
        if kind < 0.75:
            return f"He is studying {a.english}.", f"Il étudie {definite(a)}."
        if kind < 0.9:
            return f"I don't like {a.english}.", f"Je n'aime pas {definite(a)}."
        of = of_name(name)
        if of is None:
            return None
        return f"{name}'s passion is {a.english}.", f"La passion {of}, c'est {definite(a)}."

    def _animals(self, rng: random.Random) -> Pair | None:
        a, b = self._noun(rng, "animal", True), self._noun(rng, "animal", True)
        kind = rng.random()
        if kind < 0.4:
            verb, verbe = rng.choice(_DEEDS)
            return (
                f"the {a.english} {verb} the {b.english}.",
                f"{definite(a)} {verbe} {definite(b)}.",
            )
        if kind < 0.7:
            verb, verbe = rng.choice(_HABITS)
            agreement = "e" if a.gender == "f" else ""
            return f"the {a.english} {verb}.", f"{definite(a)} {verbe.format(e=agreement)}."
        name = self._name(rng, "u")
        if kind < 0.85:
            return f"{name} has {_a(a.english)}.", f"{name} a {indefinite(a)}."
        return f"I saw {_a(a.english)}.", f"J'ai vu {indefinite(a)}."

    def _people(self, rng: random.Random) -> Pair | None:
        a = self._noun(rng, "person", True)
        kind = rng.random()
        if kind < 0.25:
            name = self._name(rng, a.gender)
            return f"{name} is {_a(a.english)}.", f"{name} est {a.french}."
        if kind < 0.5:
            b = self._noun(rng, rng.choice(("person", "animal")), True)
            verb, verbe = rng.choice(_DEEDS[:7])
            return (
                f"the {a.english} {verb} the {b.english}.",
                f"{definite(a)} {verbe} {definite(b)}.",
            )
        if kind < 0.75:
            b = self._noun(rng, "thing")
            verb, verbe = rng.choice(_HUMAN_DEEDS)
            return (
                f"the {a.english} {verb} the {b.english}.",
                f"{definite(a)} {verbe} {definite(b)}.",
            )
        if kind < 0.9:
            return f"I spoke with the {a.english}.", f"J'ai parlé avec {definite(a)}."
        return f"I need the help of the {a.english}.", f"J'ai besoin de l'aide {with_of(a)}."

    def _decision(self, rng: random.Random) -> Pair | None:
        who = rng.choice(_DECIDERS)
        what = rng.choice(_MATTERS)
        verb, verbe = rng.choice(_DECISIONS)
        if verb == "discussed":
            return (
                f"the {who.english} {verb} the {what.english}.",
                f"{definite(who)} {verbe} {with_of(what)}.",
            )
        return (
            f"the {who.english} {verb} the {what.english}.",
            f"{definite(who)} {verbe} {definite(what)}.",
        )

    def _places(self, rng: random.Random) -> Pair | None:
        a = self._noun(rng, "place", True)
        place = definite(a)
        kind = rng.random()
        if kind < 0.3:
            asked = rng.choice((f"Où est {place} ?", f"Où se trouve {place} ?"))
            return f"Where is the {a.english}?", asked
        if kind < 0.45:
            who, qui = rng.choice(_GOING)
            return f"{who} to the {a.english}.", f"{qui} {with_to(a)}."
        if kind < 0.6:
            who, qui = rng.choice((("I don't", "Je ne veux"), ("He doesn't", "Il ne veut"),
                                   ("She doesn't", "Elle ne veut")))  # fmt: skip
            when, quand = rng.choice((("", ""), (" tomorrow", " demain"), (" tonight", " ce soir")))
            return (
                f"{who} want to go to the {a.english}{when}.",
                f"{qui} pas aller {with_to(a)}{quand}.",
            )
        name = self._name(rng, "u")
        if kind < 0.7:
            return (
                f"{name} is waiting for me in front of the {a.english}.",
                f"{name} m'attend devant {place}.",
            )
        if kind < 0.85:
            return f"{name} works near the {a.english}.", f"{name} travaille près {with_of(a)}."
        return f"The {a.english} is near here.", f"{place} est près d'ici."

    def _things(self, rng: random.Random) -> Pair | None:
        a = self._noun(rng, "thing")
        plural = a.gender in ("mp", "fp")
        kind = rng.random()
        name = self._name(rng, "u")
        if kind < 0.3:
            verb, verbe = rng.choice(_HUMAN_DEEDS)
            return f"{name} {verb} the {a.english}.", f"{name} {verbe} {definite(a)}."
        if kind < 0.45:
            verb, verbe = rng.choice(_HUMAN_DEEDS)
            return (
                f"I {verb} my {a.english}.",
                f"J'{verbe.replace('a ', 'ai ', 1)} {possessive(a)}.",
            )
        if kind < 0.6:
            are, sont = ("are", "sont") if plural else ("is", "est")
            return f"Where {are} the {a.english}?", f"Où {sont} {definite(a)} ?"
        if kind < 0.75:
            are, sont = ("are", "sont") if plural else ("is", "est")
            return f"the {a.english} {are} on the table.", f"{definite(a)} {sont} sur la table."
        if kind < 0.9:
            where, ou = rng.choice((("kitchen", "la cuisine"), ("car", "la voiture"),
                                    ("house", "la maison"), ("drawer", "le tiroir")))  # fmt: skip
            return f"I put the {a.english} in the {where}.", f"J'ai mis {definite(a)} dans {ou}."
        return f"Give me the {a.english}, please.", f"Donnez-moi {definite(a)}, s'il vous plaît."


def _a(english: str) -> str:
    """The noun with "a" or "an"."""
    vowel = re.match(r"(?i)[aeio]|u(?!ni|ku|ra|se|te|ro|fo)|hour|hon|heir", english)
    exception = re.match(r"(?i)eu|one|once|ewe", english)
    acronym = re.match(r"[FHLMNRSX][A-Z0-9]", english)
    return f"{'an' if (vowel and not exception) or acronym else 'a'} {english}"


def _join(words: Sequence[str], last: str) -> str:
    if len(words) == 1:
        return words[0]
    return ", ".join(words[:-1]) + last + words[-1]
