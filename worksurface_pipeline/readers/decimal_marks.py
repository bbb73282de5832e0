"""Which mark parts decimals where every number of a column could be read both ways: "1.250", "980".

Points alone are thousands by one custom and decimals by the other, so that something must tell;
commas alone before three digits part thousands unless something speaks against it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from worksurface_pipeline.readers.patterns import any_match

_COMMA_WORDS = """
umsatz betrag menge preis filiale datum kunde kunden anzahl besucher summe kosten mitarbeiter
bestand wert gewinn jahr monat einheit artikel bezeichnung lager gesamt netto brutto omzet bedrag
aantal fatturato prezzo importo importe cantidad quantidade valor jumlah harga
"""
# Letters of languages that part thousands by a point, and words that head their columns.
_COMMA_TONGUE = re.compile(
    r"[äöüßåæøãõşğđơưạảấầậắặềệịọốộớợụứữ]|\b(?:" + "|".join(_COMMA_WORDS.split()) + r")\b",
    re.IGNORECASE,
)
# What numbers its rows as 1.1, 1.2 tells nothing of decimals.
_NUMBERING = re.compile(
    r"^\W*(?:#|n[ro]|num(?:mer|ber)?|pos(?:ition)?|item|section|chapter|clause|kapitel|ziffer|punkt"
    r"|wbs|id|序号|编号|章节)\W*$|\b(?:versions?|ver|release|rev(?:ision)?|firmware|build)\b\.?|版本",
    re.IGNORECASE,
)
_POINT, _COMMA = r"\.", ","
# Without a mark, though marks that part thousands would have to be there; and rightly without.
_LONG, _SHORT = r"^\d{4,}$", r"^\d{1,3}$"


@dataclass(frozen=True, slots=True)
class Decimals:
    """How a table writes decimals: `mark` reads columns that allow both, "" where nothing tells.

    `is_sure` says that a number tells it and not only the custom of the format. `has_commas` tells
    that a comma is never between two values of one cell, `has_groups` that commas alone part
    thousands where nothing tells, `is_comma_tongue` that the columns' names are of a language that
    writes a decimal comma.
    """

    mark: str = ""
    is_sure: bool = False
    has_commas: bool = False
    has_groups: bool = True
    is_comma_tongue: bool = False


def is_comma_tongue(headers: Sequence[str]) -> bool:
    """Whether names of columns are of a language that writes a decimal comma."""
    return any(_COMMA_TONGUE.search(header) for header in headers)


def is_numbering(header: str) -> bool:
    """Whether a column of this name numbers sections, versions or rows."""
    return _NUMBERING.search(header) is not None


def doubtful_mark(amounts: pl.Series, decimals: Decimals) -> str:
    """The mark of a column that allows both, some of whose amounts have one; "" leaves it text."""
    has_points, has_commas = any_match(amounts, _POINT), any_match(amounts, _COMMA)
    if has_points and has_commas:
        return ""
    return _of_points(amounts, decimals) if has_points else _of_commas(decimals)


def _of_points(amounts: pl.Series, decimals: Decimals) -> str:
    if decimals.is_sure:
        return decimals.mark
    has_long, has_short = any_match(amounts, _LONG), any_match(amounts, _SHORT)
    if decimals.is_comma_tongue:
        # Decimals would have been written out in each row.
        return "," if has_short and not has_long else ""
    if has_long:
        return "."
    return "" if has_short else decimals.mark


def _of_commas(decimals: Decimals) -> str:
    if decimals.mark == "," and not decimals.has_commas:
        return ""
    return decimals.mark or ("." if decimals.has_groups else "")
