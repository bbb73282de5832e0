"""The evaluation: one corpus, what each retriever finds, what each model answers, verdicts."""

import dagster as dg

from assets.metadata import count_plot, counts, preview
from assets.mm_step import mm_step_asset
from assets.publishing import NIGHT_TAG, NOTE, Metadata, Published, publish
from resources.lake_shell import partition_of
from resources.mm_evaluation import answer_cell, asked_of, embedding_of, judging_model
from resources.mm_lake_io import MmWorkbenchResource
from resources.mm_projects import pictures_of, scenes_of, units_of
from resources.mm_spending import mm_night_budget
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark
from worksurface_pipeline.mmenterprise.corpus.corpus import Corpus, corpus_of
from worksurface_pipeline.mmenterprise.judging.judge import judge_cell
from worksurface_pipeline.mmenterprise.retrieval.retrieve import retrieve
from worksurface_pipeline.mmenterprise.schema.evaluation import Answers, Judgements, Retrieved
from worksurface_pipeline.mmenterprise.writing.model import Writing

GROUP = "mm_evaluation"
Bench = dg.ResourceParam[MmWorkbenchResource]


@mm_step_asset("mm_corpus", GROUP, "json")
def mm_corpus(
    context: dg.AssetExecutionContext, workbench: Bench, mm_records: Partitions[Writing]
) -> Published:
    """All units of all projects as they are shown; no unit says what it asserts."""
    bench = workbench.open()
    with_text_layer = bench.settings.retrieval.text_layer
    return publish(
        context, bench, lambda: corpus_of(units_of(mm_records), with_text_layer), _about_corpus
    )


def _about_corpus(value: Corpus) -> Metadata:
    visual = sum(unit.is_visual for unit in value.units)
    return {
        NOTE: f"{len(value.units)} units, {visual} of them visual",
        "units": len(value.units),
        "visual": visual,
        "by_project": counts(unit.project for unit in value.units),
        "by_place": counts(unit.place for unit in value.units),
        "plot": count_plot("units by place", (unit.place for unit in value.units)),
    }


@mm_step_asset("mm_retrieved", GROUP, "numpy")
def mm_retrieved(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    mm_benchmark: MmBenchmark,
    mm_corpus: Corpus,
    mm_records: Partitions[Writing],
) -> Published:
    """What a retriever finds for every question, down to the greatest depth."""
    bench, name = workbench.open(), partition_of(context)

    def compute() -> Retrieved:
        questions = [asked.public for asked in asked_of(mm_benchmark)]
        with embedding_of(bench, name, pictures_of(mm_records)) as embed:
            return retrieve(mm_corpus, questions, name, max(bench.settings.retrieval.k), embed)

    return publish(context, bench, compute, _about_retrieved)


def _about_retrieved(value: Retrieved) -> Metadata:
    return {
        "questions": len(value.found),
        "depth": value.depth,
        "sees_text_alone": value.is_text_only,
        "preview": preview(
            ("question", "first units"), ((f.question, ", ".join(f.units[:3])) for f in value.found)
        ),
    }


@mm_step_asset("mm_answers", GROUP, "litellm")
def mm_answers(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    mm_benchmark: MmBenchmark,
    mm_corpus: Corpus,
    mm_retrieved: Retrieved,
    mm_records: Partitions[Writing],
) -> Published:
    """What a model answers from the units found; answers that were given are kept."""
    bench = workbench.open()
    cell = bench.plan().cell(partition_of(context))

    def compute() -> Answers:
        return answer_cell(
            bench,
            cell,
            asked_of(mm_benchmark),
            mm_corpus,
            mm_retrieved,
            pictures_of(mm_records),
            mm_night_budget(bench, context.run.tags.get(NIGHT_TAG, "")),
        )

    return publish(context, bench, compute, _about_answers)


def _about_answers(value: Answers) -> Metadata:
    failed = value.slices()["errors"]
    again = "`worksurface mm run --retry-errors` asks them again"
    note = f"{failed} of {len(value.answers)} errored: {again}"
    return {
        **({NOTE: note} if failed != "0" else {}),
        "answers": len(value.answers),
        "outcomes": counts(item.outcome for item in value.answers),
        "sees_text_alone": value.is_text_only,
        "preview": preview(
            ("question", "answer", "outcome"),
            ((a.question, a.answer, a.outcome) for a in value.answers),
        ),
    }


@mm_step_asset("mm_judgements", GROUP, "json")
def mm_judgements(
    context: dg.AssetExecutionContext,
    workbench: Bench,
    mm_benchmark: MmBenchmark,
    mm_answers: Answers,
    mm_records: Partitions[Writing],
) -> Published:
    """A verdict on every answer: by exact matching, by the judging model, or none."""
    bench = workbench.open()

    def compute() -> Judgements:
        scenes = scenes_of(mm_records, bench.settings.workspace.seed)
        with judging_model(bench, partition_of(context)) as judge:
            return judge_cell(scenes, mm_benchmark.questions, mm_answers, judge)

    return publish(context, bench, compute, _about_judgements)


def _about_judgements(value: Judgements) -> Metadata:
    right = sum(item.is_right is True for item in value.judged)
    decided = sum(item.is_right is not None for item in value.judged)
    unreached = f"; the judge was not reached for {value.unreached}" if value.unreached else ""
    return {
        NOTE: f"{right} of {decided} right, {len(value.judged) - decided} unscored{unreached}",
        "right": right,
        "unscored": len(value.judged) - decided,
        "by_judge": counts(item.judge for item in value.judged),
        "causes": counts(item.cause for item in value.judged if item.cause),
        "preview": preview(
            ("question", "right", "rule", "cause"),
            ((j.question, j.is_right, j.rule, j.cause) for j in value.judged),
        ),
    }
