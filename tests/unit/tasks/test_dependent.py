"""Questions in which one surface leads to the next, and rankings: golds, uniqueness, faults."""

from __future__ import annotations

import polars as pl
import pytest

from tests.unit.tasks.builders import document, shipments, source_task, surfaces_of, table
from worksurface_pipeline.worksurface.schema.source import DependencyEdge, EndKind, SourceTask
from worksurface_pipeline.worksurface.schema.surfaces import Document, Surface
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation
from worksurface_pipeline.worksurface.surfaces.sets import Surfaces
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.engine import Engine
from worksurface_pipeline.worksurface.tasks.expressions import Condition, Expression, Kind, Op
from worksurface_pipeline.worksurface.tasks.placebo import (
    PlaceboRate,
    placebo_rates,
    pooled,
    without_refused,
)
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.segments import parse
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet
from worksurface_pipeline.worksurface.tasks.sole_figures import FigureKinds
from worksurface_pipeline.worksurface.tasks.values import Fault, compute
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

POLICY = DerivationPolicy(max_absent=0, max_composites=0, max_linked=6, max_filters=6)
OLD = "# Rules\n\nAt most 12 days of leave are carried over into the new year.\n"
NEW = "# Rules\n\nAt most 15 days of leave are carried over into the new year.\n"
NOTE = "# Note\n\nMost shipments were late because the South depot was closed for repairs.\n"
LIMIT = "# Promise\n\nTransit of a shipment takes no more than 4 days on any lane.\n"


def edge(start: str, end: str) -> DependencyEdge:
    """An edge from an input to the output."""
    return DependencyEdge(
        written_from=start,
        written_to=end,
        from_name=start,
        to_name=end,
        from_kind=EndKind.INPUT,
        to_kind=EndKind.OUTPUT,
    )


def world(documents: list[Document], kinds: tuple[str, ...] = ()) -> tuple[SourceTask, Surfaces]:
    """Shipments and documents, of which all but those of `kinds` go into the output."""
    names = ["shipments.csv", *(item.filename for item in documents)]
    edges = tuple(edge(name, "report.md") for name in names if name not in kinds)
    task = source_task(["Is there a report?"], names).model_copy(update={"edges": edges})
    return task, surfaces_of([task], [shipments()], documents)


def derived(documents: list[Document], family: Derivation) -> tuple[list[AtomicTask], Surfaces]:
    """The verified tasks of one family."""
    task, surfaces = world(documents)
    found = verify_tasks(derive_candidates([task], surfaces, POLICY), surfaces)
    assert [item for item in found.refusals if item.question] == []
    return [item for item in found.tasks if item.derivation is family], surfaces


def test_a_line_of_two_versions_is_asked_by_the_version_alone() -> None:
    documents = [document("policy_v1.md", OLD), document("policy_v2.md", NEW)]
    tasks, _ = derived(documents, Derivation.LINKED_DOCUMENT)
    golds = {task.gold_answer: task.question for task in tasks}
    assert set(golds) == {12, 15}
    assert "policy_v2.md" not in golds[15]
    assert "latest version of policy_v1.md" in golds[15]
    assert "policy_v1.md" not in golds[12]
    assert all(task.required_sealed == (Surface.RAG, Surface.GRAPH) for task in tasks)


def test_a_sheet_behind_a_link_is_not_named() -> None:
    tasks, _ = derived([document("a.md", NOTE)], Derivation.LINKED_TABLE)
    assert [task.gold_answer for task in tasks] == [40]
    assert "shipments.csv" not in tasks[0].question
    assert "the only CSV file that goes directly into report.md" in tasks[0].question


def test_a_document_tells_the_value_that_restricts_a_sheet() -> None:
    tasks, _ = derived([document("note.md", NOTE)], Derivation.LINKED_FILTER)
    (task,) = tasks
    assert task.required_surfaces == (Surface.RAG, Surface.TABLE, Surface.GRAPH)
    assert "South" not in task.question
    assert "shipments.csv" not in task.question
    assert "note.md" in task.question
    assert "'South'" in task.gold_evidence[-1].model_dump()["query"]


