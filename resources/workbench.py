"""What the front door hands to assets and driver: settings, places and secrets, read once.

Nothing here computes; the library does. Environment variables are read here and passed on as
values.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path

from resources.bench import PROJECT, STATE_VARIABLE, from_environment, unnamed
from resources.endpoints import with_endpoints
from resources.keys import key_of, secrets_of
from resources.settings import read_settings
from resources.toml_settings import text_beside
from worksurface_pipeline.kernel.errors import SettingsError, SourceError
from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.kernel.lake import WHOLE, Lake, Manifest
from worksurface_pipeline.kernel.lake_layout import require_known
from worksurface_pipeline.kernel.source_ids import workspace_id
from worksurface_pipeline.worksurface.plan import Plan, cells_of
from worksurface_pipeline.worksurface.screening.panel import panel_of
from worksurface_pipeline.worksurface.settings import Settings
from worksurface_pipeline.worksurface.source.plain.mapping import files_root
from worksurface_pipeline.worksurface.source.sets import FrozenSource
from worksurface_pipeline.worksurface.steps import STEPS

SETTINGS_VARIABLE = "WORKSURFACE_SETTINGS"
WORKSPACE_VARIABLE = "WORKSURFACE_WORKSPACE"


@dataclass(frozen=True)
class Workbench:
    """One workspace under one settings file. All paths are absolute."""

    settings: Settings
    settings_file: Path
    workspace: Path | None
    state: Path
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)

    @property
    def id(self) -> str:
        """The workspace's id: slug and 8 hex of its absolute path or hub address."""
        if self.workspace is not None:
            return workspace_id(self.workspace)
        source = self.settings.source
        return workspace_id(Path("/hub") / source.hub / source.split)

    @property
    def home(self) -> Path:
        """The Dagster home of this workspace."""
        return self.state / self.id

    def require_source(self) -> None:
        """Raises SourceError when the workspace is no folder; a hub is asked when it is read."""
        if self.workspace is not None:
            require_folder(self.workspace)

    def environment(self) -> Mapping[str, str]:
        """What a process needs to open the same workbench; "" for a variable it must not have."""
        return {
            SETTINGS_VARIABLE: str(self.settings_file),
            STATE_VARIABLE: str(self.state),
            WORKSPACE_VARIABLE: str(self.workspace) if self.workspace is not None else "",
        }

    @cached_property
    def lake(self) -> Lake:
        """The workspace's own lake. Raises LakeError where a newer program has written it."""
        root = self.settings.lake.root
        base = root if "://" in root else str(self.settings_file.parent / root)
        lake = Lake(f"{base}/{self.id}")
        require_known(lake)
        return lake

    def frozen(self) -> FrozenSource | None:
        """The frozen source as it is stored, None before the first freeze."""
        manifest = self.lake.current("source_lock", WHOLE)
        return _loaded(self.lake, manifest) if manifest else None

    def plan(self, tree_digest: str = "") -> Plan:
        """The plan over what is stored now; without a digest the frozen source counts as fresh."""
        frozen = self.frozen()
        wanted = self.settings.source.personas
        personas = frozen.personas if frozen else ()
        return Plan(
            steps=STEPS,
            settings=self.settings,
            lake=self.lake,
            personas=tuple(name for name in personas if not wanted or name in wanted),
            tree_digest=tree_digest or (frozen.state_digest if frozen else ""),
            cells=cells_of(self.settings),
            auditors=panel_of(self.settings.screening.auditors),
            questions_digest=digest_text(self.questions()),
        )

    def questions(self) -> str:
        """The text of the user's own questions, "" without any. Raises SettingsError."""
        name = self.settings.proposals.questions
        return text_beside(self.settings_file, name, "proposals.questions") if name else ""

    def root(self) -> Path:
        """The folder that the paths of source files count from: a plain tree's own, if mapped."""
        if self.workspace is not None:
            return files_root(self.workspace)
        frozen = self.frozen()
        commit = frozen.lock.commit if frozen else ""
        return self.hub_folder(commit)

    def hub_folder(self, commit: str) -> Path:
        """Where the files of a hub commit are kept."""
        return Path(self.lake.path(f"hub/{commit}")) / self.settings.source.split


# The frozen sources that the running process has opened: one, and while it changes two.
_OPEN_SOURCES = 2


@lru_cache(maxsize=_OPEN_SOURCES)
def _source_at(root: str, data: str) -> FrozenSource:
    """The frozen source of a manifest; what a manifest names never changes."""
    return Lake(root).load(Manifest.model_validate_json(data), FrozenSource)


def _loaded(lake: Lake, manifest: Manifest) -> FrozenSource:
    return _source_at(lake.root, manifest.model_dump_json())


def open_workbench(settings_file: Path | None = None, workspace: Path | None = None) -> Workbench:
    """The workbench of a settings file and a workspace; both default to what the project ships.

    The environment speaks only where no file is named: for the processes of a page, to which the
    command line hands its own choice that way.
    """
    named = from_environment if settings_file is None else unnamed
    path = (settings_file or named(SETTINGS_VARIABLE) or default_settings()).resolve()
    settings = with_endpoints(read_settings(path), os.environ)
    state = named(STATE_VARIABLE) or path.parent / ".dagster"
    return Workbench(
        settings=settings,
        settings_file=path,
        workspace=_workspace(settings, path, workspace or named(WORKSPACE_VARIABLE)),
        state=state.resolve(),
        secrets=_secrets(settings),
    )


def default_settings() -> Path:
    """worksurface.toml of the current folder, else of the project."""
    here = Path.cwd() / "worksurface.toml"
    return here if here.exists() else PROJECT / "worksurface.toml"


def _workspace(settings: Settings, path: Path, chosen: Path | None) -> Path | None:
    if chosen is not None:
        return chosen.resolve()
    if settings.source.hub:
        return None
    return (path.parent / settings.source.path).resolve()


def _secrets(settings: Settings) -> dict[str, str]:
    of_hub = ("HF_TOKEN", "HF_ENDPOINT") if settings.source.hub else ()
    return secrets_of([*(model.key for model in settings.models), *of_hub])


def require_folder(workspace: Path) -> None:
    """Raises SourceError when the workspace is no folder."""
    if not workspace.is_dir():
        raise SourceError(
            "The workspace is no folder",
            where=str(workspace),
            remedy="Name the folder that holds the source tasks with --workspace",
        )


def require_personas(known: tuple[str, ...], asked: tuple[str, ...]) -> None:
    """Raises SettingsError naming the personas that the workspace does not have."""
    unknown = sorted(set(asked) - set(known))
    if unknown:
        raise SettingsError(
            f"There is no persona {', '.join(map(repr, unknown))} in this workspace",
            remedy=f"Allowed: {', '.join(known)}",
        )


def require_key(bench: Workbench, model_id: str) -> str:
    """The key of a model. Raises SettingsError naming the variable when it is not set."""
    variable = bench.settings.model(model_id).key
    return key_of(variable, bench.secrets, model_id, bench.settings_file.name)
