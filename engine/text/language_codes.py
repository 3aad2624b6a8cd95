"""Codes of languages, of whichever of the usual standards, as those of ISO 639-1."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache
from typing import Final

LANGUAGE_BEGINS: Final = ">>"
LANGUAGE_ENDS: Final = "<<"
"""What encloses the target language at the beginning of a source (``>>fra<<``)."""

# ISO 639-3 to 639-1, of the languages that OPUS-MT's names have most often.
_CODES = """\
afr=af ara=ar aze=az bel=be ben=bn bul=bg cat=ca ces=cs cym=cy dan=da deu=de ell=el
eng=en epo=eo est=et eus=eu fas=fa fin=fi fra=fr gle=ga glg=gl guj=gu hau=ha heb=he
hin=hi hrv=hr hun=hu hye=hy ind=id isl=is ita=it jpn=ja kan=kn kat=ka kaz=kk khm=km
kor=ko lav=lv lit=lt mal=ml mar=mr mkd=mk msa=ms mya=my nld=nl nob=nb nor=no pol=pl
por=pt ron=ro rus=ru slk=sk slv=sl spa=es sqi=sq srp=sr swa=sw swe=sv tam=ta tel=te
tgl=tl tha=th tur=tr ukr=uk urd=ur uzb=uz vie=vi yor=yo zho=zh zul=zu
"""
_SPELLED = re.compile("[A-Za-z]{2,3}(?:[_-][A-Za-z0-9]{2,8})*")
_SHORT = {code[:3]: code[4:] for code in _CODES.split()}


def short(code: str) -> str:
    """The two letters of ISO 639-1 for a language that has them; else the code itself."""
    return _SHORT.get(code, code)


@lru_cache(maxsize=1024)
def spoken(code: str) -> str:
    """:func:`short` of a code without its script or its country, in small letters.

    >>> spoken("fra_Latn"), spoken("fr_XX"), spoken("fr")
    ('fr', 'fr', 'fr')
    """
    return short(re.split("[_-]", code, maxsplit=1)[0].lower())


def is_language_code(text: str) -> bool:
    """Whether a piece is a code like ``>>fra<<``."""
    begin, end = LANGUAGE_BEGINS, LANGUAGE_ENDS
    return text.startswith(begin) and text.endswith(end) and len(text) > len(begin) + len(end)


def bare(code: str) -> str:
    """``fra`` of ``>>fra<<``."""
    return code.removeprefix(LANGUAGE_BEGINS).removesuffix(LANGUAGE_ENDS)


def fitting(wanted: str, known: Collection[str]) -> list[str]:
    """The codes of a model that a language is meant by: the very code, else those alike, sorted.

    >>> fitting("fr", ["fra_Latn", "zho_Hans"]), fitting("zh", ["zho_Hans", "zho_Hant"])
    (['fra_Latn'], ['zho_Hans', 'zho_Hant'])
    """
    if not wanted or wanted in known:
        return [wanted] if wanted else []
    return sorted(code for code in known if spoken(code) == spoken(wanted))


def is_spelled_like_one(code: str) -> bool:
    """Whether a bare code could be that of a language: ``fra``, ``fr_XX``, ``zho_Hans``."""
    return _SPELLED.fullmatch(code) is not None


def code_at_start(text: str) -> str:
    """``>>fra<<`` of a text that begins with it, whether or not it is a language; else empty."""
    end = text.find(LANGUAGE_ENDS) if text.startswith(LANGUAGE_BEGINS) else -1
    return text[: end + len(LANGUAGE_ENDS)] if end >= 0 else ""
