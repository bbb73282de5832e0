"""Notes of what a scoring of a cell changed against the one before, beside the lake's values."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import ValidationError

from resources.workbench import Workbench
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.lake_paths import encode_key
from worksurface_pipeline.kernel.lineage import explain
from worksurface_pipeline.worksurface.plan import Cell
from worksurface_pipeline.worksurface.scoring.flips import Rescoring, rescoring
from worksurface_pipeline.worksurface.scoring.sets import ScoreSet
from worksurface_pipeline.worksurface.steps import STEPS
from worksurface_pipeline.worksurface.sweep import sweep_id

RESCORED = "side/rescored"
"""Folder of the notes: a sweep's, a model's, then one file a setting and fingerprint."""
_STEP = "scores"


def note_rescoring(bench: Workbench, cell: Cell, value: ScoreSet) -> Rescoring | None:
    """Compare a cell's new scores with the valid ones and keep what changed; None without any.

    A repetition from the same basis that changes nothing leaves the note as it is.
    """
    manifest = bench.lake.current(_STEP, cell.key)
    if manifest is None:
        return None
    basis = bench.plan().basis(STEPS[_STEP], cell.key)
    earlier, problem = None, ""
    try:
        earlier = bench.lake.load(manifest, ScoreSet)
    except (LakeError, ValidationError) as error:
        problem = str(error).partition("\n")[0]
    reasons = explain(manifest.basis, basis)
    found = rescoring(
        cell.key,
        (manifest.fingerprint, earlier.scores if earlier else ()),
        (basis.fingerprint, value.scores),
        reasons,
    ).model_copy(update={"problem": problem})
    if reasons or found.flips:
        data = (found.model_dump_json() + "\n").encode()
        bench.lake.put(_place(bench, cell, basis.fingerprint), data)
    return found


def rescorings(bench: Workbench) -> Iterator[Rescoring]:
    """The notes on the scores that are valid now, by cell; those that changed something alone."""
    for cell in bench.plan().cells:
        manifest = bench.lake.current(_STEP, cell.key)
        found = _noted(bench, cell, manifest.fingerprint) if manifest else None
        if found is not None and (found.flips or found.problem):
            yield found


def _noted(bench: Workbench, cell: Cell, fingerprint: str) -> Rescoring | None:
    data = bench.lake.peek(_place(bench, cell, fingerprint))
    try:
        return Rescoring.model_validate_json(data) if data else None
    except ValidationError:
        return None  # a damaged note tells nothing; the scores themselves are whole


def _place(bench: Workbench, cell: Cell, fingerprint: str) -> str:
    settings = bench.settings
    sweep = sweep_id(settings.condition, settings.sweep.name)
    return f"{RESCORED}/{sweep}/{encode_key(cell.model)}/{cell.setting}-{fingerprint}.json"
