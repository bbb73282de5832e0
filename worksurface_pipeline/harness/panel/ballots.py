"""Records of a panel: items, criteria, judgements, ballots, and what makes a strict pass."""

from __future__ import annotations

from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen


class Verdict(StrEnum):
    """One judgement, or why there is none.

    `malformed` is a reply that could not be read, the auditor's own doing; `failed` is no reply.
    """

    YES = "yes"
    NO = "no"
    UNSURE = "unsure"
    MALFORMED = "malformed"
    FAILED = "failed"


SCALE = (Verdict.YES, Verdict.NO, Verdict.UNSURE)
"""What an auditor may say."""


class Failure(StrEnum):
    """Why a ballot holds no judgements."""

    MALFORMED = "malformed"  # the model's doing: final
    UNAVAILABLE = "unavailable"  # a fault of the machinery: asked again by the next run


class Criterion(Frozen):
    """One question about every item, answered yes when all is well.

    `contrary` are phrases of a reason that contradict a yes, as in "the gold is wrong".
    """

    name: str
    question: str
    contrary: tuple[str, ...] = ()


class PanelItem(Frozen):
    """What an auditor is shown of one item."""

    id: str
    text: str


class Judgement(Frozen):
    """The verdict on one criterion, with its reason as written.

    `is_contradicted` says that the reason speaks against the verdict: it is kept, and is no yes.
    """

    criterion: str
    verdict: Verdict
    reason: str = ""
    is_contradicted: bool = False

    @property
    def is_pass(self) -> bool:
        """Whether this is a yes that its own reason does not take back."""
        return self.verdict is Verdict.YES and not self.is_contradicted


class Ballot(Frozen):
    """One auditor's judgements of one item. `key` is the digest of all that was asked.

    With a `failure` no judgement holds a verdict and `detail` says what happened.
    """

    item: str
    auditor: str
    key: str
    judgements: tuple[Judgement, ...]
    failure: Failure | None = None
    detail: str = ""
    prompt_version: str = ""
    model_returned: str = ""
    system_fingerprint: str = ""

    @property
    def is_strict_pass(self) -> bool:
        """Affirmative on every criterion; unsure, failed and contradicted are not."""
        return bool(self.judgements) and all(item.is_pass for item in self.judgements)

    @property
    def is_final(self) -> bool:
        """Whether a resumed run keeps this ballot."""
        return self.failure is not Failure.UNAVAILABLE

    def verdict(self, criterion: str) -> Verdict:
        """The verdict on a criterion; `malformed` or `failed` when there is none."""
        if self.failure is Failure.MALFORMED:
            return Verdict.MALFORMED
        found = {item.criterion: item.verdict for item in self.judgements}
        return found.get(criterion, Verdict.FAILED)


def failed_ballot(
    item: str, auditor: str, key: str, criteria: tuple[Criterion, ...], why: Failure, detail: str
) -> Ballot:
    """A ballot without judgements: never a pass."""
    return Ballot(
        item=item,
        auditor=auditor,
        key=key,
        judgements=tuple(Judgement(criterion=one.name, verdict=Verdict.FAILED) for one in criteria),
        failure=why,
        detail=detail,
    )
