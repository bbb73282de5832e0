"""Answers for people to label: the draw, and workbooks out and back."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.unit.mmenterprise.judging.cases import answered, questions, scene
from tests.unit.review.builders import all_filled, changed, filled, put
from worksurface_pipeline.kernel.records import to_jsonl
from worksurface_pipeline.mmenterprise.judging.judge import judge_cell
from worksurface_pipeline.mmenterprise.judging.label_sheets import (
    DECIDED,
    OPEN,
    Judgeable,
    judgeable,
    labelled_by_all,
    labels_of,
    plan_labels,
    strata_of,
)
from worksurface_pipeline.mmenterprise.judging.labels import (
    HumanLabel,
    agreed,
    read_labels,
)
from worksurface_pipeline.mmenterprise.schema.evaluation import (
    MACHINE_FAULT,
    Answered,
    Answers,
    Cell,
    Judgements,
)
from worksurface_pipeline.review.layout import VOTES_SHEET
from worksurface_pipeline.review.records import AuditPlan
from worksurface_pipeline.review.returned import import_votes

PEOPLE = ("ana", "ben")
ODD = "Alder leads,\u2028see the second note"
"""An answer that exact matching leaves open, with an end of a line that is none of a file's."""


def cell(model: str, *given: Answered) -> tuple[Answers, Judgements]:
    answers = Answers(
        cell=Cell(model=model, k=10, retriever="lexical"), is_text_only=False, answers=given
    )
    return answers, judge_cell({"p1": scene()}, questions(), answers)


@cache
def found() -> tuple[Judgeable, ...]:
    """Twelve open answers and six decided ones, three of them given by two models."""
    opened = [answered("claim", f"Alder leads, see note {number}.") for number in range(11)]
    one = (answered("rate", "81.4 %"), answered("owner", "Dev"), answered("count", "43"))
    two = (answered("rate", "79 %"), answered("owner", "Cleo"), answered("now", "9000 EUR"))
    cells = [cell("acme/1", *one), cell("acme/2", *two)]
    cells += [cell(f"odd/{place}", item) for place, item in enumerate(opened)]
    cells += [cell("odd/x", answered("claim", ODD))]
    again = (answered("rate", " 81.4  % "), answered("count", "43"), answered("owner", "Dev"))
    nothing = (answered("now", None), answered("then", " "))
    lost = answered("before", "9500 EUR", outcome=MACHINE_FAULT)
    return judgeable(questions(), [*cells, cell("zeta/1", *again, *nothing, lost)])


@cache
def plan(count: int = 9) -> AuditPlan:
    return plan_labels(found(), count, PEOPLE, 5)


def test_answers_count_once_whoever_gave_them() -> None:
    keys = [one.key for one in found()]
    assert Counter(one.is_open for one in found()) == {True: 12, False: 6}
    assert ("rate", "81.4 %") in keys
    assert not [key for key in keys if key[0] in ("then", "before")]
    verdicts = {one.key: one.is_right for one in found()}
    assert (verdicts["rate", "79 %"], verdicts["owner", "Dev"]) == (False, True)
    assert verdicts["claim", ODD] is None


@pytest.mark.parametrize(
    ("count", "kinds"),
    [
        pytest.param(9, {OPEN: 6, DECIDED: 3}, id="two-thirds-open"),
        pytest.param(15, {OPEN: 10, DECIDED: 5}, id="as-many-as-wanted"),
        pytest.param(17, {OPEN: 11, DECIDED: 6}, id="open-ones-make-up-for-decided-ones"),
        pytest.param(100, {OPEN: 12, DECIDED: 6}, id="all-there-are"),
    ],
)
def test_what_is_open_comes_first(count: int, kinds: dict[str, int]) -> None:
    drawn = plan(count)
    assert Counter(entry.item.stratum for entry in drawn.entries) == kinds
    assert sum(strata_of(drawn).values()) == len(drawn.entries)


def test_decided_ones_make_up_for_open_ones() -> None:
    few = [one for one in found() if not one.is_open or one.answer == ODD]
    drawn = plan_labels(few, 6, PEOPLE, 5)
    assert Counter(entry.item.stratum for entry in drawn.entries) == {OPEN: 1, DECIDED: 5}


def test_types_and_verdicts_are_balanced_and_the_order_of_cells_is_no_matter() -> None:
    decided = [entry.item.balance[0] for entry in plan(12).entries if entry.item.stratum == DECIDED]
    assert len(set(decided)) == len(decided)
    assert plan_labels(tuple(reversed(found())), 9, PEOPLE, 5) == plan()
    assert plan_labels(found(), 9, PEOPLE, 6) != plan()


