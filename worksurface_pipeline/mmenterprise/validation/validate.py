"""The three stages over a project's questions: solved, compared, audited; mended once at most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.settings import ValidationChoice
from worksurface_pipeline.mmenterprise.validation.bench import Bench
from worksurface_pipeline.mmenterprise.validation.fixing import mended
from worksurface_pipeline.mmenterprise.validation.model import (
    By,
    Category,
    Decision,
    Dropped,
    Mended,
    Stage,
    StageVerdict,
    Validation,
)
from worksurface_pipeline.mmenterprise.validation.pairs import paired
from worksurface_pipeline.mmenterprise.validation.panel import Clients, Panel

_FIRST, _AGAIN = 1, 2


def validate(
    scene: Scene,
    records: WorkspaceRecords,
    questions: Sequence[MmQuestion],
    clients: Clients | None,
    settings: ValidationChoice,
    *,
    workers: int = 1,
) -> Validation:
    """What passes, what is mended and what is dropped; without clients the ledger does it all.

    Raises ModelError where a model cannot be reached at all.
    """
    bench = Bench(scene, records)
    panel = Panel(bench, clients, settings)
    with ThreadPoolExecutor(max(1, workers)) as pool:
        ends = list(pool.map(lambda item: _Course(bench, panel, item).run(), questions))
    return paired(ends)


@dataclass
class _Course:
    """One question on its way through the stages."""

    bench: Bench
    panel: Panel
    item: MmQuestion

    def run(self) -> Validation:
        """The validation of this question alone."""
        first = tuple(self.panel.stages(self.item, _FIRST))
        decisive = deciding(first)
        if decisive.outcome != Decision.FIX or decisive.fix is None:
            return self._ended(self.item, decisive, first)
        after = mended(self.bench, self.item, decisive.fix)
        if isinstance(after, str):
            return self._ended(self.item, decisive, first, refused=after)
        again = tuple(self.panel.stages(after, _AGAIN))
        last = deciding(again)
        fix = Mended(
            before=self.item,
            after=after,
            by=decisive.by,
            category=Category(decisive.cause),
            is_kept=last.outcome == Decision.PASS,
        )
        end = self._ended(after, last, (*first, *again))
        return end.model_copy(update={"fixed": (fix,)})

    def _ended(
        self,
        item: MmQuestion,
        last: StageVerdict,
        verdicts: tuple[StageVerdict, ...],
        refused: str = "",
    ) -> Validation:
        if last.outcome == Decision.PASS:
            return Validation(kept=(item,), verdicts=verdicts)
        drop = Dropped(
            item=item,
            stage=Stage.AUDIT,
            by=last.by,
            category=Category(last.cause),
            reason=refused or last.reason,
        )
        return Validation(dropped=(drop,), verdicts=verdicts)


def deciding(verdicts: Sequence[StageVerdict]) -> StageVerdict:
    """The audit that counts: the ledger's where it objects, else the model's if there is one."""
    audits = [item for item in verdicts if item.stage is Stage.AUDIT]
    return max(audits, key=_weight)


def _weight(item: StageVerdict) -> tuple[bool, bool]:
    objects = item.outcome != Decision.PASS
    return objects, objects and item.by is By.LEDGER


def outcomes(validation: Validation) -> Iterator[tuple[str, str, str]]:
    """Each question with what became of it and why, for lists that people read."""
    mended_ids = {item.after.id for item in validation.fixed}
    for item in validation.kept:
        yield item.id, "fixed" if item.id in mended_ids else "passed", ""
    for drop in validation.dropped:
        yield drop.item.id, "dropped", f"{drop.category}: {drop.reason}"
