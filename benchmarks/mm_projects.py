"""`make bench SUITE=mm_projects`: what the checks of wing two find in the sample's three projects.

For each: golds that the realized records give again, charts whose pixels bear out their series, and
of 500 spoiled records those that are caught; then how far wording tells what has no answer.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.questions.balancing import balanced, said
from worksurface_pipeline.mmenterprise.questions.build import make_questions
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.questions.haystack import haystack_of
from worksurface_pipeline.mmenterprise.questions.selection import Quotas
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.mutations import caught_shares, share_lines
from worksurface_pipeline.mmenterprise.records.pixels import is_drawn
from worksurface_pipeline.mmenterprise.records.render import render
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.mmenterprise.seeds.build import read_seed
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.seeds.registry import read_registry
from worksurface_pipeline.mmenterprise.simulation.events import simulate
from worksurface_pipeline.mmenterprise.validation.bench import Bench
from worksurface_pipeline.mmenterprise.validation.from_records import rederived, shares

SAMPLE = Path(__file__).resolve().parents[1] / "data_lake" / "sample_mm"
_SPOILED = 500
_SEED = 0

Project = tuple[Ledger, WorkspaceRecords]


def main(arguments: list[str]) -> int:
    """Print all lines, of the simulation number that is given, or of 0; the exit code."""
    for line in lines(int(arguments[0]) if arguments else _SEED):
        sys.stdout.write(line + "\n")
    return 0


def lines(seed: int) -> Iterator[str]:
    """The findings of each project, and of their questions together."""
    bundles = [read_seed(entry) for entry in read_registry(SAMPLE)]
    projects = [_project(item, seed) for item in bundles if isinstance(item, SeedBundle)]
    hay = haystack_of([(ledger, records.unit_set()) for ledger, records in projects])
    asked: list[MmQuestion] = []
    for ledger, records in projects:
        scene = Scene(ledger, records.unit_set(), seed)
        questions = make_questions(scene, hay, answer, Quotas()).questions.questions
        asked += questions
        yield f"{ledger.world.project}: {len(records.units)} units, {len(questions)} questions"
        yield from _read_again(Bench(scene, records), questions)
        yield f"  {_drawn(records)}"
        caught = share_lines(caught_shares(ledger, records, Random(seed), _SPOILED))
        yield from (f"  spoiled records, {line}" for line in caught)
    wording = balanced(asked, seed)[1]
    yield f"question-only, all questions: {said(wording.before)}"
    yield f"question-only, {len(wording.left_out)} left out: {said(wording.after)}"
    yield f"question-only, by letters: {said(wording.letters)}"


def _project(bundle: SeedBundle, seed: int) -> Project:
    ledger = simulate(bundle.seeds, seed)
    return ledger, render(ledger, bundle.seeds, bundle.images, seed)


def _read_again(bench: Bench, questions: Sequence[MmQuestion]) -> Iterator[str]:
    for share in shares(rederived(bench, questions)):
        yield (
            f"  golds read again, evidence {share.evidence}: {share.from_all} of {share.questions} "
            f"from all records, {share.from_cited} from the cited ones"
        )


def _drawn(records: WorkspaceRecords) -> str:
    units = {unit.id: unit for unit in records.units}
    rows = [row for row in records.plotted if units[row.unit].place is Place.IMAGE]
    found = [is_drawn(records.contents[units[row.unit].image], row.marks) for row in rows]
    charts = [item for item in found if item is not None]
    return f"bar charts with bars as long as their series: {sum(charts)} of {len(charts)}"
