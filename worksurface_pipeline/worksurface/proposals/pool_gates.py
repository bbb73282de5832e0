"""The gates of the pool, in their order, and its settings."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from pydantic import Field

from worksurface_pipeline.kernel.hashing import digest_json
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.worksurface.proposals.model import FAMILIES
from worksurface_pipeline.worksurface.proposals.near import near_duplicates
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation, RagEvidence
from worksurface_pipeline.worksurface.tasks.golds import elements
from worksurface_pipeline.worksurface.tasks.leaks import holds_answer
from worksurface_pipeline.worksurface.tasks.repeats import thin_repeats

Problems = Callable[[AtomicTask], Sequence[str]]
Gate = Callable[[Sequence[AtomicTask]], dict[str, str]]
_OF_TYPE = {
    AnswerType.NUMBER: (int, float),
    AnswerType.LIST: (tuple,),
    AnswerType.STRING: (str,),
    AnswerType.BOOLEAN: (bool,),
    AnswerType.ABSTAIN: (str,),
}
_LONGEST = 1000  # characters of a question


class Quota(Frozen):
    """The most tasks of one stratum ("rag+graph", "table", "abstain")."""

    stratum: str
    most: int = Field(ge=0)


class PoolPolicy(Frozen):
    """Size of the pool and its gates. Strata without a quota share what is left evenly.

    `language_share` is the least share of Latin letters outside of what a question quotes; 0 lets
    every language through. `answer_share` is the share of its family that one answer must stay
    below.
    """

    size: int = Field(default=2_000, ge=1)
    seed: int = 0
    quotas: tuple[Quota, ...] = ()
    near: float = Field(default=0.8, gt=0, le=1)
    # Who always names one answer must stay under 5 %; the quota that follows may shift shares.
    answer_share: float = Field(default=0.04, gt=0, le=1)
    language_share: float = Field(default=0.6, ge=0, le=1)


def is_chosen(task: AtomicTask) -> bool:
    """Whether a user asked for this very question."""
    return task.derivation is Derivation.OWN_QUESTION


def gates(policy: PoolPolicy, proof_problems: Problems) -> Iterator[tuple[str, Gate]]:
    """Each gate with its name: from tasks to what is wrong with some of them, by id."""
    yield "schema", _each(_schema_problem)
    yield "language", _each(lambda task: _language_problem(task, policy.language_share))
    yield "unique question", _unique_questions
    yield "leakage", _each(_leak)
    yield "proof", _each(lambda task: "; ".join(proof_problems(task)))
    yield "same proof", _same_proofs
    yield "near duplicate", lambda tasks: _near(tasks, policy.near)
    yield "frequent answer", lambda tasks: _frequent(tasks, policy)


def _each(problem: Callable[[AtomicTask], str]) -> Gate:
    def gate(tasks: Sequence[AtomicTask]) -> dict[str, str]:
        found = {task.id: problem(task) for task in tasks}
        return {name: said for name, said in found.items() if said}

    return gate


def _schema_problem(task: AtomicTask) -> str:
    if not isinstance(task.gold_answer, _OF_TYPE[task.answer_type]):
        return f"the gold is no {task.answer_type.value}"
    if task.answer_type is AnswerType.NUMBER and isinstance(task.gold_answer, bool):
        return "the gold is no number"
    if not task.required_surfaces or not task.gold_evidence:
        return "it has no surfaces or no proof"
    if not task.question.strip() or len(task.question) > _LONGEST:
        return f"the question is empty or longer than {_LONGEST} characters"
    return ""


def _language_problem(task: AtomicTask, least: float) -> str:
    """Letters outside of quotations and file names must mostly be Latin."""
    words = [word for word in task.question.split() if "." not in word.strip(".?,")]
    letters = [char for char in _unquoted(" ".join(words)) if char.isalpha()]
    latin = sum(1 for char in letters if "LATIN" in unicodedata.name(char, ""))
    if letters and latin < least * len(letters):
        return f"{len(letters) - latin} of {len(letters)} letters of the question are not Latin"
    return ""


def _unquoted(text: str) -> str:
    depth, kept = 0, []
    for char in text:
        depth += (char == "“") - (char == "”")
        if depth <= 0:
            kept.append(char)
    return "".join(kept)


def _unique_questions(tasks: Sequence[AtomicTask]) -> dict[str, str]:
    return _repeats(tasks, lambda task: normalise(task.question), "its question is that of")


def _same_proofs(tasks: Sequence[AtomicTask]) -> dict[str, str]:
    """Two questions with one proof and one gold ask the same; absences are told by their words.

    Spans of a document that overlap are one proof: the figure and the sentence around it. Of those
    a derived question stays before a proposed one.
    """
    said = "its proof and gold are those of"
    ordered = sorted(tasks, key=lambda task: task.derivation in FAMILIES.values())
    found = _repeats(ordered, _proof_key, said)
    spans: dict[str, list[tuple[int, int, str]]] = defaultdict(list)
    for task in ordered:
        item = task.gold_evidence[0]
        if len(task.gold_evidence) > 1 or not isinstance(item, RagEvidence):
            continue  # what several proofs make together is no single figure
        known = spans[digest_json([task.source.persona, item.file, str(task.gold_answer)])]
        others = [name for start, end, name in known if start < item.end and item.start < end]
        if others:
            found.setdefault(task.id, f"{said} {others[0]}")
        elif task.id not in found:
            known.append((item.start, item.end, task.id))
    return found


def _proof_key(task: AtomicTask) -> str:
    source = task.source
    return digest_json([source.persona, source.task_id, str(task.gold_answer), *task.gold_evidence])


def _repeats(
    tasks: Sequence[AtomicTask], key: Callable[[AtomicTask], str], said: str
) -> dict[str, str]:
    first: dict[str, str] = {}
    found: dict[str, str] = {}
    for task in tasks:
        known = first.setdefault(key(task), task.id)
        if known != task.id:
            found[task.id] = f"{said} {known}"
    return found


def _leak(task: AtomicTask) -> str:
    if task.answer_type is AnswerType.ABSTAIN:
        return ""
    return (
        "the answer stands in the question" if holds_answer(task.question, elements(task)) else ""
    )


def _near(tasks: Sequence[AtomicTask], least: float) -> dict[str, str]:
    questions = {task.id: task.question for task in tasks}
    found = near_duplicates(questions, least, {task.id: str(task.gold_answer) for task in tasks})
    return {name: f"its question nearly repeats that of {other}" for name, other in found.items()}


def _frequent(tasks: Sequence[AtomicTask], policy: PoolPolicy) -> dict[str, str]:
    """Counted over all personas, though an edit of one may so move a task of another.

    An agent that always names a family's most frequent answer is judged over the whole family: with
    each persona thinned for itself, answers that two tasks of every small persona have add up, and
    it is right on 8 % of the filtered counts of the sample, handed and synthetic workspaces, where
    under 5 % is the rule. What moves is small: of the sample's 286 tasks, taking a source task out
    moves at most one of another persona, and only personas with moved tasks are measured anew.

    A user's own questions are no family that we drew: what they ask is the user's choice.
    """
    drawn = [task for task in tasks if not is_chosen(task)]
    _, refusals = thin_repeats(drawn, policy.answer_share, policy.seed)
    return {item.candidate: item.reason for item in refusals}