def test_a_document_tells_the_figure_that_a_column_is_compared_with() -> None:
    tasks, _ = derived([document("promise.md", LIMIT)], Derivation.DOCUMENT_FILTER)
    (task,) = tasks
    query = task.gold_evidence[-1].model_dump()["query"]
    assert query.endswith(('"transit_days" > 4', '"transit_days" < 4'))
    assert task.gold_answer in (17, 18)
    assert " 4" not in task.question


def test_a_name_inside_a_longer_name_restricts_nothing() -> None:
    text = "# Note\n\nThe Grand South Hotel was closed for repairs for most of the year.\n"
    tasks, _ = derived([document("note.md", text)], Derivation.LINKED_FILTER)
    assert tasks == []


BROKEN = [
    ("the linked file named", {"question": "How many rows has shipments.csv in report.md?"}),
    ("the first file not named", {"question": "How many rows has the only CSV file?"}),
    ("another gold", {"gold_answer": 41}),
]


@pytest.mark.parametrize("update", [item[1] for item in BROKEN], ids=[item[0] for item in BROKEN])
def test_a_broken_link_is_refused(update: dict[str, object]) -> None:
    (task,), surfaces = derived([document("a.md", NOTE)], Derivation.LINKED_TABLE)
    broken = task.model_copy(update=update)
    assert verify_tasks(CandidateSet(candidates=(broken,)), surfaces).tasks == ()


def test_a_link_that_fits_two_files_is_refused_on_replay() -> None:
    (task,), surfaces = derived([document("a.md", NOTE)], Derivation.LINKED_TABLE)
    names = ["shipments.csv", "a.md", "more.csv"]
    edges = tuple(edge(name, "report.md") for name in names)
    other = source_task([], names).model_copy(update={"edges": edges})
    graph = surfaces_of([other], [shipments()], [document("a.md", NOTE)]).graph
    wider = Surfaces(surfaces.persona, surfaces.documents, surfaces.tables, graph)
    refused = verify_tasks(CandidateSet(candidates=(task,)), wider).refusals
    assert "alone" in refused[0].reason


TEXTS = [
    ("one", "Rest for 30 minutes now.", ["the one figure in minutes"]),
    ("highest", "Rest for 30 minutes, then 45 minutes.", ["the highest figure in minutes"]),
    ("equal", "Rest for 45 minutes, then 45 minutes.", []),
    ("range", "Rest for 30-45 minutes.", []),
    ("spelled", "Rest for 30 minutes and two minutes more.", []),
    ("short form", "Rest for 30 minutes and 45 min.", ["the highest figure in minutes"]),
    ("a verb", "Table 3 shows the rest.", []),
    ("percent", "Keep it under 55%.", ["the one percentage"]),
]


@pytest.mark.parametrize(("text", "names"), [i[1:] for i in TEXTS], ids=[i[0] for i in TEXTS])
def test_a_figure_stands_out_only_if_nothing_equals_it(text: str, names: list[str]) -> None:
    own = document("own.md", f"# Rest\n\n{text}\n")
    other = document("other.md", "# Other\n\nWait 90 minutes below 70% for 3 shows.\n")
    kinds = FigureKinds({own.id: own, other.id: other})
    assert [item.name for item in kinds.sole(parse(own))] == names


def test_a_figure_that_no_other_document_has_is_not_asked_by_its_kind() -> None:
    own = document("own.md", "# Rest\n\nRest for 30 minutes now.\n")
    assert list(FigureKinds({own.id: own}).sole(parse(own))) == []


FRAME = {
    "g": ["a", "a", "b", "b", "c", "c", "d"],
    "n": [5, 5, 4, 4, 4, 4, -1],
    "m": [5, 5, 4, 4, 4, 3, 1],
}
RANKED = [
    ("first two", Expression("v", Op.GROUP_TOP, "g", "m", top=2), None),
    ("tie at the cut", Expression("v", Op.GROUP_TOP, "g", top=2), Fault.TIE),
    ("below zero", Expression("v", Op.GROUP_TOP, "g", "n", top=1), Fault.NEGATIVE),
    ("all groups", Expression("v", Op.GROUP_TOP, "g", "m", top=4), Fault.EVERY_ROW),
    (
        "share",
        Expression("v", Op.MEASURE_SHARE, "m", target=(Condition("g", Kind.EQUALS, "a"),)),
        None,
    ),
    (
        "share below zero",
        Expression("v", Op.MEASURE_SHARE, "n", target=(Condition("g", Kind.EQUALS, "a"),)),
        Fault.NEGATIVE,
    ),
]


