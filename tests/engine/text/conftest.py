"""Two small SentencePiece models: with byte fallback, and without (so with unknown pieces)."""

from __future__ import annotations

import io

import pytest
import sentencepiece

from engine.text.vocabulary import Vocabulary

SENTENCES = """\
I love you very much.
Je vous aime beaucoup.
My name is Vikas. I love cricket, finance, and AI.
Je m'appelle Vikas. J'aime le cricket, la finance et l'IA.
The dog chased the cat.
Le chien a poursuivi le chat.
Where is the station?
Où est la gare ?
The bank approved the loan.
La banque a approuvé le prêt.
She doesn't want to go to school today.
Elle ne veut pas aller à l'école aujourd'hui.
The cat eats fish at the office.
Le chat mange du poisson au bureau !
Seán Murray lives in Dublin.
Seán Murray habite à Dublin.
It is a quarter past seven: hurry up!
Il est sept heures et quart : dépêche-toi !
We have been waiting for half an hour.
Nous attendons depuis une demi-heure.
I love cats, you love dogs, and they love much.
They love you so much, and I love them.
""".splitlines()


def train(byte_fallback: bool, size: int, **special: int) -> bytes:
    out = io.BytesIO()
    ids = {"pad_id": 0, "unk_id": 1, "bos_id": 2, "eos_id": 3, **special}
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(SENTENCES * 3),
        model_writer=out,
        vocab_size=size,
        byte_fallback=byte_fallback,
        hard_vocab_limit=False,
        normalization_rule_name="nmt_nfkc",
        num_threads=1,
        minloglevel=2,
        **ids,
    )
    return out.getvalue()


@pytest.fixture(scope="session")
def byte_model() -> bytes:
    return train(byte_fallback=True, size=520)


@pytest.fixture(scope="session")
def byte_vocabulary(byte_model: bytes) -> Vocabulary:
    """What no piece covers is cut into bytes."""
    return Vocabulary.from_bytes(byte_model)


@pytest.fixture(scope="session")
def plain_vocabulary() -> Vocabulary:
    """What no piece covers is unknown."""
    return Vocabulary.from_bytes(train(byte_fallback=False, size=220))


@pytest.fixture(scope="session")
def padless_model() -> bytes:
    return train(byte_fallback=False, size=140, pad_id=-1, unk_id=0, bos_id=1, eos_id=2)
