"""Reports and decks of the embedded seed documents, worded by a scripted model."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random

import pytest

from tests.prove.mm_samples import bundles, samples
from tests.unit.mmenterprise.writing.prose import prose
from tests.unit.mmenterprise.writing.scripted import Script, serving, settings
from tests.unit.mmenterprise.writing.spoiling_pages import FAULTS, PageReplies
from tests.unit.mmenterprise.writing.test_documents import documents_alone
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.questions.build import make_questions
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.questions.haystack import haystack_of
from worksurface_pipeline.mmenterprise.questions.selection import Quotas
from worksurface_pipeline.mmenterprise.records.audit import audit_records
from worksurface_pipeline.mmenterprise.records.documents import Outliner
from worksurface_pipeline.mmenterprise.records.figures import Album
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.wording import Words
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.settings import Settings
from worksurface_pipeline.mmenterprise.validation.bench import Bench
from worksurface_pipeline.mmenterprise.validation.from_records import rederived
from worksurface_pipeline.mmenterprise.writing.library import PAGED, Library
from worksurface_pipeline.mmenterprise.writing.page_checks import PageChecks
from worksurface_pipeline.mmenterprise.writing.write import write

_EACH = 210  # faults of each of the three projects
_SEED = Settings().workspace.seed
Project = tuple[Ledger, WorkspaceRecords]

pytestmark = pytest.mark.prove

# litellm would fetch its price map at import; only the environment can stop it.
os.environ.setdefault("LITELLM_OFFLINE_MODE", "true")


def test_faults_in_documents_are_caught_and_proper_pages_pass() -> None:
    made: Counter[str] = Counter()
    caught: Counter[str] = Counter()
    for number, (bundle, sample) in enumerate(zip(bundles(), samples(_SEED), strict=True)):
        seeds, ledger, records = sample
        words = Words(ledger)
        outliner = Outliner(words, Album(words, seeds, bundle.images, _SEED))
        checks = PageChecks(Library(words, records, outliner), seeds.document.title)
        replies = PageReplies(checks)
        proper = [fault for item in replies.versions for fault in replies.checked(*item).faults]
        assert proper == []
        some_made, some_caught = replies.caught(Random(number), _EACH)
        made += some_made
        caught += some_caught
    lines = [f"{name}: {caught[name]} of {made[name]} caught" for name in sorted(FAULTS)]
    _say(*lines, f"all: {caught.total()} of {made.total()} caught")
    # No document of the samples states a value that was replaced: nothing can be turned round.
    assert set(FAULTS) - set(made) <= {"wrong for right"}
    assert made.total() >= 600
    assert caught.total() >= 0.99 * made.total()


def test_all_pages_are_worded_and_no_check_finds_more_than_before() -> None:
    for (ledger, records), plain in zip(_worded(), _plain(), strict=True):
        old = {unit.id: unit.text_layer for unit in plain[1].units}
        pages = [unit for unit in records.units if unit.place in PAGED]
        worded = sum(unit.text_layer != old[unit.id] for unit in pages)
        _say(f"{worded} of {len(pages)} pages worded, of {len(records.units)} units")
        assert worded == len(pages)
        assert ledger == plain[0]
        assert set(audit_records(ledger, records).findings) <= set(audit_records(*plain).findings)


def test_questions_and_golds_are_what_they_were() -> None:
    asked = _asked(_worded())
    assert asked == _asked(_plain())
    read = [_read(*item) for item in zip(_worded(), asked, strict=True)]
    assert read == [_read(*item) for item in zip(_plain(), asked, strict=True)]
    _say(*(f"{right} of {whole} golds read back" for right, whole in read))


@cache
def _plain() -> tuple[Project, ...]:
    return tuple((ledger, records) for _, ledger, records in samples(_SEED))


@cache
def _worded() -> tuple[Project, ...]:
    """The projects with all documents worded by a model that keeps every rule."""
    found = []
    for bundle, (ledger, records) in zip(bundles(), _plain(), strict=True):
        with serving(Script(documents_alone(lambda _, data, __: prose(data)))) as (clients, _):
            made = write(ledger, records, bundle, clients, settings(1))
        found.append((made.ledger, made.records))
    return tuple(found)


def _asked(projects: Sequence[Project]) -> list[tuple[MmQuestion, ...]]:
    """The questions of all projects by rule."""
    hay = haystack_of([(ledger, records.unit_set()) for ledger, records in projects])
    scenes = [Scene(ledger, records.unit_set(), _SEED) for ledger, records in projects]
    return [make_questions(one, hay, answer, Quotas()).questions.questions for one in scenes]


def _read(project: Project, questions: Sequence[MmQuestion]) -> tuple[int, int]:
    """How many golds are read again from the cited records, and of how many."""
    ledger, records = project
    bench = Bench(Scene(ledger, records.unit_set(), _SEED), records)
    found = list(rederived(bench, questions))
    return sum(item.is_from_all and item.is_from_cited for item in found), len(found)


def _say(*lines: str) -> None:
    """Say something to whoever runs this."""
    sys.stderr.write("\n".join(["", *lines, ""]))
