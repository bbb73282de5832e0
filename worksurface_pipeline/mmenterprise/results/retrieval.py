"""Tables of retrieval: evidence recall, recall against accuracy, recall by type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import polars as pl

from worksurface_pipeline.mmenterprise.results.corpus import Made
from worksurface_pipeline.mmenterprise.results.frame import CELL
from worksurface_pipeline.mmenterprise.results.given import Evaluation
from worksurface_pipeline.mmenterprise.results.layout import (
    SHARE_HEAD,
    cells_in,
    model_name,
    notes_of,
    retriever_name,
    share_cell,
    share_values,
    titled,
)
from worksurface_pipeline.mmenterprise.results.recalls import MEASURES, conditions, long_form
from worksurface_pipeline.mmenterprise.results.shares import Key, Share, Study, shares
from worksurface_pipeline.mmenterprise.results.words import TYPES
from worksurface_pipeline.site.table import Cell, Column, Row, RowGroup, Table, to_csv

CEILING = "ceiling"
_LABELS = {
    "representative": "Representative set",
    "best": "Best set",
    "whole": "A whole set",
    "textual": "Textual records",
    "visual": "Visual records",
}
_CEILING_NOTE = (
    "The recall of visual records by a retriever that sees text alone is headed ceiling: it finds "
    "pictures by their headers, and a reader of text can answer from no more of them."
)
_MEASURE_NOTE = (
    "Recall of the representative set is the published measure; the best set is the sufficient one "
    "of which most was found, and the next column how often some sufficient set was found whole."
)


def retrieval_tables(
    recalls: pl.DataFrame, frame: pl.DataFrame, study: Study, given: Evaluation
) -> Iterator[Made]:
    """The tables; nothing where nothing was retrieved."""
    if recalls.is_empty():
        return
    rows = long_form(recalls)
    found = shares(study, rows, ("retriever", "k", "measure"))
    accuracy = shares(study, frame, CELL)
    by_type = shares(study, rows, ("retriever", "k", "measure", "type"))
    order = list(conditions(recalls))
    yield _against(order, found, accuracy, study, given)
    yield _by_type(order, by_type, study, given)


def _against(
    order: list[tuple[str, int]],
    found: Mapping[Key, Share],
    accuracy: Mapping[Key, Share],
    study: Study,
    given: Evaluation,
) -> Made:
    models = list(dict.fromkeys(cell[0] for cell in cells_in(accuracy)))
    columns = (
        Column("k", True),
        Column("Retriever"),
        *(Column(_LABELS[name], True, "Evidence recall") for name in MEASURES),
        *(Column(model_name(model, given), True, "Accuracy") for model in models),
    )
    rows = []
    for retriever, k in order:
        shown = [_recall_cell(retriever, k, name, found, study, given) for name in MEASURES]
        shown += [share_cell(accuracy.get((model, retriever, k)), study) for model in models]
        rows.append(Row((Cell(str(k)), Cell(retriever_name(retriever, given)), *shown)))
    title = titled("Evidence recall against accuracy (%)", study)
    notes = (*notes_of(study), _MEASURE_NOTE, *_ceiling(given))
    table = Table("recall", title, columns, (RowGroup("", tuple(rows)),), notes, "Section 4.4")
    lines = [
        (retriever, k, name, "", *share_values(found[retriever, k, name]))
        for retriever, k in order
        for name in MEASURES
        if (retriever, k, name) in found
    ]
    lines += [
        (cell[1], cell[2], "accuracy", cell[0], *share_values(accuracy[cell]))
        for cell in cells_in(accuracy)
    ]
    return table, to_csv(("retriever", "k", "measure", "model", *SHARE_HEAD), lines)


def _recall_cell(
    retriever: str,
    k: int,
    measure: str,
    found: Mapping[Key, Share],
    study: Study,
    given: Evaluation,
) -> Cell:
    cell = share_cell(found.get((retriever, k, measure)), study)
    if measure != "visual" or retriever not in given.text_only_retrievers:
        return cell
    beside = "; ".join(part for part in (CEILING, cell.beside) if part)
    return Cell(cell.text, beside)


def _by_type(
    order: list[tuple[str, int]], found: Mapping[Key, Share], study: Study, given: Evaluation
) -> Made:
    present = {str(key[3]) for key in found}
    kinds = [kind for kind in TYPES if kind in present]
    columns = (
        *(Column("k", True), Column("Retriever")),
        *(Column(TYPES[kind], True) for kind in kinds),
    )
    groups = []
    for measure in MEASURES:
        rows = []
        for retriever, k in order:
            keys = [(retriever, k, measure, kind) for kind in kinds]
            cells = (share_cell(found.get(key), study) for key in keys)
            rows.append(Row((Cell(str(k)), Cell(retriever_name(retriever, given)), *cells)))
        groups.append(RowGroup(_heading(measure, given), tuple(rows)))
    title = titled("Evidence recall by task type (%)", study)
    notes = (*notes_of(study), _MEASURE_NOTE, *_ceiling(given))
    table = Table("recall_by_type", title, columns, tuple(groups), notes)
    lines = ((*key, *share_values(one)) for key, one in found.items())
    return table, to_csv(("retriever", "k", "measure", "type", *SHARE_HEAD), lines)


def _heading(measure: str, given: Evaluation) -> str:
    label = _LABELS[measure]
    blind = ", ".join(sorted(given.text_only_retrievers))
    return f"{label} ({CEILING} of {blind})" if measure == "visual" and blind else label


def _ceiling(given: Evaluation) -> tuple[str, ...]:
    return (_CEILING_NOTE,) if given.text_only_retrievers else ()