@pytest.mark.parametrize(
    ("expression", "fault"), [item[1:] for item in RANKED], ids=[item[0] for item in RANKED]
)
def test_a_ranking_with_a_tie_or_a_share_of_debts_proves_nothing(
    expression: Expression, fault: Fault | None
) -> None:
    with Engine({"v": pl.DataFrame(FRAME)}) as engine:
        assert compute(engine, expression).fault is fault


def test_rankings_are_lists_and_shares_are_percent() -> None:
    task, surfaces = world([])
    found = verify_tasks(derive_candidates([task], surfaces, POLICY), surfaces)
    by_family = {item.derivation: item for item in found.tasks}
    share = by_family[Derivation.MEASURE_SHARE]
    assert share.answer_unit == "percent"
    assert 0 < float(str(share.gold_answer)) < 100
    assert Derivation.GROUP_TOP not in by_family  # three regions: two of them are most


def test_the_first_groups_are_asked_for_as_a_list() -> None:
    times = {"a": 9, "b": 8, "c": 7, "d": 5, "e": 4, "f": 3, "g": 2}
    names = [f"site {letter}" for letter, count in times.items() for _ in range(count)]
    record = table("log.csv", {"site": names, "note": [str(i) for i in range(len(names))]})
    task = source_task(["Is there a report?"], ["log.csv"])
    surfaces = surfaces_of([task], [record])
    found = verify_tasks(derive_candidates([task], surfaces, POLICY), surfaces)
    (top,) = (item for item in found.tasks if item.derivation is Derivation.GROUP_TOP)
    assert top.gold_answer in (("site a", "site b"), ("site a", "site b", "site c"))


def test_a_swapped_figure_that_grounds_counts_against_its_family() -> None:
    rubrics = ["Are 24 shipments sent to the North region?"]
    other = source_task(["Are 10 shipments sent to the North region?"], ["a.md"], task_id="8")
    task = source_task(rubrics, ["shipments.csv"])
    surfaces = surfaces_of([task, other], [shipments()])
    rates = {item.family: item for item in placebo_rates([task, other], surfaces, POLICY)}
    assert (rates["filtered_count"].tried, rates["filtered_count"].grounded) == (1, 0)
    assert rates["document_filter"].grounded == 0
    # The wording with a wrong figure is grounded as soon as the other task's true one is put in.
    swapped = source_task(rubrics, ["a.md"], task_id="8")
    wrong = task.model_copy(update={"rubrics": other.rubrics})
    rates = {item.family: item for item in placebo_rates([wrong, swapped], surfaces, POLICY)}
    assert (rates["not_recovered"].tried, rates["not_recovered"].grounded) == (2, 1)


def test_a_family_above_the_limit_is_refused_by_name() -> None:
    task, surfaces = world([document("note.md", NOTE)])
    found = derive_candidates([task], surfaces, POLICY)
    bad = PlaceboRate(family="linked_table", tried=50, grounded=1, rate=0.02, interval=(0.0, 0.1))
    left = without_refused(found, (bad,), 0.01)
    assert not [item for item in left.candidates if item.derivation is Derivation.LINKED_TABLE]
    assert len(left.candidates) + len(left.refusals) == len(found.candidates) + len(found.refusals)
    assert "1 of 50 swapped figures" in left.refusals[-1].reason
    assert without_refused(found, (bad,), 0.05) == found


def test_rates_of_personas_are_pooled() -> None:
    one = PlaceboRate(family="share", tried=10, grounded=1, rate=0.1, interval=(0.0, 0.4))
    two = PlaceboRate(family="share", tried=90, grounded=0, rate=0.0, interval=(0.0, 0.1))
    (both,) = pooled((one, two))
    assert (both.tried, both.grounded, both.rate) == (100, 1, 0.01)
    assert both.interval[0] < both.rate < both.interval[1]
