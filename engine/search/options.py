"""What a search is asked to do."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from engine.model.heads_off import HeadPlace, normal_form

Normalisation = Literal["none", "average", "gnmt"]
NORMALISATIONS: tuple[Normalisation, ...] = ("none", "average", "gnmt")

Stopping = Literal["exact", "heuristic", "first"]
STOPPINGS: tuple[Stopping, ...] = ("exact", "heuristic", "first")

WIDEST_BEAM = 32
LARGEST_ALPHA = 10
LARGEST_FACTOR = 1000


@dataclass(frozen=True)
class SearchOptions:
    """Options of one translation. The defaults are greedy search.

    Attributes:
        beam: hypotheses kept at every step, 1 to 32. 1 is greedy search.
        n_best: hypotheses reported, at most ``beam``; while sampling, independent draws.
        normalisation: what a score is divided by, for an output of L pieces, the end piece
            included: "none" 1; "average" L^alpha; "gnmt" ((5 + L) / 6)^alpha (Wu et al. 2016,
            arXiv:1609.08144, equation 14; used by the paper, section 6.1).
        alpha: of the normalisation, 0 to 10; the paper's 0.6.
        stopping: when a beam search ends. "exact": no live hypothesis can come to beat the
            ``n_best`` finished ones, however long it grows. "heuristic": the best live score at
            its present length is no better than the worst of ``beam`` finished ones. "first":
            ``beam`` hypotheses have finished. A beam of 1 always ends with the first.
        max_length: longest output in pieces, the end piece included; ``None`` takes
            ``length_factor`` times the source plus ``length_extra``. Never beyond the model's
            positions.
        length_factor: output pieces allowed per source piece.
        length_extra: output pieces allowed on top.
        sample: draw each piece at random instead of searching (ancestral sampling).
        temperature: logits are divided by it before a draw.
        top_k: draw among the k likeliest; 0 among all.
        top_p: draw among the likeliest pieces that together have at least this probability
            (nucleus sampling, Holtzman et al. 2020, arXiv:1904.09751); 1 among all.
        seed: of the draws; the same seed, model and sentence give the same draws.
        no_repeat_ngram: no n-gram of this many pieces is written twice; 0 allows it.
        repetition_penalty: the log-probability of a piece that the hypothesis has already
            written is multiplied by it (Keskar et al. 2019, arXiv:1909.05858, on
            log-probabilities); 1 leaves it alone. Not renormalised.
        forbidden: ids of pieces that are not written, but where ``prefix`` forces them.
        required: ids of pieces that the output has to contain, each as often as it stands
            here. The beam is shared out by how many a hypothesis has (Post & Vilar 2018,
            arXiv:1804.06609), so it must be wider than their number.
        prefix: forced beginning of the output, ids or text.
        reference: forced whole output, ids or text, scored instead of searched for (teacher
            forcing); the end piece is added.
        candidates: how many of each step's likeliest pieces a step reports.
        heads_off: the attention heads that are switched off, (kind, layer, head) each, as
            :mod:`engine.model.heads_off` has it; kept in order, each once, however given.
        source_language, target_language: of the text and of the translation, for a model of
            several; one of its own codes, or one of ISO 639 that fits. Empty: what the model
            means by itself. A text that begins with ``>>fra<<`` says its target itself.
        begins_with: ids that the output of every sentence begins with, before ``prefix``: the
            piece of the target language, where the model's first one says it. A
            :class:`~engine.translator.Translator` fills it in. It is no part of the score.

    Raises:
        ValueError: an option is out of its range, or two contradict each other.
    """

    beam: int = 1
    n_best: int = 1
    normalisation: Normalisation = "gnmt"
    alpha: float = 0.6
    stopping: Stopping = "exact"
    max_length: int | None = None
    length_factor: float = 2.0
    length_extra: int = 20
    sample: bool = False
    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    seed: int = 0
    no_repeat_ngram: int = 0
    repetition_penalty: float = 1.0
    forbidden: tuple[int, ...] = ()
    required: tuple[int, ...] = ()
    prefix: str | tuple[int, ...] = ()
    reference: str | tuple[int, ...] | None = None
    candidates: int = 10
    heads_off: tuple[HeadPlace, ...] = ()
    source_language: str = ""
    target_language: str = ""
    begins_with: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self._check_types()
        self._check_ranges()
        self._check_combinations()
        # Equal sets are equal options.
        object.__setattr__(self, "heads_off", normal_form(self.heads_off))

    def _check_types(self) -> None:
        # Options also come out of a file, and 2.5 or True would pass a comparison.
        for name in (
            "beam", "n_best", "length_extra", "top_k", "seed", "no_repeat_ngram", "candidates",
            "max_length",
        ):  # fmt: skip
            value = getattr(self, name)
            if type(value) is not int and not (name == "max_length" and value is None):
                raise ValueError(f"{name} must be a whole number, not {value!r}")
        for name in ("alpha", "length_factor", "temperature", "top_p", "repetition_penalty"):
            if type(getattr(self, name)) not in (int, float):
                raise ValueError(f"{name} must be a number, not {getattr(self, name)!r}")
        if type(self.sample) is not bool:
            raise ValueError(f"sample must be true or false, not {self.sample!r}")
        for name in ("source_language", "target_language"):
            if type(getattr(self, name)) is not str:
                raise ValueError(f"{name} must be text, not {getattr(self, name)!r}")
        for name in ("forbidden", "required", "prefix", "reference", "begins_with"):
            value = getattr(self, name)
            other = {"prefix": (str,), "reference": (str, type(None))}.get(name, ())
            if not isinstance(value, (tuple, *other)) or (
                isinstance(value, tuple) and any(type(piece) is not int for piece in value)
            ):
                kinds = "text or a tuple of piece ids" if other else "a tuple of piece ids"
                raise ValueError(f"{name} must be {kinds}, not {value!r}")

    def _check_ranges(self) -> None:
        for name, least in (
            ("beam", 1), ("n_best", 1), ("candidates", 1), ("length_extra", 1),
            ("length_factor", 0), ("alpha", 0), ("top_k", 0), ("no_repeat_ngram", 0), ("seed", 0),
        ):  # fmt: skip
            # Not-a-number compares with nothing, so it is refused too.
            if not least <= getattr(self, name) < float("inf"):
                raise ValueError(f"{name} must be at least {least}, not {getattr(self, name)}")
        if self.beam > WIDEST_BEAM:
            raise ValueError(f"beam must be at most {WIDEST_BEAM}, not {self.beam}")
        if self.alpha > LARGEST_ALPHA:
            raise ValueError(f"alpha must be at most {LARGEST_ALPHA}, not {self.alpha}")
        if self.max_length is not None and self.max_length < 1:
            raise ValueError(f"max_length must be at least 1, not {self.max_length}")
        for name in ("temperature", "repetition_penalty"):
            if not getattr(self, name) > 0:
                raise ValueError(f"{name} must be above 0, not {getattr(self, name)}")
            # Far beyond any use; much larger ones cannot be computed with.
            if getattr(self, name) > LARGEST_FACTOR:
                raise ValueError(
                    f"{name} must be at most {LARGEST_FACTOR}, not {getattr(self, name)}"
                )
        if not 0 < self.top_p <= 1:
            raise ValueError(f"top_p must be above 0 and at most 1, not {self.top_p}")
        if self.normalisation not in NORMALISATIONS:
            raise ValueError(
                f"normalisation must be one of {', '.join(NORMALISATIONS)}, "
                f"not {self.normalisation!r}"
            )
        if self.stopping not in STOPPINGS:
            raise ValueError(
                f"stopping must be one of {', '.join(STOPPINGS)}, not {self.stopping!r}"
            )

    def _check_combinations(self) -> None:
        if self.sample:
            if self.beam > 1:
                raise ValueError(
                    f"sample draws one piece at a time and beam {self.beam} keeps the best of "
                    "several; choose one (n_best asks for several draws)"
                )
            if self.n_best > WIDEST_BEAM:
                raise ValueError(f"n_best must be at most {WIDEST_BEAM} draws, not {self.n_best}")
        else:
            if self.n_best > self.beam:
                raise ValueError(
                    f"n_best {self.n_best} asks for more hypotheses than beam {self.beam} keeps"
                )
            for name, unset in (("temperature", 1.0), ("top_k", 0), ("top_p", 1.0), ("seed", 0)):
                if getattr(self, name) != unset:
                    raise ValueError(f"{name} has a meaning only with sample")
        both = sorted(set(self.required) & set(self.forbidden))
        if both:
            raise ValueError(f"the piece {both[0]} is both required and forbidden")
        if self.required and (self.sample or self.beam <= len(self.required)):
            raise ValueError(
                f"{len(self.required)} required pieces need a beam of at least "
                f"{len(self.required) + 1}"
            )
        if self.reference is not None:
            for name in ("prefix", "required"):
                if getattr(self, name):
                    raise ValueError(f"reference is the whole output; {name} contradicts it")
            if self.sample or self.beam > 1:
                raise ValueError(
                    "reference leaves nothing to search or to draw; leave it to beam 1"
                )

    def of_sentence(self, number: int) -> SearchOptions:
        """The options of one sentence of a text: a prefix belongs to the first alone."""
        return replace(self, prefix=()) if number and self.prefix else self

    def differing(self) -> dict[str, Any]:
        """The options that are not the usual ones."""
        usual = SearchOptions()
        return {
            option.name: getattr(self, option.name)
            for option in fields(self)
            if getattr(self, option.name) != getattr(usual, option.name)
        }

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> SearchOptions:
        """The inverse of :func:`dataclasses.asdict`, also after a journey through JSON.

        Raises:
            ValueError: an option is unknown or out of its range.
        """
        known = {field.name for field in fields(cls)}
        unknown = sorted(values.keys() - known)
        if unknown:
            raise ValueError(f"the search option {unknown[0]!r} is unknown")
        lists = {k: tuple(v) for k, v in values.items() if isinstance(v, list)}
        return cls(**{**values, **lists})
