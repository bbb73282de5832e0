"""Optional steps on the wording of a question; `original_question` keeps what it was.

Cues of a surface are stripped by rule. A model may reword a question: what it changes in names,
figures or quotations is refused, and the question stays.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from worksurface_pipeline.harness.llm.parse import Malformed, find_object
from worksurface_pipeline.harness.llm.types import Message, ModelClient, ModelRequest
from worksurface_pipeline.kernel.errors import ModelConfigurationError, ModelError
from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet

REWORD_VERSION = "reword-1"
_LONGEST = 600
_KEPT = re.compile(r"“[^”]*”|\"[^\"]*\"|\S+\.\w{1,5}\b|\S*\d\S*")
_CUES = (
    (
        r"\b(?:using|with|from|via) (?:an? |the )?(?:SQL|database|dependency graph|knowledge base"
        r"|knowledge graph|document search)(?: query)?,? ?",
        "",
    ),
    (r"\b(?:according to|in|from) the (?:knowledge base|dependency graph|graph|database),? ?", ""),
    (r"\bthe (?:table view|view|table) (?=\S+\.\w{2,4}\b)", ""),
    (r"\bthe document (?=\S+\.\w{2,4}\b)", ""),
    (r"\bby (?:running )?a (?:SQL )?query\b,? ?", ""),
)
_PROMPT = (
    "Reword the question as a colleague would put it. Keep its meaning, every file name, figure,"
    " quotation and unit exactly, and what it asks for. No word about tables, queries, documents,"
    ' graphs or tools. Reply with one JSON object: {"question": "..."}'
)


def without_cues(candidates: CandidateSet) -> CandidateSet:
    """The candidates with questions without words of a surface."""
    tasks = tuple(strip_cues(task) for task in candidates.candidates)
    return candidates.model_copy(update={"candidates": tasks})


def reworded(candidates: CandidateSet, client: ModelClient, model: str) -> CandidateSet:
    """The candidates in a model's words; where it failed, the question stays and the notes say why.

    Raises ModelConfigurationError.
    """
    tasks = []
    for task in candidates.candidates:
        said, problem = reword(task, client, model)
        noted = "; ".join(filter(None, (task.notes, f"not reworded: {problem}")))
        tasks.append(said.model_copy(update={"notes": noted}) if problem else said)
    return candidates.model_copy(update={"candidates": tuple(tasks)})


def strip_cues(task: AtomicTask) -> AtomicTask:
    """The task with a question without words of a surface, else as it is."""
    said = task.question
    for pattern, instead in _CUES:
        said = re.sub(pattern, instead, said, flags=re.IGNORECASE)
    said = " ".join(said.split())
    return _with_question(task, said[:1].upper() + said[1:])


def reword(task: AtomicTask, client: ModelClient, model: str) -> tuple[AtomicTask, str]:
    """The task in a model's words, and "" or why it stays as it is. Id, gold and proof stay."""
    messages = (
        Message(role="system", content=_PROMPT),
        Message(role="user", content=task.question),
    )
    request = ModelRequest(model=model, messages=messages, prompt_version=REWORD_VERSION)
    try:
        text = client.complete(request).text
    except ModelConfigurationError:
        raise
    except ModelError as error:
        return task, str(error)
    found = find_object(text)
    if isinstance(found, Malformed):
        return task, found.problem
    said = found.fields.get("question")
    if set(found.fields) != {"question"} or not isinstance(said, str):
        return task, "question: the reply must hold it, as text, and nothing else"
    problem = reworded_problem(task.question, said)
    return (task, problem) if problem else (_with_question(task, " ".join(said.split())), "")


def reworded_problem(before: str | None, after: str) -> str:
    """Why a wording is none of the question before it, "" where it is one or there was none."""
    if before is None:
        return ""
    if not after.strip() or len(after) > _LONGEST:
        return "question: it is empty or too long"
    if _names(before) != _names(after):
        return "question: it changes a file name, figure or quotation"
    return ""


def _names(question: str) -> Sequence[tuple[str, int]]:
    found = (match.rstrip(".,?!:;") for match in _KEPT.findall(normalise(question)))
    return sorted(Counter(found).items())


def _with_question(task: AtomicTask, question: str) -> AtomicTask:
    if question == task.question:
        return task
    original = task.original_question or task.question
    return task.model_copy(update={"question": question, "original_question": original})
