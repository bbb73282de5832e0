"""What the small workspace becomes, as reviewable lines.

Written anew by `python -m tests.golden.surfaces`; read the difference before committing it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.fixtures.project import Projected, project_workspace
from tests.fixtures.small_workspace import write_small_workspace

GOLDEN = Path(__file__).with_name("surfaces.txt")


def lines(projected: dict[str, Projected]) -> Iterator[str]:
    for persona, part in projected.items():
        yield f"== {persona}"
        for document in part.documents.documents:
            yield f"document {document.id} ({document.kind})"
            yield from (f"    {line}" for line in document.text.splitlines())
        for record in part.tables.records:
            surface = "view" if record.is_view else "below the gate"
            yield f"table {record.id}: {surface}; {record.gate_reason}"
        for edge in part.graph.edges:
            flags = f" [{', '.join(edge.flags)}]" if edge.flags else ""
            arrow = f"{edge.source} {edge.relation} {edge.target}"
            yield f"{edge.origin}: {arrow}{flags}: {edge.reason}"
        for entry in part.ledger.entries:
            name = f"{entry.filename} / {entry.part}" if entry.part else entry.filename
            result = ", ".join(entry.artifacts) or (entry.failure.reason if entry.failure else "")
            yield f"ledger {name}: {result}"
        for artifact in part.bundle.artifacts:
            yield f"artifact {artifact.task_id} {artifact.kind} {artifact.id}"


def made() -> str:
    with tempfile.TemporaryDirectory() as folder:
        root = write_small_workspace(Path(folder) / "small")
        return "\n".join(lines(project_workspace(root))) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(made(), encoding="utf-8")
