"""Parts of the report's site: which page a table stands on, states and flips, turns of a run."""

from __future__ import annotations

import json
import zlib
from typing import Any

import pytest
from markupsafe import escape

from tests.unit.analysis.worlds import world
from tests.unit.scoring.builders import call, run, task
from tests.unit.scoring.test_evidence import PATH, RAG, TABLE, node, passage, read
from worksurface_pipeline.harness.agent.protocol import Shown
from worksurface_pipeline.harness.trajectory import ToolCall
from worksurface_pipeline.site.result_tables import TableText
from worksurface_pipeline.site.runs import item_id
from worksurface_pipeline.worksurface.analysis.addresses import cell_id, run_id
from worksurface_pipeline.worksurface.analysis.report_classes import classes_part, interval_rule
from worksurface_pipeline.worksurface.analysis.report_ends import ends_tables
from worksurface_pipeline.worksurface.analysis.report_files import FilePart
from worksurface_pipeline.worksurface.analysis.report_model import ReportLimits
from worksurface_pipeline.worksurface.analysis.report_proofs import Shown as Beside
from worksurface_pipeline.worksurface.analysis.report_proofs import proof
from worksurface_pipeline.worksurface.analysis.report_runs import gold_artifacts, read_runs
from worksurface_pipeline.worksurface.analysis.report_sections import (
    MORE,
    OVERVIEW,
    section_of,
    tables_in,
)
from worksurface_pipeline.worksurface.analysis.report_states import (
    DIAGNOSIS_CHOICES,
    FLIPS,
    STATES,
    diagnosis_place,
    flips_of,
    state_in_cell,
    state_of,
)
from worksurface_pipeline.worksurface.analysis.report_tasks import held_item
from worksurface_pipeline.worksurface.analysis.tables import result_tables
from worksurface_pipeline.worksurface.necessity.records import LabelStatus, NecessityLabel
from worksurface_pipeline.worksurface.necessity.relabel import refusal
from worksurface_pipeline.worksurface.schema.diagnosis import MEANINGS, Diagnosis
from worksurface_pipeline.worksurface.schema.scores import ProfileScore, Score
from worksurface_pipeline.worksurface.schema.tasks import AGAINST, GraphPathEvidence, TableEvidence

WORLD = world()
SCORE = next(score for score in WORLD.scores if score.answer == 1)


def score(**changes: Any) -> Score:
    return SCORE.model_copy(update={"also": (), **changes})


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("cells", "index.html"),
        ("arms", "index.html"),
        ("arm_pairs", "contrasts.html"),
        ("contrasts", "contrasts.html"),
        ("diagnosis_by_persona", "diagnosis.html"),
        ("answer_by_task_type", "index.html"),
        ("answer_by_persona", "personas.html"),
        ("answer_by_derivation", "families.html"),
        ("answer_by_surfaces", "diagnosis.html"),
        ("reconciliation", "paper.html"),
        ("a_table_of_tomorrow", "tables.html"),
    ],
)
def test_a_table_stands_on_the_page_with_the_longest_claim(name: str, page: str) -> None:
    assert section_of(name).file == page


def test_every_table_stands_on_one_page_and_none_is_lost() -> None:
    def text(name: str) -> TableText:
        return TableText(name=name, title=name, csv="", markdown="", html="")

    tables = [*result_tables(WORLD.scores, WORLD.tasks).tables, text("a_table_of_tomorrow")]
    assert [table.name for table in tables_in(MORE, tables)][-1] == "a_table_of_tomorrow"
    assert tables_in(OVERVIEW, tables)[0].name == "cells"


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        pytest.param({}, "right", id="whole answer"),
        pytest.param({"answer": 0.5}, "partial", id="part of it"),
        pytest.param({"answer": 0.0}, "wrong", id="none of it"),
        pytest.param({"answer": None}, "unscored", id="not computed"),
        pytest.param({"answer": None, "status": "error"}, "error", id="error"),
        pytest.param({"answer": None, "status": "missing"}, "missing", id="missing"),
    ],
)
def test_states(changes: dict[str, Any], state: str) -> None:
    one = score(**changes)
    assert state_of(one) == state
    assert STATES[state_in_cell([one, one])] == state
    assert state_in_cell([]) == -1


