"""Procedures: what rubrics of several source tasks ask alike, as texts without any task's values.

A pattern is a set of neighbouring plain words. It recurs over at least three source tasks and two
output types. Quotations, figures and file names are cut out of a rubric before it is read, and a
word that is often written with a capital within a sentence is a name and no plain word.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePosixPath

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.worksurface.proposals.procedure_words import EMPTY, FIGURES
from worksurface_pipeline.worksurface.proposals.sets import Procedure, ProcedureSet
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask

_VALUES = re.compile(r"`[^`]*`|“[^”]*”|\"[^\"]*\"|‘[^’]*’|'[^']*'|\S+\.\w{1,5}\b|\S*\d\S*|\S*_\S*")
_WORD = re.compile(r"[^\W\d_]+")
_PLAIN = re.compile(r"[a-z]{4,}\Z")
_STARTS = re.compile(r"(?:^|[.?!:;]\s+)(\w)")
_MOST_POINTS = 6
_TEXT = (
    "Before handing in, go through the result point by point. Settle the following: {points}."
    " Compare each point with the material that was given, and correct what differs."
)
_FIXED = frozenset(word.lower() for word in _WORD.findall(_TEXT.replace("points", ""))) | {"sop"}


class ProcedurePolicy(Frozen):
    """When a pattern recurs enough, and how many procedures there may be."""

    tasks: int = 3
    output_types: int = 2
    most: int = 40
    overlap: float = 0.5  # of a pattern's rubrics in another one's: then they are one procedure


@dataclass(frozen=True, slots=True)
class _Read:
    """One rubric: where it stands, its output types, its pairs of neighbouring plain words."""

    task: str
    types: tuple[str, ...]
    pairs: frozenset[tuple[str, str]]


def find_procedures(
    source_tasks: Sequence[SourceTask], policy: ProcedurePolicy | None = None
) -> ProcedureSet:
    """Procedures over all rubrics, those of most source tasks first."""
    chosen = policy or ProcedurePolicy()
    names = _proper_words(source_tasks)
    reads = [
        _Read(task.task_id, _types(task), frozenset(_pairs(rubric.text, names)))
        for task in source_tasks
        for rubric in task.rubrics
    ]
    holders: dict[tuple[str, str], set[int]] = defaultdict(set)
    for number, read in enumerate(reads):
        for pair in read.pairs:
            holders[pair].add(number)
    kept = {pair: rows for pair, rows in holders.items() if _recurs(rows, reads, chosen)}
    return ProcedureSet(procedures=tuple(_merged(kept, reads, chosen)))


def with_skills(tasks: Iterable[AtomicTask], procedures: ProcedureSet) -> tuple[AtomicTask, ...]:
    """The tasks with the names of their source tasks' procedures in `applicable_skills`."""
    names: dict[str, list[str]] = defaultdict(list)
    for item in procedures.procedures:
        for task_id in item.tasks:
            names[task_id].append(item.name)
    return tuple(
        task.model_copy(update={"applicable_skills": tuple(sorted(names[task.source.task_id]))})
        for task in tasks
    )


def value_problems(procedure: Procedure, source_tasks: Sequence[SourceTask]) -> Iterator[str]:
    """Values of source tasks that a procedure's name or text holds: digits, files, names."""
    said = f"{procedure.name} {procedure.text}"
    if any(char.isdigit() for char in said):
        yield "it holds a digit"
    words = {word.lower() for word in _WORD.findall(said.replace("_", " "))}
    for name in sorted(words & FIGURES):
        yield f"it holds the figure {name}"
    for name in sorted(words & _proper_words(source_tasks) - _FIXED):
        yield f"it holds the name {name}"
    folded = normalise(said)
    for task in source_tasks:
        for name in (*task.output_files, *(file.filename for file in task.files)):
            if normalise(name) in folded:
                yield f"it holds the file name {name}"


def _types(task: SourceTask) -> tuple[str, ...]:
    return tuple(
        sorted({PurePosixPath(name).suffix.lower().removeprefix(".") for name in task.output_files})
    )


def _proper_words(source_tasks: Sequence[SourceTask]) -> frozenset[str]:
    """Words written with a capital within sentences at least a quarter as often as small."""
    small: Counter[str] = Counter()
    capital: Counter[str] = Counter()
    for text in _texts(source_tasks):
        begins = {match.start(1) for match in _STARTS.finditer(text)}
        for match in _WORD.finditer(text):
            word = match.group()
            if word != word.lower() and match.start() not in begins:
                capital[word.lower()] += 1
            elif word == word.lower():
                small[word] += 1
    return frozenset(word for word, count in capital.items() if count * 4 >= small[word])


def _texts(source_tasks: Sequence[SourceTask]) -> Iterator[str]:
    for task in source_tasks:
        yield task.instruction
        yield from (rubric.text for rubric in task.rubrics)


def _pairs(text: str, names: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Neighbours among the plain words; what is cut out between two words parts them."""
    for stretch in _VALUES.sub(" | ", text).split("|"):
        words = [word for word in _WORD.findall(stretch) if word.lower() not in EMPTY]
        for first, second in pairwise(words):
            low = (first.lower(), second.lower())
            if all(_PLAIN.match(word) and word not in names | FIGURES for word in low):
                yield low


def _recurs(rows: set[int], reads: Sequence[_Read], policy: ProcedurePolicy) -> bool:
    tasks = {reads[row].task for row in rows}
    types = {kind for row in rows for kind in reads[row].types}
    return len(tasks) >= policy.tasks and len(types) >= policy.output_types


def _merged(
    kept: dict[tuple[str, str], set[int]], reads: Sequence[_Read], policy: ProcedurePolicy
) -> Iterator[Procedure]:
    """Patterns by support; one whose rubrics are mostly another one's adds its words to it."""
    groups: list[tuple[list[tuple[str, str]], set[int]]] = []
    for pair, rows in sorted(kept.items(), key=lambda item: (-len(item[1]), item[0])):
        for pairs, known in groups:
            if len(rows & known) >= policy.overlap * len(rows):
                pairs.append(pair)
                break
        else:
            if len(groups) < policy.most:
                groups.append(([pair], set(rows)))
    for pairs, rows in groups:
        yield _procedure(pairs, rows, reads)


def _procedure(
    pairs: Sequence[tuple[str, str]], rows: set[int], reads: Sequence[_Read]
) -> Procedure:
    points = "; ".join(" ".join(pair) for pair in pairs[:_MOST_POINTS])
    return Procedure(
        name=f"sop_{'_'.join(pairs[0])}",
        text=_TEXT.format(points=points),
        tasks=tuple(sorted({reads[row].task for row in rows})),
        output_types=tuple(sorted({kind for row in rows for kind in reads[row].types})),
        rubrics=len(rows),
    )
