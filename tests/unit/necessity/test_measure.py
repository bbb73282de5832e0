"""Labels, records and rates: the whole measurement on the small persona."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.necessity.cases import CASES
from tests.unit.necessity.worlds import GRAPH, RAG, TABLE, surfaces, task
from worksurface_pipeline.worksurface.necessity.answers import Judged, Tried
from worksurface_pipeline.worksurface.necessity.measure import measure_necessity
from worksurface_pipeline.worksurface.necessity.rates import merged_rates, rate_line
from worksurface_pipeline.worksurface.necessity.records import (
    LabelStatus,
    NecessityLabel,
    NecessityRate,
    NecessitySet,
)
from worksurface_pipeline.worksurface.necessity.relabel import label_of
from worksurface_pipeline.worksurface.necessity.subsets import (
    SUBSETS,
    Subset,
    minimal_sets,
    name_of,
    proper_subsets,
    reached_by,
)
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import Derivation, TaskType
from worksurface_pipeline.worksurface.scoring.profiles import find_profile
from worksurface_pipeline.worksurface.settings import Interface

TWO_SETS = "all inputs, which the list of views shows under the open interface"
ABSENT = task(
    "For Task 7, what is the tare in shipments.csv?",
    "INSUFFICIENT_EVIDENCE",
    declared=(TABLE,),
    kind=AnswerType.ABSTAIN,
    family=Derivation.ABSENT_TARGET,
)


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> NecessitySet:
    tasks = [*(case.task for case in CASES), ABSENT]
    return measure_necessity(tasks, surfaces(), tmp_path_factory.mktemp("views"))


def label(measured: NecessitySet, name: str, interface: str) -> NecessityLabel:
    found = next(case.task.id for case in CASES if case.name == name)
    return next(
        item for item in measured.labels if (item.task_id, item.interface) == (found, interface)
    )


def test_each_task_interface_and_subset_has_one_result(measured: NecessitySet) -> None:
    keys = [(item.task_id, item.interface, item.subset) for item in measured.results]
    assert len(keys) == len(set(keys)) == (len(CASES) + 1) * 2 * len(SUBSETS)
    assert {item.tried_by for item in measured.results} == {("rule/templates", "rule/ranking")}
    assert (measured.took_part, measured.judges) == (("rule/templates",), ("rule/ranking",))


def test_a_declared_surface_that_is_not_needed_goes(measured: NecessitySet) -> None:
    name = "the latest version, which names tell where they are shown"
    opened, sealed = label(measured, name, "open"), label(measured, name, "sealed")
    assert (opened.declared, opened.label, opened.is_for_route) == ((RAG, GRAPH), (RAG,), True)
    assert sealed.label == (RAG, GRAPH)
    kept = next(item for item in measured.tasks if item.id == opened.task_id)
    assert kept.required_surfaces == (RAG,)
    assert kept.required_sealed == (RAG, GRAPH)
    assert kept.task_type is TaskType.RAG_ONLY
    assert kept.gold_tools == ("kb_search",)


def test_two_minimal_sets_are_not_for_route(measured: NecessitySet) -> None:
    found = label(measured, TWO_SETS, "open")
    assert found.status is LabelStatus.SEVERAL
    assert found.minimal == ((TABLE,), (GRAPH,))
    assert (found.label, found.is_for_route) == ((GRAPH,), False)


def test_what_nothing_or_the_question_reaches_is_quarantined(measured: NecessitySet) -> None:
    reasons = {
        item.task.question[:30]: {finding.reason for finding in item.findings}
        for item in measured.quarantined
    }
    assert reasons == {
        "For Task 7, how many data rows": {"no set reaches it"},
        "For Task 7, do 48 minutes at t": {"the question alone holds the answer"},
    }
    held = {item.task.id for item in measured.quarantined}
    assert held.isdisjoint(item.id for item in measured.tasks)


def test_an_abstain_task_keeps_its_label_and_enters_no_rate(measured: NecessitySet) -> None:
    found = [item for item in measured.labels if item.task_id == ABSENT.id]
    assert {(item.status, item.label, item.is_for_route) for item in found} == {
        (LabelStatus.ABSTAIN, (TABLE,), False)
    }
    reachable = [
        item
        for item in measured.rates
        if (item.interface, item.stage, item.measure) == ("open", "declared", "reachable")
    ]
    assert sum(item.tasks for item in reachable) == len(CASES)


def test_after_relabelling_no_part_of_a_label_reaches_its_task(measured: NecessitySet) -> None:
    after = [item for item in measured.rates if item.stage == "relabelled"]
    reachable = [item for item in after if item.measure == "reachable"]
    known = [item for item in reachable if item.combination != "none"]
    assert known
    assert all(item.with_less == 0 for item in known)


def test_the_set_is_stored_and_read_again(measured: NecessitySet) -> None:
    files = dict(measured.to_files())
    assert NecessitySet.from_files(files.__getitem__) == measured


def test_measuring_twice_gives_the_same(measured: NecessitySet, tmp_path: Path) -> None:
    tasks = [*(case.task for case in CASES), ABSENT]
    again = measure_necessity(tasks, surfaces(), tmp_path)
    assert dict(again.to_files()) == dict(measured.to_files())


def test_rates_of_personas_are_weighted_and_worded_as_not_solved() -> None:
    one = NecessityRate(
        interface="open",
        stage="relabelled",
        combination="rag+graph",
        measure="rule/ranking",
        tasks=3,
        with_all=1.0,
        with_less=0.0,
    )
    other = one.model_copy(update={"tasks": 1, "with_all": 0.0, "with_less": 1.0})
    (merged,) = merged_rates([[one], [other]])
    assert (merged.tasks, merged.with_all, merged.with_less) == (4, 0.75, 0.25)
    assert "not solved by it with less: 75.0%" in rate_line(merged)
    assert "need" not in rate_line(merged)


@given(st.sets(st.sampled_from(SUBSETS)))
def test_minimal_sets_are_an_antichain_below_all_that_reach(chosen: set[Subset]) -> None:
    reached = reached_by(lambda subset: subset in chosen)
    minimal = minimal_sets(reached)
    assert set(minimal) <= chosen
    assert not any(set(one) < set(other) for one in minimal for other in minimal)
    assert all(any(set(one) <= set(subset) for one in minimal) for subset in reached)


@given(st.sets(st.sampled_from(SUBSETS)))
def test_a_label_is_released_for_route_only_with_one_minimal_set(chosen: set[Subset]) -> None:
    reached = reached_by(lambda subset: subset in chosen)
    found = label_of(CASES[0].task, Interface.OPEN, reached)
    count = len(minimal_sets(reached))
    assert found.is_for_route == (count == 1 and () not in chosen)
    assert found.label == (RAG,) or found.label in minimal_sets(reached)


def test_names_and_subsets() -> None:
    assert [name_of(item) for item in (SUBSETS[0], SUBSETS[-1])] == ["none", "rag+table+graph"]
    assert proper_subsets((RAG, TABLE)) == ((), (RAG,), (TABLE,))


@pytest.mark.parametrize(
    ("answer", "chance"),
    [
        pytest.param("40", 0.5, id="a guess among two"),
        pytest.param(None, 0.0, id="no answer"),
        pytest.param('"INSUFFICIENT_EVIDENCE"', 0.0, id="an abstention"),
    ],
)
def test_who_answers_nothing_guesses_nothing(answer: str | None, chance: float) -> None:
    one = CASES[3].task
    tried = Tried("x", {one.id: {(TABLE,): answer}})
    rules = find_profile("paper").answer
    judged = Judged(tried, [one], rules, {(one.id, (TABLE,)): 0.5})
    assert judged.chance(one, ((TABLE,),)) == chance
    assert judged.is_luck(one, (TABLE,)) is (chance > 0)
