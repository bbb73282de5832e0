"""What the front door of wing two hands to assets and driver, read once.

Nothing here computes; the library does. Environment variables are read here and passed on as
values.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from resources.bench import PROJECT, STATE_VARIABLE, from_environment, unnamed
from resources.endpoints import with_endpoints
from resources.keys import key_of, secrets_of
from resources.toml_settings import settings_from, text_beside
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.hashing import digest_bytes, digest_text
from worksurface_pipeline.kernel.lake import WHOLE, Lake
from worksurface_pipeline.kernel.lake_layout import require_known
from worksurface_pipeline.kernel.source_ids import workspace_id
from worksurface_pipeline.mmenterprise.plan import LABELS, PEOPLE, SEEDS, MmPlan
from worksurface_pipeline.mmenterprise.seeds.frozen import FrozenSeeds
from worksurface_pipeline.mmenterprise.seeds.registry import folder_of, registered
from worksurface_pipeline.mmenterprise.settings import Settings
from worksurface_pipeline.mmenterprise.steps import STEPS

MM_SETTINGS_VARIABLE = "WORKSURFACE_MM_SETTINGS"
MM_SEEDS_VARIABLE = "WORKSURFACE_MM_SEEDS"
SETTINGS_NAME = "mmenterprise.toml"
PEOPLE_RESULT = "side/people.json"
"""What annotators found, once their workbooks were imported."""
LABELS_FILE = "side/labels.jsonl"
"""The labels of people, once their workbooks were imported; the settings may name other ones."""
_PREFIX = "mm-"


@dataclass(frozen=True)
class MmWorkbench:
    """One registry of seed documents under one settings file. All paths are absolute.

    `registry` is a folder of PDF files, or the registry in it.
    """

    settings: Settings
    settings_file: Path
    registry: Path
    state: Path
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def folder(self) -> Path:
        """The folder of the seed documents."""
        return folder_of(self.registry)

    @property
    def id(self) -> str:
        """`mm-`, slug and 8 hex of the folder's absolute path."""
        return f"{_PREFIX}{workspace_id(self.folder)}"

    @property
    def home(self) -> Path:
        """The Dagster home of these seeds."""
        return self.state / self.id

    def require_source(self) -> None:
        """Raises SourceError when there is no seed document."""
        registered(self.registry)

    def environment(self) -> Mapping[str, str]:
        """What a process needs to open the same workbench."""
        return {
            MM_SETTINGS_VARIABLE: str(self.settings_file),
            STATE_VARIABLE: str(self.state),
            MM_SEEDS_VARIABLE: str(self.registry),
        }

    @cached_property
    def lake(self) -> Lake:
        """The seeds' own lake. Raises LakeError where a newer program has written it."""
        root = self.settings.lake.root
        base = root if "://" in root else str(self.settings_file.parent / root)
        lake = Lake(f"{base}/{self.id}")
        require_known(lake)
        return lake

    def frozen(self) -> FrozenSeeds | None:
        """The registry as it is stored, None before the first run."""
        manifest = self.lake.current("mm_seeds", WHOLE)
        return self.lake.load(manifest, FrozenSeeds) if manifest else None

    def plan(self, seeds_digest: str = "") -> MmPlan:
        """The plan over what is stored now; without a digest the stored registry counts as fresh.

        Raises SettingsError for a seed that is picked and not registered.
        """
        frozen = self.frozen()
        return MmPlan(
            steps=STEPS,
            settings=self.settings,
            lake=self.lake,
            projects=self._projects(frozen) if frozen else (),
            digests={
                SEEDS: seeds_digest or (frozen.state_digest if frozen else ""),
                LABELS: digest_text(self.labels()),
                PEOPLE: digest_bytes(self.lake.peek(PEOPLE_RESULT) or b""),
            },
        )

    def labels(self) -> str:
        """The text of the human labels, "" without any. Raises SettingsError.

        Where the settings name no file, they are those that were imported from workbooks.
        """
        name = self.settings.judge.labels
        if name:
            return text_beside(self.settings_file, name, "judge.labels")
        return (self.lake.peek(LABELS_FILE) or b"").decode("utf-8")

    @property
    def labels_place(self) -> str:
        """Where the human labels are read from."""
        return self.settings.judge.labels or self.lake.path(LABELS_FILE)

    def _projects(self, frozen: FrozenSeeds) -> tuple[str, ...]:
        wanted = self.settings.source.seeds
        require_seeds(frozen.ids, wanted)
        return tuple(name for name in frozen.ids if not wanted or name in wanted)


def open_mm_workbench(settings_file: Path | None = None, seeds: Path | None = None) -> MmWorkbench:
    """The workbench of a settings file and a registry; both default to what the project ships.

    The environment speaks only where no file is named, for the processes of a page.
    """
    named = from_environment if settings_file is None else unnamed
    path = (settings_file or named(MM_SETTINGS_VARIABLE) or _default_settings()).resolve()
    settings = with_endpoints(settings_from(path, Settings), os.environ)
    registry = seeds or named(MM_SEEDS_VARIABLE) or path.parent / settings.source.registry
    state = named(STATE_VARIABLE) or path.parent / ".dagster"
    keys = [model.key for model in settings.models]
    keys += [endpoint.key for endpoint in settings.retrieval.endpoints]
    return MmWorkbench(
        settings=settings,
        settings_file=path,
        registry=registry.resolve(),
        state=state.resolve(),
        secrets=secrets_of(keys),
    )


def _default_settings() -> Path:
    """mmenterprise.toml of the current folder, else of the project."""
    here = Path.cwd() / SETTINGS_NAME
    return here if here.exists() else PROJECT / SETTINGS_NAME


def require_seeds(known: tuple[str, ...], asked: tuple[str, ...]) -> None:
    """Raises SettingsError naming the seeds that are not registered."""
    unknown = sorted(set(asked) - set(known))
    if unknown:
        raise SettingsError(
            f"There is no seed {', '.join(map(repr, unknown))} in the registry",
            remedy=f"Allowed: {', '.join(known)}",
        )


def require_mm_key(bench: MmWorkbench, model_id: str) -> str:
    """The key of a model. Raises SettingsError naming the variable when it is not set."""
    variable = bench.settings.model(model_id).key
    return key_of(variable, bench.secrets, model_id, bench.settings_file.name)
