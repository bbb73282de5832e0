"""What wording can refer to in a view: words of its names, its columns, and its values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

import polars as pl

from worksurface_pipeline.kernel.sql import sql_column_names
from worksurface_pipeline.readers.model import Column, ColumnType
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.surfaces.sets import TableData
from worksurface_pipeline.worksurface.tasks.lexicon import FRAME, GENERIC_PARTS, STOP, UNIT_PARTS
from worksurface_pipeline.worksurface.tasks.personal import is_personal
from worksurface_pipeline.worksurface.tasks.row_units import mixed_columns
from worksurface_pipeline.worksurface.tasks.words import name_parts, stem, words_of

NUMERIC = frozenset(
    {ColumnType.INTEGER, ColumnType.DECIMAL, ColumnType.PERCENT, ColumnType.CURRENCY}
)
_CODES = frozenset({"id", "code", "rank", "no", "nr", "key", "index", "zip", "phone", "lat", "lon"})
_ACRONYM = re.compile(r"(?<![A-Za-z])[A-Z]{2,}(?![A-Za-z])")
# A column with nearly as many values as rows names the rows.
_NEARLY = 0.9
# Questions are asked of a view only if more than this share of its columns has a name.
_MOSTLY_NAMED = 0.5
# Longer texts are prose, not categories.
_LONGEST_VALUE = 90
_SHOWN = 50  # cells by which a list of personal data is known
_EMPTY_PARTS = frozenset(stem(part) for part in GENERIC_PARTS | UNIT_PARTS | STOP)


@dataclass(frozen=True, slots=True)
class Value:
    """One distinct value of a text column, with the stems that tell it from its siblings."""

    text: str
    stems: tuple[str, ...]
    core: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ColumnProfile:
    """One usable column: the stems of its name, and its values if it holds categories.

    `markers` are the texts ("NA") of its cells that are no value, though a reader sees one;
    `is_mixed` says that its rows are of several units, which can be looked up and no more. A list
    of personal data is a code without values: nothing is grouped, filtered or named by it.
    """

    name: str
    type: ColumnType
    unit: str
    parts: tuple[str, ...]
    acronyms: frozenset[str]
    distinct: int
    nulls: int
    is_key: bool
    largest: float
    values: Mapping[str, tuple[Value, ...]]
    markers: tuple[str, ...] = ()
    is_mixed: bool = False
    is_personal: bool = False

    @property
    def is_code(self) -> bool:
        """Whether its numbers are names: never summed or averaged."""
        return self.is_personal or bool(_CODES & set(self.parts))

    @property
    def is_measure(self) -> bool:
        """Whether its numbers can be aggregated."""
        return self.type in NUMERIC and not self.is_code

    @property
    def core(self) -> tuple[str, ...]:
        """The parts that say what the column holds; all of them if none does."""
        core = tuple(part for part in self.parts if part not in _EMPTY_PARTS)
        return core or self.parts

    @property
    def is_whole(self) -> bool:
        """Whether its name says no more than "total"."""
        return all(part in _EMPTY_PARTS for part in self.parts)


@dataclass(frozen=True, slots=True)
class ViewProfile:
    """One view: its record, rows, the stems of its file, sheet and title, and its columns."""

    record: TableRecord
    rows: int
    names: frozenset[str]
    raw_names: frozenset[str]
    acronyms: frozenset[str]
    columns: tuple[ColumnProfile, ...]

    @property
    def id(self) -> str:
        """Id of the view."""
        return self.record.id

    @property
    def measures(self) -> tuple[ColumnProfile, ...]:
        """Columns that can be aggregated."""
        return tuple(column for column in self.columns if column.is_measure)

    def column(self, name: str) -> ColumnProfile:
        """The profile of a column that exists."""
        return next(column for column in self.columns if column.name == name)


def is_nearly_key(column: ColumnProfile, rows: int) -> bool:
    """Whether nearly every row that has a value has one of its own."""
    filled = rows - column.nulls
    return filled > 1 and column.distinct > _NEARLY * filled and filled > rows / 2


def profile_view(record: TableRecord, data: TableData, category_limit: int) -> ViewProfile:
    """Profile one view; columns whose names are invented, or not their own in SQL, are left out.

    A view that leaves most of its columns unnamed has none: its few names may be no header.
    """
    served = set(sql_column_names(data.frame.columns))
    stated = [column for column in record.columns if not column.is_invented]
    is_named = len(stated) > _MOSTLY_NAMED * len(record.columns)
    mixed = mixed_columns(record.columns, data.frame, data.texts)
    columns = tuple(
        replace(_profile_column(column, data, category_limit), is_mixed=column.name in mixed)
        for column in stated
        if is_named and column.name in served
    )
    base = PurePosixPath(record.filename).stem
    names = (base, record.sheet) if _is_named(record.sheet) else (base,)
    return ViewProfile(
        record=record,
        rows=data.frame.height,
        names=frozenset(part for name in names for part in name_parts(name)) - STOP,
        raw_names=frozenset(word.text.lower() for name in names for word in words_of(name)),
        acronyms=frozenset(part for name in names for part in _ACRONYM.findall(name)),
        columns=columns,
    )


def _is_named(sheet: str) -> bool:
    """A sheet called Sheet1 says nothing."""
    return re.fullmatch(r"(?:sheet|tabelle|feuil|hoja)\s?\d*", sheet.lower()) is None


def _profile_column(column: Column, data: TableData, category_limit: int) -> ColumnProfile:
    series = data.frame[column.name]
    distinct = series.drop_nulls().n_unique()
    nulls = series.null_count()
    parts = name_parts(column.name)
    is_list = is_personal(parts, data.texts[column.name].drop_nulls().head(_SHOWN).to_list())
    return ColumnProfile(
        name=column.name,
        type=_held_type(column, series),
        unit=column.unit,
        parts=parts,
        acronyms=frozenset(_ACRONYM.findall(column.name)),
        distinct=distinct,
        nulls=nulls,
        is_key=nulls == 0 and distinct == len(series) and distinct > 1,
        largest=_largest(series),
        values={} if is_list else _values(column, series, distinct, category_limit),
        markers=_markers(series, data.texts[column.name]) if nulls else (),
        is_personal=is_list,
    )


def _markers(series: pl.Series, texts: pl.Series) -> tuple[str, ...]:
    """What is written in the cells that hold no value."""
    written = texts.filter(series.is_null()).drop_nulls().str.strip_chars()
    return tuple(sorted(text for text in written.unique().to_list() if text))


def _held_type(column: Column, series: pl.Series) -> ColumnType:
    """The type as the cells are held: a number kept as text is never computed with."""
    if column.type in NUMERIC and not series.dtype.is_numeric():
        return ColumnType.TEXT
    if column.type is ColumnType.BOOLEAN and series.dtype != pl.Boolean:
        return ColumnType.TEXT
    return column.type


def _largest(series: pl.Series) -> float:
    """The largest absolute value of a numeric column, 0 for any other."""
    if not series.dtype.is_numeric() or series.null_count() == len(series):
        return 0.0
    return float(series.drop_nulls().cast(pl.Float64).abs().max() or 0.0)  # type: ignore[arg-type]


def _values(
    column: Column, series: pl.Series, distinct: int, category_limit: int
) -> Mapping[str, tuple[Value, ...]]:
    """Values by the first of their core stems; empty unless the column holds categories."""
    if series.dtype != pl.String or distinct > max(category_limit, 0):
        return {}
    texts = sorted(text for text in series.drop_nulls().unique().to_list() if _is_value(text))
    stems = {text: tuple(word.stem for word in words_of(text)) for text in texts}
    common = _common(stems.values()) if len(stems) > 1 else frozenset()
    found: dict[str, list[Value]] = {}
    for text in texts:
        core = tuple(part for part in stems[text] if part not in common)
        core = core if any(_is_telling(part) for part in core) else stems[text]
        if core and not _is_empty(core, text):
            found.setdefault(core[0], []).append(Value(text, stems[text], core))
    return {first: tuple(values) for first, values in found.items()}


def _is_value(text: str) -> bool:
    return 0 < len(text.strip()) <= _LONGEST_VALUE and text == text.strip()


def _is_empty(core: tuple[str, ...], text: str) -> bool:
    """A value of one function word ("No", "Total") cannot be told from grammar."""
    return len(core) == 1 and text.lower() in STOP | FRAME


def _is_telling(part: str) -> bool:
    return len(part) > 1 and part not in STOP | FRAME


def _common(all_stems: Iterable[tuple[str, ...]]) -> frozenset[str]:
    sets = [frozenset(stems) for stems in all_stems]
    return frozenset.intersection(*sets)
