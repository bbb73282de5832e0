"""What the answers of one cell are going to take: every request is made, and none is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nlargest

from worksurface_pipeline.harness.journal import Journal
from worksurface_pipeline.harness.llm.kept import key_of
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.types import ModelRequest, Usage
from worksurface_pipeline.harness.pending import RunKey, still_pending
from worksurface_pipeline.mmenterprise.answering.work import Asked, CellWork
from worksurface_pipeline.mmenterprise.corpus.corpus import Corpus, CorpusUnit
from worksurface_pipeline.mmenterprise.forecast.needs import Sent, sent
from worksurface_pipeline.mmenterprise.schema.evaluation import Found, Retrieved

IsKept = Callable[[ModelSettings, ModelRequest], bool]
"""Whether the reply to a request lies in the cache."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call to be made: what of it counts, and the records that it shows."""

    sent: Sent
    question: str
    units: tuple[CorpusUnit, ...]


@dataclass(frozen=True, slots=True)
class CellCalls:
    """The calls of a cell: those to be made, how many replies are there, and what they took."""

    calls: tuple[Call, ...]
    done: int
    kept: int
    measured: tuple[tuple[Sent, Usage], ...] = ()


def calls_of(work: CellWork, journal: Journal, is_kept: IsKept, is_run: bool) -> CellCalls:
    """What a cell asks when it `is_run`; what its journal or the cache holds is not asked again."""
    pairs = dict(work.keys())
    pending = still_pending(pairs, journal.state())
    calls, kept = [], 0
    for key in pending if is_run else ():
        request = work.request(pairs[key], work.context(pairs[key]))
        if is_kept(work.model, request):
            kept += 1
        else:
            calls.append(_call(work, pairs[key], request))
    measured = tuple(_measured(work, pairs, journal))
    return CellCalls(tuple(calls), len(pairs) - len(pending), kept, measured)


def _call(work: CellWork, asked: Asked, request: ModelRequest) -> Call:
    shown = work.context(asked).units
    return Call(sent(request), asked.public.id, tuple(work.corpus.by_id[unit] for unit in shown))


def _measured(
    work: CellWork, pairs: dict[RunKey, Asked], journal: Journal
) -> Iterator[tuple[Sent, Usage]]:
    """What the calls of the journal took, of those whose request is the same now."""
    asked = {(key.task_id, key.fingerprint): item for key, item in pairs.items()}
    for record in journal.read():
        item = asked.get((record.task_id, record.fingerprint))
        if item is not None:
            one = sent(work.request(item, work.context(item)))
            yield from ((one, usage) for usage in record.usages)


def longest(corpus: Corpus, questions: Sequence[str], name: str, depth: int) -> Retrieved:
    """For a retriever that was not asked yet: the longest records, as many as it may find."""
    units = nlargest(depth, corpus.units, key=lambda unit: (len(unit.text), unit.id))
    ids = tuple(unit.id for unit in units)
    found = tuple(Found(question=question, units=ids) for question in questions)
    return Retrieved(retriever=name, depth=depth, is_text_only=True, found=found)


def with_pictures(calls: CellCalls, corpus: Corpus, k: int) -> CellCalls:
    """The calls with as many pictures as any record that is found may have; all records may go."""
    pictures = min(k, sum(unit.is_visual for unit in corpus.units))
    most = tuple(
        Call(Sent(call.sent.size, pictures, call.sent.most_tokens), call.question, corpus.units)
        for call in calls.calls
    )
    return CellCalls(most, calls.done, calls.kept)


def kept_in(keys: Callable[[str], bool]) -> IsKept:
    """Whether the cache has a reply, by its key; embedded models are asked every time."""

    def is_kept(model: ModelSettings, request: ModelRequest) -> bool:
        return not model.is_offline and keys(key_of(model.identity, request))

    return is_kept


def never(_model: ModelSettings, _request: ModelRequest) -> bool:
    """There is no cache."""
    return False
