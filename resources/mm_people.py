"""Validation by people: what they are shown, from what is stored, and what they found."""

from __future__ import annotations

from resources.mm_projects import units_of
from resources.mm_workbench import PEOPLE_RESULT, MmWorkbench
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.mmenterprise.questions.drafted import QuestionDrafts
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.validation.bench import Bench
from worksurface_pipeline.mmenterprise.validation.model import Validation
from worksurface_pipeline.mmenterprise.validation.people import looked_at, plan_people
from worksurface_pipeline.mmenterprise.validation.people_result import PeopleResult
from worksurface_pipeline.mmenterprise.validation.planted import planted
from worksurface_pipeline.mmenterprise.validation.tables import people_tables
from worksurface_pipeline.mmenterprise.writing.model import Writing
from worksurface_pipeline.review.records import AuditPlan
from worksurface_pipeline.site.result_tables import TableText


def planned_audit(
    bench: MmWorkbench,
    validations: Partitions[Validation],
    drafts: Partitions[QuestionDrafts],
    records: Partitions[Writing],
) -> AuditPlan:
    """The sample of accepted and rejected questions, filled up with planted faults."""
    choice, seed = bench.settings.audit, bench.settings.workspace.seed
    parts = list(validations.values())
    refusals = [refusal for one in drafts.values() for refusal in one.refusals]
    kept = [item for part in parts for item in part.kept]
    faults = planted(_benches(records, seed), kept, seed, choice.rejected)
    return plan_people(looked_at(parts, refusals), unit_index(records), choice, seed, faults)


def unit_index(records: Partitions[Writing]) -> dict[str, Unit]:
    """The units of all projects by id."""
    return {unit.id: unit for units in units_of(records).values() for unit in units.units}


def _benches(records: Partitions[Writing], seed: int) -> dict[str, Bench]:
    found = {key: records.get(key) for key in records.keys}
    return {
        key: Bench(Scene(one.ledger, one.records.unit_set(), seed), one.records)
        for key, one in found.items()
    }


def people_found(bench: MmWorkbench) -> PeopleResult | None:
    """What annotators found, None before their workbooks were imported."""
    data = bench.lake.peek(PEOPLE_RESULT)
    return PeopleResult.model_validate_json(data) if data else None


def tables_of_people(bench: MmWorkbench) -> tuple[TableText, ...]:
    """The tables of what annotators found, none before."""
    found = people_found(bench)
    return people_tables(found) if found else ()
