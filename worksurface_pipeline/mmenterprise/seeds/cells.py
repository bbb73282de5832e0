"""Cells of tables: row name, column name and value; two-column tables are configurations."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import normalise, parse_number
from worksurface_pipeline.mmenterprise.schema.seed import FactKind
from worksurface_pipeline.mmenterprise.seeds.draft import Draft
from worksurface_pipeline.mmenterprise.seeds.parts import TablePart
from worksurface_pipeline.mmenterprise.seeds.readable import (
    YEAR,
    are_years,
    as_entity,
    as_label,
    begins_with_figures,
    is_attribute,
    is_entity,
    is_value,
    label,
    sole_number,
)
from worksurface_pipeline.mmenterprise.seeds.values import Value, value_at

# A column of names has words in this share of its cells.
_NAMES = 0.8
_MOST_HEADS = 3
_SETTING_WORDS = frozenset({"value", "setting", "settings", "amount", "number", "default"})
_SUMS = re.compile(r"^(?:sub|grand )?totals?\b|^sum\b|^all\b|\bttl$", re.IGNORECASE)
_IDENTIFIER = re.compile(r"\b(?:id|no|nr|number|code|rank|year|page|line|ln|zip|phone)\.?$", re.I)
_UNIT_LETTERS = 24
# The row of the document's own thing: no name, and no reason against the others.
_OURS = re.compile(r"^(?:ours?\b.*|this (?:work|paper|study)|proposed\b.*)$", re.IGNORECASE)


Row = Sequence[str | None]


@dataclass(frozen=True, slots=True)
class Grid:
    """Names of the columns, "" where there is none, and the rows of data."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class TableReader:
    """Reads the tables of a document in order: one that goes on takes the names from before."""

    names: tuple[str, ...] = ()

    def read(self, table: TablePart) -> Grid:
        """The grid of a table; without names of its own it has those of the one before."""
        heads, body = _split(table.rows)
        names = _names(heads) if heads else self.names
        width = max((len(row) for row in body), default=0)
        rows = tuple(tuple(cell or "" for cell in row) for row in body)
        return Grid(names if len(names) == width else (), rows, _title(table.rows))


def cells(table: TablePart, grid: Grid, page: int, heading: str) -> Iterator[Draft]:
    """The facts of a table whose rows and columns have readable, unequivocal names."""
    key = _key_column(grid)
    if key is None:
        return
    is_setting = _is_setting(grid, key)
    topic = as_entity(table.caption or grid.title or heading)
    seen = Counter(normalise(row[key]) for row in grid.rows)
    for row in grid.rows:
        if seen[normalise(row[key])] > 1 or _is_nobody(row[key].strip()):
            continue  # several rows, their sum or our own: the name does not tell which
        for column in range(len(grid.names)):
            if column == key:
                continue
            draft = _fact(grid, row, key, column, topic)
            if draft is not None and is_setting:
                draft = _as_setting(draft, topic)
            if draft is not None:
                yield draft.model_copy(update={"page": page, "source": topic})


def _split(rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """Rows of names above, rows of data below; titles that span all columns are left out."""
    at = next((n for n, row in enumerate(rows) if _has_figures(row)), 0)
    heads = [row for row in rows[:at] if sum(bool(cell) for cell in row) > 1]
    return heads[-_MOST_HEADS:], [row for row in rows[at:] if _is_data(row)]


def _has_figures(row: Row) -> bool:
    """Whether a row holds data; several years alone are the names of columns."""
    figures = [cell for cell in row[1:] if cell and begins_with_figures(cell)]
    return bool(figures) and not are_years(figures)


def _title(rows: Sequence[Row]) -> str:
    """The lowest row above the data that is one cell: what the table is about."""
    single = ""
    for row in rows[:_MOST_HEADS]:
        filled = [cell for cell in row if cell]
        if len(filled) == 1 and not begins_with_figures(filled[0]):
            single = filled[0]
    return single


def _is_data(row: Row) -> bool:
    return any(cell and sole_number(cell) is not None for cell in row[1:])


def _names(heads: Sequence[Row]) -> tuple[str, ...]:
    """The words above each column, from the top; a spanned cell has those of its left neighbour."""
    stacked: list[list[str]] = [[] for _ in heads[-1]]
    for number, row in enumerate(heads):
        last = ""
        for column, cell in enumerate(row[: len(stacked)]):
            is_spanned = cell is None and number < len(heads) - 1
            last = last if is_spanned else cell or ""
            if last and last not in stacked[column]:
                stacked[column].append(last)
    return tuple(" ".join(words) for words in stacked)


def _key_column(grid: Grid) -> int | None:
    """The first column of names: words in nearly all its cells, and nearly all of them distinct."""
    for column in range(len(grid.names)):
        texts = [row[column] for row in grid.rows if not _is_nobody(row[column].strip())]
        named = [text for text in texts if is_entity(as_entity(text))]
        is_distinct = len({normalise(text) for text in named}) >= _NAMES * len(named)
        if named and len(named) >= _NAMES * len(texts) and is_distinct:
            return column
    return None


def _is_nobody(name: str) -> bool:
    return bool(_SUMS.search(name) or _OURS.search(name))


def _is_setting(grid: Grid, key: int) -> bool:
    columns = [n for n in range(len(grid.names)) if n != key]
    return len(columns) == 1 and grid.names[columns[0]].strip().casefold() in _SETTING_WORDS


def _fact(grid: Grid, row: tuple[str, ...], key: int, column: int, topic: str) -> Draft | None:
    head, entity = label(grid.names[column]), as_entity(row[key])
    is_year = bool(YEAR.fullmatch(head.name))
    value = _value(row[column])
    names = [normalise(name) for name in grid.names]
    is_named = bool(head.name) and names.count(names[column]) == 1
    if value is None or not is_named or _IDENTIFIER.search(head.name) or not is_entity(entity):
        return None
    attribute = f"{as_label(topic)} in {head.name}" if is_year else as_label(head.name)
    if not is_attribute(attribute) and normalise(head.name) not in _SETTING_WORDS:
        return None
    return Draft(
        kind=FactKind.CELL,
        entity=entity,
        attribute=attribute,
        value=value.text,
        unit=value.unit or _spelled(head.unit),
        quote=" ".join(cell for cell in row if cell),
        page=1,
    )


def _as_setting(draft: Draft, topic: str) -> Draft | None:
    """A parameter's row: the table is the entity, the parameter the attribute."""
    named = label(draft.entity)
    attribute = as_label(named.name)
    if not is_entity(topic) or not is_attribute(attribute):
        return None
    changes = {
        "kind": FactKind.CONFIGURATION,
        "entity": topic,
        "attribute": attribute,
        "unit": draft.unit or _spelled(named.unit),
    }
    return draft.model_copy(update=changes)


def _value(text: str) -> Value | None:
    """The value of a cell that is one number with at most its unit beside it."""
    mention = sole_number(text)
    if mention is None or not is_value(mention, text[: mention.start], "cell"):
        return None
    value = value_at(text, mention)
    rest = (text[: value.start] + text[value.end :]).strip()
    if not rest or parse_number(text) is not None:
        return value
    is_unit = value.start == 0 and not value.unit and len(rest) <= _UNIT_LETTERS
    return Value(value.text, rest, value.start, value.end) if is_unit else None


def _spelled(unit: str) -> str:
    return "%" if unit.casefold() in ("percent", "per cent") else unit
