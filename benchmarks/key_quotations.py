"""Places of KEY.json that are quoted verbatim: do our surfaces still say them, word for word.

`python -m benchmarks.key_quotations WORKSPACES` looks for each quotation within one passage of the
canonical documents of its file, or, where the file is a table, within the source texts of one row.
A quotation is *right* when it stands there exactly, *mended* when only spacing, the form or case of
letters, or Markdown's backslashes differ, else *missing*.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.arguments import named_folder
from benchmarks.development import load_surfaces
from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.worksurface.surfaces.bundle import build_bundle
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces, TableData

STATES = ("right", "mended", "missing")
_Pieces = Mapping[tuple[str, str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class Quotation:
    """One verbatim place of the key and what became of it."""

    task: str
    rubric: int
    file: str
    find: str
    status: str


def look_up(workspaces: Path) -> tuple[Quotation, ...]:
    """Every verbatim place of the folder's key, looked for on our surfaces."""
    key = json.loads((workspaces / "KEY.json").read_text(encoding="utf-8"))
    pieces = _all_pieces(workspaces)
    return tuple(
        Quotation(
            task=task,
            rubric=rubric["index"],
            file=number["file"],
            find=number["find"],
            status=_status(number["find"], pieces.get((task, number["file"]), ())),
        )
        for task, entry in sorted(key.items())
        for rubric in entry["rubrics"]
        for number in rubric["numbers"]
        if number["method"] == "verbatim"
    )


def listing(found: Sequence[Quotation]) -> str:
    """Every quotation that is not there exactly, then the totals."""
    lines = [
        f"{item.status:8} {item.task} rubric {item.rubric} {item.file}: {item.find!r}"
        for item in found
        if item.status != "right"
    ]
    counts = Counter(item.status for item in found)
    totals = ", ".join(f"{counts[state]} {state}" for state in STATES)
    return "\n".join([*lines, f"{totals} of {len(found)}"])


def _status(find: str, pieces: Sequence[str]) -> str:
    if any(find in piece for piece in pieces):
        return "right"
    wanted = _plain(find)
    return "mended" if any(wanted in _plain(piece) for piece in pieces) else "missing"


def _plain(text: str) -> str:
    return normalise(text.replace("\\", ""))


def _all_pieces(workspaces: Path) -> _Pieces:
    """Passages and table rows by source task and file."""
    pieces: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for _, surfaces in load_surfaces(workspaces):
        for place, text in _passages(surfaces):
            pieces[place].append(text)
        for record in surfaces.tables.records:
            rows = _rows(surfaces.tables.data[record.id])
            pieces[record.task_id, record.filename].extend(rows)
    return pieces


def _passages(surfaces: Surfaces) -> Iterator[tuple[tuple[str, str], str]]:
    places = {item.id: (item.task_id, item.filename) for item in surfaces.documents.documents}
    bundle = build_bundle(surfaces.persona, surfaces.documents, surfaces.tables, surfaces.graph)
    return ((places[passage.document_id], passage.text) for passage in bundle.passages)


def _rows(data: TableData) -> Iterator[str]:
    """Source texts of each row, joined as a text table joins them."""
    return (",".join(text or "" for text in row) for row in data.texts.iter_rows())


def main(arguments: Sequence[str]) -> int:
    """Print the listing; 1 when a quotation is missing."""
    found = look_up(
        named_folder(arguments, "quotations", "a folder of source tasks that holds KEY.json")
    )
    sys.stdout.write(listing(found) + "\n")
    return int(any(item.status == "missing" for item in found))


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
