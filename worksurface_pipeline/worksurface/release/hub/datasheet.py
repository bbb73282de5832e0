"""The datasheet of a release: the questions of Gebru et al., answered from what the program knows.

What it does not know it says so: nothing here is made up.
"""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.kernel.wording import counted
from worksurface_pipeline.worksurface.release.hub.model import LICENCES, RUNS_FOLDER, Facts
from worksurface_pipeline.worksurface.release.model import GOLD, SERVED
from worksurface_pipeline.worksurface.schema.surfaces import Surface

_UNSTATED = "Not stated."


def datasheet(facts: Facts) -> str:
    """The datasheet as Markdown."""
    sections = (
        ("Motivation", _motivation(facts)),
        ("Composition", _composition(facts)),
        ("Collection", _collection(facts)),
        ("Preprocessing", _preprocessing(facts)),
        ("Uses", _uses()),
        ("Distribution", _distribution(facts)),
        ("Maintenance", _maintenance(facts)),
    )
    lines = [f"# Datasheet of {facts.benchmark} {facts.version}"]
    for title, answers in sections:
        lines += ["", f"## {title}", "", *answers]
    return "\n".join(lines) + "\n"


def _motivation(facts: Facts) -> Iterator[str]:
    yield (
        "- Purpose: to measure whether an agent chooses the surface (documents, tables, graph of"
        " files) that a question needs, fetches the evidence, and answers from it."
    )
    yield f"- Created by: {', '.join(facts.publication.authors) or _UNSTATED}"
    yield f"- Funded by: {_UNSTATED}"


def _composition(facts: Facts) -> Iterator[str]:
    tasks = facts.tasks
    sources = {task.source.task_id for task in tasks}
    personas = {task.source.persona for task in tasks}
    families = {task.derivation for task in tasks}
    of_families = counted(len(families), "family", "families")
    yield (
        f"- Instances: {counted(len(tasks), 'atomic task')} of {of_families}, from"
        f" {counted(len(sources), 'source task')} of {counted(len(personas), 'persona')}."
        " They are derivatives of those source tasks, not independent of one another."
    )
    for surfaces in sorted(facts.personas, key=lambda one: one.persona):
        yield (
            f"- Surfaces of {surfaces.persona}:"
            f" {counted(len(surfaces.documents.documents), 'document')},"
            f" {counted(len(surfaces.tables.views), 'table view')},"
            f" a graph of {counted(len(surfaces.graph.nodes), 'node')}"
            f" and {counted(len(surfaces.graph.edges), 'edge')}."
        )
    yield "- Labels: a gold answer and its proofs for every task; no answer is a model's free text."
    cells = [path for path in facts.paths if path.startswith(f"{RUNS_FOLDER}/")]
    said = "included" if cells else "not included"
    yield f"- Trajectories and scores of agents: {said}."
    yield "- Splits: one, for evaluation."
    yield "- Errors and noise: gold that a gate found fault with was held back; none is known."
    places = sum(item.places for item in facts.scan.passed)
    yield (
        f"- Personal data: {counted(places, 'place')} of a form that was let pass (see the card);"
        " names of persons may stand in documents and tables."
    )


def _collection(facts: Facts) -> Iterator[str]:
    lock = facts.publication.lock
    if lock is None:
        yield "- Source: imported; the lock of its source is not at hand."
        return
    split = f", split {lock.split}" if lock.split else ""
    yield f"- Source: `{lock.repo}`, commit `{lock.commit}`{split}."
    yield f"- Fetched: {lock.downloaded_at or 'read in place, from a local folder'}."
    yield (
        f"- Files: {len(lock.files)}, each with its SHA-256 in the lock; digest of the whole tree"
        f" `{lock.tree_digest or 'not in this lock'}`."
    )
    yield f"- How those who made the files were paid, and whether they consented: {_UNSTATED}"


def _preprocessing(facts: Facts) -> Iterator[str]:
    yield (
        "- Files were read by program into Markdown documents, typed tables and a graph of files;"
        " a file that could not be read is on no surface."
    )
    yield (
        "- Questions and golds were derived by program from tables, spans and edges, or proposed"
        " by a model and then proved by program; gates held faulty ones back."
    )
    screened = sum(1 for task in facts.tasks if task.quality_screen.models)
    yield f"- Screened by models: {screened} of {counted(len(facts.tasks), 'task')}."
    single = sum(1 for task in facts.tasks if len(task.required_surfaces) == 1)
    names = ", ".join(surface.value for surface in Surface)
    several = len(facts.tasks) - single
    yield f"- Tasks that need one surface ({names}): {single}; several: {several}."
    yield "- The raw files are not part of the release; the lock identifies them."


def _uses() -> Iterator[str]:
    yield "- For the evaluation of agents over documents, tables and file lineage."
    yield "- Not for training: a model that has seen the gold is not measured by it."
    yield "- Not for decisions on the persons or organisations that the files name."
    yield f"- Agents may be given `{SERVED}/` alone; `{GOLD}/` holds the answers."


def _distribution(facts: Facts) -> Iterator[str]:
    licences = facts.publication.licences
    yield f"- Tasks and gold: {licences.data}. Files behind the surfaces: {licences.source}."
    yield f"- See {LICENCES}. Address: {facts.publication.url or _UNSTATED}"


def _maintenance(facts: Facts) -> Iterator[str]:
    yield (
        f"- Version {facts.version}; a gold never changes within a version. A challenge is decided"
        " in a file, and takes effect in a new version that lists what changed."
    )
    yield f"- Changed in this version: {counted(len(facts.changes), 'task')}."
    yield f"- Contact: {', '.join(facts.publication.authors) or _UNSTATED}"
