"""The auditor of proofs: reads the sources again, with code of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from worksurface_pipeline.kernel.text import find_numbers, normalise, parse_number
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import (
    AbsenceEvidence,
    AtomicTask,
    Evidence,
    GraphPathEvidence,
    GraphSetEvidence,
    RagEvidence,
    TableEvidence,
)
from worksurface_pipeline.worksurface.screening.lint_world import LintWorld, elements, proven

_ARTIFACT_ID = re.compile(r"\bt\w+(?:__|::)\w|\.md#\d")
_PERCENT = Decimal(100)


def _answerable(task: AtomicTask, world: LintWorld) -> str:
    if not task.gold_evidence:
        return "there is no proof"
    lost = [name for item in task.gold_evidence for name in _lost(item, world)]
    return f"the source {lost[0]} is not there" if lost else ""


def _lost(item: Evidence, world: LintWorld) -> Iterator[str]:
    sources = world.sources
    if isinstance(item, RagEvidence) and item.file not in sources.documents:
        yield item.file
    elif isinstance(item, TableEvidence) and item.table not in sources.tables:
        yield item.table
    elif isinstance(item, GraphSetEvidence) and item.node not in world.labels:
        yield item.node
    elif isinstance(item, GraphPathEvidence):
        yield from (node for node in item.graph_path[::2] if node not in world.labels)


def _gold_correct(task: AtomicTask, world: LintWorld) -> str:
    for item in task.gold_evidence:
        problem = _stale(item, world)
        if problem:
            return problem
    if task.answer_type in {AnswerType.ABSTAIN, AnswerType.BOOLEAN}:
        return ""
    texts = [text for item in task.gold_evidence for text in _held(item, world)]
    numbers = {mention.number for text in texts for mention in find_numbers(text)}
    sets = [item for item in task.gold_evidence if isinstance(item, GraphSetEvidence)]
    numbers |= {Decimal(len(item.verified_complete_set)) for item in sets}
    names = {normalise(text) for text in texts} | {normalise(" ".join(texts))}
    missing = [part for part in elements(task) if not _is_held(part, numbers, names, task)]
    if task.answer_type is AnswerType.LIST and _is_short(task, world):
        return "the list lacks an item of its proof"
    return f"{missing[0]!r} is in no proof" if missing else ""


def _is_short(task: AtomicTask, world: LintWorld) -> bool:
    """Whether a member of a complete set is not listed, by its name or task number."""
    listed = {normalise(part) for part in elements(task)}
    sets = (item for item in task.gold_evidence if isinstance(item, GraphSetEvidence))
    return any(
        not {normalise(_named(node, world)), node.removeprefix("task_")} & listed
        for item in sets
        for node in item.verified_complete_set
    )


def _stale(item: Evidence, world: LintWorld) -> str:
    sources = world.sources
    if isinstance(item, RagEvidence):
        document = sources.documents.get(item.file)
        is_same = document and document.text[item.start : item.end] == item.span
        return "" if is_same else "the span is not at its place"
    if isinstance(item, TableEvidence):
        table = sources.tables.get(item.table)
        return "" if table and table.digest == item.table_digest else "the table has changed"
    if isinstance(item, GraphSetEvidence):
        found = _ends(item, world)
        is_whole = found == set(item.verified_complete_set)
        return "" if is_whole else "the set is not complete"
    return ""


def _ends(item: GraphSetEvidence, world: LintWorld) -> set[str]:
    edges = [e for e in world.sources.edges.get(item.node, ()) if e.relation == item.relation]
    out = {e.target for e in edges if e.source == item.node}
    into = {e.source for e in edges if e.target == item.node}
    ends = {"out": out, "in": into, "both": out | into}[item.direction]
    return {end for end in ends if not item.suffix or _named(end, world).endswith(item.suffix)}


def _named(node: str, world: LintWorld) -> str:
    return world.labels.get(node, node)


def _held(item: Evidence, world: LintWorld) -> Iterator[str]:
    """Texts in which an element of the gold must be found."""
    if isinstance(item, RagEvidence):
        yield item.span
    elif isinstance(item, TableEvidence):
        yield from (str(value) for row in item.verified_result for value in row)
    elif isinstance(item, GraphSetEvidence):
        yield from (_named(node, world) for node in item.verified_complete_set)
        yield from (node.removeprefix("task_") for node in item.verified_complete_set)
    elif isinstance(item, GraphPathEvidence):
        yield _named(item.graph_path[-1], world)
        yield item.graph_path[-1].removeprefix("task_")


def _is_held(part: str, numbers: set[Decimal], names: set[str], task: AtomicTask) -> bool:
    number = parse_number(part)
    if number is not None and any(_is_equal(number.number, one, task) for one in numbers):
        return True
    wanted = normalise(part)
    return any(wanted in name for name in names)


def _is_equal(gold: Decimal, found: Decimal, task: AtomicTask) -> bool:
    """Equal within half a unit of the last printed digit, percent and fraction alike."""
    digits = 0 if task.answer_digits is None else task.answer_digits
    slack = Decimal(1).scaleb(-digits) / 2
    scaled = (found, found * _PERCENT) if task.answer_unit == "percent" else (found,)
    return any(abs(gold - one) <= (slack if digits else Decimal("0.000001")) for one in scaled)


def _natural(task: AtomicTask, _: LintWorld) -> str:
    return "an artifact's id stands in the question" if _ARTIFACT_ID.search(task.question) else ""


def _atomic(task: AtomicTask, _: LintWorld) -> str:
    if task.answer_type is not AnswerType.NUMBER:
        return ""
    many = [item for item in task.gold_evidence if _is_many(item)]
    return "one number is asked for and the proof gives several rows" if many else ""


def _is_many(item: Evidence) -> bool:
    return isinstance(item, TableEvidence) and len(item.verified_result) > 1


def _necessary(task: AtomicTask, _: LintWorld) -> str:
    unproven = set(task.required_surfaces) - proven(task.gold_evidence)
    return f"nothing proves that {min(unproven)} is needed" if unproven else ""


def _no_leak(task: AtomicTask, world: LintWorld) -> str:
    """The answer must not stand in the title or id of its source, unless a file is asked for."""
    parts = {normalise(part) for part in elements(task) if parse_number(part) is None}
    for item in task.gold_evidence:
        if isinstance(item, RagEvidence) and item.file in world.sources.documents:
            title = normalise(world.sources.documents[item.file].title)
            if title and title in parts:
                return "the answer is a document's title"
        if isinstance(item, AbsenceEvidence) and not item.terms:
            return "nothing was searched for"
    return ""


PROOF_RULES = {
    "answerable": _answerable,
    "gold_correct": _gold_correct,
    "natural": _natural,
    "atomic": _atomic,
    "surfaces_necessary": _necessary,
    "no_leak": _no_leak,
}
