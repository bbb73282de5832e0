from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.shared_files import ROOT
from tests.unit.scoring.builders import call, run, task
from tests.unit.scoring.test_evidence import RAG, TABLE, passage, read
from worksurface_pipeline.harness.llm.types import Usage
from worksurface_pipeline.harness.trajectory import (
    Outcome,
    StopReason,
    ToolCall,
    Trajectory,
    Turn,
)
from worksurface_pipeline.worksurface.schema.diagnosis import MEANINGS, DepartureKind, Diagnosis
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.scores import Score
from worksurface_pipeline.worksurface.schema.tasks import AbsenceEvidence, AtomicTask, TaskType
from worksurface_pipeline.worksurface.scoring.diagnosis import RULES, Facts, classify, diagnosed
from worksurface_pipeline.worksurface.scoring.score import score_trajectory

TOTAL = task(300, surfaces=("table",), evidence=(TABLE,))
FIGURE = task(300, surfaces=("rag",), evidence=(RAG,), task_type=TaskType.RAG_ONLY)
BOTH = task(
    "North; 3", surfaces=("rag", "table"), evidence=(RAG, TABLE), task_type=TaskType.CROSS_SURFACE
)
FILES = task(("a.csv", "b.csv"), surfaces=("table",), evidence=(TABLE,))
BARE = task(300, surfaces=("table",))
SEVERAL = task(300, surfaces=("table",), evidence=(TABLE,), not_for_route=("open",))
ABSENT = task(
    "INSUFFICIENT_EVIDENCE",
    AnswerType.ABSTAIN,
    surfaces=("rag", "table"),
    evidence=(AbsenceEvidence(terms=("Mars",), searched=(), scope_digest="d"),),
    task_type=TaskType.ABSTAIN,
)
ROWS = call("table", read(), text="300")
NO_ROWS = call("table", read(), text='{"columns":["n"],"rows":[],"views":["v"],"count":0}')
WRONG_VIEW = call("table", read("t7__other"), text="1")
TEXT = call("rag", passage(0, 500), text="300 events")
ELSEWHERE = call("rag", passage(0, 90), text="nothing of it")
NODES = call("graph")
NO_TOOL = ToolCall(tool="python", surface="", args="{}", observation="no", is_error=True)
GAVE_UP = Outcome.ABSTAINED


def failed(surface: str) -> ToolCall:
    return call(surface, is_error=True)


def scored(item: AtomicTask, made: Trajectory | None, interface: str = "open") -> Score:
    return score_trajectory(item, made, None, "paper", interface)


def changed(made: Trajectory, **more: Any) -> Trajectory:
    return made.model_copy(update=more)


def unexposed(made: Trajectory, *exposed: str) -> Trajectory:
    return changed(made, exposed=exposed)


