"""Users' own questions: JSONL lines of task, question, proof and unit, through the same path.

The format is documented in docs/own-questions.md. An error names its line and field.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from worksurface_pipeline.kernel.errors import SourceError
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.proposals.model import Proposal
from worksurface_pipeline.worksurface.proposals.parsing import proposal_of
from worksurface_pipeline.worksurface.proposals.prove import prove
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation, Refusal
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.replay import Replayer, open_replayer
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet

_FIELDS = ("task", "question", "proof", "unit")


class OwnQuestion(Frozen):
    """One line of a user's file: where it stands, its source task, and what it proposes."""

    line: int
    task: str
    proposal: Proposal


def read_questions(text: str, name: str) -> tuple[OwnQuestion, ...]:
    """All questions of a file's text. Raises SourceError naming every line and field at fault."""
    found = tuple(_lines(text))
    _require_readable(found, name)
    return tuple(one for one in found if isinstance(one, OwnQuestion))


def questions_of(
    persona: str, text: str, name: str, source_tasks: Sequence[SourceTask]
) -> tuple[OwnQuestion, ...]:
    """The readable questions; raises SourceError for lines at fault that fall to this persona.

    A line falls to the persona of its source task. One without a known source task falls to the
    first persona, so that of several personas that read the file one alone reports it.
    """
    owners = {task.task_id: task.persona for task in source_tasks}
    first = min(owners.values(), default=persona)
    found = tuple(_lines(text))
    _require_readable([one for one in found if owners.get(one.task, first) == persona], name)
    return tuple(one for one in found if isinstance(one, OwnQuestion))


class _Fault(Frozen):
    """A line that cannot be read, with its source task where that is told."""

    line: int
    task: str
    problem: str


def _lines(text: str) -> Iterator[OwnQuestion | _Fault]:
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        if line.strip():
            found = _question(number, line)
            if isinstance(found, str):
                yield _Fault(line=number, task=_task_of(line), problem=found)
            else:
                yield found


def _require_readable(lines: Iterable[OwnQuestion | _Fault], name: str) -> None:
    faults = [one for one in lines if isinstance(one, _Fault)]
    if faults:
        said = "; ".join(f"line {one.line}, {one.problem}" for one in faults)
        raise SourceError(said, where=name, remedy="Correct the lines; the format is in docs")


def _task_of(line: str) -> str:
    """The source task of a line at fault, "" where it tells none."""
    try:
        fields = json.loads(line)
    except ValueError:
        return ""
    return str(fields.get("task", "")) if isinstance(fields, dict) else ""


def _question(number: int, line: str) -> OwnQuestion | str:
    try:
        fields = json.loads(line)
    except ValueError as error:
        return f"the line as a whole: it is no JSON ({error})"
    if not isinstance(fields, dict):
        return "the line as a whole: it is no JSON object"
    unknown = sorted(set(fields) - set(_FIELDS))
    if unknown:
        return f"{unknown[0]}: there is no such field; allowed: {', '.join(_FIELDS)}"
    task = fields.pop("task", None)
    if not isinstance(task, (str, int)) or isinstance(task, bool) or not str(task).strip():
        return "task: the id of a source task is missing"
    proposal = proposal_of(fields)
    if isinstance(proposal, str):
        return proposal
    return OwnQuestion(line=number, task=str(task), proposal=proposal)


def own_candidates(
    questions: Sequence[OwnQuestion],
    source_tasks: Sequence[SourceTask],
    surfaces: Surfaces,
    benchmark: str,
) -> CandidateSet:
    """The questions about one persona's source tasks with their golds, and what has no proof."""
    known = {task.task_id: task for task in source_tasks}
    mine = [question for question in questions if question.task in known]
    if not mine:
        return CandidateSet()  # no database is opened for nothing
    made: dict[str, AtomicTask] = {}
    refusals: list[Refusal] = []
    with open_replayer(surfaces) as replayer:
        for question in mine:
            found = _prove(question, known[question.task], replayer, benchmark)
            if isinstance(found, Refusal):
                refusals.append(found)
            else:
                made[found.id] = found
    return CandidateSet(candidates=tuple(made.values()), refusals=tuple(refusals))


def unknown_tasks(
    questions: Sequence[OwnQuestion], source_tasks: Sequence[SourceTask]
) -> Iterator[str]:
    """A sentence for each question about a source task that no persona has."""
    known = {task.task_id for task in source_tasks}
    for question in questions:
        if question.task not in known:
            yield f"line {question.line}, task: there is no source task {question.task}"


def _prove(
    question: OwnQuestion, task: SourceTask, replayer: Replayer, benchmark: str
) -> AtomicTask | Refusal:
    found = prove(benchmark, task, question.proposal, Derivation.OWN_QUESTION, replayer)
    if isinstance(found, AtomicTask):
        return found
    return Refusal(
        candidate=f"line {question.line}",
        persona=task.persona,
        derivation=Derivation.OWN_QUESTION,
        question=question.proposal.question,
        reason=f"line {question.line}, proof: {found}",
    )
