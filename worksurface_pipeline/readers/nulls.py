"""Cells without a value, and why: where they are, how many, for each reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import polars as pl

from worksurface_pipeline.kernel import cells as forms

# Places kept for a reason; the count tells of the others.
_KEPT_PLACES = 20
_MARKERS = sorted(forms.MISSING_MARKERS)
_ERRORS = sorted(forms.ERROR_VALUES)
_WORD_SET = forms.WORD_MARKERS | forms.DASH_MARKERS
_WORDS = sorted(_WORD_SET)
# Up to here a plain loop is faster than the start of a query.
_FEW = 1000


@dataclass(frozen=True, slots=True)
class NullPlaces:
    """Positions in a column, at most twenty of `count`, that hold no value for one reason."""

    reason: str
    count: int
    places: tuple[int, ...]


def missing_mask(stripped: pl.Series) -> pl.Series:
    """True where a cell is empty, a missing marker, an error value or a footnote reference."""
    if len(stripped) <= _FEW:
        return _mask(text is None or forms.is_missing(text) for text in stripped.to_list())
    is_marker = stripped.str.to_lowercase().is_in(_MARKERS) | stripped.is_in(_ERRORS)
    if stripped.str.starts_with("[").any():
        is_marker |= stripped.str.contains(forms.FOOTNOTE_MARKER)
    return is_marker.fill_null(True)


def is_word_marker(stripped: pl.Series) -> pl.Series:
    """True where a text means "no value" even among other texts: NULL, N/A, a long dash."""
    if len(stripped) <= _FEW:
        return _mask(text is not None and text.lower() in _WORD_SET for text in stripped.to_list())
    return stripped.str.to_lowercase().is_in(_WORDS).fill_null(False)


def _mask(flags: Iterable[bool]) -> pl.Series:
    return pl.Series(list(flags), dtype=pl.Boolean)


def null_places(reasons: pl.Series) -> tuple[NullPlaces, ...]:
    """Places by reason, reasons sorted; `reasons` is null (or "") where a cell needs none."""
    found: dict[str, list[int]] = {}
    held = reasons.is_not_null() & (reasons != "")
    if not held.any():
        return ()
    places = held.arg_true()
    for place, reason in zip(places.to_list(), reasons.gather(places).to_list(), strict=True):
        found.setdefault(reason, []).append(place)
    return tuple(
        NullPlaces(reason, len(at), tuple(at[:_KEPT_PLACES]))
        for reason, at in sorted(found.items())
    )


def reasons_of(texts: Sequence[str | None]) -> tuple[NullPlaces, ...]:
    """The same from a plain list of reasons."""
    return null_places(pl.Series(texts, dtype=pl.String))
