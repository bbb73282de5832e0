"""What becomes of a question's fellows: twins and triples hold together or are no such thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.validation.model import (
    By,
    Category,
    Decision,
    Dropped,
    Stage,
    StageVerdict,
    Validation,
)

_MEMBERS = 3
_REASON = "the answerable question that it was changed from was dropped"


def paired(parts: Sequence[Validation]) -> Validation:
    """The validations of single questions as one, without pairs and triples that are not whole."""
    kept = tuple(chain.from_iterable(part.kept for part in parts))
    ids = {item.id for item in kept}
    widows = [item for item in kept if item.twin and item.twin not in ids]
    whole = Counter(item.triple for item in kept if item.triple)
    alone = {item.id for item in widows}
    dropped = chain.from_iterable(part.dropped for part in parts)
    verdicts = chain.from_iterable(part.verdicts for part in parts)
    return Validation(
        kept=tuple(_untied(item, whole) for item in kept if item.id not in alone),
        dropped=(*dropped, *(_dropped(item) for item in widows)),
        fixed=tuple(chain.from_iterable(part.fixed for part in parts)),
        verdicts=(*verdicts, *(_verdict(item) for item in widows)),
    )


def _untied(item: MmQuestion, whole: Counter[str]) -> MmQuestion:
    if not item.triple or whole[item.triple] == _MEMBERS:
        return item
    return item.model_copy(update={"triple": ""})


def _dropped(item: MmQuestion) -> Dropped:
    return Dropped(
        item=item, stage=Stage.SET, by=By.LEDGER, category=Category.BROKEN_PAIR, reason=_REASON
    )


def _verdict(item: MmQuestion) -> StageVerdict:
    return StageVerdict(
        question=item.id,
        project=item.project,
        text=item.question,
        round=1,
        stage=Stage.SET,
        by=By.LEDGER,
        outcome=Decision.DROP,
        cause=Category.BROKEN_PAIR,
        reason=_REASON,
    )
