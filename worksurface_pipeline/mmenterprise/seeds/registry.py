"""The registry of seed documents: the PDFs of a folder and what `seeds.toml` beside them says."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from worksurface_pipeline.kernel.errors import SourceError, WorksurfaceError
from worksurface_pipeline.kernel.hashing import digest_file, digest_text, short
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.text import identifier, strip_hex_prefix

REGISTRY = "seeds.toml"
UNKNOWN_LICENCE = "unknown"
UNSTATED_DOMAIN = "unstated"
# Keys of projects become names of files in the lake; file systems allow 255 bytes to one.
_LONGEST_ID = 80


class SeedEntry(Frozen):
    """One registered file; `digest` is "" where it is absent.

    `title` is "" where the registry states none: the PDF's own counts.
    """

    id: str
    path: Path
    title: str = ""
    domain: str = UNSTATED_DOMAIN
    licence: str = UNKNOWN_LICENCE
    digest: str


class _Stated(Frozen):
    """One `[[seed]]` of the registry."""

    file: str
    title: str = ""
    domain: str = UNSTATED_DOMAIN
    licence: str = UNKNOWN_LICENCE


class _Registry(Frozen):
    seed: tuple[_Stated, ...] = ()


def read_registry(folder: Path) -> tuple[SeedEntry, ...]:
    """All PDFs of a folder by name; those that `seeds.toml` does not name have no known licence.

    Raises WorksurfaceError when the registry cannot be read, names a file that is not there, or
    two files would have one id.
    """
    entries = registered(folder)
    absent = [one.path.name for one in entries if not one.digest]
    if absent:
        raise WorksurfaceError(
            f"The registry names files that are not beside it: {', '.join(absent)}",
            where=str(folder / REGISTRY),
            remedy="Put them there or take their entries out",
        )
    return entries


def registered(place: Path) -> tuple[SeedEntry, ...]:
    """All PDFs of a folder and all files that its registry names; the absent have no digest.

    `place` is the folder, or the registry in it; hidden files and folders are no documents. Raises
    WorksurfaceError when there is neither, the registry cannot be read, a name is no text, a file
    cannot be opened, or two files would have one id.
    """
    folder = folder_of(place)
    registry = place / REGISTRY if folder == place else place
    stated = {one.file: one for one in _stated(registry)}
    found = {path.name for path in folder.glob("*") if _is_document(path)}
    if not place.exists() or not (stated or found):
        raise SourceError(
            "There is no seed document",
            where=str(place),
            remedy="Name a folder of PDF files, or the registry in one",
        )
    names = sorted(stated.keys() | found)  # what is not beside the registry is absent
    _refuse_unreadable(names, folder)
    entries = tuple(entry(folder / Path(name).name, stated.get(name)) for name in names)
    _refuse_twins(entries, folder)
    return entries


def folder_of(place: Path) -> Path:
    """The folder of seed documents that is named, by itself or by the registry in it."""
    return place.parent if place.suffix == ".toml" else place


def entry(path: Path, stated: _Stated | None = None) -> SeedEntry:
    """The entry of one file. Its id is its name without a hexadecimal prefix, as a slug."""
    own = stated or _Stated(file=path.name)
    return SeedEntry(
        id=_id_of(path.stem),
        path=path,
        title=own.title,
        domain=own.domain,
        licence=own.licence,
        digest=_digest(path) if path.is_file() else "",
    )


def others_of(folder: Path) -> tuple[str, ...]:
    """Names of the files of a folder that are no PDFs by name, and so no seed documents."""
    names = (path.name for path in folder.glob("*") if path.is_file() and not _is_document(path))
    return tuple(sorted(name for name in names if name != REGISTRY and not name.startswith(".")))


def _is_document(path: Path) -> bool:
    is_shown = not path.name.startswith(".")  # a Mac leaves "._report.pdf" beside "report.pdf"
    return is_shown and path.suffix.lower() == ".pdf" and not path.is_dir()


def _id_of(stem: str) -> str:
    """The name as a slug; of a long one the start, and a mark that tells it from its like."""
    name = identifier(strip_hex_prefix(stem)) or "seed"
    data = name.encode()
    if len(data) <= _LONGEST_ID:
        return name
    mark = short(digest_text(name))
    start = data[: _LONGEST_ID - len(mark) - 1].decode("utf-8", "ignore").strip("_")
    return f"{start}_{mark}"


def _digest(path: Path) -> str:
    try:
        return digest_file(path)
    except OSError as error:
        raise SourceError(
            f"The seed document {path.name} cannot be opened: {error.strerror}",
            where=str(path.parent),
            remedy="Make it readable, or take it out of the folder",
        ) from error


def _stated(path: Path) -> tuple[_Stated, ...]:
    if not path.exists():
        return ()
    try:
        return _Registry.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).seed
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, ValidationError) as error:
        raise WorksurfaceError(
            f"The registry of seeds cannot be read: {' '.join(str(error).split())}",
            where=str(path),
            remedy="Write [[seed]] entries with file, title, domain and licence",
        ) from error


def _refuse_unreadable(names: Iterable[str], folder: Path) -> None:
    """Names that are no UTF-8 can be stored nowhere: neither as a key nor in a record."""
    for name in names:
        try:
            name.encode()
        except UnicodeEncodeError as error:
            shown = name.encode("utf-8", "backslashreplace").decode()
            raise SourceError(
                f"The name of a seed document is no text: {shown}",
                where=str(folder),
                remedy="Rename it",
            ) from error


def _refuse_twins(entries: tuple[SeedEntry, ...], folder: Path) -> None:
    seen: dict[str, str] = {}
    for one in entries:
        if one.id in seen:
            raise WorksurfaceError(
                f"{one.path.name} and {seen[one.id]} would both be called {one.id}",
                where=str(folder),
                remedy="Rename one of them",
            )
        seen[one.id] = one.path.name
