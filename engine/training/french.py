"""The little French grammar that augmentation needs: elision, articles, contractions."""

from __future__ import annotations

import re
import unicodedata

from engine.training.lexicon import Noun

# Words with an aspirated h take no elision; the h of all others in the lexicon is mute.
_ASPIRATED_TEXT = """
    hache haie hall halte hamac hamburger hamster handball handicap hangar hareng haricot
    haricots harpe hasard haut haut-parleur hautbois hauteur heavy hérisson hernie héron héros
    hêtre heurt hibou hiérarchie hindi hip-hop hobby hockey homard honte hot-dog hotte houe
    houmous housse houx hublot huit hurlement hutte hyène
    """
_ASPIRATED = frozenset(_ASPIRATED_TEXT.split())


def elides(word: str) -> bool | None:
    """Whether "de" becomes "d'" before ``word``; ``None`` where usage or spelling wavers.

    Wavering are names with h or y ("de Hans", "d'Hélène") and all that begins with no letter.
    """
    first = unicodedata.normalize("NFD", word)[:1].casefold()
    if not first.isalpha() or first in "hy":
        return None
    return first in "aeiouœæ"


def noun_elides(word: str) -> bool:
    """The same for a common noun, where the h is known."""
    head = re.split(r"[ ]", word.casefold())[0]
    if head.startswith("h"):
        return head not in _ASPIRATED
    if head.startswith("y") or head in ("ouistiti", "ouistitis", "onze", "oui", "ouate"):
        return False
    return bool(elides(head))


def definite(noun: Noun) -> str:
    """With the definite article: "le chat", "la souris", "l'âne", "les échecs"."""
    if noun.gender in ("mp", "fp"):
        return f"les {noun.french}"
    if noun_elides(noun.french):
        return f"l'{noun.french}"
    return f"{'le' if noun.gender == 'm' else 'la'} {noun.french}"


def with_to(noun: Noun) -> str:
    """With "à": "au chat", "à la souris", "à l'âne", "aux échecs"."""
    return _contracted(definite(noun), "à", "au", "aux")


def with_of(noun: Noun) -> str:
    """With "de": "du chat", "de la souris", "de l'âne", "des échecs"."""
    return _contracted(definite(noun), "de", "du", "des")


def _contracted(phrase: str, preposition: str, masculine: str, plural: str) -> str:
    if phrase.startswith("le "):
        return f"{masculine} {phrase[3:]}"
    if phrase.startswith("les "):
        return f"{plural} {phrase[4:]}"
    return f"{preposition} {phrase}"


def indefinite(noun: Noun) -> str:
    """With the indefinite article: "un chat", "une souris", "des échecs"."""
    article = {"m": "un", "f": "une"}.get(noun.gender, "des")
    return f"{article} {noun.french}"


def possessive(noun: Noun, person: str = "m") -> str:
    """With the possessive: "mon chat", "ma souris", "mon âne" (before a vowel), "mes échecs".

    Args:
        noun: what is owned.
        person: "m" for mine, "t" for thine, "s" for his or hers.
    """
    if noun.gender in ("mp", "fp"):
        return f"{person}es {noun.french}"
    if noun.gender == "f" and not noun_elides(noun.french):
        return f"{person}a {noun.french}"
    return f"{person}on {noun.french}"


def of_name(name: str) -> str | None:
    """With "de": "de Tom", "d'Anna"; ``None`` where usage wavers."""
    elided = elides(name)
    if elided is None:
        return None
    return f"d'{name}" if elided else f"de {name}"


# What may stand before a name and changes its spelling with it.
_FULL = r"(?:de|que|lorsque|puisque|quoique|jusque)"
_STEM = r"(?:d|qu|lorsqu|puisqu|quoiqu|jusqu)"
# Articles and other clitics before the name: a new name might not take them.
_REFUSED = r"(?:le|la|les|un|une|du|des|au|aux|ce|ces|cette)"


def replace_name(text: str, old: str, new: str) -> str | None:
    """``text`` with the name ``old`` replaced by ``new`` everywhere, elisions made right.

    "de Tom" becomes "d'Anna", "qu'Alice" becomes "que Karim". ``None`` if that cannot be done
    for sure: an article or another elision stands before the name, or usage wavers.
    """
    if re.search(rf"\b{_REFUSED}\s+{re.escape(old)}(?!\w)", text, re.IGNORECASE):
        return None
    failed = False
    elided = elides(new)

    def swap(match: re.Match[str]) -> str:
        nonlocal failed
        full, stem = match["full"], match["stem"]
        if full is None and stem is None:
            # An apostrophe that is not one of ours: l'Alice, s'Alice.
            failed |= text[: match.start()].endswith(("'", "’"))
            return new
        if elided is None:
            failed = True
            return new
        base = full[:-1] if full is not None else stem
        return f"{base}'{new}" if elided else f"{base}e {new}"

    pattern = (
        rf"(?<!\w)(?:(?P<full>(?i:{_FULL}))\s+|(?P<stem>(?i:{_STEM}))['’])?{re.escape(old)}(?!\w)"
    )
    result = re.sub(pattern, swap, text)
    return None if failed or result == text else result


def tidy(text: str) -> str:
    """One typography for the targets: straight apostrophes, a space before ? ! ; and in « »."""
    text = text.replace("’", "'")
    text = re.sub(r"(?<=[\w'\")\]»])([?!;])", r" \1", text)
    text = re.sub(r"«(?=\S)", "« ", text)
    return re.sub(r"(?<=\S)»", " »", text)
