"""`worksurface init`: a small workspace folder with a mapping file, beside an untouched tree."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from worksurface_pipeline.kernel.errors import SourceError
from worksurface_pipeline.worksurface.source.fields import whole_text
from worksurface_pipeline.worksurface.source.metadata import METADATA_NAME
from worksurface_pipeline.worksurface.source.plain.listing import Listing, list_tree
from worksurface_pipeline.worksurface.source.plain.mapping import (
    LARGEST_MIB,
    MAPPING_NAME,
    SKIPPED,
    Mapping,
    is_mapped,
    mapped_root,
    read_mapping,
)
from worksurface_pipeline.worksurface.source.plain.mapping_text import mapping_text, tasks_text
from worksurface_pipeline.worksurface.source.plain.patterns import Owners
from worksurface_pipeline.worksurface.source.plain.proposal import Proposed, TaskPer, propose
from worksurface_pipeline.worksurface.source.plain.tasks import require_apart

# A metadata.json is read only this far, to tell a source task's from any other.
_LARGEST_METADATA = 64 << 20


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for. `persona` "" means to guess; `force` replaces an edited mapping."""

    per: TaskPer = TaskPer.TOP_FOLDER
    persona: str = ""
    force: bool = False


@dataclass(frozen=True, slots=True)
class Initialised:
    """What `worksurface init` did: tasks added to a new or an existing mapping file."""

    file: Path
    added: tuple[Proposed, ...]
    is_new: bool
    files: int
    remarks: tuple[str, ...]


def default_workspace(folder: Path) -> Path:
    """Where the mapping goes unless another place is named: beside the folder."""
    absolute = folder.resolve()
    return absolute.with_name(f"{absolute.name}-workspace") if absolute.name else absolute


def initialise(folder: Path, out: Path, wish: Wish, written: Sequence[Path] = ()) -> Initialised:
    """Write or extend the mapping file in `out` for the files of `folder`.

    Nothing in `folder` is changed. An existing mapping keeps every edit: only tasks for files
    that it does not name are added. `written` are the places that a run writes to. Raises
    SourceError when a place is unsuitable or there is nothing to map.
    """
    folder, out = folder.resolve(), out.resolve()
    for place in (out, *written):
        require_apart(folder, place)
    _require_plain(folder, out)
    if is_mapped(out) and not wish.force:
        return _extend(folder, out, wish)
    listing = list_tree(folder, SKIPPED, LARGEST_MIB << 20)
    proposed = propose(folder.name, listing.files, wish.per, wish.persona)
    if not proposed:
        raise _empty(folder, listing)
    _write(out / MAPPING_NAME, mapping_text(_root_text(folder, out), proposed))
    return Initialised(out / MAPPING_NAME, proposed, True, len(listing.files), listing.remarks())


def _extend(folder: Path, out: Path, wish: Wish) -> Initialised:
    mapping = read_mapping(out)
    if mapped_root(out, mapping) != folder:
        what = f"The mapping is of another folder: {mapped_root(out, mapping)}"
        remedy = "Name another place with --out, or replace the mapping with --force"
        raise SourceError(what, where=str(out / MAPPING_NAME), remedy=remedy)
    listing = list_tree(folder, mapping.skip, mapping.largest)
    proposed = _for_rest(folder, mapping, listing, wish)
    if proposed:
        old = (out / MAPPING_NAME).read_text(encoding="utf-8").rstrip("\n")
        _write(out / MAPPING_NAME, f"{old}\n{tasks_text(proposed)}")
    return Initialised(out / MAPPING_NAME, proposed, False, len(listing.files), listing.remarks())


def _for_rest(folder: Path, mapping: Mapping, listing: Listing, wish: Wish) -> tuple[Proposed, ...]:
    """Tasks for the files that no task of the mapping names."""
    owners = Owners([task.files for task in mapping.tasks])
    rest = [path for path in listing.files if owners.of(whole_text(path)) is None]
    taken = [task.id for task in mapping.tasks]
    return propose(folder.name, rest, wish.per, wish.persona, taken) if rest else ()


def _require_plain(folder: Path, out: Path) -> None:
    """Raise SourceError when either folder is a workspace of another kind."""
    if is_mapped(folder):
        what, where = "The folder is a workspace already", folder
        remedy = f"Run it with --workspace {folder}, or name the folder that its mapping names"
    elif tasks := _source_tasks(folder):
        what, where = f"The folder holds source tasks already, such as {tasks[0]}", folder
        remedy = f"Run it with --workspace {folder}; `init` is for folders without metadata"
    elif _source_tasks(out):
        what, where = "The workspace would stand in a folder that holds source tasks", out
        remedy = "Name another place with --out"
    else:
        return
    raise SourceError(what, where=str(where), remedy=remedy)


def _source_tasks(folder: Path) -> list[str]:
    """Folders below that hold the metadata of a source task; other metadata.json are data."""
    try:
        paths = sorted(folder.glob(f"*/{METADATA_NAME}"))
    except OSError:
        return []  # listing the folder says why, a moment later
    return [path.parent.name for path in paths if _is_source_metadata(path)]


def _is_source_metadata(path: Path) -> bool:
    try:
        if path.stat().st_size > _LARGEST_METADATA:
            return False
        fields = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return False  # whatever it is, it is no metadata of ours
    return isinstance(fields, dict) and "data_manifest" in fields


def _root_text(folder: Path, out: Path) -> str:
    """The root as the mapping writes it: relative where the two have a home in common."""
    if whole_text(str(folder)) != str(folder):
        remedy = "Rename it: a mapping is UTF-8 text"
        raise SourceError("The folder's name is not UTF-8", where=ascii(folder), remedy=remedy)
    shared = os.path.commonpath([folder, out])
    return Path(os.path.relpath(folder, out)).as_posix() if len(shared) > 1 else str(folder)


def _empty(folder: Path, listing: Listing) -> SourceError:
    seen = "; ".join(listing.remarks())
    what = "The folder holds no file to make a source task of" + (f" ({seen})" if seen else "")
    return SourceError(what, where=str(folder), remedy="Put files into it, or name another folder")


def _write(path: Path, text: str) -> None:
    """Write the mapping whole or not at all; one that is replaced is kept beside it."""
    draft = path.with_name(f".{path.name}.draft")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        draft.write_text(text, encoding="utf-8")
        if path.exists():
            os.replace(path, path.with_name(f"{path.name}.old"))
        os.replace(draft, path)
    except OSError as error:
        what = f"The mapping cannot be written: {error.strerror}"
        remedy = "Name a folder that this user may write to with --out"
        raise SourceError(what, where=str(path), remedy=remedy) from error
