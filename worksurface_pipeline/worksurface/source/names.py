"""Clean names of listed files, and what a name in a dependency edge means.

The clean name of a file is the manifest's `filename`. It loses one leading `<16 hex>_` in two
cases only: the stored name repeats that very hash before it (a doubled hash, as in the public
task 95), or the `filename` is the stored name itself. A hash is never stripped blindly and never
taken for a digest: most stored names carry the file's own, many that of another version.

Files of one task that would share a clean name all take their stored name instead, so that
neither depends on the order of the manifest and none is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from unicodedata import category

from worksurface_pipeline.kernel.hashing import digest_text, short
from worksurface_pipeline.kernel.text import normalise, strip_hex_prefix
from worksurface_pipeline.worksurface.schema.source import EndKind

End = tuple[EndKind, str]
_CONTROLS = frozenset({"Cc", "Zl", "Zp"})


@dataclass(frozen=True, slots=True)
class ManifestEntry:
    """One entry of a manifest: its name as written, its stored path, and its clean name."""

    written: str
    stored_relpath: str
    clean: str = ""

    @property
    def stored_name(self) -> str:
        """Last part of the stored path."""
        return _last_part(self.stored_relpath)


def clean_entries(
    entries: Sequence[ManifestEntry], note: Callable[[str], None]
) -> list[ManifestEntry]:
    """`entries` without exact repeats, each with a clean name of its own."""
    kept = list(dict.fromkeys(entries))
    if len(kept) < len(entries):
        note(f"{len(entries) - len(kept)} manifest entries are exact repeats; each is kept once.")
    names = [_clean_name(entry, note) for entry in kept]
    names = _separate(kept, names, lambda entry: _plain(entry.stored_name), note)
    names = _separate(kept, names, _hashed_name, note)
    names = _number(names)
    return [
        ManifestEntry(entry.written, entry.stored_relpath, name)
        for entry, name in zip(kept, names, strict=True)
    ]


class NameIndex:
    """Finds the input or output that a written name means.

    Looked up in this order: clean and manifest names, then outputs; stored names with both, one
    or no hash; names with a dropped leading underscore; the same without regard to case and
    Unicode form. From the second step on a name that fits two files fits none.
    """

    def __init__(self, entries: Sequence[ManifestEntry], outputs: Sequence[str]) -> None:
        inputs = [(entry.clean, (EndKind.INPUT, entry.clean)) for entry in entries]
        written = [(entry.written, (EndKind.INPUT, entry.clean)) for entry in entries]
        results = [(output, (EndKind.OUTPUT, output)) for output in outputs]
        stored = [
            (form, (EndKind.INPUT, entry.clean))
            for entry in entries
            for form in (entry.stored_relpath, *_forms(entry.stored_name))
        ]
        known = [*inputs, *written, *results]
        self._levels = (
            _first_of(known),
            _only_of(stored),
            _only_of((name.lstrip("_"), end) for name, end in known if name.startswith("_")),
        )
        self._folded = _only_of((normalise(name), end) for name, end in [*known, *stored])

    def resolve(self, written: str) -> End:
        """What `written` means; (UNKNOWN, `written`) when it names no file of the task."""
        forms = _forms(written)
        for level in self._levels:
            for form in forms:
                if form in level:
                    return level[form]
        for form in forms:
            if normalise(form) in self._folded:
                return self._folded[normalise(form)]
        return EndKind.UNKNOWN, written


def _forms(written: str) -> tuple[str, ...]:
    """A name as written, its last part, and that without one and without two hashes."""
    last = _last_part(written)
    once = strip_hex_prefix(last)
    return tuple(form for form in (written, last, once, strip_hex_prefix(once)) if form)


def _first_of(pairs: Iterable[tuple[str, End]]) -> dict[str, End]:
    found: dict[str, End] = {}
    for name, end in pairs:
        if name:
            found.setdefault(name, end)
    return found


def _only_of(pairs: Iterable[tuple[str, End]]) -> dict[str, End]:
    """Names that mean one thing only."""
    ends: dict[str, set[End]] = {}
    for name, end in pairs:
        ends.setdefault(name, set()).add(end)
    return {name: next(iter(found)) for name, found in ends.items() if name and len(found) == 1}


def _clean_name(entry: ManifestEntry, note: Callable[[str], None]) -> str:
    name = entry.written
    bare = strip_hex_prefix(name)
    prefix = name[: len(name) - len(bare)]
    if prefix and bare and entry.stored_name in (prefix + name, name):
        note(f"The file name '{name}' carries a hash; its clean name is '{bare}'.")
        name = bare
    plain = _plain(name)
    if plain != name:
        note(f"The file name '{plain}' held separators or control characters.")
    return plain


def _plain(name: str) -> str:
    """A name without separators and control characters, never "." or ".."."""
    kept = "".join("_" if char in "/\\" or category(char) in _CONTROLS else char for char in name)
    return "_" if kept in ("", ".", "..") else kept


def _separate(
    entries: Sequence[ManifestEntry],
    names: list[str],
    rename: Callable[[ManifestEntry], str],
    note: Callable[[str], None],
) -> list[str]:
    """Give every entry whose name is not its own another name."""
    counts = Counter(names)
    for name in sorted(name for name, count in counts.items() if count > 1):
        note(f"{counts[name]} files are called '{name}'; each takes a name of its own.")
    return [
        rename(entry) if counts[name] > 1 else name
        for entry, name in zip(entries, names, strict=True)
    ]


def _hashed_name(entry: ManifestEntry) -> str:
    name = PurePosixPath(_plain(entry.stored_name))
    return f"{name.stem}_{short(digest_text(entry.stored_relpath))}{name.suffix}"


def _number(names: Sequence[str]) -> list[str]:
    """Names that are still equal get `_2`, `_3` in manifest order."""
    taken: set[str] = set(names)
    seen: set[str] = set()
    result = []
    for name in names:
        unique, count = name, 1
        while unique in seen or (count > 1 and unique in taken):
            count += 1
            path = PurePosixPath(name)
            unique = f"{path.stem}_{count}{path.suffix}"
        seen.add(unique)
        result.append(unique)
    return result


def _last_part(path: str) -> str:
    return path.replace("\\", "/").rstrip("/").rpartition("/")[2]
