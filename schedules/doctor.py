"""What could go wrong, found before a run."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from resources.own_agents import load_agent
from resources.spending import require_prices
from resources.workbench import Workbench, require_key
from schedules.examining import Finding, disk_findings, in_force, python_findings, refused
from schedules.initialising import about_mapping
from worksurface_pipeline.harness.panel.families import family_warnings
from worksurface_pipeline.kernel.errors import SettingsError, SourceError
from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.proposals.own import read_questions, unknown_tasks
from worksurface_pipeline.worksurface.release.importing import is_imported
from worksurface_pipeline.worksurface.settings import Settings
from worksurface_pipeline.worksurface.source.metadata import METADATA_NAME
from worksurface_pipeline.worksurface.source.plain.mapping import is_mapped

_TASK_TABLES = ("tasks", "proposals", "necessity", "screening", "audit", "release")
_PACKAGES = ("dagster", "duckdb", "polars", "pyarrow", "pymupdf", "litellm", "great-expectations")


def examine(bench: Workbench) -> list[Finding]:
    """All findings, good and bad."""
    parts = (_settings, _source, _questions, _keys)
    looked_at = (finding for part in parts for finding in part(bench))
    return [*python_findings(_PACKAGES), *looked_at, *disk_findings(bench.lake)]


def _settings(bench: Workbench) -> Iterator[Finding]:
    settings = bench.settings
    yield Finding(f"settings {bench.settings_file}")
    yield Finding(f"models under test {', '.join(model.id for model in settings.tested)}")
    yield Finding(f"settings of agents {', '.join(settings.sweep.settings)}")
    yield from _agents(bench)
    yield Finding(in_force("condition", settings.condition))
    yield Finding(in_force("sweep", settings.sweep))
    for name in _TASK_TABLES:
        yield Finding(in_force(name, getattr(settings, name)))
    yield from _panel(settings)


def _agents(bench: Workbench) -> Iterator[Finding]:
    """Agents of the user's own: those that are callables are imported, as a sweep would."""
    for agent in bench.settings.agents:
        if not agent.entry:
            yield Finding(f"{agent.model_id} comes over MCP: `worksurface serve {agent.id}`")
            continue
        try:
            load_agent(agent.entry, bench.settings_file.parent)
        except SettingsError as error:
            yield Finding(str(error), is_problem=True)
        else:
            yield Finding(f"{agent.model_id} is {agent.entry}")


def _panel(settings: Settings) -> Iterator[Finding]:
    """Who judges, and which auditors are of one making with each other or with a tested model."""
    auditors = settings.screening.auditors
    if not auditors:
        yield Finding("screening by rules: tasks will not be screened by models")
    declared = {model.id: model.family for model in settings.models if model.family}
    tested = [model.id for model in settings.tested]
    yield from (Finding(str(item)) for item in family_warnings(auditors, tested, declared))


def _questions(bench: Workbench) -> Iterator[Finding]:
    """The user's own questions, line by line, where a freeze says which source tasks there are."""
    try:
        asked = read_questions(bench.questions(), bench.settings.proposals.questions)
    except (SettingsError, SourceError) as error:
        yield Finding(str(error), is_problem=True)
        return
    frozen = bench.frozen()
    if asked:
        yield Finding(f"{counted(len(asked), 'question')} of your own")
    if frozen is not None:
        yield from (Finding(line, is_problem=True) for line in unknown_tasks(asked, frozen.tasks))


def _source(bench: Workbench) -> Iterator[Finding]:
    if bench.workspace is None:
        source = bench.settings.source
        yield Finding(f"source: hub dataset {source.hub} at {source.revision}")
    else:
        yield _folder(bench, bench.workspace)
        yield from _mapping(bench)


def _folder(bench: Workbench, workspace: Path) -> Finding:
    if not workspace.is_dir():
        return Finding(f"workspace {workspace} is no folder", is_problem=True)
    if is_imported(bench.frozen()):
        return Finding(f"workspace {workspace}: an imported release")
    if is_mapped(workspace) or any(workspace.glob(f"*/{METADATA_NAME}")):
        return Finding(f"workspace {workspace}")
    return Finding(
        f"workspace {workspace} holds no source task; `worksurface init {workspace}` makes a"
        " workspace of a plain folder without touching it",
        is_problem=True,
    )


def _mapping(bench: Workbench) -> Iterator[Finding]:
    try:
        yield from (Finding(line) for line in about_mapping(bench))
    except SourceError as error:
        yield Finding(str(error), is_problem=True)


def _keys(bench: Workbench) -> Iterator[Finding]:
    """Keys that are not set; a ceiling in money also needs the price of every model under test."""
    tested = (model.id for model in bench.settings.tested)
    names = dict.fromkeys((*tested, *bench.settings.helpers))
    yield from refused(partial(require_key, bench, name) for name in names)
    yield from refused([partial(require_prices, bench)])
