"""A set of the graph at another node, or by another relation, than the question names.

Taught by own questions: "handed out with Task 10" proven at Task 11, "From which files is
postmortem.md made directly" proven by the inputs of its task.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    GraphSetEvidence,
)
from worksurface_pipeline.worksurface.tasks.gates.asked.extent import extent_problem
from worksurface_pipeline.worksurface.tasks.gates.asked.place import label_of, labels
from worksurface_pipeline.worksurface.tasks.gates.asked.text import names_in, source_tasks_in
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_worded_elsewhere,
    sets_of,
)
from worksurface_pipeline.worksurface.tasks.lineage import (
    DEPENDS,
    MENTIONS,
    PRODUCES,
    REQUIRES,
    SHARED,
    SUPPORTS,
    VERSION_OF,
)

NAME = "asked_relation"
REASON = "another node or relation than the question names"


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)


_BASED = _words(
    r"(?:is|are|was|were)?\s?(?:directly )?(?:based|built|build|builds|rests?|draws?|drawn"
    r"|depends?|relies|rely|stands?) (?:directly )?(?:on|from|upon)|made (?:directly )?(?:from|of"
    r"|out of)|made|(?:derived|compiled|created|written|produced|assembled) from|(?:follows?"
    r"|comes?) (?:directly )?(?:from|out of)|(?:needs?|uses?)"
)
"""What comes later, with what it is made of behind these words."""
_FEEDS = _words(
    r"feeds?|fed|(?:goes|go|went|flows?|runs?|leads?|enters?) (?:directly )?into"
    r"|used (?:directly )?(?:for|in|to (?:make|build|write|produce))"
    r"|contributes? to|supports?|inputs? (?:of|to|for)|sources? (?:of|for)"
)
"""What comes first, with what is made of it behind these words."""
_AFFECTS = _words(
    r"affected|changes? (?:if|when)|(?:is|was|turns out to be) (?:wrong|changed|corrected)|touch"
    r"|have to be redone|must be redone|downstream|results? from"
)
_LINEAGE = re.compile(f"{_BASED.pattern}|{_FEEDS.pattern}|{_AFFECTS.pattern}", re.IGNORECASE)
_NEWER = _words(
    r"newer|newest|latest|later|most recent|superseded|supersedes?|replaced|replaces|current"
)
_OLDER = _words(r"older|oldest|earlier|earliest|previous|first|before|former|preceding|original")
SAID = {
    REQUIRES: _words(
        r"inputs?|input files?|attachments?|attached|handed out|come with|comes with|belongs? to"
        r"|requires?|required|needs?|needed|provided|given|supplied|sources?|start with|works? with"
        r"|gets?|receives?|received"
    ),
    PRODUCES: _words(
        r"deliver|delivers|delivered|deliverables?|outputs?|produces?|produced|handed in|hand in"
        r"|hand over|handed over"
        r"|come out|comes out|results?|create|creates|created|finished|made|written|submit\w*"
    ),
    SUPPORTS: _LINEAGE,
    DEPENDS: _LINEAGE,
    MENTIONS: _words(r"mentions?|mentioned|names?|named|refers?|referred|cites?|cited|points?"),
    VERSION_OF: re.compile(rf"\bversions?\b|{_NEWER.pattern}|{_OLDER.pattern}", re.IGNORECASE),
    SHARED: _words(r"same|identical|copy|copies|shared?|shares|unchanged|also|other tasks?"),
    "schema_overlap": _words(r"columns?|fields?|headers?|same structure|overlap\w*"),
}
"""Words by which each relation is asked for; one without words is not asked for."""


# A file that was named before: "it was corrected, which files are based on it?"
_IT = re.compile(
    r"(\b(?:on|upon|from|of|into|by|feeds?|mentions?|names?)) (?:it|this|that)\b", re.I
)


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds sets that the question does not ask for."""
    if not is_worded_elsewhere(task):
        return None
    for item in sets_of(task):
        problem = next(_problems(task, item, context), "")
        if problem:
            return finding(NAME, REASON, problem, context, Checked.STORED)
    return None


def _problems(task: AtomicTask, item: GraphSetEvidence, context: Context) -> Iterator[str]:
    yield from extent_problem(task, item, context)
    label, kind = labels(context).get(item.node, (item.node, ""))
    question = task.question
    is_task = kind == "task"
    is_named = label.casefold() in question.casefold()
    if is_task:
        is_named = task.source.task_id in source_tasks_in(question)
    if not is_named:
        yield f"the proof stands at {label}, which the question does not name"
    if len(task.gold_evidence) == 1:
        yield from _other_places(task, item, label, context)
    words = SAID.get(item.relation)
    if words is None:
        yield f"{item.relation} is nothing that a question asks for"
        return
    text = _without_names(task, context)
    if not words.search(text.replace("\0", " ")):
        yield f"no word of the question asks for {item.relation} at {label}"
    elif not is_task:
        wanted = _direction(item, label, task.question)
        if wanted and wanted != item.direction:
            yield f"the question asks for the other end of {item.relation} at {label}: {wanted}"


def _other_places(
    task: AtomicTask, item: GraphSetEvidence, label: str, context: Context
) -> Iterator[str]:
    """Files and source tasks that the question names beside the node and its task."""
    others = {name for name in names_in(task, context) if name.casefold() != label.casefold()}
    others = {name for name in others if name not in label and "sheet" not in name}
    files = {text for text, kind in labels(context).values() if kind in ("input", "output")}
    for name in sorted(others & files):
        yield f"the question names {name}, the proof stands at {label_of(item.node, context)}"
    for name in sorted(source_tasks_in(task.question) - {task.source.task_id}):
        yield f"the question names Task {name}, the proof stands at {label}"


def _without_names(task: AtomicTask, context: Context) -> str:
    """The question without the names of files, whose words ask for nothing."""
    text = task.question
    for name in sorted(names_in(task, context), key=lambda one: (-len(one), one)):
        text = re.sub(re.escape(name), "\0", text, flags=re.IGNORECASE)
    return text


def _direction(item: GraphSetEvidence, label: str, question: str) -> str:
    """The direction that the words around a file's name ask for, "" where they leave it open."""
    before, name, behind = question.partition(label)
    if not name:
        return ""
    if again := _IT.search(behind):
        before, behind = behind[: again.end(1)], behind[again.end() :]
    if item.relation == VERSION_OF:
        is_newer, is_older = _NEWER.search(question), _OLDER.search(question)
        return "" if bool(is_newer) is bool(is_older) else ("in" if is_newer else "out")
    if item.relation == MENTIONS:
        return _mentioned(before, behind)
    if item.relation in (SUPPORTS, DEPENDS):
        return _derived(before, behind)
    return ""


def _mentioned(before: str, behind: str) -> str:
    if re.search(r"\b(?:mentioned|named|referred to|cited) (?:in|by)\s*(?:the )?$", before, re.I):
        return "out"
    if re.search(r"\b(?:mentions?|names?|refers? to|cites?)\s*(?:the )?$", before, re.I):
        return "in"
    if re.search(r"\b(?:mentioned|named|referred|cited)\b", behind, re.I):
        return "in"
    return "out" if SAID[MENTIONS].search(behind) else ""


def _derived(before: str, behind: str) -> str:
    """`in` asks for what a file is made of, `out` for what is made of it."""
    if _AFFECTS.search(before + " " + behind) and not _BASED.search(behind):
        return "out"
    if _FEEDS.search(before):
        return "in"
    if _BASED.search(behind):
        return "in"
    if _FEEDS.search(behind):
        return "out"
    return "out" if _BASED.search(before) else ""
