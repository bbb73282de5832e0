"""Where wrong answers come from: what else in the ledger each of them equals."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from worksurface_pipeline.mmenterprise.evaluation.wrong import Cause
from worksurface_pipeline.mmenterprise.judging.court import NO_ANSWER
from worksurface_pipeline.mmenterprise.results.corpus import Made
from worksurface_pipeline.mmenterprise.results.frame import CELL
from worksurface_pipeline.mmenterprise.results.given import Evaluation
from worksurface_pipeline.mmenterprise.results.layout import CellKey, grouped, in_order, model_name
from worksurface_pipeline.site.labels import percent
from worksurface_pipeline.site.table import Cell, Column, Row, Table, to_csv

_LABELS: Mapping[str, str] = {
    Cause.STALE.value: "Stale state",
    Cause.LATER.value: "Later state",
    Cause.UNSYNCHRONISED.value: "Source not brought up to date",
    Cause.SIBLING.value: "Sibling entity",
    Cause.OPERAND.value: "Operand as it is",
    Cause.OTHER_STATE.value: "State of a false premise",
    Cause.OTHER_ACT.value: "Actor of another act",
    Cause.OTHER_FACT.value: "Another fact",
    Cause.NOT_COMPARED.value: "Another verdict",
    Cause.NOT_IN_LEDGER.value: "Not in the ledger",
    Cause.HEDGED.value: "Several values",
    Cause.ABSTAINED.value: "Abstained",
    NO_ANSWER: "No answer",
}
_NOTE = (
    "Per cent of the wrong answers, the count beside. Each wrong answer is compared with all that "
    "the ledger ever held of the fact, of its siblings and of the rest of the project; the first "
    "cause that fits counts. Several values are the right one among others. Verdicts are not "
    "compared: any of three may be a guess. The CSV has the causes by task type."
)


def causes_table(frame: pl.DataFrame, given: Evaluation) -> Made | None:
    """Causes by cell; None where nothing was judged wrong."""
    wrong = frame.filter(pl.col("value") == 0)
    if wrong.is_empty():
        return None
    counted = wrong.group_by(*CELL, "cause").len().sort(*CELL, "cause")
    counts = {tuple(row[:4]): int(row[4]) for row in counted.iter_rows()}
    seen = set(wrong["cause"].drop_nulls().to_list())
    causes = [cause for cause in _LABELS if cause in seen]
    cells = in_order((key[0], key[1], key[2]) for key in counts)
    columns = (
        *(Column("Model"), Column("Wrong", True)),
        *(Column(_LABELS[cause], True) for cause in causes),
    )
    rows = ((cell, _row(cell, causes, counts, given)) for cell in cells)
    title = "Where wrong answers come from (%)"
    table = Table("causes", title, columns, grouped(rows, given), (_NOTE,))
    return table, _csv(wrong)


def _row(
    cell: CellKey, causes: list[str], counts: Mapping[tuple[object, ...], int], given: Evaluation
) -> Row:
    own = [counts.get((*cell, cause), 0) for cause in causes]
    total = sum(own)
    shares = (
        Cell(percent(count / total if total else None), str(count) if count else "")
        for count in own
    )
    return Row((Cell(model_name(cell[0], given)), Cell(str(total)), *shares))


def _csv(wrong: pl.DataFrame) -> str:
    keys = (*CELL, "type", "cause")
    lines = wrong.group_by(keys).len().sort(keys)
    return to_csv((*keys, "wrong"), lines.iter_rows())