S1 = unexposed(run(1, setting="S1"))
ROUTE = Turn(index=0, kind="route", reply="{}", usage=Usage())
ROUTE_0 = changed(
    run(1, setting="S3"),
    exposed=(),
    turns=(
        ROUTE.model_copy(update={"problem": "names none"}),
        ROUTE.model_copy(update={"index": 1, "problem": "names none"}),
        Turn(index=2, kind="final", reply="1", usage=Usage()),
    ),
)
ROUTED_WRONG = changed(
    run(1, setting="S3"),
    exposed=("graph",),
    turns=(
        ROUTE,
        Turn(index=1, kind="tool", reply="{}", usage=Usage(), call=failed("table")),
        Turn(index=2, kind="final", reply="1", usage=Usage()),
    ),
)
FORCED_SEARCH = changed(
    run(1, setting="S2"),
    exposed=("rag",),
    turns=(
        Turn(index=0, kind="forced", reply="", usage=Usage(), call=ELSEWHERE, attempts=0),
        Turn(index=1, kind="final", reply="1", usage=Usage()),
    ),
)
OWN = changed(
    run(300, model="agent/mine"),
    turns=(
        Turn(index=0, kind="call", reply="", usage=Usage(), call=ROWS, attempts=0),
        Turn(index=1, kind="call", reply="<set>", usage=Usage(), problem="no JSON", attempts=0),
        Turn(index=2, kind="final", reply="300", usage=Usage(), attempts=0),
    ),
)
D = Diagnosis
K = DepartureKind
CASES: list[tuple[str, AtomicTask, Trajectory | None, Diagnosis, tuple[int, str] | None]] = [
    ("nothing was run", TOTAL, None, D.MISSING, None),
    ("machine", TOTAL, run(outcome=Outcome.ERRORED), D.MACHINE_ERROR, (0, K.MACHINE_ERROR)),
    ("unparsable", TOTAL, run(outcome=Outcome.MODEL_FAILED), D.PROTOCOL_FAILURE, None),
    ("token limit", TOTAL, run(1, ROWS, outcome=Outcome.LIMITED), D.LIMIT, (1, K.LIMIT)),
    ("right, straight", TOTAL, run(300, ROWS), D.CORRECT_WITH_EVIDENCE, None),
    ("right, forced", TOTAL, run(300, ROWS, is_forced_answer=True), D.CORRECT_WITH_EVIDENCE, None),
    (
        "right with a detour",
        TOTAL,
        run(300, ELSEWHERE, ROWS),
        D.CORRECT_WITH_EVIDENCE,
        (0, K.UNNEEDED_SURFACE),
    ),
    (
        "right after another passage",
        FIGURE,
        run(300, ELSEWHERE),
        D.CORRECT_WITH_EVIDENCE,
        None,
    ),
    (
        "right by another surface",
        TOTAL,
        run(300, TEXT),
        D.CORRECT_WITHOUT_EVIDENCE,
        (0, K.UNNEEDED_SURFACE),
    ),
    ("right by luck", TOTAL, run(300), D.CORRECT_WITHOUT_EVIDENCE, (0, K.ANSWER_WITHOUT_EVIDENCE)),
    (
        "right without tools",
        TOTAL,
        unexposed(run(300, setting="S1")),
        D.CORRECT_WITHOUT_EVIDENCE,
        None,
    ),
    ("half a list", FILES, run(["a.csv"], ROWS), D.PARTIAL, (1, K.WRONG_ANSWER)),
    ("half a composite", BOTH, run("North; 4", TEXT, ROWS), D.PARTIAL, (2, K.WRONG_ANSWER)),
    ("no tool though exposed", TOTAL, run(1), D.CLOSED_BOOK, (0, K.ANSWER_WITHOUT_EVIDENCE)),
    ("only a tool that is not", TOTAL, run(1, NO_TOOL), D.CLOSED_BOOK, (0, K.FAILED_CALL)),
    ("S3 without a route", TOTAL, ROUTE_0, D.CLOSED_BOOK, (0, K.UNUSABLE_REPLY)),
    ("S1", TOTAL, S1, D.NO_TOOLS, None),
    ("S1 gave up", TOTAL, unexposed(run(outcome=GAVE_UP, setting="S1")), D.NO_TOOLS, None),
    ("query without a row", TOTAL, run(1, NO_ROWS), D.EVIDENCE_MISSING, None),
    ("only surface taken away", TOTAL, unexposed(run(1, setting="S5-table")), D.NO_TOOLS, None),
    ("another surface", TOTAL, run(1, TEXT), D.WRONG_SURFACE, (0, K.UNNEEDED_SURFACE)),
    ("one of two surfaces", BOTH, run("x", TEXT), D.WRONG_SURFACE, (1, K.ANSWER_WITHOUT_EVIDENCE)),
    ("S3 routed wrong", TOTAL, ROUTED_WRONG, D.WRONG_SURFACE, (0, K.UNNEEDED_SURFACE)),
    ("S2 elsewhere", TOTAL, FORCED_SEARCH, D.WRONG_SURFACE, (1, K.ANSWER_WITHOUT_EVIDENCE)),
    ("S2 on its surface", FIGURE, FORCED_SEARCH, D.EVIDENCE_MISSING, None),
    ("view not read", TOTAL, run(1, WRONG_VIEW), D.EVIDENCE_MISSING, None),
    ("only failed calls", TOTAL, run(1, failed("table")), D.EVIDENCE_MISSING, (0, K.FAILED_CALL)),
    ("document but not passage", FIGURE, run(1, ELSEWHERE), D.EVIDENCE_MISSING, None),
    ("computed wrongly", TOTAL, run(1, ROWS), D.WRONG_WITH_EVIDENCE, (1, K.WRONG_ANSWER)),
    ("read wrongly", FIGURE, run(1, TEXT), D.WRONG_WITH_EVIDENCE, (1, K.WRONG_ANSWER)),
    (
        "gave up",
        TOTAL,
        run(None, ROWS, outcome=GAVE_UP),
        D.WRONG_ABSTENTION,
        (1, K.ABSTENTION),
    ),
    ("own agent", TOTAL, OWN, D.CORRECT_WITH_EVIDENCE, (1, K.UNUSABLE_REPLY)),
    ("evidence in the prompt", TOTAL, unexposed(run(1, setting="S7")), D.WRONG_WITH_EVIDENCE, None),
    (
        "evidence in the prompt, right",
        TOTAL,
        unexposed(run(300, setting="S7")),
        D.CORRECT_WITH_EVIDENCE,
        None,
    ),
    ("no evidence items, searched", BARE, run(300, ROWS), D.CORRECT_WITH_EVIDENCE, None),
    ("no evidence items, wrong", BARE, run(1, ROWS), D.WRONG_WITH_EVIDENCE, None),
    ("several ways, none taken to its end", SEVERAL, run(1, TEXT), D.EVIDENCE_MISSING, None),
    (
        "abstained after a search of all",
        ABSENT,
        run(None, TEXT, ROWS, outcome=GAVE_UP),
        D.CORRECT_WITH_EVIDENCE,
        None,
    ),
    (
        "abstained at once",
        ABSENT,
        run(None, outcome=GAVE_UP),
        D.CORRECT_WITHOUT_EVIDENCE,
        (0, K.ANSWER_WITHOUT_EVIDENCE),
    ),
    ("invented at once", ABSENT, run(7), D.CLOSED_BOOK, None),
    ("invented after half a search", ABSENT, run(7, TEXT), D.WRONG_SURFACE, None),
    ("invented after a search of all", ABSENT, run(7, TEXT, ROWS), D.WRONG_WITH_EVIDENCE, None),
    # Where two classes could be said, the earlier rule has it.
    (
        "abstained on another surface",
        TOTAL,
        run(None, TEXT, outcome=GAVE_UP),
        D.WRONG_ABSTENTION,
        None,
    ),
    ("abstained without a tool", TOTAL, run(None, outcome=GAVE_UP), D.WRONG_ABSTENTION, None),
    ("partial without a tool", FILES, run(["a.csv"]), D.PARTIAL, None),
    ("partial on another surface", FILES, run(["a.csv"], TEXT), D.PARTIAL, None),
    ("limit with all evidence", TOTAL, run(300, ROWS, outcome=Outcome.LIMITED), D.LIMIT, None),
    ("limit without a tool", TOTAL, run(outcome=Outcome.LIMITED), D.LIMIT, None),
    (
        "error after a wrong surface",
        TOTAL,
        run(1, TEXT, outcome=Outcome.ERRORED),
        D.MACHINE_ERROR,
        (0, K.UNNEEDED_SURFACE),
    ),
    (
        "unparsable on another surface",
        TOTAL,
        run(1, TEXT, outcome=Outcome.MODEL_FAILED),
        D.PROTOCOL_FAILURE,
        None,
    ),
]