def sheet(annotator: str) -> Worksheet:
    books = all_filled(plan())
    return load_workbook(io.BytesIO(books[f"{annotator}.xlsx"]))[VOTES_SHEET]


def test_sheets_are_blind_and_each_has_an_order_of_its_own() -> None:
    orders = {}
    for name in PEOPLE:
        rows = [[str(one.value) for one in row] for row in sheet(name).iter_rows()]
        orders[name] = [row[0] for row in rows[1:]]
        heads = ["Item", "Question", "Reference answer", "Answer to judge", "Verdict", "Comment"]
        assert rows[0] == heads
        words = " ".join(text for row in rows[1:] for text in row[:4])
        assert not [word for word in ("acme", "odd/", OPEN, DECIDED, "right") if word in words]
    assert sorted(orders["ana"]) == sorted(orders["ben"])
    assert orders["ana"] != orders["ben"]
    assert orders["ana"] != sorted(orders["ana"])
    rule = sheet("ana").data_validations.dataValidation[0]
    assert (str(rule.sqref), rule.formula1) == ("E2:E10", '"right,wrong,cannot judge"')


def test_labels_come_back_in_any_order_of_rows() -> None:
    drawn = plan(100)
    items = [entry.item for entry in drawn.entries]
    places = {item.id: place for place, item in enumerate(items)}

    def say(item: str, annotator: str, _criterion: str) -> str:
        is_unsure = (places[item], annotator) == (0, "ben")
        return "cannot judge" if is_unsure else ("wrong", "Right")[places[item] % 2]

    found_votes = import_votes(drawn, all_filled(drawn, say))
    assert found_votes.violations == ()
    labels = labels_of(drawn, found_votes.votes)
    by = {(*one.key, one.by): one.label for one in labels}
    for place, item in enumerate(items):
        key = (_question(item.id), item.given)
        assert by[*key, "ana"] == ("wrong", "right")[place % 2]
        assert by[*key, "ben"] == ("cannot judge" if place == 0 else by[*key, "ana"])
    assert ODD in {one.answer for one in labels}
    assert read_labels(to_jsonl(labels).decode()) == labels
    assert len(agreed(labels)[0]) == len(items)


def _question(item: str) -> str:
    return item.rpartition("|")[0]


@pytest.mark.parametrize(
    ("change", "place", "word"),
    [
        pytest.param(put("E4", "yes"), "E4", "'yes' is no vote", id="another-word"),
        pytest.param(put("E5", None), "E5", "no vote", id="missing"),
        pytest.param(put("D3", "mine"), "D3", "answer to judge of", id="changed-answer"),
        pytest.param(put("C3", "mine"), "C3", "reference answer of", id="changed-reference"),
        pytest.param(put("A11", "A077"), "A11", "'A077' is no item", id="unknown-row"),
    ],
)
def test_what_is_wrong_is_named_with_its_cell(
    change: Callable[[Worksheet], None], place: str, word: str
) -> None:
    data = changed(filled(plan(), "ana", lambda *_: "right"), change)
    said = import_votes(plan(), {"ana.xlsx": data}, is_partial=True).violations
    assert [one.cell for one in said] == [place]
    assert word in said[0].what


def test_one_workbook_is_enough_and_two_of_one_person_are_not() -> None:
    one = filled(plan(), "ana", lambda *_: "right")
    assert import_votes(plan(), {"a.xlsx": one}, is_partial=True).violations == ()
    twice = import_votes(plan(), {"a.xlsx": one, "b.xlsx": one}, is_partial=True).violations
    assert [item.what for item in twice] == ["2 workbooks are of annotator ana: a.xlsx, b.xlsx"]
    other = import_votes(plan(10), {"a.xlsx": one}, is_partial=True).violations
    assert "it is of audit" in other[0].what


def test_who_labelled_all_is_not_asked_again() -> None:
    key = plan().entries[0].item
    done = [
        HumanLabel(question=_question(key.id), answer=key.given, label="cannot judge", by=name)
        for name in PEOPLE
    ]
    known = labelled_by_all(done, PEOPLE)
    assert known == {(_question(key.id), key.given)}
    assert labelled_by_all(done[:1], PEOPLE) == frozenset()
    ids = {entry.item.id for entry in plan_labels(found(), 100, PEOPLE, 5, known).entries}
    assert len(ids) == len(found()) - 1
    assert key.id not in ids
