"""Stored values to what the pages of wing two are made from."""

from __future__ import annotations

from collections.abc import Iterator

from resources.mm_projects import scenes_of
from resources.mm_results import by_key, documents_of, ordered
from resources.mm_workbench import MmWorkbench
from resources.program import program_version
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark
from worksurface_pipeline.mmenterprise.making import making_tables
from worksurface_pipeline.mmenterprise.pages.model import ProjectGiven, SiteInput
from worksurface_pipeline.mmenterprise.questions.drafted import QuestionDrafts
from worksurface_pipeline.mmenterprise.records.audit import RecordFindings
from worksurface_pipeline.mmenterprise.schema.evaluation import Answers, Judgements, Retrieved
from worksurface_pipeline.mmenterprise.schema.seed import SeedDocument
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.seeds.frozen import FrozenSeeds
from worksurface_pipeline.mmenterprise.validation.model import Validation
from worksurface_pipeline.mmenterprise.validation.shown import checks
from worksurface_pipeline.mmenterprise.writing.model import Writing
from worksurface_pipeline.site.figures import FigureSet
from worksurface_pipeline.site.result_tables import ResultTables


def site_input(
    bench: MmWorkbench,
    benchmark: MmBenchmark,
    seeds: FrozenSeeds,
    bundles: Partitions[SeedBundle],
    records: Partitions[Writing],
    findings: Partitions[RecordFindings],
    drafts: Partitions[QuestionDrafts],
    validations: Partitions[Validation],
    retrieved: Partitions[Retrieved],
    answers: Partitions[Answers],
    judgements: Partitions[Judgements],
    tables: ResultTables,
    figures: FigureSet,
) -> SiteInput:
    """All that the site shows; cells in the order of the settings."""
    cells = tuple(cell.key for cell in bench.settings.cells)
    documents = documents_of(bundles)
    return SiteInput(
        name=bench.id,
        projects=tuple(_projects(bench, benchmark, documents, records)),
        facts=tuple(_facts(bench, benchmark, seeds, documents)),
        retrieved=ordered(retrieved, bench.settings.retrieval.retrievers),
        answers=ordered(answers, cells),
        judgements=ordered(judgements, cells),
        tables=tables,
        figures=figures,
        checks=checks(validations.values()),
        more=(making_tables(by_key(findings), by_key(drafts)),),
    )


def _projects(
    bench: MmWorkbench,
    benchmark: MmBenchmark,
    documents: dict[str, SeedDocument],
    records: Partitions[Writing],
) -> Iterator[ProjectGiven]:
    for key, scene in scenes_of(records, bench.settings.workspace.seed).items():
        pictures = {unit.image for unit in scene.units.units if unit.is_visual}
        contents = records.get(key).records.contents
        yield ProjectGiven(
            document=documents[key],
            ledger=scene.ledger,
            units=scene.units,
            contents={name: contents[name] for name in sorted(pictures)},
            questions=benchmark.of(key),
        )


def _facts(
    bench: MmWorkbench,
    benchmark: MmBenchmark,
    seeds: FrozenSeeds,
    documents: dict[str, SeedDocument],
) -> Iterator[tuple[str, str]]:
    """What was run: no path, no time, so that equal runs are equal."""
    settings, wording = bench.settings, benchmark.wording
    yield "program", program_version()
    yield "seed documents", bench.id
    for seed in seeds.seeds:
        left_out = "" if seed.id in documents else "; it gives no project"
        yield f"seed {seed.id}", f"{seed.licence}, {seed.digest[:12] or 'absent'}{left_out}"
    yield "seed of the simulation", str(settings.workspace.seed)
    yield "records worded by", settings.writer.model or "templates"
    yield "models", ", ".join(settings.sweep.models)
    yield "see text alone", ", ".join(settings.sweep.text_only) or "none"
    yield "retrievers", ", ".join(settings.retrieval.retrievers)
    yield "units in the context", ", ".join(map(str, settings.retrieval.k))
    yield "text layer of pictures", "searched and shown" if settings.retrieval.text_layer else "off"
    yield "judge", settings.judge.model or "exact matching alone"
    if wording.auc is not None:
        low, high = wording.interval.low, wording.interval.high
        span = "" if low is None or high is None else f" ({low:.2f} to {high:.2f})"
        yield "AUC of wording alone on what has no answer", f"{wording.auc:.2f}{span}"
    if benchmark.balance is not None and benchmark.balance.problem:
        yield "problem", benchmark.balance.problem