@pytest.mark.parametrize(
    ("scores", "flips"),
    [
        pytest.param([score()], set(), id="one run"),
        pytest.param([score(), score(epoch=1, answer=0.0)], {"epochs"}, id="epochs"),
        pytest.param([score(), score(setting="S6", answer=0.0)], {"settings"}, id="settings"),
        pytest.param([score(), score(model="m/b", answer=0.0)], set(), id="models do not count"),
        pytest.param(
            [score(), score(setting="S6", answer=None, status="error")], set(), id="nor do errors"
        ),
        pytest.param(
            [score(also=(ProfileScore(profile="strict", answer=0.0),))], {"profiles"}, id="profiles"
        ),
        pytest.param(
            [score(also=(ProfileScore(profile="strict", answer=1.0),))], set(), id="both right"
        ),
    ],
)
def test_flips(scores: list[Score], flips: set[str]) -> None:
    assert {FLIPS[place].id for place in flips_of(scores)} == flips


def test_every_number_of_the_ends_opens_the_runs_it_counts() -> None:
    scores = [score(diagnosis=kind) for kind in (Diagnosis.PARTIAL, Diagnosis.LIMIT)]
    (table,) = ends_tables([*scores, scores[0]], (("persona", "a b"),))
    assert [column.label for column in table.columns] == ["Setting", "partial", "limit", "All"]
    (row,) = table.groups[0].rows
    assert [cell.text for cell in row.cells[1:]] == ["2", "1", "3"]
    cell = cell_id(SCORE.model, SCORE.setting)
    assert row.cells[1].href == (
        f"runs.html#cell={cell}&persona=a+b&asks=answerable&diagnosis=partial"
    )


def test_every_class_has_a_place_and_words_of_its_own() -> None:
    assert {choice.id for choice in DIAGNOSIS_CHOICES} == {kind.value for kind in Diagnosis}
    assert len({choice.label for choice in DIAGNOSIS_CHOICES}) == len(Diagnosis)
    for kind in Diagnosis:
        place = diagnosis_place(score(diagnosis=kind))
        assert DIAGNOSIS_CHOICES[place].id == kind.value


def test_without_a_diagnosis_the_answers_are_counted() -> None:
    (table,) = ends_tables([score(diagnosis=None), score(diagnosis=None, answer=0.0)])
    assert [column.label for column in table.columns] == ["Setting", "right", "wrong", "All"]


def test_ids_of_cells_and_runs_are_plain_and_distinct() -> None:
    names = {run_id(model, "S4", 0) for model in ("a/b", "a_b", "A/b", "a/b|", "../a")}
    assert len(names) == 5
    assert all(name.replace("-", "").isalnum() for name in names)


def _step(called: ToolCall, reply: str = "") -> Any:
    one = run(300, called, reply=reply)
    item = task(300, evidence=(RAG, TABLE, PATH))
    read_back = read_runs([one], [item], {}, ReportLimits())
    (kept,) = read_back.shelf.take(item_id(item.id)).values()
    return json.loads(zlib.decompress(kept))["steps"][0]


GOLD = "showed gold evidence"


@pytest.mark.parametrize(
    ("called", "is_gold"),
    [
        pytest.param(call("rag", passage(0, 9)), True, id="document"),
        pytest.param(call("table", read()), True, id="view read"),
        pytest.param(call("graph", node("t7::log.csv")), True, id="end of the path"),
        pytest.param(call("graph", node("task_7")), False, id="start of the path"),
        pytest.param(
            call("table", Shown(kind="view_listed", id="t7__log")), False, id="view listed"
        ),
        pytest.param(call("rag", passage(0, 9), is_error=True), False, id="failed call"),
    ],
)
def test_a_turn_that_shows_gold_says_so(called: ToolCall, is_gold: bool) -> None:
    assert (GOLD in {tag["text"] for tag in _step(called)["tags"]}) == is_gold


@pytest.mark.parametrize(
    ("args", "reply", "labels"),
    [
        pytest.param(
            '{"q":1}',
            '{"args": {"q": 1}, "tool": "kb_search"}',
            ["Call", "Observation"],
            id="the call alone",
        ),
        pytest.param(
            '{"q":1}', "I look it up", ["Reply", "Call", "Observation"], id="words beside"
        ),
        pytest.param("[1", "", ["Call", "Observation"], id="arguments that are no JSON"),
        pytest.param("[1]", "", ["Call", "Observation"], id="arguments that are no object"),
    ],
)
def test_a_reply_that_is_its_call_stands_once(args: str, reply: str, labels: list[str]) -> None:
    called = call("rag", text="x").model_copy(update={"args": args})
    assert [one["label"] for one in _step(called, reply)["extracts"]] == labels


def test_gold_artifacts_are_what_evidence_counts() -> None:
    found = gold_artifacts(task(300, evidence=(RAG, TABLE, PATH)))
    assert found == {"t7__log.md", "t7__log", "t7::log.csv"}


