"""Corpus BLEU and chrF with any number of references a sentence, by sacreBLEU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF


@dataclass(frozen=True)
class Scores:
    """Figures of one test set, 0 to 100, with what is needed to compare them."""

    bleu: float
    bleu_signature: str
    chrf: float
    chrf_signature: str


def score(translations: Sequence[str], references: Sequence[Sequence[str]]) -> Scores:
    """Corpus scores.

    Args:
        translations: one a sentence.
        references: for each sentence, at least one reference.
    """
    most = max((len(each) for each in references), default=1)
    # sacreBLEU takes references column by column; None marks a sentence that has fewer.
    columns = [
        [each[column] if column < len(each) else None for each in references]
        for column in range(most)
    ]
    bleu, chrf = BLEU(), CHRF()
    bleu_score = bleu.corpus_score(list(translations), columns)
    chrf_score = chrf.corpus_score(list(translations), columns)
    return Scores(
        bleu=bleu_score.score,
        bleu_signature=str(bleu.get_signature()),
        chrf=chrf_score.score,
        chrf_signature=str(chrf.get_signature()),
    )
