"""Asks one auditor about items, in batches, each ballot kept as soon as it is there.

Batches are cut over all items, so that a resumed run asks the same ones for what is left. An item
that a batch's reply spoils is asked once more, alone; then its ballot is malformed for good.
Retries of calls are the gateway's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from pydantic import ValidationError

from worksurface_pipeline.harness.llm.parse import Malformed
from worksurface_pipeline.harness.llm.patience import Patience
from worksurface_pipeline.harness.llm.types import (
    Message,
    ModelClient,
    ModelReply,
    ModelRequest,
    Sampling,
)
from worksurface_pipeline.harness.panel.ballots import (
    Ballot,
    Criterion,
    Failure,
    PanelItem,
    failed_ballot,
)
from worksurface_pipeline.harness.panel.parsing import Judged, parse_ballots
from worksurface_pipeline.kernel.blobs import Blobs
from worksurface_pipeline.kernel.errors import DuplicateIdError
from worksurface_pipeline.kernel.hashing import digest_json
from worksurface_pipeline.kernel.model import Frozen


class PanelTask(Frozen):
    """What every auditor is asked: the criteria, the words, and how many items a request holds.

    `instructions` is the system prompt; `item_line` heads an item and holds `{handle}`.
    """

    criteria: tuple[Criterion, ...]
    instructions: str
    prompt_version: str
    item_line: str = "Item {handle}"
    batch_size: int = 5
    sampling: Sampling = Sampling(max_tokens=4096)


@dataclass(slots=True)
class _Asker:
    """One auditor under one task."""

    task: PanelTask
    auditor: str
    client: ModelClient
    store: Blobs | None
    patience: Patience = field(default_factory=Patience)

    def key(self, item: PanelItem) -> str:
        """Digest of all that may change this ballot, other items of its batch aside."""
        return digest_json([self.task, self.auditor, item])

    def kept(self, item: PanelItem) -> Ballot | None:
        """The final ballot of an earlier run. One that cannot be read is asked again."""
        data = self.store.get(self.key(item)) if self.store else None
        try:
            ballot = Ballot.model_validate_json(data) if data else None
        except ValidationError:
            return None
        return ballot if ballot and ballot.is_final else None

    def ask(self, batch: Sequence[PanelItem]) -> list[Ballot]:
        """Ballots of what is pending of a batch."""
        first = self._request(batch)
        spoilt = [item for item in batch if isinstance(first[item.id], Malformed)]
        ballots = [first[item.id] for item in batch]
        if spoilt and len(batch) > 1:
            again = {item.id: self._request([item])[item.id] for item in spoilt}
            ballots = [again.get(item.id, first[item.id]) for item in batch]
        return [self._settled(item, end) for item, end in zip(batch, ballots, strict=True)]

    def _request(self, batch: Sequence[PanelItem]) -> Mapping[str, Ballot | Malformed]:
        """One call; ballots that are complete are kept at once."""
        handles = [str(number) for number in range(1, len(batch) + 1)]
        wording = self._wording(batch, handles)
        reply = self.patience.call(lambda: self.client.complete(wording))
        if isinstance(reply, str):
            return {item.id: self._failed(item, Failure.UNAVAILABLE, reply) for item in batch}
        judged = parse_ballots(reply.text, handles, self.task.criteria)
        return {
            item.id: self._ballot(item, judged[handle], reply)
            for item, handle in zip(batch, handles, strict=True)
        }

    def _wording(self, batch: Sequence[PanelItem], handles: Sequence[str]) -> ModelRequest:
        parts = [
            f"{self.task.item_line.format(handle=handle)}\n{item.text}"
            for item, handle in zip(batch, handles, strict=True)
        ]
        return ModelRequest(
            model=self.auditor,
            messages=(
                Message(role="system", content=self.task.instructions),
                Message(role="user", content="\n\n".join(parts)),
            ),
            sampling=self.task.sampling,
            prompt_version=self.task.prompt_version,
        )

    def _ballot(self, item: PanelItem, judged: Judged, reply: ModelReply) -> Ballot | Malformed:
        if isinstance(judged, Malformed):
            return judged
        ballot = Ballot(
            item=item.id,
            auditor=self.auditor,
            key=self.key(item),
            judgements=judged,
            prompt_version=self.task.prompt_version,
            model_returned=reply.model_returned,
            system_fingerprint=reply.system_fingerprint,
        )
        return self._keep(ballot)

    def _settled(self, item: PanelItem, end: Ballot | Malformed) -> Ballot:
        if isinstance(end, Malformed):
            return self._keep(self._failed(item, Failure.MALFORMED, end.problem))
        return end

    def _keep(self, ballot: Ballot) -> Ballot:
        if self.store:
            self.store.put(ballot.key, ballot.model_dump_json().encode())
        return ballot

    def _failed(self, item: PanelItem, why: Failure, detail: str) -> Ballot:
        key = self.key(item)
        return failed_ballot(item.id, self.auditor, key, self.task.criteria, why, detail)


def ask_auditor(
    items: Sequence[PanelItem],
    task: PanelTask,
    auditor: str,
    client: ModelClient,
    *,
    store: Blobs | None = None,
    workers: int = 1,
) -> tuple[Ballot, ...]:
    """One ballot for each item, in the order of the items.

    With a store, final ballots of earlier runs are taken from it and only the others are asked.
    Raises DuplicateIdError before any call, ModelConfigurationError when no call can succeed,
    LakeError when a ballot cannot be kept.
    """
    _check_ids(items)
    asker = _Asker(task, auditor, client, store)
    ballots = {item.id: ballot for item in items if (ballot := asker.kept(item))}
    size = max(1, task.batch_size)
    cuts = [items[start : start + size] for start in range(0, len(items), size)]
    pending = [[item for item in cut if item.id not in ballots] for cut in cuts]
    with ThreadPoolExecutor(max(1, workers)) as pool:
        for done in pool.map(asker.ask, [batch for batch in pending if batch]):
            ballots.update((ballot.item, ballot) for ballot in done)
    return tuple(ballots[item.id] for item in items)


def _check_ids(items: Sequence[PanelItem]) -> None:
    seen: dict[str, int] = {}
    for position, item in enumerate(items, start=1):
        if item.id in seen:
            raise DuplicateIdError(
                "Two items of a panel share an id",
                where=f"{item.id}, positions {seen[item.id]} and {position}",
                remedy="Give every item an id of its own; nothing was asked",
            )
        seen[item.id] = position
