"""One simple query from a question and a described view: an aggregate, a column, a filter."""

from __future__ import annotations

import re
from dataclasses import dataclass

from worksurface_pipeline.harness.llm.offline_reading import Fields
from worksurface_pipeline.harness.llm.offline_words import quoted, words
from worksurface_pipeline.kernel.text import normalise

_NUMERIC = frozenset({"integer", "decimal", "percent", "currency"})
_CUES = (  # the first cue that stands in the question decides
    ("share", re.compile(r"\b(share|percentage|percent|proportion)\b", re.IGNORECASE)),
    ("avg", re.compile(r"\b(average|mean)\b", re.IGNORECASE)),
    ("distinct", re.compile(r"\b(distinct|different|unique)\b", re.IGNORECASE)),
    ("top", re.compile(r"\b(which|what)\b.*\b(most|highest number)\b", re.IGNORECASE)),
    ("max", re.compile(r"\b(maximum|highest|largest|greatest|longest)\b", re.IGNORECASE)),
    ("min", re.compile(r"\b(minimum|lowest|smallest|shortest)\b", re.IGNORECASE)),
    ("count", re.compile(r"\b(how many|number of|count|rows)\b", re.IGNORECASE)),
    ("sum", re.compile(r"\b(total|sum|how much)\b", re.IGNORECASE)),
)
_CAPITALISED = re.compile(r"(?<!^)(?<![.?!] )\b[A-Z][\w-]*(?: [A-Z][\w-]*)*")


@dataclass(frozen=True, slots=True)
class _Column:
    """One described column."""

    name: str
    type: str
    samples: tuple[str, ...]
    is_fraction: bool

    @property
    def quoted(self) -> str:
        return _identifier(self.name)


def build_query(question: str, view: Fields) -> str | None:
    """SQL for the question over the described view; None when no column fits it."""
    columns = _columns(view)
    cue = next((name for name, pattern in _CUES if pattern.search(question)), "")
    expression = _expression(cue, question, columns)
    table = str(view.get("view", ""))
    if expression is None or not table:
        return None
    condition = _condition(question, columns)
    if cue == "share":
        return _share(table, condition)
    where = f" WHERE {condition}" if condition else ""
    return f"SELECT {expression} FROM {_identifier(table)}{where}{_grouping(cue, expression)}"


def _expression(cue: str, question: str, columns: tuple[_Column, ...]) -> str | None:
    if cue in ("count", "share"):
        return "count(*)"
    if cue in ("distinct", "top"):
        named = _best(question, tuple(item for item in columns if item.type not in _NUMERIC))
        wanted = named or _best(question, columns)
        if wanted is None:
            return None
        return f"count(DISTINCT {wanted.quoted})" if cue == "distinct" else wanted.quoted
    measure = _best(question, tuple(item for item in columns if item.type in _NUMERIC))
    if measure is None or not cue:
        return None
    factor = "100 * " if measure.is_fraction else ""
    return f"{factor}{cue}({measure.quoted})"


def _grouping(cue: str, expression: str) -> str:
    """The order that puts the most frequent value first."""
    if cue != "top":
        return ""
    return f" GROUP BY {expression} ORDER BY count(*) DESC, {expression} LIMIT 1"


def _share(table: str, condition: str) -> str | None:
    if not condition:
        return None
    name = _identifier(table)
    return f"SELECT 100.0 * count(*) FILTER (WHERE {condition}) / count(*) FROM {name}"


def _condition(question: str, columns: tuple[_Column, ...]) -> str:
    """An equality for every value that the question names; "" when it names none."""
    parts = []
    for value in _values(question, columns):
        column = _column_of(value, question, columns)
        if column is not None:
            parts.append(f"lower(CAST({column.quoted} AS VARCHAR)) = {_text(value.lower())}")
    return " AND ".join(dict.fromkeys(parts))


def _values(question: str, columns: tuple[_Column, ...]) -> tuple[str, ...]:
    """Quoted texts that name no column, and capitalised words that are sample values."""
    names = {normalise(column.name) for column in columns}
    samples = {normalise(sample) for column in columns for sample in column.samples}
    marked = [text for text in quoted(question) if normalise(text) not in names]
    free = [match[0] for match in _CAPITALISED.finditer(question)]
    known = [text for text in [*marked, *free] if normalise(text) in samples]
    return tuple(dict.fromkeys([*known, *_unknown_values(question, columns, marked)]))


def _unknown_values(question: str, columns: tuple[_Column, ...], marked: list[str]) -> list[str]:
    """Quoted texts behind a column's name ("Region is 'North'"), whatever the samples show."""
    found = []
    for text in marked:
        before = question.partition(text)[0]
        if _best(before, columns) is not None and re.search(r"\b(is|=|equals)\W*$", before):
            found.append(text)
    return found


def _column_of(value: str, question: str, columns: tuple[_Column, ...]) -> _Column | None:
    """The column that has the value among its samples, else the text column that is named."""
    for column in columns:
        if normalise(value) in {normalise(sample) for sample in column.samples}:
            return column
    return _best(question, tuple(item for item in columns if item.type not in _NUMERIC))


def _best(question: str, columns: tuple[_Column, ...]) -> _Column | None:
    """The column whose name shares most words with the question, fewest left over, then first."""
    wanted = words(question)
    marked = {normalise(text) for text in quoted(question)}
    ranked = [
        (normalise(column.name) in marked, len(wanted & own), -len(own - wanted), -place, column)
        for place, column in enumerate(columns)
        if (own := words(column.name))
    ]
    best = max(ranked, key=lambda item: item[:4], default=None)
    return best[4] if best is not None and (best[0] or best[1]) else None


def _columns(view: Fields) -> tuple[_Column, ...]:
    """The view's own columns; those that begin with _ say where a row comes from."""
    described = view.get("columns")
    items = described if isinstance(described, list) else []
    found = [_column(item) for item in items if isinstance(item, dict)]
    return tuple(column for column in found if column.name and not column.name.startswith("_"))


def _column(item: Fields) -> _Column:
    samples = item.get("samples")
    shown = samples if isinstance(samples, list) else []
    return _Column(
        name=str(item.get("name", "")),
        type=str(item.get("type", "text")),
        samples=tuple(str(sample) for sample in shown if sample is not None),
        is_fraction=item.get("stored_as") == "fraction",
    )


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"
