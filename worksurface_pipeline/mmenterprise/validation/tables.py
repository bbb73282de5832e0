"""Tables of validation: what became of questions, what each stage said, what people said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from worksurface_pipeline.kernel.agreement import Coefficient
from worksurface_pipeline.mmenterprise.validation.model import (
    By,
    Category,
    Stage,
    StageVerdict,
    Validation,
)
from worksurface_pipeline.mmenterprise.validation.people_result import PeopleResult
from worksurface_pipeline.mmenterprise.validation.verdicts import NOT_SETTLED, SETTLED
from worksurface_pipeline.site.result_tables import TableText, table_text
from worksurface_pipeline.site.table import Column, simple_table, to_csv

_ENDS = ("questions", "passed", "fixed and kept", "dropped")
_FIRST = 1
_NO_VALUE = "–"


def validation_tables(parts: Mapping[str, Validation]) -> tuple[TableText, ...]:
    """The tables of all projects' validations, by project."""
    return (_ends(parts), _faults(parts), _stages(parts))


def people_tables(result: PeopleResult) -> tuple[TableText, ...]:
    """The table of the paper, agreement by criterion, and who saw the planted faults."""
    planted = (_sharpness(result),) if result.sensitivities else ()
    return (_decisions(result), _agreement(result), *planted)


def _table(
    name: str,
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    notes: tuple[str, ...] = (),
    paper: str = "",
    texts: int = 1,
) -> TableText:
    """A table and its numbers; the first `texts` columns hold words."""
    kept = [tuple(row) for row in rows]
    heads = [Column(label, is_number=place >= texts) for place, label in enumerate(columns)]
    shown = [[_said(value) for value in row] for row in kept]
    table = simple_table(name, title, heads, shown, notes, paper)
    return table_text(table, to_csv(columns, kept))


def _said(value: object) -> str:
    if value is None:
        return _NO_VALUE
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _ends(parts: Mapping[str, Validation]) -> TableText:
    rows = [(name, *_counts(part)) for name, part in sorted(parts.items())]
    total = [sum(int(row[place]) for row in rows) for place in range(1, len(_ENDS) + 1)]
    notes = (
        "A fixed question has another wording or other evidence, or a gold put right by the "
        "ledger, and passed when it was checked again.",
    )
    title = "What became of the questions in validation"
    return _table("validation", title, ("project", *_ENDS), [*rows, ("all", *total)], notes)


def _counts(part: Validation) -> tuple[int, int, int, int]:
    kept = {item.id for item in part.kept}
    fixed = sum(mend.is_kept and mend.after.id in kept for mend in part.fixed)
    whole = len(part.kept) + len(part.dropped)
    return whole, len(part.kept) - fixed, fixed, len(part.dropped)


def _faults(parts: Mapping[str, Validation]) -> TableText:
    """What was found, by category and by who found it."""
    fixed = Counter(
        (mend.category, mend.by) for part in parts.values() for mend in part.fixed if mend.is_kept
    )
    dropped = Counter((drop.category, drop.by) for part in parts.values() for drop in part.dropped)
    rows = [
        (category.value, by.value, fixed[category, by], dropped[category, by])
        for category in Category
        for by in By
        if fixed[category, by] or dropped[category, by]
    ]
    columns = ("fault", "found by", "fixed", "dropped")
    return _table("validation_faults", "Faults found in validation", columns, rows, texts=2)


def _stages(parts: Mapping[str, Validation]) -> TableText:
    """What each stage said in the first round, and replies outside the contract in all rounds."""
    verdicts = [verdict for part in parts.values() for verdict in part.verdicts]
    rows = [
        (stage.value, by.value, outcome, count, outside)
        for stage in Stage
        for by in By
        for outcome, count, outside in _outcomes(verdicts, stage, by)
    ]
    columns = ("stage", "by", "outcome", "questions", "replies outside the contract")
    title = "What the stages of validation said"
    return _table("validation_stages", title, columns, rows, texts=3)


def _outcomes(verdicts: Sequence[StageVerdict], stage: Stage, by: By) -> list[tuple[str, int, int]]:
    own = [one for one in verdicts if (one.stage, one.by) == (stage, by)]
    counts = Counter(one.outcome for one in own if one.round == _FIRST)
    outside = Counter({name: 0 for name in counts})
    for one in own:
        outside[one.outcome] += one.outside
    order = {name: place for place, name in enumerate((SETTLED, NOT_SETTLED))}
    names = sorted(outside, key=lambda name: (order.get(name, 0), name))
    return [(name, counts[name], outside[name]) for name in names]


def _decisions(result: PeopleResult) -> TableText:
    columns = (
        *("decision", "questions", "rejected by nobody"),
        *("rejected by at least one", "rejected (%)"),
    )
    rows = [
        (
            *(row.decision, row.unrejected.n, row.unrejected.count),
            *(row.rejected, f"{100 * row.rejected / row.unrejected.n:.1f}"),
        )
        for row in result.rows
    ]
    notes = [
        f"Audit {result.audit}, {result.annotators} annotators, each blind to the decision and to "
        "the others.",
        "A no to any criterion rejects; not being able to judge does not. Sound drafts that are "
        "only none of their type are not among the rejected.",
    ]
    if result.sensitivities:
        notes.append(
            "Planted ones are spoiled questions that validation notices. They stand for rejected "
            "ones that are lacking, and are in no other row; the paper has none."
        )
    title = "Questions rejected by people"
    return _table("people", title, columns, rows, tuple(notes), paper="Table 4")


def _agreement(result: PeopleResult) -> TableText:
    columns = (
        "criterion",
        "items",
        "equal pairs",
        "all equal",
        "Gwet's AC1",
        "AC1 low",
        "AC1 high",
        "Fleiss' kappa",
    )
    rows = [
        (
            one.criterion,
            one.agreement.n_items,
            one.agreement.raw.value,
            one.agreement.unanimity.value,
            *_bounded(one.agreement.ac1),
            one.agreement.fleiss.value,
        )
        for one in result.agreements
    ]
    warned = dict.fromkeys(text for one in result.agreements for text in one.agreement.warnings)
    notes = (
        "Over what came about by itself, without planted faults.",
        "Kappa has no value where every vote is the same.",
        *warned,
    )
    return _table("people_agreement", "Agreement of the annotators", columns, rows, notes)


def _sharpness(result: PeopleResult) -> TableText:
    """Of each planted fault, how often it was rejected, by anybody and by each annotator."""
    caught = {(one.fault, one.annotator): one.caught for one in result.sensitivities}
    names = sorted({annotator for _, annotator in caught if annotator})
    rows = []
    for fault in sorted({fault for fault, _ in caught}):
        own = [one for one in result.items if one.fault and fault in ("", one.fault)]
        seen = sum(one.rejections > 0 for one in own)
        each = [caught[fault, name].count for name in names]
        rows.append((fault or "all", len(own), seen, *each))
    columns = ("planted fault", "questions", "rejected by at least one", *names)
    notes = ("A planted fault is seen by whoever rejects the question, by any criterion.",)
    return _table("people_planted", "Planted faults that people saw", columns, rows, notes)


def _bounded(found: Coefficient) -> tuple[float | None, float | None, float | None]:
    return found.value, found.interval.low, found.interval.high
