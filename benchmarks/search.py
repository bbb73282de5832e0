"""`make bench SUITE=search`: what kb_search finds, beside a plain count of the query's words.

For every case the share whose document, and whose very place, stands in the first three passages,
and the median time of a query. Baseline: the same passages (under `open` with their file names)
ranked by how often they hold the query's words, ties by id.
"""

from __future__ import annotations

import re
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.search_cases import Case, PersonaCases, load_cases
from benchmarks.search_scale import scale_lines
from worksurface_pipeline.worksurface.schema.surfaces import Passage
from worksurface_pipeline.worksurface.settings import Interface, Scope
from worksurface_pipeline.worksurface.tools.scope import ScopeData, scope_for
from worksurface_pipeline.worksurface.tools.search_index import open_index
from worksurface_pipeline.worksurface.tools.specs import ToolSettings

_TOP = 3
_WORD = re.compile(r"\w+")

Rank = Callable[[str], Sequence[Passage]]


@dataclass(slots=True)
class Tally:
    """What one way of ranking found, and how long its queries took in milliseconds."""

    cases: int = 0
    documents: int = 0
    places: int = 0
    times: list[float] = field(default_factory=list)

    def add(self, case: Case, rank: Rank) -> None:
        """Rank for one case and count what it found."""
        begun = time.perf_counter()
        found = rank(case.query)
        self.times.append((time.perf_counter() - begun) * 1000)
        self.cases += 1
        self.documents += any(item.document_id == case.document_id for item in found)
        self.places += any(holds(item, case) for item in found)

    @property
    def median(self) -> float:
        """Median milliseconds of a query."""
        return statistics.median(self.times) if self.times else 0.0


def lines(roots: Iterable[Path]) -> Iterator[str]:
    """The tables, line by line: quality for each folder's cases together, then scale."""
    personas = [cases for root in roots for cases in load_cases(root)]
    yield from _quality_lines(
        "verified document spans", [(item, item.verified) for item in personas]
    )
    yield from _quality_lines(
        "quoted places, asked for by rubrics without figures",
        [(item, item.quoted) for item in personas],
    )
    yield from scale_lines()


def count_words(scope: ScopeData, names: dict[str, str]) -> Rank:
    """The baseline: passages by how often they hold a word of the query, ties by id."""
    passages = sorted(scope.passages, key=lambda item: item.id)
    counts = [
        Counter(_WORD.findall(f"{names.get(item.document_id, '')} {item.text}".lower()))
        for item in passages
    ]

    def rank(query: str) -> list[Passage]:
        words = set(_WORD.findall(query.lower()))
        scores = [sum(held[word] for word in words) for held in counts]
        best = sorted(range(len(scores)), key=lambda row: (-scores[row], row))[:_TOP]
        return [passages[row] for row in best if scores[row]]

    return rank


def our_search(scope: ScopeData, names: dict[str, str]) -> Rank:
    """kb_search's index with its default settings."""
    with tempfile.TemporaryDirectory() as folder:
        index = open_index(scope, names, ToolSettings(), Path(folder))
    return lambda query: [hit.passage for hit in index.search(query, _TOP)]


def holds(passage: Passage, case: Case) -> bool:
    """Whether the whole place of a case lies in a passage."""
    is_inside = passage.start <= case.start and case.end <= passage.end
    return is_inside and passage.document_id == case.document_id


def _quality_lines(
    kind: str, chosen: Sequence[tuple[PersonaCases, Sequence[Case]]]
) -> Iterator[str]:
    total = sum(len(cases) for _, cases in chosen)
    yield f"{total} {kind}: {_cut(chosen)} cut by a passage's end"
    yield (
        f"  {'scope':8}{'interface':10}{'ranking':12}{'document in top 3':>20}"
        f"{'place in top 3':>20}{'median ms':>11}"
    )
    for scope in Scope:
        for interface in Interface:
            base, ours = _tallies(chosen, scope, interface)
            where = f"  {scope:8}{interface:10}"
            yield where + _row("word count", base)
            yield where + _row("kb_search", ours)
            yield where + _ratios(base, ours)


def _tallies(
    chosen: Sequence[tuple[PersonaCases, Sequence[Case]]], scope: Scope, interface: Interface
) -> tuple[Tally, Tally]:
    base, ours = Tally(), Tally()
    for persona, cases in chosen:
        for part, asked in _parts(cases, scope):
            data = scope_for(persona.surfaces, part, interface)
            is_open = interface is Interface.OPEN
            names = {item.id: item.filename for item in data.documents} if is_open else {}
            plain, search = count_words(data, names), our_search(data, names)
            for case in asked:
                base.add(case, plain)
                ours.add(case, search)
    return base, ours


def _parts(cases: Sequence[Case], scope: Scope) -> Iterator[tuple[str | None, list[Case]]]:
    """The cases of each scope: all of the persona, or those of one source task."""
    if scope is Scope.PERSONA:
        yield None, list(cases)
        return
    for task_id in sorted({case.task_id for case in cases}):
        yield task_id, [case for case in cases if case.task_id == task_id]


def _cut(chosen: Sequence[tuple[PersonaCases, Sequence[Case]]]) -> int:
    return sum(
        not any(holds(passage, case) for passage in persona.surfaces.passages)
        for persona, cases in chosen
        for case in cases
    )


def _row(name: str, tally: Tally) -> str:
    return (
        f"{name:12}{_share(tally.documents, tally.cases):>20}"
        f"{_share(tally.places, tally.cases):>20}{tally.median:11.3f}"
    )


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} = {part / max(whole, 1):.1%}"


def _ratios(base: Tally, ours: Tally) -> str:
    documents = ours.documents / max(base.documents, 1)
    places = ours.places / max(base.places, 1)
    times = ours.median / base.median if base.median else 0.0
    return f"{'ratio':12}{documents:19.2f}x{places:19.2f}x{times:10.2f}x"
