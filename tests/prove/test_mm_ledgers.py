"""The ledger's invariants over hundreds of seeds, and questions of many projects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tests.unit.mmenterprise.ledger.seed_sets import firm, lab, traps
from tests.unit.mmenterprise.questions.test_simulated import units_of
from worksurface_pipeline.mmenterprise.ledger.invariants import violations
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.questions.build import make_questions
from worksurface_pipeline.mmenterprise.questions.drafts import Scene
from worksurface_pipeline.mmenterprise.questions.haystack import haystack_of
from worksurface_pipeline.mmenterprise.questions.question_only import question_only
from worksurface_pipeline.mmenterprise.questions.selection import Quotas
from worksurface_pipeline.mmenterprise.questions.traits import CONFLICTS
from worksurface_pipeline.mmenterprise.schema.questions import Absence, MmQuestion, QuestionType
from worksurface_pipeline.mmenterprise.simulation.events import simulate

pytestmark = pytest.mark.prove
LEDGERS = 200
PROJECTS = 14


def test_no_seed_breaks_an_invariant() -> None:
    for seed in range(LEDGERS):
        for seed_set in (lab(), firm(), traps()):
            assert violations(simulate(seed_set, seed)) == (), (seed_set.document.id, seed)


def test_quotas_and_wording_over_many_projects(
    record_property: Callable[[str, object], None],
) -> None:
    """Every project has all types and quotas; wording does not tell what has no answer."""
    found: list[MmQuestion] = []
    for seed in range(PROJECTS):
        seed_set = (lab(), firm())[seed % 2]
        ledger = simulate(seed_set, seed)
        units = units_of(ledger)
        hay = haystack_of([(ledger, units)])
        made = make_questions(Scene(ledger, units, seed), hay, answer, Quotas())
        questions = made.questions.questions
        visual = {unit.id for unit in units.units if unit.is_visual}
        _meets_quotas(questions, visual)
        found += [item.model_copy(update={"project": f"p{seed}"}) for item in questions]
    blind = question_only(found, 1)
    record_property("question_only", blind.model_dump_json())
    assert blind.is_blind


def _meets_quotas(questions: tuple[MmQuestion, ...], visual: set[str]) -> None:
    kinds = Counter(item.type for item in questions)
    absences = Counter(item.absence for item in questions if item.absence)
    answerable = [item for item in questions if not item.absence]
    pictures = [len(visual.intersection(item.evidence)) for item in answerable]
    assert set(kinds) == set(QuestionType)
    assert 4 * sum(kinds[kind] for kind in CONFLICTS) >= len(questions)
    assert set(absences) == set(Absence)
    assert all(4 * count >= absences.total() for count in absences.values())
    assert 10 * sum(count > 0 for count in pictures) >= 3 * len(answerable)
    assert 10 * sum(count > 1 for count in pictures) >= len(answerable)
