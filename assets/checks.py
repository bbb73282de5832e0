"""Asset checks of wing one: one per asset, unpartitioned, failing with the bad partitions."""

from collections.abc import Mapping

import dagster as dg

from assets.expectations import Rows, Verdict, judge
from assets.verdicts import Judge, check_result, stored_verdicts
from resources.lake_io import SHELF, WorkbenchResource
from resources.workbench import Workbench
from worksurface_pipeline.worksurface.surfaces.cells import cell_rows
from worksurface_pipeline.worksurface.surfaces.coverage import missing_entries
from worksurface_pipeline.worksurface.surfaces.sets import CoverageLedger, DocumentSet, TableSet
from worksurface_pipeline.worksurface.tasks.sets import VerifiedSet

_DIGEST = "^[0-9a-f]{64}$"


def _documents(value: DocumentSet, digest: str) -> Verdict:
    rows: Rows = [
        {"id": item.id, "digest": item.digest, "characters": len(item.text.strip())}
        for item in value.documents
    ]
    return judge(
        rows,
        lambda e: [
            e.ExpectColumnValuesToBeUnique(column="id"),
            e.ExpectColumnValuesToMatchRegex(column="id", regex=r"^t.+__.+\.md$"),
            e.ExpectColumnValuesToMatchRegex(column="digest", regex=_DIGEST),
            e.ExpectColumnValuesToBeBetween(column="characters", min_value=1),
        ],
        digest,
    )


def _tables(value: TableSet, digest: str) -> Verdict:
    rows: Rows = [
        {
            "id": item.id,
            "digest": item.digest,
            "columns": len(item.columns),
            "rows": item.row_count,
            "missing_rows": item.row_count - cell_rows(value.data, item.id),
            "gate_reason": item.gate_reason,
        }
        for item in value.records
    ]
    return judge(
        rows,
        lambda e: [
            e.ExpectColumnValuesToBeUnique(column="id"),
            e.ExpectColumnValuesToMatchRegex(column="digest", regex=_DIGEST),
            e.ExpectColumnValuesToBeBetween(column="columns", min_value=1),
            e.ExpectColumnValuesToBeInSet(column="missing_rows", value_set=[0]),
            e.ExpectColumnValueLengthsToBeBetween(column="gate_reason", min_value=1),
        ],
        digest,
    )


def _tasks(value: VerifiedSet, digest: str) -> Verdict:
    rows: Rows = [
        {
            "id": task.id,
            "question": task.question,
            "proofs": len(task.gold_evidence),
            "surfaces": len(task.required_surfaces),
            "answer_in_question": str(task.gold_answer).casefold() in task.question.casefold()
            and len(str(task.gold_answer)) > 2,  # a one-digit count may stand in a task's number
        }
        for task in value.tasks
    ]
    return judge(
        rows,
        lambda e: [
            e.ExpectColumnValuesToBeUnique(column="id"),
            e.ExpectColumnValuesToBeUnique(column="question"),
            e.ExpectColumnValueLengthsToBeBetween(column="question", min_value=15),
            e.ExpectColumnValuesToBeBetween(column="proofs", min_value=1),
            e.ExpectColumnValuesToBeBetween(column="surfaces", min_value=1, max_value=3),
            e.ExpectColumnValuesToBeInSet(column="answer_in_question", value_set=[False]),
        ],
        digest,
    )


def _coverage(value: CoverageLedger, digest: str) -> Verdict:
    missing = [f"{e.task_id}/{e.filename} {e.part}".strip() for e in missing_entries(value)]
    return Verdict(digest=digest, passed=not missing, failed=tuple(missing))


_JUDGES: Mapping[str, tuple[str, Judge]] = {
    "documents": ("Ids are unique and well formed, texts are not empty.", _documents),
    "tables": ("Ids are unique, every row of a record is stored, the gate gave a reason.", _tables),
    "coverage_ledger": ("Every listed file and sheet became something or failed.", _coverage),
    "verified_tasks": ("Ids and questions are unique, proofs are there, no answer leaks.", _tasks),
}


def verdicts(bench: Workbench, step: str, take: Judge) -> dict[str, Verdict]:
    """The verdict of every stored partition, taken anew where its digest has changed."""
    return stored_verdicts(bench, SHELF, step, take)


def _check(step: str, about: str, take: Judge) -> dg.AssetChecksDefinition:
    @dg.asset_check(asset=step, name="expectations", description=about)
    def check(workbench: dg.ResourceParam[WorkbenchResource]) -> dg.AssetCheckResult:
        return check_result(verdicts(workbench.open(), step, take))

    return check


CHECKS = [_check(step, about, take) for step, (about, take) in _JUDGES.items()]
"""One check per asset."""
