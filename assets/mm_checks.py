"""Asset checks of wing two: one per asset, unpartitioned, failing with the bad partitions."""

from collections.abc import Mapping

import dagster as dg

from assets.expectations import Rows, Verdict, judge
from assets.verdicts import Judge, check_result, stored_verdicts
from resources.mm_lake_io import MM_SHELF, MmWorkbenchResource
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark
from worksurface_pipeline.mmenterprise.corpus.corpus import Corpus
from worksurface_pipeline.mmenterprise.records.audit import RecordFindings
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion, QuestionType
from worksurface_pipeline.mmenterprise.validation.model import Validation
from worksurface_pipeline.mmenterprise.writing.model import Writing

_FEWEST_UNITS, _MOST_UNITS = 180, 300  # of a project; the published ones have 203 to 274
_VISUAL_SHARE = 0.15  # of units that have to be looked at
_CONFLICT_SHARE = 0.25  # of questions that ask across sources or times
_CONFLICTS = (QuestionType.CROSS_SOURCE, QuestionType.TEMPORAL)
_HIDDEN = frozenset({"statements", "events", "text_layer"})  # what no unit of a corpus may have


def _records(value: Writing, digest: str) -> Verdict:
    rows: Rows = [
        {"id": unit.id, "visual": int(unit.is_visual), "said": len(unit.text)}
        for unit in value.records.units
    ]
    return judge(
        rows,
        lambda e: [
            e.ExpectTableRowCountToBeBetween(min_value=_FEWEST_UNITS, max_value=_MOST_UNITS),
            e.ExpectColumnValuesToBeUnique(column="id"),
            e.ExpectColumnMeanToBeBetween(column="visual", min_value=_VISUAL_SHARE),
            e.ExpectColumnValuesToBeBetween(column="said", min_value=1),
        ],
        digest,
    )


def _findings(value: RecordFindings, digest: str) -> Verdict:
    failed = tuple(f"{item.check}: {item.where}: {item.what}" for item in value.findings)
    return Verdict(digest=digest, passed=not failed, failed=failed)


def _row(item: MmQuestion) -> dict[str, object]:
    return {
        "id": item.id,
        "question": item.question,
        "type": item.type.value,
        "conflict": int(item.type in _CONFLICTS),
        "has_proof": bool(item.evidence) or item.type is QuestionType.UNANSWERABLE,
    }


def _questions(value: Validation, digest: str) -> Verdict:
    rows: Rows = [_row(item) for item in value.kept]
    return judge(
        rows,
        lambda e: [
            e.ExpectColumnValuesToBeUnique(column="id"),
            e.ExpectColumnValuesToBeUnique(column="question"),
            e.ExpectColumnDistinctValuesToEqualSet(
                column="type", value_set=[kind.value for kind in QuestionType]
            ),
            e.ExpectColumnMeanToBeBetween(column="conflict", min_value=_CONFLICT_SHARE),
        ],
        digest,
    )


def _benchmark(value: MmBenchmark, digest: str) -> Verdict:
    failed = []
    if value.wording.is_blind is False:
        failed.append(f"wording alone tells the unanswerable (AUC {value.wording.auc:.2f})")
    return Verdict(digest=digest, passed=not failed, failed=tuple(failed))


def _corpus(value: Corpus, digest: str) -> Verdict:
    rows: Rows = [
        {"id": unit.id, "hidden": len(_HIDDEN & set(unit.model_dump()))} for unit in value.units
    ]
    return judge(
        rows,
        lambda e: [
            e.ExpectColumnValuesToBeUnique(column="id"),
            e.ExpectColumnValuesToBeInSet(column="hidden", value_set=[0]),
        ],
        digest,
    )


_JUDGES: Mapping[str, tuple[str, Judge]] = {
    "mm_records": ("As many units as a project has, enough to look at, ids unique.", _records),
    "mm_record_checks": ("Records say what the ledger plans, and give nothing away.", _findings),
    "mm_validation": ("All eight types, enough conflicts, ids and wordings unique.", _questions),
    "mm_benchmark": ("Wording alone does not tell which questions have no answer.", _benchmark),
    "mm_corpus": ("Ids are unique over all projects, and no unit says what it asserts.", _corpus),
}


def _check(step: str, about: str, take: Judge) -> dg.AssetChecksDefinition:
    @dg.asset_check(asset=step, name="expectations", description=about)
    def check(workbench: dg.ResourceParam[MmWorkbenchResource]) -> dg.AssetCheckResult:
        return check_result(stored_verdicts(workbench.open(), MM_SHELF, step, take))

    return check


MM_CHECKS = [_check(step, about, take) for step, (about, take) in _JUDGES.items()]
"""One check per asset."""
