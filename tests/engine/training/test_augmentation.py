"""Augmentation of English–French pairs."""

from __future__ import annotations

import random
import re

import pytest

from engine.errors import DataError
from engine.training import french
from engine.training.english_french import ACCEPTANCE_SENTENCES, EnglishFrench, same_sentence
from engine.training.invented import invented_name
from engine.training.lexicon import Name, Noun, read_names, read_nouns, read_places
from engine.training.registry import augmentation
from engine.training.templates import Templates

CAT = Noun("cat", "chat", "m", "animal")
MOUSE = Noun("mouse", "souris", "f", "animal")
SCHOOL = Noun("school", "école", "f", "place")
CHESS = Noun("chess", "échecs", "mp", "interest")
OWL = Noun("owl", "hibou", "m", "animal")
MAN = Noun("man", "homme", "m", "person")


@pytest.mark.parametrize(
    ("noun", "definite", "to", "of", "mine"),
    [
        (CAT, "le chat", "au chat", "du chat", "mon chat"),
        (MOUSE, "la souris", "à la souris", "de la souris", "ma souris"),
        (SCHOOL, "l'école", "à l'école", "de l'école", "mon école"),
        (CHESS, "les échecs", "aux échecs", "des échecs", "mes échecs"),
        (OWL, "le hibou", "au hibou", "du hibou", "mon hibou"),
        (MAN, "l'homme", "à l'homme", "de l'homme", "mon homme"),
    ],
)
def test_articles_contract_and_elide(
    noun: Noun, definite: str, to: str, of: str, mine: str
) -> None:
    assert french.definite(noun) == definite
    assert french.with_to(noun) == to
    assert french.with_of(noun) == of
    assert french.possessive(noun) == mine


@pytest.mark.parametrize(
    ("text", "old", "new", "expected"),
    [
        ("Le chat de Tom dort.", "Tom", "Karim", "Le chat de Karim dort."),
        ("Le chat de Tom dort.", "Tom", "Émile", "Le chat d'Émile dort."),
        ("Je sais que Tom ment.", "Tom", "Anna", "Je sais qu'Anna ment."),
        ("Lorsque Tom vint, Tom rit.", "Tom", "Ida", "Lorsqu'Ida vint, Ida rit."),
        ("Je sais qu'Alice ment.", "Alice", "Karim", "Je sais que Karim ment."),
        ("La sœur d'Alice", "Alice", "Olga", "La sœur d'Olga"),
        ("à Tom", "Tom", "Hans", "à Hans"),
        ("Le chat de Tom dort.", "Tom", "Hans", None),  # de Hans, d'Hans?
        ("L'Alice de mes rêves", "Alice", "Karim", None),
        ("le Tom que j'aime", "Tom", "Karim", None),
        ("Tomas dort.", "Tom", "Karim", None),
    ],
)
def test_a_new_name_takes_the_right_elision(
    text: str, old: str, new: str, expected: str | None
) -> None:
    assert french.replace_name(text, old, new) == expected


def test_targets_get_one_typography() -> None:
    assert french.tidy("C’est vrai? Oui\u202f! «Non»;") == "C'est vrai ? Oui\u202f! « Non » ;"
    assert french.tidy("Il est 10:30.") == "Il est 10:30."


NAMES = [Name("Karim", "m"), Name("Inès", "f"), Name("Seán", "m"), Name("Murray", "u")]


def _augmenter(**shares: float) -> EnglishFrench:
    augmenter = EnglishFrench(NAMES, ["Pune"], read_nouns(), ["Seán is here."])
    for name in vars(EnglishFrench):
        if name.endswith("_share"):
            setattr(augmenter, name, shares.get(name, 0.0))
    return augmenter


def test_names_change_on_both_sides_and_keep_their_gender() -> None:
    augmenter = _augmenter(name_share=1.0)
    seen = set()
    for seed in range(60):
        source, target = augmenter.vary(
            ("Tom's dog bit Mary.", "Le chien de Tom a mordu Marie."), random.Random(seed)
        )
        match = re.fullmatch(r"(\w+)'s dog bit (\w+)\.", source)
        assert match
        if match[2] == "Mary":  # her brother's new name was drawn for her too
            continue
        assert target == f"Le chien de {match[1]} a mordu {match[2]}."
        seen.add(match.groups())
    assert {him for him, _ in seen} <= {"Karim", "Seán", "Murray"}
    assert {her for _, her in seen} <= {"Inès", "Murray"}
    assert len(seen) > 3


def test_pronouns_become_names_only_where_french_has_a_person_too() -> None:
    augmenter = _augmenter(pronoun_share=1.0)
    rng = random.Random(0)
    source, target = augmenter.vary(("She's tired.", "Elle est fatiguée."), rng)
    assert source.removesuffix("'s tired.") == target.removesuffix(" est fatiguée.")
    assert source != "She's tired."
    for pair in (
        ("He must leave.", "Il faut qu'il parte."),
        ("He had no money.", "Il n'y avait pas d'argent."),
        ("He is the boss.", "Elle est le chef."),
    ):
        assert augmenter.vary(pair, rng) == pair


def test_places_and_numbers_change_on_both_sides() -> None:
    augmenter = _augmenter(place_share=1.0, number_share=1.0)
    rng = random.Random(1)
    pair = augmenter.vary(("I left Boston in 1998.", "J'ai quitté Boston en 1998."), rng)
    match = re.fullmatch(r"I left Pune in (\d{4})\.", pair[0])
    assert match
    assert pair[1] == f"J'ai quitté Pune en {match[1]}."
    for same in (
        ("It is 7 p.m.", "Il est 19 heures."),
        ("I have 1 dog.", "J'ai 1 chien."),
        ("It costs 1,500 yen.", "Cela coûte 1 500 yens."),
        ("The 21st century", "Le 21e siècle"),
    ):
        assert augmenter.vary(same, rng) == same


