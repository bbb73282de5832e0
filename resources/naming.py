"""How a user names a sweep of the workspace: by its whole id, its digest, or its name."""

from __future__ import annotations

from pathlib import Path

from resources.cells import sweeps_folder
from resources.workbench import Workbench
from worksurface_pipeline.kernel.errors import SettingsError

_AT = "@"
"""Between a sweep and the version of its prompts."""


def sweep_names(bench: Workbench) -> tuple[str, ...]:
    """The sweeps of the workspace, as their folders are called, sorted."""
    root = sweeps_folder(bench)
    return tuple(sorted(path.name for path in root.glob("*") if path.is_dir()))


def split_name(bench: Workbench, name: str) -> tuple[str, str]:
    """The sweep and the version of prompts that a user names; a name may itself hold the sign."""
    if any(name in (one, *_parts(one)) for one in sweep_names(bench)):
        return name, ""
    plain, _, prompt = name.rpartition(_AT) if _AT in name else (name, "", "")
    return plain, prompt


def sweep_folder(bench: Workbench, name: str) -> Path:
    """Where a sweep lies. Raises SettingsError for a name that no sweep or several bear."""
    names = sweep_names(bench)
    named = [one for one in names if name in _parts(one)]
    matching = [name] if name in names else named  # a sweep without a name is called by its digest
    if len(matching) == 1:
        return sweeps_folder(bench) / matching[0]
    listed = ", ".join(matching or names) or "none yet: run `worksurface sweep`"
    if matching:
        raise SettingsError(
            f"{len(matching)} sweeps are called {name!r}",
            where=bench.id,
            remedy=f"Name one by its whole id: {listed}",
        )
    raise SettingsError(
        f"There is neither a sweep nor a release folder {name!r}",
        where=bench.id,
        remedy=f"The sweeps of this workspace are: {listed}",
    )


def _parts(folder: str) -> tuple[str, str]:
    """The name and the digest of which a sweep's folder is called."""
    name, _, digest = folder.rpartition("-")
    return name, digest
