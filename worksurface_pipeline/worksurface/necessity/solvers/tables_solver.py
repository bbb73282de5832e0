"""Questions that one query answers, by templates: which words ask for which aggregate."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from worksurface_pipeline.worksurface.necessity.solvers.base import Answer, Fields, Tools

_NUMERIC = ("integer", "decimal", "currency", "percent", "duration")
_EDGE = r"(?<![^\W_]){}(?![^\W_])"
_VALUE = re.compile(
    r"(?:“(?P<text>[^”]+)”|(?P<less>less than |more than )?(?P<number>-?\d[\d.,]*)) (?:as|in) "
)
_FLAG = re.compile(r" set to (true|false)")
_COUNT = re.compile(r"how many|in how many", re.IGNORECASE)
_DISTINCT = re.compile(r"(?:different|distinct) values", re.IGNORECASE)
_SHARE = re.compile(r"what percentage|percentage of", re.IGNORECASE)
_TOP_LIST = re.compile(r"which (two|three|four|five) values", re.IGNORECASE)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5}
_AGGREGATES = (
    (re.compile(r"\b(?:total|sum)s? of", re.IGNORECASE), "SUM"),
    (re.compile(r"\b(?:average|mean) of", re.IGNORECASE), "AVG"),
    (re.compile(r"\bhighest|largest|maximum", re.IGNORECASE), "MAX"),
    (re.compile(r"\blowest|smallest|minimum", re.IGNORECASE), "MIN"),
)
_HIDDEN = re.compile(r"(?P<side>above|below) it\b|with it (?:as|in) ", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Column:
    """A column as described, with where the question says it."""

    name: str
    type: str
    start: int
    end: int

    @property
    def sql(self) -> str:
        """Its quoted name."""
        return '"' + self.name.replace('"', '""') + '"'

    @property
    def is_numeric(self) -> bool:
        """Whether sums make sense."""
        return self.type in _NUMERIC


def plain(text: str) -> str:
    """Names and questions in one form: underscores and brackets as spaces, spaces squeezed."""
    return " ".join(re.sub(r"[_()]", " ", text).split())


def answer_table(
    question: str, view: str, tools: Tools, hidden: str | None, *, is_number: bool
) -> Answer | None:
    """The answer of the query that the question's words make over a view, if it makes one.

    `hidden` is what the question calls "it": a value found elsewhere.
    """
    said = plain(question)
    columns = said_columns(said, tools.ask("table_describe", view=view))
    sql = build_query(said, columns, view, hidden)
    rows = tools.rows(sql) if sql else []
    if not rows or rows[0][0] is None:
        return None
    if _TOP_LIST.search(said):
        return [str(row[0]) for row in rows]
    value = rows[0][0]
    is_percent = any(column.type == "percent" for column in columns)
    if is_number and isinstance(value, float) and is_percent and "in percent" in said:
        is_scaled = "100.0 *" in (sql or "")
        return value if is_scaled else 100 * value
    return value if isinstance(value, (int, float)) and is_number else str(value)


def said_columns(said: str, described: Fields) -> tuple[Column, ...]:
    """The columns of a description that the question says, longest names first, in its order."""
    found: list[Column] = []
    entries = sorted(
        described.get("columns", ()), key=lambda item: (-len(item["name"]), item["name"])
    )
    for item in entries:
        pattern = _EDGE.format(re.escape(plain(item["name"])))
        for match in re.finditer(pattern, said, re.IGNORECASE):
            is_free = all(match.end() <= one.start or match.start() >= one.end for one in found)
            if is_free and not item["name"].startswith("_source"):
                found.append(Column(item["name"], item["type"], match.start(), match.end()))
    return tuple(sorted(found, key=lambda column: column.start))


def build_query(said: str, columns: Sequence[Column], view: str, hidden: str | None) -> str | None:
    """One SELECT over the view, None where the words fit no template."""
    conditions, used = _conditions(said, columns, hidden)
    rest = [column for column in columns if column not in used]
    table = f' FROM "{view}"'
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    numeric = next((column for column in rest if column.is_numeric), None)
    if _SHARE.search(said):
        return _share(said, conditions, rest, table)
    top = _TOP_LIST.search(said)
    if top or re.search(r"\bwhich\b", said, re.IGNORECASE):
        return _ranking(said, rest, table, where, _NUMBERS[top[1].lower()] if top else 1)
    if _DISTINCT.search(said):
        return f"SELECT COUNT(DISTINCT {rest[0].sql}){table}{where}" if rest else None
    for pattern, function in _AGGREGATES:
        if pattern.search(said) and numeric:
            return f"SELECT {function}({numeric.sql}){table}{where}"
    if _COUNT.search(said):
        return f"SELECT COUNT(*){table}{where}"
    return f"SELECT {rest[0].sql}{table}{where}" if rest and conditions else None


def _conditions(
    said: str, columns: Sequence[Column], hidden: str | None
) -> tuple[list[str], list[Column]]:
    made: list[str] = []
    used: list[Column] = []
    for match in _VALUE.finditer(said):
        column = _following(columns, match.end())
        if column:
            used.append(column)
            made.append(_condition(column, match))
    for match in _FLAG.finditer(said):
        column = next((one for one in columns if one.end == match.start()), None)
        if column:
            used.append(column)
            made.append(f"{column.sql} = {match[1]}")
    unsaid = _HIDDEN.search(said)
    if unsaid and hidden is not None:
        side = unsaid["side"]
        before = [one for one in columns if one.end <= unsaid.start()]
        column = (before[-1] if before else None) if side else _following(columns, unsaid.end())
        if column:
            used.append(column)
            made.append(_hidden_condition(column, side, hidden))
    return made, used


def _following(columns: Sequence[Column], place: int) -> Column | None:
    """The column said right behind a place ("the column “" may come between)."""
    near = [column for column in columns if 0 <= column.start - place <= len("the column “")]
    return near[0] if near else None


def _condition(column: Column, match: re.Match[str]) -> str:
    if match["text"] is not None:
        return f"{column.sql}::VARCHAR = '{match['text'].replace(chr(39), chr(39) * 2)}'"
    sign = {"less than ": "<", "more than ": ">"}.get(match["less"] or "", "=")
    return f"{column.sql} {sign} {match['number'].replace(',', '').rstrip('.')}"


def _hidden_condition(column: Column, side: str | None, hidden: str) -> str:
    if side is None:
        return f"{column.sql}::VARCHAR = '{hidden.replace(chr(39), chr(39) * 2)}'"
    number = re.search(r"-?\d[\d,]*(?:\.\d+)?", hidden)
    value = number[0].replace(",", "") if number else "NULL"
    scale = " / 100.0" if column.type == "percent" else ""
    return f"{column.sql} {'>' if side == 'above' else '<'} {value}{scale}"


def _share(said: str, conditions: Sequence[str], rest: Sequence[Column], table: str) -> str | None:
    numeric = [column for column in rest if column.is_numeric]
    if "total of" in said and len(numeric) > 1 and not conditions:
        return f"SELECT 100.0 * SUM({numeric[1].sql}) / SUM({numeric[0].sql}){table}"
    if not conditions:
        return None
    part = conditions[-1]
    if "total of" in said and numeric:
        total = f"SUM({numeric[0].sql})"
        return f"SELECT 100.0 * {total} FILTER (WHERE {part}) / {total}{table}"
    base = f" WHERE {' AND '.join(conditions[:-1])}" if len(conditions) > 1 else ""
    return f"SELECT 100.0 * COUNT(*) FILTER (WHERE {part}) / COUNT(*){table}{base}"


def _ranking(said: str, rest: Sequence[Column], table: str, where: str, count: int) -> str | None:
    labels = [column for column in rest if not column.is_numeric] or list(rest)
    numeric = [column for column in rest if column.is_numeric and column not in labels[:1]]
    if not labels:
        return None
    order = "ASC" if re.search(r"\b(?:lowest|least)\b", said, re.IGNORECASE) else "DESC"
    label = labels[0].sql
    some = f"{where} AND" if where else " WHERE"
    if numeric and "total" not in said and count == 1:
        kept = f"{some} {numeric[0].sql} IS NOT NULL"
        return f"SELECT {label}{table}{kept} ORDER BY {numeric[0].sql} {order} LIMIT 1"
    measure = f"SUM({numeric[0].sql})" if numeric else "COUNT(*)"
    kept = f"{some} {label} IS NOT NULL GROUP BY {label}"
    return f"SELECT {label}{table}{kept} ORDER BY {measure} {order}, {label} LIMIT {count}"
