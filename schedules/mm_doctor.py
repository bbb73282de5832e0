"""What could go wrong in wing two, found before a run."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec

from resources.keys import key_of
from resources.mm_seeds import read_frozen_seed
from resources.mm_spending import require_mm_prices
from resources.mm_workbench import MmWorkbench, require_mm_key, require_seeds
from schedules.examining import Finding, disk_findings, in_force, python_findings, refused
from schedules.mm_session import asked_models
from worksurface_pipeline.harness.panel.families import families_of, family_warnings
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.mmenterprise.judging.labels import read_labels
from worksurface_pipeline.mmenterprise.seeds.frozen import FrozenSeeds, freeze_seeds
from worksurface_pipeline.mmenterprise.settings import EMBEDDED, EmbeddingChoice
from worksurface_pipeline.retrieval.word_vectors import load_vectors

_TABLES = (
    "workspace",
    "writer",
    "questions",
    "validation",
    "audit",
    "retrieval",
    "sweep",
    "judge",
    "analysis",
)
_PACKAGES = ("dagster", "pymupdf", "python-pptx", "matplotlib", "litellm", "wordllama")
_OPTIONAL = {"xllamacpp": "a local model"}
_VECTORS = "vectors"


def examine_mm(bench: MmWorkbench) -> list[Finding]:
    """All findings, good and bad; nothing is written, no model is asked."""
    parts = (_settings, _seeds, _retrievers, _models, _judge)
    looked_at = (finding for part in parts for finding in part(bench))
    return [*python_findings(_PACKAGES), *_optional(), *looked_at, *disk_findings(bench.lake)]


def _optional() -> Iterator[Finding]:
    for name, purpose in _OPTIONAL.items():
        said = "installed" if find_spec(name) else "not installed"
        yield Finding(f"{name} is {said}: {purpose} needs it")


def _settings(bench: MmWorkbench) -> Iterator[Finding]:
    yield Finding(f"settings {bench.settings_file}")
    for name in _TABLES:
        yield Finding(in_force(name, getattr(bench.settings, name)))
    yield from refused([partial(require_mm_prices, bench)])


def _seeds(bench: MmWorkbench) -> Iterator[Finding]:
    """The registry, and what every document of it gives, read as a run reads it."""
    try:
        seeds = freeze_seeds(bench.registry)
    except WorksurfaceError as error:
        yield Finding(str(error), is_problem=True)
        return
    yield Finding(f"registry {bench.registry}: {counted(len(seeds.seeds), 'seed document')}")
    yield from _files(bench, seeds)
    yield from refused([partial(require_seeds, seeds.ids, bench.settings.source.seeds)])


def _files(bench: MmWorkbench, seeds: FrozenSeeds) -> Iterator[Finding]:
    wanted = bench.settings.source.seeds or seeds.ids
    for seed in seeds.seeds:
        if seed.id not in wanted:
            yield Finding(f"seed {seed.id} is registered and not picked")
            continue
        try:
            facts = len(read_frozen_seed(bench, seed).seeds.facts)
        except WorksurfaceError as error:
            yield Finding(str(error), is_problem=True)
        else:
            licence = seed.licence or "unknown"
            yield Finding(f"seed {seed.id}: {counted(facts, 'fact')}, licence {licence}")


def _retrievers(bench: MmWorkbench) -> Iterator[Finding]:
    choice = bench.settings.retrieval
    if _VECTORS in choice.retrievers:
        yield from refused([load_vectors])
    for endpoint in choice.endpoints:
        yield from _key(bench, endpoint)


def _key(bench: MmWorkbench, endpoint: EmbeddingChoice) -> Iterator[Finding]:
    where = bench.settings_file.name
    yield from refused([partial(key_of, endpoint.key, bench.secrets, endpoint.model, where)])


def _models(bench: MmWorkbench) -> Iterator[Finding]:
    """Every model in a role: whose making it is, and whether its key is set; never the key."""
    families = bench.settings.families
    for name in asked_models(bench, ""):
        variable = bench.settings.model(name).key
        key = f"key {variable}" if variable else "no key"
        is_set = " is set" if variable in bench.secrets else ""
        making = ", ".join(sorted(families_of(name, families)))
        family = "embedded" if name.startswith(EMBEDDED) else f"of the family {making}"
        yield Finding(f"model {name}: {family}, {key}{is_set}")
        yield from refused([partial(require_mm_key, bench, name)])


def _judge(bench: MmWorkbench) -> Iterator[Finding]:
    """Who judges; kin under test is refused by the settings, kin among the helpers is told."""
    choice, settings = bench.settings.judge, bench.settings
    if not choice.model:
        yield Finding("no judge: what exact matching leaves open is unscored")
        return
    helpers = [name for name in asked_models(bench, "mm_assemble") if name != choice.model]
    for kin in family_warnings((choice.model,), helpers, settings.families):
        yield Finding(str(kin))
    try:
        labels = read_labels(bench.labels(), bench.labels_place)
    except WorksurfaceError as error:
        yield Finding(str(error), is_problem=True)
        return
    yield Finding(f"judge {choice.model}, {counted(len(labels), 'human label')}")