@pytest.mark.parametrize(
    ("item", "made", "label", "departure"), [case[1:] for case in CASES], ids=[c[0] for c in CASES]
)
def test_every_run_has_the_first_class_that_fits(
    item: AtomicTask,
    made: Trajectory | None,
    label: Diagnosis,
    departure: tuple[int, str] | None,
) -> None:
    score = scored(item, made)

    assert score.diagnosis is label
    if departure is not None:
        assert score.departure is not None
        assert (score.departure.turn, score.departure.kind) == departure


def test_every_class_is_met_by_a_case() -> None:
    assert {case[3] for case in CASES} == set(Diagnosis) - {Diagnosis.UNSCORED}


def test_an_answer_that_no_scorer_copes_with_is_no_wrong_one() -> None:
    made = run(300, ROWS)
    bare = scored(TOTAL, made).model_copy(update={"answer": None})

    assert diagnosed(bare, TOTAL, made, "open").diagnosis is Diagnosis.UNSCORED


def test_the_rules_come_in_the_order_of_the_classes() -> None:
    assert [label for label, _ in RULES] == list(Diagnosis)


@pytest.mark.parametrize(
    ("item", "made"),
    [(TOTAL, run(300, ROWS)), (FIGURE, run(300, TEXT)), (TOTAL, S1), (TOTAL, None)],
    ids=["straight", "straight in documents", "nothing exposed", "missing"],
)
def test_a_straight_run_departs_from_nothing(item: AtomicTask, made: Trajectory | None) -> None:
    assert scored(item, made).departure is None


@pytest.mark.parametrize(
    ("item", "made", "expected"),
    [
        (TOTAL, run(300, ROWS), False),
        (TOTAL, run(300, ROWS, TEXT), True),
        (TOTAL, run(300, ROWS, failed("rag")), False),
        (TOTAL, run(1, TEXT), True),
        (TOTAL, S1, False),
        (TOTAL, unexposed(run(300, setting="S7")), None),
        (SEVERAL, run(300, TEXT, ROWS), None),
        (TOTAL, run(outcome=Outcome.ERRORED), None),
        (TOTAL, None, None),
    ],
    ids=[
        "exact",
        "one too many",
        "a failed call uses nothing",
        "another",
        "nothing exposed",
        "evidence given",
        "several ways",
        "error",
        "missing",
    ],
)
def test_over_routing_is_use_beyond_what_is_required(
    item: AtomicTask, made: Trajectory | None, expected: bool | None
) -> None:
    assert scored(item, made).is_over_routed is expected


def test_surfaces_are_judged_under_the_interface_of_the_sweep() -> None:
    item = task(300, surfaces=("table",), sealed=("graph", "table"), evidence=(TABLE,))
    made = run(300, NODES, ROWS)

    assert scored(item, made, "open").is_over_routed
    assert not scored(item, made, "sealed").is_over_routed
    assert scored(item, made, "sealed").departure is None


