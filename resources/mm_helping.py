"""Questions and their validation with the models that help, where the settings name some."""

from __future__ import annotations

from pathlib import Path

from resources.mm_models import helping
from resources.mm_projects import FILES, scenes_of
from resources.mm_workbench import MmWorkbench
from worksurface_pipeline.kernel.lake import Partitions
from worksurface_pipeline.mmenterprise.corpus.pictures import Pictures
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.questions.drafted import QuestionDrafts, draft_questions
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.schema.questions import QuestionSet
from worksurface_pipeline.mmenterprise.validation.model import Validation
from worksurface_pipeline.mmenterprise.validation.panel import Clients
from worksurface_pipeline.mmenterprise.validation.validate import validate
from worksurface_pipeline.mmenterprise.writing.model import Writing
from worksurface_pipeline.mmenterprise.writing.proposing import (
    Proposals,
    propose,
    with_proposals,
)

_WORKERS = 4  # requests at once of a step that asks models; the gateway bounds each model's own


def drafted(bench: MmWorkbench, project: str, records: Partitions[Writing]) -> QuestionDrafts:
    """The questions of a project by rule."""
    scenes = scenes_of(records, bench.settings.workspace.seed)
    return draft_questions(scenes, project, bench.settings.questions.total)


def proposed(
    bench: MmWorkbench, project: str, records: Partitions[Writing], drafts: QuestionDrafts
) -> Proposals:
    """More questions of a model, none without one. Raises SettingsError without its key."""
    settings = bench.settings
    scenes = scenes_of(records, settings.workspace.seed)
    others = [scene.ledger for key, scene in sorted(scenes.items()) if key != project]
    with helping(bench, "proposing", settings.questions.model) as (client,):
        return propose(scenes[project], drafts.questions, answer, client, settings, others)


def validated(
    bench: MmWorkbench,
    project: str,
    written: Writing,
    drafts: QuestionDrafts,
    proposals: Proposals,
) -> Validation:
    """What passes of a project's questions. Raises SettingsError without a model's key."""
    choice = bench.settings.validation
    scene, records = _scene(bench, written), written.records
    ruled = QuestionSet(questions=drafts.questions)
    asked = with_proposals(ruled, proposals, bench.settings.workspace.seed).questions
    roles = (choice.solver, choice.comparer, choice.auditor)
    if not any(roles):
        return validate(scene, records, asked, None, choice)
    with helping(bench, "validation", *roles) as (solver, comparer, auditor):
        clients = Clients(solver, comparer, auditor, _pictures(bench, project))
        return validate(scene, records, asked, clients, choice, workers=_WORKERS)


def _scene(bench: MmWorkbench, written: Writing) -> Scene:
    return Scene(written.ledger, written.records.unit_set(), bench.settings.workspace.seed)


def _pictures(bench: MmWorkbench, project: str) -> Pictures:
    """Where the pictures of a project lie."""
    manifest = bench.lake.current("mm_records", project)
    return Pictures({project: Path(bench.lake.place(manifest)) / FILES} if manifest else {})