@pytest.mark.parametrize(
    ("share", "expected"),
    [
        ("upper_share", ("I'M HERE.", "JE SUIS LÀ.")),
        ("lower_share", ("i'm here", "je suis là")),
        ("bare_share", ("I'm here", "Je suis là")),
        ("curly_share", ("I’m here.", "Je suis là.")),
    ],
)
def test_writing_changes_on_both_sides(share: str, expected: tuple[str, str]) -> None:
    augmenter = _augmenter(**{share: 1.0})
    assert augmenter([("I'm here.", "Je suis là.")], random.Random(0)) == [expected]


def test_symbols_are_copied() -> None:
    ((source, target),) = _augmenter(symbol_share=1.0)([("Hi.", "Salut.")], random.Random(0))
    assert source.startswith("Hi. ")
    assert source.removeprefix("Hi.") == target.removeprefix("Salut.")


def test_lines_of_several_sentences_are_added() -> None:
    pairs = [(f"I have {i}.", f"J'ai {i}.") for i in range(2, 102)]
    made = _augmenter(joined_share=0.1)(pairs, random.Random(0))
    assert made[:100] == pairs
    assert len(made) == 110
    for source, target in made[100:]:
        assert source.count(".") == target.count(".") >= 2
        assert re.findall(r"\d+", source) == re.findall(r"\d+", target)


def test_held_out_sentences_are_never_made() -> None:
    augmenter = _augmenter(name_share=1.0)
    data = [("Tom is here.", "Tom est là.")] * 200
    sources = {source for source, _ in augmenter(data, random.Random(0))}
    assert "Seán is here." not in sources
    assert {"Karim is here.", "Murray is here."} <= sources
    assert EnglishFrench(NAMES, ["Pune"], read_nouns(), [])._held_out == {
        same_sentence(text) for text in ACCEPTANCE_SENTENCES
    }


def test_acceptance_sentences_are_filtered_from_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    augmenter = _augmenter(template_share=1.0)
    made = iter([("The bank approved the loan.", "x."), ("The cat eats!", "x."), ("Yes.", "Oui.")])
    monkeypatch.setattr(Templates, "draw", lambda self, rng: next(made))
    assert augmenter([("a", "b")] * 3, random.Random(0)) == [("a", "b")] * 3 + [("Yes.", "Oui.")]


def test_an_epoch_depends_on_the_generator_alone() -> None:
    data = [("Tom saw Mary in Boston.", "Tom a vu Marie à Boston.")] * 300
    augmenter = EnglishFrench.load()
    first = augmenter(data, random.Random(5))
    assert first == EnglishFrench.load()(data, random.Random(5))
    assert first != augmenter(data, random.Random(6))
    changed = sum(pair != data[0] for pair in first[:300])
    assert 150 < changed < 300


def test_templates_make_well_formed_pairs() -> None:
    rng = random.Random(4)
    templates = Templates(read_nouns(), lambda rng, gender: "Ida")
    pairs = [templates.draw(rng) for _ in range(1500)]
    for source, target in pairs:
        assert source[0].isupper()
        assert target[0].isupper()
        assert source[-1] in ".?"
        assert target[-1] == source[-1]
        assert ("Ida" in source) == ("Ida" in target), (source, target)
        assert not re.search(r"\b(à|de) les? |\bde Ida|\b(le|la|de) [aeéèêio]\w", target), target
        assert "{" not in source + target
    assert any(", and " in source for source, _ in pairs)
    assert any(re.search(r"\w and \w+\.$", source) for source, _ in pairs)
    assert len({source for source, _ in pairs}) > 1200


def test_invented_names_are_capitalised_words() -> None:
    rng = random.Random(0)
    names = {invented_name(rng) for _ in range(500)}
    assert len(names) > 450
    assert all(name.istitle() and name.isalpha() and 3 <= len(name) <= 20 for name in names)


def test_word_lists_are_large_and_clean() -> None:
    names, places, nouns = read_names(), read_places(), read_nouns()
    assert len(names) > 1000
    assert {name.gender for name in names} == {"m", "f", "u"}
    assert len(places) > 100
    assert {noun.category for noun in nouns} >= {"interest", "animal", "person", "place", "thing"}
    assert {noun.gender for noun in nouns} == {"m", "f", "mp", "fp"}


def test_augmentations_go_by_name() -> None:
    assert augmentation("none", []) is None
    assert isinstance(augmentation("en-fr", ["Hello."]), EnglishFrench)
    with pytest.raises(DataError, match="en-de"):
        augmentation("en-de", [])


def test_a_share_of_the_pairs_is_varied() -> None:
    pairs = [("Tom sleeps in Boston.", "Tom dort à Boston.")] * 2000
    for share in (0.0, 0.3, 1.0):
        made = augmentation("en-fr", [], share)(pairs, random.Random(1))  # type: ignore[misc]
        varied = sum("Tom" not in source for source, _ in made[: len(pairs)])
        whole = sum(
            "Tom" not in source
            for source, _ in augmentation("en-fr", [])(pairs, random.Random(1))[: len(pairs)]  # type: ignore[misc]
        )
        # Few lose their capitals without being varied.
        assert varied / len(pairs) == pytest.approx(share * whole / len(pairs), abs=0.05)
