"""Development-set recovery: which rubric figures are derived again, with the right proof.

`python -m benchmarks.recovery WORKSPACES` reads the KEY.json beside the source tasks. The key is a
yardstick and never an input of derivation. A recovery is *right* when value, file and sheet agree
and the proof reads the key's columns, or its span covers the key's words; *other* when it reaches
the value by other columns or another place; *wrong* when the value differs or an other proof has
not been reviewed as meaningful.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.arguments import named_folder
from benchmarks.development import PersonaCandidates, derive_workspace
from worksurface_pipeline.kernel.text import find_numbers, has_token, normalise
from worksurface_pipeline.worksurface.schema.surfaces import TableRecord
from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    RagEvidence,
    RubricFigure,
    TableEvidence,
)
from worksurface_pipeline.worksurface.tasks.personal import personal_shape

# Other proofs that were read and found to mean the figure: (source task, rubric, figure).
REVIEWED = {
    ("9012", 6, "200"): "the row 'Status Code' of the same slide explains the same log line",
}
_GUARD = re.compile(r'try_cast\(\s*"?\w+"?\s+as\s+double\)\s+is\s+not\s+null|\br\s*[>=<]+\s*\d+')
_FROM = re.compile(r"\bfrom\s+(\w+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Measured:
    """One figure of the key: `status` is right, other, wrong or missing."""

    task: str
    rubric: int
    shown: str
    method: str
    status: str
    detail: str


def measure(workspaces: Path) -> tuple[Measured, ...]:
    """Derive all tasks of the folder and compare every figure of its key."""
    key = json.loads((workspaces / "KEY.json").read_text(encoding="utf-8"))
    derived = derive_workspace(workspaces)
    return tuple(
        item
        for group in derived
        for task in group.tasks
        for item in _task(key.get(task.task_id, {}), task.task_id, group)
    )


def table(measured: Sequence[Measured]) -> str:
    """Counts by method and status, then every figure that is not right."""
    counts = Counter((item.method, item.status) for item in measured)
    states = ("right", "other", "wrong", "missing")
    lines = [f"{'':10}" + "".join(f"{state:>9}" for state in states) + f"{'all':>9}"]
    for method in ("sql", "verbatim"):
        row = [counts[method, state] for state in states]
        lines.append(f"{method:10}" + "".join(f"{count:9}" for count in [*row, sum(row)]))
    for item in measured:
        if item.status != "right":
            place = f"{item.task} rubric {item.rubric}"
            lines.append(f"{item.status:8} {place:16} {item.shown}: {item.detail}")
    return "\n".join(lines)


def _task(key: dict[str, Any], task_id: str, group: PersonaCandidates) -> Iterator[Measured]:
    for rubric in key.get("rubrics", []):
        figures = [
            figure
            for figure in group.found.figures
            if (figure.task_id, figure.rubric_index) == (task_id, rubric["index"])
        ]
        for number in rubric.get("numbers", []):
            figure = _take(figures, number)
            status, detail = _judge(key, number, figure, group)
            if status == "other" and figure is not None:
                reviewed = REVIEWED.get((task_id, rubric["index"], figure.figure))
                status, detail = ("other", reviewed) if reviewed else ("wrong", detail)
            yield Measured(
                task=task_id,
                rubric=rubric["index"],
                shown=number["shown"],
                method=number["method"],
                status=status,
                detail=detail,
            )


def _take(figures: list[RubricFigure], number: dict[str, Any]) -> RubricFigure | None:
    """The first figure that prints the key's, a recovered one if there is any; it is used up.

    The key may hold several figures in one ("100% allocation = 36 hours"): either proves it.
    """
    printing = [figure for figure in figures if _prints(figure.figure, number)]
    printing.sort(key=lambda figure: not figure.task)
    if not printing:
        return None
    figures.remove(printing[0])
    return printing[0]


def _prints(figure: str, number: dict[str, Any]) -> bool:
    shown = number["shown"]
    if normalise(figure) == normalise(shown) or has_token(shown, figure):
        return True
    values = {mention.number for mention in find_numbers(figure)}
    return bool(values & {mention.number for mention in find_numbers(shown)}) and not isinstance(
        number.get("value"), str
    )


def _judge(
    key: dict[str, Any],
    number: dict[str, Any],
    figure: RubricFigure | None,
    group: PersonaCandidates,
) -> tuple[str, str]:
    if figure is None:
        kind = personal_shape(number["shown"])
        return "missing", f"{kind}, which is never asked for" if kind else "not seen as a figure"
    task = group.task(figure.task)
    if figure.status != "recovered" or task is None:
        return "missing", figure.reason
    if not _has_value(task, number):
        return "wrong", f"the gold is {task.gold_answer}"
    if number["method"] == "sql":
        return _judge_sql(key, number, task, group)
    return _judge_span(number, task, group)


def _has_value(task: AtomicTask, number: dict[str, Any]) -> bool:
    value = number.get("value")
    if value is None:
        shown = {mention.number for mention in find_numbers(number["shown"])}
        return any(float(item) == task.gold_answer for item in shown) or not shown
    if isinstance(value, str):
        return value == task.gold_answer
    if not isinstance(task.gold_answer, (int, float)):
        return False
    form = number["format"]
    return bool(form.format(value) == form.format(task.gold_answer))


def _judge_sql(
    key: dict[str, Any], number: dict[str, Any], task: AtomicTask, group: PersonaCandidates
) -> tuple[str, str]:
    item = task.gold_evidence[0]
    alias = _FROM.search(number["sql"])
    source = key["tables"][alias[1]] if alias else {}
    if not isinstance(item, TableEvidence):
        return "other", f"recovered from {getattr(item, 'file', item)}"
    if item.source_file != source["file"] or _sheets_differ(item, source):
        return "other", f"recovered from {item.source_file} {item.source_sheet}"
    record = group.view(item.table)
    wanted = _key_columns(number["sql"], record, source["kind"] == "grid")
    used = {name.lower() for name in item.columns}
    if used != wanted:
        return "other", f"reads {sorted(used)} instead of {sorted(wanted)}: {item.query}"
    return "right", item.query


def _sheets_differ(item: TableEvidence, source: dict[str, Any]) -> bool:
    return bool(source.get("sheet")) and item.source_sheet != source["sheet"]


def _key_columns(sql: str, record: TableRecord, is_grid: bool) -> set[str]:
    """Columns that the key's SQL names, those that only skip header rows left out."""
    bare = _GUARD.sub(" ", sql)
    bare = re.sub(r"'[^']*'", " ", bare)
    if is_grid:
        bare = re.sub(r"\b[A-Z] is not null", " ", bare)
        letters = set(re.findall(r"\b([A-Z])\b", bare))
        first = record.layout.first_column
        names = [record.columns[ord(letter) - ord("A") + 1 - first].name for letter in letters]
        return {name.lower() for name in names}
    found = set()
    for column in record.columns:
        pattern = rf'"{re.escape(column.name)}"|(?<![\w"]){re.escape(column.name)}(?![\w"])'
        if re.search(pattern, bare, re.IGNORECASE):
            found.add(column.name.lower())
    return found - {"is not null"} if "is not null" not in bare else _without_null(bare, found)


def _without_null(sql: str, found: set[str]) -> set[str]:
    """A column that the key only requires to be filled is no source column."""
    rest = re.sub(r'"?[\w ]+"?\s+is\s+not\s+null', " ", sql, flags=re.IGNORECASE).lower()
    return {name for name in found if name in rest}


def _judge_span(
    number: dict[str, Any], task: AtomicTask, group: PersonaCandidates
) -> tuple[str, str]:
    item = task.gold_evidence[0]
    if not isinstance(item, RagEvidence):
        return "other", f"recovered from {getattr(item, 'source_file', item)}"
    filename = group.documents[item.file]
    if filename != number["file"]:
        return "other", f"recovered from {filename}"
    find = normalise(number["find"].replace("\\", ""))
    if find not in normalise(item.span.replace("\\", "")):
        return "other", f"the span is {item.span!r}"
    return "right", item.span


def main(arguments: Sequence[str]) -> int:
    """Print the table; 1 when a proof is wrong."""
    measured = measure(
        named_folder(arguments, "recovery", "a folder of source tasks that holds KEY.json")
    )
    sys.stdout.write(table(measured) + "\n")
    return int(any(item.status == "wrong" for item in measured))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
