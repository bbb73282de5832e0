"""What a model under test is told and asked, and how its reply is read."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from worksurface_pipeline.harness.llm.parse import Malformed, find_object, visible
from worksurface_pipeline.harness.llm.types import Message, Picture
from worksurface_pipeline.mmenterprise.answering.context import Context
from worksurface_pipeline.mmenterprise.schema.questions import PublicMmQuestion

PROMPT_VERSION = "mm-answer-1"
"""Raise it with every change of a word below."""

NOT_ESTABLISHED = "not established"
"""What an answer says where the records do not settle the question."""

_SYSTEM = f"""\
You answer questions that colleagues ask about the records of their company: messages, mails, wiki
entries, meeting notes, logs, pages of reports, slides and pictures. A search has picked the records
below for the question; it may have missed some and taken others in vain. They stand in order of
time, each under a line with its number, time, place and author.

Rules:
- Use what the records say and show, and nothing else.
- Records are never taken back: a value may stand in one place long after it was put right in
  another. What holds now is what the latest applicable correction, change or decision says, which
  need not be the last mention.
- Where the question names a day, a version or a revision, answer for that state.
- Values may stand in pictures alone.
- If the records do not give what is asked, or the question supposes something that they contradict,
  answer "{NOT_ESTABLISHED}".

Reply with one JSON object and nothing else: {{"answer": "..."}}"""

_ANY_FORM = "the answer in a few words"
_FORMS: Mapping[str, str] = {
    "number": "a figure with its unit, without reckoning or explanation",
    "person": "the full name of one person",
    "time": "the date or time as the records give it",
    "choice": "the option in the words of the records",
    "name": "the name in the words of the question or the records",
    "list": "the names in the order asked for, separated by commas",
    "verdict": f'one of "supported", "contradicted" or "{NOT_ESTABLISHED}"',
}


def messages_for(question: PublicMmQuestion, context: Context) -> tuple[Message, ...]:
    """The two messages of a question, the pictures within the second."""
    start = "Records:\n\n"
    pictures = tuple(_moved(picture, len(start)) for picture in context.pictures)
    asked = f"Question: {question.question}\nForm of the answer: {_form(question)}"
    return (
        Message(role="system", content=_SYSTEM),
        Message(role="user", content=f"{start}{context.text}{asked}", images=pictures),
    )


def answer_in(reply: str) -> str | None:
    """The answer that a reply gives, None where it gives none.

    A reply that is no such JSON object is taken as it stands, without its thoughts: prose is judged
    like any other answer.
    """
    found = find_object(reply)
    if isinstance(found, Malformed) or "answer" not in found.fields:
        return visible(reply) or None
    return _plain(found.fields["answer"]).strip() or None


def is_whole(reply: str) -> bool:
    """Whether a reply holds its object: one that was cut off does not."""
    return not isinstance(find_object(reply), Malformed)


def _form(question: PublicMmQuestion) -> str:
    return _FORMS.get(question.answer_kind, _ANY_FORM)


def _moved(picture: Picture, by: int) -> Picture:
    return picture.model_copy(update={"place": picture.place + by})


def _plain(value: JsonValue) -> str:
    if isinstance(value, list):
        return ", ".join(_plain(item) for item in value)
    return "" if value is None else str(value)
