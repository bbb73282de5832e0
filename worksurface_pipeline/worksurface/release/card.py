"""The card of a release: what it holds, how its gold came about, what it does not claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.release.model import MANIFEST, ChangedTask
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask


def card_text(
    benchmark: str,
    version: str,
    tasks: Sequence[AtomicTask],
    changes: Sequence[ChangedTask],
) -> str:
    """The card as Markdown."""
    lines = [
        f"# {benchmark} {version}",
        "",
        f"{counted(len(tasks), 'atomic task')}. `{MANIFEST}` holds the digest of every file, this"
        " one too, and one of everything that it states.",
        "",
        _screened(tasks),
        "Every gold answer is computed from a proof; `worksurface verify` replays all of them from"
        " this folder alone. What agents are served lies in `package/`, the gold apart in `gold/`.",
        "A gold does not change within a version: disputes go to a challenge file and take effect"
        " in a new version.",
    ]
    lines += _table("Persona", (task.source.persona for task in tasks))
    lines += _table("Surfaces", (_surfaces(task) for task in tasks))
    lines += _table("Family", (task.derivation.value for task in tasks))
    lines += _table("Answer", (task.answer_type.value for task in tasks))
    lines += ["", "## Changes", ""]
    counts = Counter(item.kind for item in changes)
    lines.append(", ".join(f"{counts[kind]} {kind}" for kind in sorted(counts)) or "None.")
    return "\n".join(lines) + "\n"


def _screened(tasks: Sequence[AtomicTask]) -> str:
    screened = sum(1 for task in tasks if task.quality_screen.models)
    if screened:
        return f"{counted(screened, 'task was', 'tasks were')} screened by models."
    return "Not screened by models."


def _surfaces(task: AtomicTask) -> str:
    return "+".join(surface.value for surface in task.required_surfaces)


def _table(title: str, values: Iterable[str]) -> list[str]:
    rows = [f"| {name} | {count} |" for name, count in sorted(Counter(values).items())]
    return ["", f"| {title} | Tasks |", "|---|---|", *rows]
