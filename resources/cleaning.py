"""What a workspace's lake holds without need: superseded attempts and caches, removed partitions.

Never named here are journals and ledgers (but with a removed model, when asked for), replies and
ballots that models were paid for, releases, and the human review.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from resources.memos import MEMOS, OF_PERSONAS, OF_SOURCE, memo_key
from resources.reading import READINGS, reading_policy
from resources.rescored import RESCORED
from resources.source import KNOWN, known_key
from resources.standing import PARTS
from resources.toolboxes import SCOPES, scope_folder
from resources.workbench import Workbench
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.lake_gc import (
    Garbage,
    idle_attempts,
    idle_blobs,
    idle_folders,
    partition_garbage,
    whole,
)
from worksurface_pipeline.kernel.lake_paths import decode_key, encode_key
from worksurface_pipeline.worksurface.plan import Layer
from worksurface_pipeline.worksurface.settings import Interface
from worksurface_pipeline.worksurface.source.sets import FrozenSource
from worksurface_pipeline.worksurface.steps import STEPS

_SWEEPS = "sweeps"
_LEDGERS = "side/calls"


def garbage(bench: Workbench) -> Iterator[Garbage]:
    """All that may go: nothing is computed anew for the want of it, as the settings are now."""
    lake = bench.lake
    yield from idle_attempts(lake, STEPS)
    frozen = bench.frozen()
    if frozen is None:
        return
    policy = reading_policy(bench)
    readings = frozenset(policy.key(file) for task in frozen.tasks for file in task.files)
    yield from idle_blobs(lake, READINGS, readings, "a reading of other content or by other code")
    yield from idle_blobs(lake, MEMOS, _memos(frozen), "a memo of earlier code")
    yield from idle_blobs(lake, KNOWN, frozenset({known_key(bench)}), "digests of another folder")
    yield from idle_folders(lake, SCOPES, _scopes(bench, frozen), "views of earlier surfaces")
    yield from idle_folders(lake, "hub", frozenset({frozen.lock.commit}), "an earlier commit")
    yield from whole(lake, "latest.new", "a report cut short")


def _memos(frozen: FrozenSource) -> frozenset[str]:
    places = {(step, persona) for step in OF_PERSONAS for persona in frozen.personas}
    return frozenset(memo_key(*place) for place in (OF_SOURCE, *places))


def _scopes(bench: Workbench, frozen: FrozenSource) -> frozenset[str]:
    """Names of the scope folders of all valid bundles, whatever the condition."""
    bundles = {key: bench.lake.current("surface_bundle", key) for key in frozen.personas}
    scopes = {(task.persona, name) for task in frozen.tasks for name in (None, task.task_id)}
    return frozenset(
        scope_folder(bundle.digest, name, interface)
        for persona, name in scopes
        if (bundle := bundles[persona]) is not None
        for interface in Interface
    )


@dataclass(frozen=True, slots=True)
class Removed:
    """Models and personas of which something is stored and that are no longer there.

    A model is there while the settings name it, as one under test or on the panel; a persona while
    the frozen source has it, also where the settings leave it out for now. `journals` are folder
    names of removed models below the sweeps.
    """

    models: frozenset[str]
    personas: frozenset[str]
    journals: frozenset[str]

    def of_model(self, model: str) -> Removed:
        """What is removed of one model. Raises SettingsError naming those there are."""
        name = encode_key(model)
        if model not in self.models and name not in self.journals:
            raise _in_use("Model", model, self.models | frozenset(map(decode_key, self.journals)))
        return Removed(self.models & {model}, frozenset(), self.journals & {name})

    def of_persona(self, persona: str) -> Removed:
        """What is removed of one persona. Raises SettingsError naming those there are."""
        if persona not in self.personas:
            raise _in_use("Persona", persona, self.personas)
        return Removed(frozenset(), frozenset({persona}), frozenset())


def removed(bench: Workbench) -> Removed:
    """All that is no longer there."""
    frozen, plan, lake = bench.frozen(), bench.plan(), bench.lake
    personas = set(frozen.personas) if frozen else set()
    models = {cell.model for cell in plan.cells} | set(plan.auditors)
    places = [_about(step, key) for step in STEPS for key in lake.partitions(step)]
    folders = lake.fs.glob(f"{lake.path(_SWEEPS)}/*/*")
    journals = {folder.rsplit("/", 1)[-1] for folder in folders}
    return Removed(
        frozenset(model for model, _ in places if model) - models,
        frozenset(persona for _, persona in places if persona) - personas,
        frozenset(journals) - {encode_key(model) for model in models},
    )


def prunable(bench: Workbench, gone: Removed, with_journals: bool) -> Iterator[Garbage]:
    """The partitions of what is gone, and on request the models' journals and ledgers."""
    for step in STEPS:
        for key in bench.lake.partitions(step):
            model, persona = _about(step, key)
            if model in gone.models or persona in gone.personas:
                yield from partition_garbage(bench.lake, step, key, f"{step}[{key}]")
    for name in sorted(gone.journals if with_journals else ()):
        for folder in (_SWEEPS, _LEDGERS, PARTS, RESCORED):
            yield from _of_model(bench, folder, name)


def _of_model(bench: Workbench, folder: str, name: str) -> Iterator[Garbage]:
    lake = bench.lake
    for path in sorted(lake.fs.glob(f"{lake.path(folder)}/*/{name}")):
        yield from whole(lake, path.removeprefix(lake.path("")), f"{folder} of {name}")


def _about(step: str, key: str) -> tuple[str, str]:
    """The model (or auditor) and the persona that a partition is about, "" for none."""
    layer = STEPS[step].layer
    first, _, second = key.rpartition("|")  # neither part may hold the sign
    if layer is Layer.CELL:
        return first, ""
    if layer is Layer.SEAT:
        return first, second
    return "", key if layer is Layer.PERSONA else ""


def _in_use(kind: str, asked: str, gone: frozenset[str]) -> SettingsError:
    return SettingsError(
        f"{kind} {asked!r} is still in use, or nothing is stored of it",
        remedy=f"Removed and stored: {', '.join(sorted(gone)) or 'none'}",
    )
