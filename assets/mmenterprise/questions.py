"""Questions: derived from the ledger, validated, and those of all projects together."""

import dagster as dg

from assets.metadata import count_plot, counts, preview
from assets.mm_step import mm_step_asset
from assets.publishing import NOTE, Metadata, Published, publish
from resources.lake_shell import partition_of
from resources.mm_helping import drafted, proposed, validated
from resources.mm_lake_io import MmWorkbenchResource
from resources.mm_people import planned_audit
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark, assemble
from worksurface_pipeline.mmenterprise.questions.drafted import QuestionDrafts
from worksurface_pipeline.mmenterprise.validation.model import Validation
from worksurface_pipeline.mmenterprise.writing.model import Writing
from worksurface_pipeline.mmenterprise.writing.proposing import Proposals
from worksurface_pipeline.review.records import AuditPlan

GROUP = "mm_questions"
Bench = dg.ResourceParam[MmWorkbenchResource]


@mm_step_asset("mm_questions", GROUP, "json")
def mm_questions(
    context: dg.AssetExecutionContext, workbench: Bench, mm_records: Partitions[Writing]
) -> Published:
    """Questions of the eight types, each with the query over the ledger that gives its gold.

    The records of all projects are read: a question without an answer has none anywhere.
    """
    bench, project = workbench.open(), partition_of(context)
    return publish(context, bench, lambda: drafted(bench, project, mm_records), _about_questions)


def _about_questions(value: QuestionDrafts) -> Metadata:
    return {
        NOTE: f"{len(value.questions)} questions, {len(value.refusals)} drafts refused",
        "questions": len(value.questions),
        "by_type": counts(item.type for item in value.questions),
        "refusals_by_reason": counts(item.reason for item in value.refusals),
        "preview": preview(
            ("type", "question", "gold"),
            ((item.type, item.question, item.gold) for item in value.questions),
        ),
        "plot": count_plot("questions by type", (item.type for item in value.questions)),
    }


@mm_step_asset("mm_proposals", GROUP, "json")
def mm_proposals(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    mm_records: Partitions[Writing],
    mm_questions: QuestionDrafts,
) -> Published:
    """Questions that a model proposes; their golds are the ledger's.

    The names of all projects are read: no question may be meant of another one.
    """
    bench, project = workbench.open(), partition_of(context)
    return publish(
        context,
        bench,
        lambda: proposed(bench, project, mm_records, mm_questions),
        _about_proposals,
    )


def _about_proposals(value: Proposals) -> Metadata:
    said = f"{len(value.questions)} questions of {len(value.asked)} askings stand"
    return {
        **({NOTE: said} if value.asked else {}),
        "questions": len(value.questions),
        "calls": sum(one.calls for one in value.asked),
        "preview": preview(
            ("type", "question", "gold"),
            ((item.type, item.question, item.gold) for item in value.questions),
        ),
    }


@mm_step_asset("mm_validation", GROUP, "json")
def mm_validation(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    mm_records: Writing,
    mm_questions: QuestionDrafts,
    mm_proposals: Proposals,
) -> Published:
    """What solver, comparison and audit make of each question: kept, mended once, or dropped."""
    bench = workbench.open()
    return publish(
        context,
        bench,
        lambda: validated(bench, partition_of(context), mm_records, mm_questions, mm_proposals),
        _about_validation,
    )


def _about_validation(value: Validation) -> Metadata:
    kept, fixed, dropped = (len(one) for one in (value.kept, value.fixed, value.dropped))
    return {
        NOTE: f"{kept} questions kept, {fixed} mended, {dropped} dropped",
        "kept": kept,
        "fixed": fixed,
        "dropped": counts(item.category for item in value.dropped),
        "verdicts": counts(f"{v.stage} by {v.by}: {v.outcome}" for v in value.verdicts),
        "preview": preview(
            ("question", "why dropped"), ((d.item.question, d.reason) for d in value.dropped)
        ),
    }


@mm_step_asset("mm_benchmark", GROUP, "json")
def mm_benchmark(
    context: dg.AssetExecutionContext, workbench: Bench, mm_validation: Partitions[Validation]
) -> Published:
    """The questions of all projects in one order; a double id stops the build."""
    bench = workbench.open()
    missing = sorted(set(bench.plan().projects) - set(mm_validation.keys))
    return publish(
        context,
        bench,
        lambda: assemble(
            (one.kept for one in mm_validation.values()), bench.settings.workspace.seed
        ),
        lambda value: _about_benchmark(value, missing),
    )


@mm_step_asset("mm_human_audit", GROUP, "excel")
def mm_human_audit(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    mm_validation: Partitions[Validation],
    mm_questions: Partitions[QuestionDrafts],
    mm_records: Partitions[Writing],
) -> Published:
    """Which questions people look at, under blind codes; made by `worksurface mm review plan`."""
    bench = workbench.open()
    return publish(
        context,
        bench,
        lambda: planned_audit(bench, mm_validation, mm_questions, mm_records),
        _about_audit,
    )


def _about_audit(value: AuditPlan) -> Metadata:
    return {
        "audit": value.id,
        "items": len(value.entries),
        "annotators": ", ".join(value.annotators),
        "strata": preview(
            ("stratum", "wanted", "available", "drawn"),
            ((one.stratum, one.wanted, one.available, one.drawn) for one in value.strata),
        ),
    }


def _about_benchmark(value: MmBenchmark, missing: list[str]) -> Metadata:
    projects = counted(len({item.project for item in value.questions}), "project")
    said = f"{len(value.questions)} questions of {projects}"
    left_out = len(value.balance.left_out) if value.balance else 0
    return {
        NOTE: f"{said}; without {', '.join(missing)}" if missing else said,
        "questions": len(value.questions),
        "missing_projects": missing,
        "by_project": counts(item.project for item in value.questions),
        "by_type": counts(item.type for item in value.questions),
        "left_out_for_wording": left_out,
        "wording_auc": value.wording.auc if value.wording.auc is not None else "unknown",
        "plot": count_plot("questions by type", (item.type for item in value.questions)),
    }
