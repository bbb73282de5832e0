"""The values that the assets of screening store."""

from __future__ import annotations

from worksurface_pipeline.harness.panel.ballots import Ballot
from worksurface_pipeline.harness.panel.votes import CriterionAgreement
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.records import RecordSet
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Refusal


class BallotSet(RecordSet):
    """One auditor's ballots on all candidates of one persona, in the order of the candidates.

    `is_model` is False for a rule-based auditor.
    """

    persona: str
    auditor: str
    prompt_version: str
    is_model: bool
    ballots: tuple[Ballot, ...] = ()

    @property
    def unavailable(self) -> int:
        """Ballots that a fault of the machinery left out: another run asks for them again."""
        return sum(not ballot.is_final for ballot in self.ballots)

    def slices(self) -> dict[str, str]:
        """The same, where `--retry-errors` looks for it."""
        return {"errors": str(self.unavailable)}


class ItemVotes(Frozen):
    """Strict passes of one candidate, by auditor; `is_core` is never set by rules alone."""

    task_id: str
    passes: tuple[str, ...]
    auditors: tuple[str, ...]
    is_released: bool
    is_core: bool


class LintVotes(Frozen):
    """Strict passes by the rule-based auditors: no screen by models."""

    task_id: str
    lint_votes: int
    auditors: tuple[str, ...]


class ScreenedSet(RecordSet):
    """What passed the panel, what did not and why, and every vote.

    `card` is the sentence for the card: who screened, or that no model did.
    """

    passed: tuple[AtomicTask, ...] = ()
    refused: tuple[Refusal, ...] = ()
    votes: tuple[ItemVotes, ...] = ()
    lint_votes: tuple[LintVotes, ...] = ()
    auditors: tuple[str, ...] = ()
    is_model_screen: bool = False
    card: str = ""

    @property
    def core(self) -> tuple[str, ...]:
        """Ids of the tasks that all three auditors passed."""
        return tuple(vote.task_id for vote in self.votes if vote.is_core)


class ScreeningReport(RecordSet):
    """Agreement on all candidates before selection, and what weakens it."""

    candidates: int
    agreements: tuple[CriterionAgreement, ...] = ()
    warnings: tuple[str, ...] = ()
