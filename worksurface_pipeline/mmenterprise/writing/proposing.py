"""Questions that a model words, with the ledger's gold and the checks of all other questions.

A model proposes a wording, a query of the closed list and the records that settle it. What the
query gives is the gold; what the model believes is never read. A proposal passes when its wording
asks for its query, every check of drafts passes, and the cited records hold a sufficient set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pydantic import JsonValue

from worksurface_pipeline.harness.llm.contract import of_fields
from worksurface_pipeline.harness.llm.types import ModelClient, Sampling
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.kernel.sampling import hash_unit
from worksurface_pipeline.kernel.text import normalise
from worksurface_pipeline.mmenterprise.questions.checks import Answer, Refusal, checked
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger, Slot
from worksurface_pipeline.mmenterprise.schema.questions import (
    MmQuestion,
    QuestionSet,
    QuestionType,
)
from worksurface_pipeline.mmenterprise.settings import Settings
from worksurface_pipeline.mmenterprise.writing.asking import Asker, Checked
from worksurface_pipeline.mmenterprise.writing.cleaning import one_line
from worksurface_pipeline.mmenterprise.writing.packets import Packet, packets
from worksurface_pipeline.mmenterprise.writing.phrasing import Phrasing
from worksurface_pipeline.mmenterprise.writing.prompts.questions import VERSION, question_prompt
from worksurface_pipeline.mmenterprise.writing.queries import Asks, WrittenQuery
from worksurface_pipeline.mmenterprise.writing.telling import Telling


class Reply(Frozen):
    """A reply of the question stage."""

    question: str
    query: WrittenQuery
    cites: tuple[str, ...]


class Proposed(Frozen):
    """One asking: the type and slots, how often it was asked, all errors, the question or ""."""

    type: QuestionType
    slots: tuple[str, ...]
    calls: int
    errors: tuple[str, ...] = ()
    question: str = ""


class Proposals(RecordSet):
    """The model-written questions of one project, and what was asked for."""

    project: str
    model: str = ""
    prompt_version: str = ""
    questions: tuple[MmQuestion, ...] = ()
    asked: tuple[Proposed, ...] = ()


def propose(
    scene: Scene,
    existing: Sequence[MmQuestion],
    answer: Answer,
    client: ModelClient | None,
    settings: Settings,
    others: Sequence[Ledger] = (),
) -> Proposals:
    """At most `questions.proposals` questions of a model; none without one.

    `others` are the other projects of the corpus: no question may be meant of one of them.
    Raises ModelConfigurationError: no call can succeed then.
    """
    project, model = scene.ledger.world.project, settings.questions.model
    if client is None or not model:
        return Proposals(project=project)
    choice = settings.model(model)
    sampling = Sampling(
        temperature=choice.temperature, seed=choice.seed, max_tokens=choice.max_tokens
    )
    asker = Asker(client, model, sampling, settings.writer.attempts)
    telling = Telling(scene.ledger, tuple(others))
    proposer = _Proposer(scene, answer, asker, existing, telling)
    asked = [proposer.ask(item) for item in packets(scene, settings.questions.proposals)]
    return Proposals(
        project=project,
        model=model,
        prompt_version=VERSION,
        questions=tuple(proposer.found),
        asked=tuple(asked),
    )


def with_proposals(existing: QuestionSet, proposals: Proposals, seed: int) -> QuestionSet:
    """All questions of a project in an order that tells nothing."""
    both = (*existing.questions, *proposals.questions)
    return QuestionSet(questions=tuple(sorted(both, key=lambda item: hash_unit(seed, item.id))))


class _Proposer:
    """Asks for one question after the other; none is asked twice."""

    def __init__(
        self,
        scene: Scene,
        answer: Answer,
        asker: Asker,
        existing: Sequence[MmQuestion],
        telling: Telling,
    ) -> None:
        self._scene = scene
        self._telling = telling
        self._answer = answer
        self._asker = asker
        self._asks = Asks(scene)
        self._existing = list(existing)
        self.found: list[MmQuestion] = []

    def ask(self, packet: Packet) -> Proposed:
        """One question on the things of a packet, kept where it passes."""
        known = self._on(packet.slots)
        prompt = question_prompt(self._telling, packet.type, packet.things, packet.records, known)
        asked = self._asker.ask(prompt, lambda fields: self._checked(packet, fields))
        passed = asked.value if asked.is_accepted else None
        if passed is not None:
            self.found.append(passed)
            self._existing.append(passed)
        return Proposed(
            type=packet.type,
            slots=tuple(slot.id for slot in packet.slots),
            calls=asked.calls,
            errors=asked.errors,
            question=passed.id if passed is not None else "",
        )

    def _on(self, slots: Sequence[Slot]) -> list[str]:
        """Questions there are on these slots."""
        ids = {slot.id for slot in slots}
        return [item.question for item in self._existing if ids & set(item.query.slots)]

    def _checked(self, packet: Packet, fields: Mapping[str, JsonValue]) -> Checked[MmQuestion]:
        reply = of_fields(dict(fields), Reply)
        if isinstance(reply, str):
            return Checked(None, (reply,))
        found = self._question(packet, reply)
        if isinstance(found, MmQuestion):
            faults = tuple(self._uncited(found, reply.cites))
            return Checked(found, faults)
        return Checked(None, found)

    def _question(self, packet: Packet, reply: Reply) -> MmQuestion | tuple[str, ...]:
        """The question of a reply, or what is wrong with it."""
        draft = self._asks.draft(packet.type, reply.query)
        if isinstance(draft, str):
            return (f"query: {draft}",)
        text = one_line(reply.question)
        taken = frozenset(normalise(item.question) for item in self._existing)
        slots = [self._scene.names.slots[key] for key in draft.query.slots]
        faults = (
            *Phrasing(self._scene, taken).faults(draft, text),
            *self._telling.faults(text, slots),
        )
        if any(item.query == draft.query for item in self._existing):
            faults = (*faults, "a question with this query is asked already")
        if faults:
            return tuple(f"question: {fault}" for fault in faults)
        found = checked(self._scene, replace(draft, text=text), self._answer)
        if isinstance(found, Refusal):
            return (f"{found.reason}: {found.detail}" if found.detail else found.reason,)
        return found

    def _uncited(self, found: MmQuestion, cites: Sequence[str]) -> Iterator[str]:
        """The cited records exist, and some set of them settles the question."""
        unknown = sorted(set(cites) - set(self._scene.corpus.units))
        if unknown:
            yield f"cites: {unknown[0][:60]!r} is no record"
        sets = found.alternatives
        if sets and not any(set(one) <= set(cites) for one in sets):
            yield "cites: these records do not settle the question without any other"
