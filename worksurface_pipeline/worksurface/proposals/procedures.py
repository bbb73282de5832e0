"""Procedures: what the rubrics of several source tasks ask alike, as steps without their values.

A rubric asks something of a subject: that the report holds, that the file exists, that the number
comes to. Rubrics of one subject and act are a procedure; what they ask for alike is a step of it,
in the wording that most of them have, with slots for values. A step recurs over at least three
source tasks and two output types, as BENCHMARK's SOP texts do, and stands where rubrics have it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import PurePosixPath
from statistics import fmean

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.proposals.procedure_words import TITLES
from worksurface_pipeline.worksurface.proposals.rubric_acts import (
    Read,
    is_telling,
    read_form,
    wording,
)
from worksurface_pipeline.worksurface.proposals.rubric_forms import forms_of
from worksurface_pipeline.worksurface.proposals.sets import (
    Procedure,
    ProcedureSet,
    ProcedureStep,
)
from worksurface_pipeline.worksurface.schema.source import SourceTask
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask


class ProcedurePolicy(Frozen):
    """When a step recurs enough, and how many procedures there may be."""

    tasks: int = 3
    output_types: int = 2
    most: int = 60


def find_procedures(
    source_tasks: Sequence[SourceTask], policy: ProcedurePolicy | None = None
) -> ProcedureSet:
    """Procedures over all rubrics, those of most source tasks first."""
    chosen = policy or ProcedurePolicy()
    groups: dict[tuple[str, str], list[Read]] = defaultdict(list)
    for form in forms_of(source_tasks, chosen.tasks):
        read = read_form(form)
        if read is not None:
            groups[read.subject, read.act].append(read)
    made = [
        procedure
        for (subject, act), reads in sorted(groups.items())
        if (procedure := _procedure(subject, act, reads, chosen)) is not None
    ]
    made.sort(key=lambda item: (-len(item.tasks), -item.rubrics, item.name))
    return ProcedureSet(procedures=tuple(made[: chosen.most]))


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


def _procedure(
    subject: str, act: str, reads: Sequence[Read], policy: ProcedurePolicy
) -> Procedure | None:
    """The steps that recur, and what the other rubrics ask in general; None without any."""
    steps: list[tuple[float, ProcedureStep]] = []
    used: list[Read] = []
    for word, members in _by_word(reads).items():
        step = _step(members, word, policy.tasks) if _recurs(members, policy) else None
        if step is not None:
            used += members
            steps.append((fmean(read.form.place for read in members), step))
    if not steps:
        return None
    steps.sort(key=lambda item: (item[0], item[1].text))
    ordered = tuple(step for _, step in steps)
    title = TITLES[act].format(subject=subject)
    return Procedure(
        name=f"sop_{act}_{subject}".replace(" ", "_"),
        title=title,
        steps=ordered,
        text=_text(title, ordered),
        tasks=tuple(sorted({read.form.task.task_id for read in used})),
        personas=tuple(sorted({read.form.task.persona for read in used})),
        output_types=tuple(sorted({kind for read in used for kind in _types(read.form.task)})),
        rubrics=len(used),
    )


def _by_word(reads: Sequence[Read]) -> Mapping[str, list[Read]]:
    """Rubrics by the asked word that most source tasks have; "" where there is none to share."""
    spread: dict[str, set[str]] = defaultdict(set)
    for read in reads:
        for place in read.asked():
            spread[read.form.keys[place]].add(read.form.task.task_id)
    groups: dict[str, list[Read]] = defaultdict(list)
    for read in reads:
        words = [read.form.keys[place] for place in read.asked()]
        best = max(words, key=lambda word: len(spread[word]), default="")
        groups[best if len(spread[best]) > 1 else ""].append(read)
    return dict(sorted(groups.items()))


def _recurs(reads: Sequence[Read], policy: ProcedurePolicy) -> bool:
    tasks = {read.form.task.task_id for read in reads}
    types = {kind for read in reads for kind in _types(read.form.task)}
    return len(tasks) >= policy.tasks and len(types) >= policy.output_types


def _types(task: SourceTask) -> Iterator[str]:
    for name in task.output_files:
        yield PurePosixPath(name).suffix.lower().removeprefix(".")


def _step(reads: Sequence[Read], word: str, least: int) -> ProcedureStep | None:
    """The wording that most of the rubrics share, the shortest of equals; None if none says much.

    Words that the rubrics of fewer than `least` source tasks have in this step are slots as well.
    """
    spread: dict[str, set[str]] = defaultdict(set)
    for read in reads:
        for key in read.form.keys:
            spread[key].add(read.form.task.task_id)
    shared = frozenset(key for key, tasks in spread.items() if len(tasks) >= least)
    worded = (wording(read, word, shared) for read in reads)
    said = Counter(text for text in worded if is_telling(text, word))
    if not said:
        return None
    text = min(said, key=lambda item: (-said[item], len(item.split()), item))
    tasks = {read.form.task.task_id for read in reads}
    return ProcedureStep(text=text, rubrics=len(reads), tasks=len(tasks))


def _text(title: str, steps: Sequence[ProcedureStep]) -> str:
    """The procedure as a text: a line for each step."""
    lines = [f"- {step.text}" for step in steps]
    return "\n".join([f"{title}. Settle each point before handing in:", *lines])