def test_a_path_is_drawn_with_its_directions_and_its_end() -> None:
    path = GraphPathEvidence(graph_path=("a", f"{AGAINST}supports_output", "b", "mentions", "c"))
    drawing = proof(path, "p", Beside({}, ReportLimits(), {})).drawing
    assert drawing is not None
    assert (drawing.nodes, drawing.goal) == (("a", "b", "c"), 2)
    assert [(one.parent, one.label, one.is_backward) for one in drawing.links] == [
        (0, "supports_output", True),
        (1, "mentions", False),
    ]


def test_a_long_result_is_cut_and_counted() -> None:
    rows = tuple((number, "x" * 50, None, True) for number in range(9))
    item = TableEvidence.model_validate({**TABLE.model_dump(), "verified_result": rows})
    shown = Beside({}, ReportLimits(proof_rows=2, proof_characters=10), {})
    grid = proof(item, "p", shown).grid
    assert grid is not None
    assert (len(grid.rows), grid.cut) == (2, 7)
    assert grid.rows[1] == ("1", "x" * 10, "null", "true")


def test_abstain_tasks_stand_apart_and_both_numbers_open_their_own() -> None:
    tables = list(ends_tables(WORLD.scores))
    assert [table.name for table in tables] == ["ends_answerable", "ends_abstain"]
    for table, asks in zip(tables, ("answerable", "abstain"), strict=True):
        every = [row.cells[-1] for group in table.groups for row in group.rows]
        assert all(f"asks={asks}" in cell.href for cell in every)
        mine = [
            score for score in WORLD.scores if (score.task_type == "abstain") == (asks == "abstain")
        ]
        assert sum(int(cell.text) for cell in every) == len(mine)


def test_a_share_of_the_diagnosis_opens_the_runs_it_counts() -> None:
    tables = result_tables(WORLD.scores, WORLD.tasks)
    cell = cell_id("vendor/model", "S4")
    whole, families = tables.named("diagnosis"), tables.named("diagnosis_by_derivation")
    assert whole is not None
    assert families is not None
    kind = "diagnosis=correct_with_evidence"
    assert f"runs.html#cell={cell}&amp;asks=answerable&amp;{kind}" in whole.html
    assert f"runs.html#cell={cell}&amp;family=absent_target&amp;{kind}" in families.html
    assert "answerable tasks" in whole.markdown
    assert "Abstain tasks are a family" in families.markdown


def test_the_heads_of_a_result_are_the_names_of_its_query() -> None:
    query = (
        'SELECT "place" AS answer, COUNT(*) AS n, "rate", SUM("x") FROM "t" WHERE a = \' FROM \''
    )
    item = TableEvidence.model_validate(
        {**TABLE.model_dump(), "query": query, "verified_result": (("North", 3, 0.5, 1),)}
    )
    grid = proof(item, "p", Beside({}, ReportLimits(), {})).grid
    assert grid is not None
    assert grid.heads == ("answer", "n", "rate", "sum(x)")


@pytest.mark.parametrize("query", ["SELECT * FROM t", "no query at all", "SELECT a, b FROM t"])
def test_a_result_without_fitting_names_has_no_heads(query: str) -> None:
    item = TableEvidence.model_validate({**TABLE.model_dump(), "query": query})
    grid = proof(item, "p", Beside({}, ReportLimits(), {})).grid
    assert grid is not None
    assert grid.heads == ()


def test_a_span_names_the_file_that_its_document_was_read_from() -> None:
    origins = {("p", RAG.file): FilePart("Report März.pdf", "Q1")}
    facts = {
        one.name: one.text for one in proof(RAG, "p", Beside({}, ReportLimits(), origins)).facts
    }
    assert (facts["Document"], facts["File"], facts["Sheet"]) == (RAG.file, "Report März.pdf", "Q1")


def test_the_classes_are_told_in_words_and_the_mark_is_explained() -> None:
    html = classes_part([score(diagnosis=Diagnosis.LIMIT)])
    assert all(escape(words) in html for words in MEANINGS.values())
    assert classes_part([score(diagnosis=None)]) == ""
    assert "fewer than 20 source tasks" in interval_rule("1.0 to 2.0†")
    assert interval_rule("1.0 to 2.0") == ""


def test_a_held_task_names_the_interface_of_each_finding() -> None:
    one = task(300, id="held")
    labels = [
        NecessityLabel(
            task_id="held",
            interface=interface,
            declared=(),
            minimal=(),
            label=(),
            status=LabelStatus.NONE,
            is_for_route=False,
        )
        for interface in ("open", "sealed")
    ]
    held = refusal(one, labels)
    assert held is not None
    item = held_item(held, Beside({}, ReportLimits(), {}))
    ends = [extract.label.partition("under the ")[2] for extract in item.extracts]
    assert ends == ["interface open (re-executed)", "interface sealed (re-executed)"]