def test_a_departure_is_told_as_seen_and_not_as_a_cause() -> None:
    said = [
        score.departure.what
        for score in (scored(item, made) for _, item, made, _, _ in CASES)
        if score.departure is not None
    ]

    assert len(set(said)) > len(DepartureKind)
    assert not [text for text in said if any(w in text for w in ("because", "cause", "due to"))]


SHOWN = st.sampled_from([passage(0, 500), passage(0, 90), read(), read("t7__other")])
CALLS = st.builds(
    ToolCall,
    tool=st.sampled_from(["kb_search", "table_query", "x"]),
    surface=st.sampled_from(["rag", "table", "graph", ""]),
    args=st.just("{}"),
    observation=st.just("300"),
    is_error=st.booleans(),
    shown=st.lists(SHOWN, max_size=2).map(tuple),
)
TURNS = st.builds(
    Turn,
    index=st.integers(0, 9),
    kind=st.sampled_from(["route", "tool", "final", "repair", "forced", "call"]),
    reply=st.just(""),
    usage=st.just(Usage()),
    call=st.none() | CALLS,
    problem=st.sampled_from(["", "wrong"]),
)
RUNS = st.builds(
    Trajectory,
    fingerprint=st.just("f"),
    task_id=st.just("a1"),
    persona=st.just("researcher"),
    model=st.just("vendor/model"),
    setting=st.sampled_from(["S1", "S2", "S3", "S4", "S5", "S6", "S7", "S6w", "S5-rag", "own"]),
    epoch=st.just(0),
    outcome=st.sampled_from(Outcome),
    stop_reason=st.sampled_from(StopReason),
    answer=st.sampled_from([None, "300", "1", '["a.csv"]', '"North; 4"', "null", "[[[", '"x"']),
    exposed=st.lists(st.sampled_from(["rag", "table", "graph"]), unique=True).map(tuple),
    turns=st.lists(TURNS, max_size=4).map(tuple),
    is_forced_answer=st.booleans(),
)
TASKS = st.sampled_from([TOTAL, FIGURE, BOTH, FILES, BARE, SEVERAL, ABSENT])


@given(item=TASKS, made=st.none() | RUNS, interface=st.sampled_from(["open", "sealed"]))
def test_any_run_has_exactly_one_class(
    item: AtomicTask, made: Trajectory | None, interface: str
) -> None:
    score = scored(item, made, interface)

    assert isinstance(score.diagnosis, Diagnosis)
    is_right = score.answer == 1.0
    assert is_right == score.diagnosis.startswith("correct_")
    assert (score.status == "scored") == (
        score.diagnosis not in {Diagnosis.MISSING, Diagnosis.MACHINE_ERROR}
    )


@given(
    facts=st.builds(
        Facts,
        status=st.sampled_from(["scored", "error", "missing"]),
        outcome=st.sampled_from([outcome.value for outcome in Outcome]),
        answer=st.sampled_from([0.0, 0.5, 1.0]),
        matched=st.sampled_from([0.0, 0.5, 1.0]),
    )
)
def test_the_class_is_the_first_rule_that_holds(facts: Facts) -> None:
    holding = [label for label, holds in RULES if holds(facts)]

    assert classify(facts) is holding[0]
    assert holding[-1] is Diagnosis.WRONG_WITH_EVIDENCE


def test_the_document_lists_classes_and_departures_as_they_are() -> None:
    text = (ROOT / "docs" / "diagnosis.md").read_text(encoding="utf-8")

    rows = re.findall(r"^\| \d+ \| `(\w+)` \| (.+) \|$", text, re.MULTILINE)
    assert rows == [(str(kind), MEANINGS[kind]) for kind in Diagnosis]
    kinds = text.partition("| kind |")[2].partition("##")[0]
    assert {name for name in re.findall(r"`(\w+)`", kinds)} == set(DepartureKind)


_ALL = "all surfaces that must be searched were searched"


@pytest.mark.parametrize(
    ("item", "made", "what"),
    [
        pytest.param(
            ABSENT, run(1, TEXT, ROWS), f"an answer that is not the gold, after {_ALL}", id="all"
        ),
        pytest.param(ABSENT, run(1, TEXT), f"answer before {_ALL}", id="a part"),
        pytest.param(
            TOTAL,
            run(1, ROWS),
            "an answer that is not the gold, with the whole evidence shown",
            id="evidence",
        ),
    ],
)
def test_a_departure_speaks_of_evidence_where_there_is_some(
    item: AtomicTask, made: Trajectory, what: str
) -> None:
    departure = scored(item, made).departure
    assert departure is not None
    assert departure.what == what
