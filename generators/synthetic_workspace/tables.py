"""Tables of a dozen office subjects: headers, and rows of typed cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from generators.synthetic_workspace.pen import PEOPLE, PLACES, Pen

Cell = str | int | float | date
_FIRST_DAY = date(2023, 1, 2)
_DAYS = 730


class Kind(StrEnum):
    """What a column holds; a workbook formats dates, percents and money accordingly."""

    CODE = "code"
    NUMBER = "number"
    DECIMAL = "decimal"
    PERCENT = "percent"
    MONEY = "money"
    DAY = "day"
    PLACE = "place"
    PERSON = "person"
    STATE = "state"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Table:
    """Headers, the kind of each column, and rows."""

    headers: tuple[str, ...]
    kinds: tuple[Kind, ...]
    rows: tuple[tuple[Cell, ...], ...]


# Header and kind of the columns that a subject may have; a table takes most of them.
_SUBJECTS = {
    "shipments": "Order no.:code|Depot:place|Shipped:day|Pieces:number|Weight (kg):decimal|"
    "Freight cost:money|State:state|Handled by:person|Remark:note",
    "stock": "SKU:code|Warehouse:place|Counted on:day|On hand:number|Reserved:number|"
    "Unit price:money|Turnover:percent|Remark:note",
    "staff": "Staff no.:code|Name:person|Site:place|Joined:day|Hours:decimal|Overtime (h):decimal|"
    "Leave days:number|Utilisation:percent",
    "sales": "Invoice:code|Region:place|Invoiced:day|Units:number|Revenue:money|Discount:percent|"
    "Sold by:person|Channel:state",
    "incidents": "Ticket:code|Service:state|Opened:day|Minutes down:number|Requests lost:number|"
    "Error rate:percent|On call:person|Summary:note",
    "trials": "Subject:code|Centre:place|Visit:day|Dose (mg):decimal|Response:decimal|"
    "Adherence:percent|Outcome:state",
    "tenders": "Lot:code|Bidder:person|Submitted:day|Offer:money|Score:decimal|Share:percent|"
    "Decision:state|Remark:note",
    "features": "Feature:code|Owner:person|Released:day|Users:number|Sessions:number|"
    "Conversion:percent|Stage:state",
}
_CHINESE_HEADERS = {
    Kind.CODE: "编号",
    Kind.NUMBER: "数量",
    Kind.DECIMAL: "重量",
    Kind.PERCENT: "占比",
    Kind.MONEY: "金额",
    Kind.DAY: "日期",
    Kind.PLACE: "地区",
    Kind.PERSON: "负责人",
    Kind.STATE: "状态",
    Kind.NOTE: "备注",
}
SUBJECTS = tuple(_SUBJECTS)
"""Subjects that a table may have."""
_STATES = ("open", "closed", "delayed", "in review", "returned", "done")
# About what one cell takes as text, to size a table in characters.
_CELL_CHARACTERS = 9
_LEAST_COLUMNS = 5


def make_table(pen: Pen, subject: str, characters: int) -> Table:
    """A table of about so many characters as text; at least six rows."""
    columns = _columns(pen, subject)
    kinds = tuple(kind for _, kind in columns)
    count = max(6, characters // (_CELL_CHARACTERS * len(kinds)))
    drawn = [_drawn(pen, kind, count) for kind in kinds]
    return Table(_headers(pen, columns), kinds, tuple(zip(*drawn, strict=True)))


def shown(cell: Cell) -> str:
    """A cell as a text table shows it."""
    return cell if isinstance(cell, str) else str(cell)


def total(table: Table) -> tuple[str, int] | None:
    """Header and sum of the first column of whole numbers, if there is one."""
    if Kind.NUMBER not in table.kinds:
        return None
    place = table.kinds.index(Kind.NUMBER)
    return table.headers[place], sum(int(str(row[place])) for row in table.rows)


def _columns(pen: Pen, subject: str) -> list[tuple[str, Kind]]:
    parts = [part.rpartition(":") for part in _SUBJECTS[subject].split("|")]
    columns = [(header, Kind(kind)) for header, _, kind in parts]
    while len(columns) > _LEAST_COLUMNS and pen.random.random() < 0.4:
        columns.pop(pen.random.randrange(1, len(columns)))
    return columns


def _headers(pen: Pen, columns: Sequence[tuple[str, Kind]]) -> tuple[str, ...]:
    if not pen.is_chinese:
        return tuple(header for header, _ in columns)
    seen: list[str] = []
    for _, kind in columns:
        header = _CHINESE_HEADERS[kind]
        seen.append(header if header not in seen else f"{header}{pen.words(1)}{len(seen)}")
    return tuple(seen)


def _drawn(pen: Pen, kind: Kind, count: int) -> list[Cell]:
    """A whole column at once, which is cheaper than cell by cell."""
    return _DRAW[kind](pen, count)


def _codes(pen: Pen, count: int) -> list[Cell]:
    first = pen.random.randrange(1, 90_000)
    return [f"{number:06d}" for number in range(first, first + count)]


def _numbers(pen: Pen, count: int) -> list[Cell]:
    return [int(value * 900) + 1 for value in _uniform(pen, count)]


def _decimals(pen: Pen, count: int) -> list[Cell]:
    return [round(value * 250 + 0.1, 1) for value in _uniform(pen, count)]


def _percents(pen: Pen, count: int) -> list[Cell]:
    return [round(value, 3) for value in _uniform(pen, count)]


def _money(pen: Pen, count: int) -> list[Cell]:
    return [round(value * 4_000 + 1, 2) for value in _uniform(pen, count)]


def _days(pen: Pen, count: int) -> list[Cell]:
    return [_FIRST_DAY + timedelta(int(value * _DAYS)) for value in _uniform(pen, count)]


def _notes(pen: Pen, count: int) -> list[Cell]:
    return [pen.words(3) for _ in range(count)]


def _uniform(pen: Pen, count: int) -> list[float]:
    draw = pen.random.random
    return [draw() for _ in range(count)]


def _choice(pool: Sequence[str]) -> Callable[[Pen, int], list[Cell]]:
    return lambda pen, count: list[Cell](pen.random.choices(pool, k=count))


_DRAW: dict[Kind, Callable[[Pen, int], list[Cell]]] = {
    Kind.CODE: _codes,
    Kind.NUMBER: _numbers,
    Kind.DECIMAL: _decimals,
    Kind.PERCENT: _percents,
    Kind.MONEY: _money,
    Kind.DAY: _days,
    Kind.PLACE: _choice(PLACES),
    Kind.PERSON: _choice(PEOPLE),
    Kind.STATE: _choice(_STATES),
    Kind.NOTE: _notes,
}
