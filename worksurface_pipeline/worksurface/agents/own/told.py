"""What the desk says to a client."""

from __future__ import annotations

from worksurface_pipeline.harness.llm.parse import Malformed
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.agents.own.task import OwnTask

NO_TICKET = "No task is open under this ticket: call next_task, and give the ticket it returns."


class Handed(Frozen):
    """A task in a client's hands; `left` tasks are still to be handed out after it."""

    ticket: str
    task: OwnTask
    left: int


class NothingToDo(Frozen):
    """No task to hand out; `in_hands` are open with others, and may come back."""

    in_hands: int


class Receipt(Frozen):
    """What became of a submission; while the task is open it may be submitted again."""

    sentence: str
    is_accepted: bool
    is_open: bool


def receipt(wrong: Malformed | None, *, is_open: bool) -> Receipt:
    """The receipt for what a run said to an answer."""
    if wrong is None:
        sentence = "The answer is recorded. Call next_task for the next one."
        return Receipt(sentence=sentence, is_accepted=True, is_open=False)
    more = "Submit again." if is_open else "Call next_task for the next one."
    return Receipt(sentence=f"{wrong.problem} {more}", is_accepted=False, is_open=is_open)
