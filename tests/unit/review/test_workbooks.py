"""The package, its workbooks, and their way back: every violation at once."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.unit.review.builders import (
    all_filled,
    changed,
    filled,
    item,
    plan,
    planted,
    put,
    refused,
)
from worksurface_pipeline.review.layout import STAMP_SHEET
from worksurface_pipeline.review.package import package_files
from worksurface_pipeline.review.page import review_page
from worksurface_pipeline.review.plan import plan_audit
from worksurface_pipeline.review.records import ItemVote, Vote
from worksurface_pipeline.review.returned import import_votes
from worksurface_pipeline.review.workbook import workbook_bytes


def test_a_package_is_evidence_and_a_workbook_each_without_the_key() -> None:
    audit = plan(2, [planted(7), refused(8)])
    files = dict(package_files(audit))
    assert sorted(files) == [
        "index.html",
        *(f"items/A00{n}.html" for n in range(1, 5)),
        *(f"workbooks/{name}.xlsx" for name in ("ann", "bob", "cem")),
    ]
    assert dict(package_files(audit)) == files
    texts = b"".join(data for name, data in files.items() if name.endswith(".html"))
    assert b"There are 12 of them." in texts
    assert not [
        word for word in (b"planted", b"refused", b"wrong_number", b"task-7") if word in texts
    ]


def test_votes_have_drop_downs() -> None:
    book = load_workbook(io.BytesIO(workbook_bytes(plan(3), "ann")))
    (rule,) = book["Votes"].data_validations.dataValidation
    assert (str(rule.sqref), rule.formula1, rule.type) == ("E2:F4", '"yes,no,unsure"', "list")


@pytest.mark.parametrize(
    "question",
    [
        pytest.param('=HYPERLINK("http://x")', id="formula"),
        pytest.param("+1+1", id="plus"),
        pytest.param("Tab\x0bhere", id="control"),
        pytest.param("\ud800 half", id="half-a-character"),
        pytest.param("long " * 10_000, id="long"),
        pytest.param("two\nlines  and spaces", id="lines"),
    ],
)
def test_any_question_survives_the_round_trip_as_text(question: str) -> None:
    audit = plan().model_copy(update={"entries": ()})
    audit = plan_audit([item(1, question=question)], (), audit.criteria, audit.annotators)
    book = load_workbook(io.BytesIO(workbook_bytes(audit, "ann")))
    assert book["Votes"]["B2"].data_type == "s"
    assert book["Votes"]["B2"].number_format == "@"  # so it stays when its cell is entered
    assert import_votes(audit, all_filled(audit)).violations == ()


def test_whole_workbooks_give_every_vote() -> None:
    found = import_votes(plan(), all_filled(plan(), lambda *_: " Yes "))
    assert found.violations == ()
    assert len(found.votes) == 4 * 3 * 2
    assert {vote.vote for vote in found.votes} == {Vote.YES}


def drop_row(sheet: Worksheet) -> None:
    sheet.delete_rows(3)


@pytest.mark.parametrize(
    ("change", "cell", "word"),
    [
        pytest.param(put("E3", "maybe"), "E3", "'maybe' is no vote", id="strange-vote"),
        pytest.param(put("F2", None), "F2", "no vote", id="no-vote"),
        pytest.param(put("B2", "Another?"), "B2", "question of A001 was changed", id="question"),
        pytest.param(put("C2", "13"), "C2", "answer of A001 was changed", id="answer"),
        pytest.param(put("A4", "A002"), "A4", "stood in row 3 too", id="item-twice"),
        pytest.param(put("A2", "A099"), "A2", "is no item", id="unknown-item"),
        pytest.param(put("E1", "clear"), "E1", "heading is not 'right'", id="heading"),
        pytest.param(drop_row, "A", "row of A002 is gone", id="row-gone"),
    ],
)
def test_what_is_wrong_is_named_with_its_cell(
    change: Callable[[Worksheet], None], cell: str, word: str
) -> None:
    books = all_filled(plan())
    books["bob.xlsx"] = changed(books["bob.xlsx"], change)
    found = [one for one in import_votes(plan(), books).violations if word in one.what]
    assert [(one.workbook, one.cell) for one in found] == [("bob.xlsx", cell)]


def test_all_violations_of_all_workbooks_are_listed_at_once() -> None:
    books = {
        "ann.xlsx": filled(plan(), "ann", lambda *_: "perhaps"),
        "bob.xlsx": b"no workbook",
        "cem.xlsx": filled(plan(5), "cem"),
        "dan.xlsx": changed(filled(plan(), "cem"), put("B2", "dan"), STAMP_SHEET),
    }
    found = [str(one) for one in import_votes(plan(), books).violations]
    assert len(found) == 8 + 1 + 1 + 1 + 2
    for word in ("no readable workbook", "it is of audit", "'dan' is no annotator"):
        assert sum(word in one for one in found) == 1
    assert sum("0 workbooks are of annotator" in one for one in found) == 2


def test_many_missing_votes_are_one_line_and_hide_nothing_else() -> None:
    books = all_filled(plan(), lambda item, who, _: "" if who == "bob" else "yes")
    books["bob.xlsx"] = changed(books["bob.xlsx"], put("F4", "aye"))
    found = [str(one) for one in import_votes(plan(), books).violations]
    assert len(found) == 2
    assert found[0].startswith("bob.xlsx F4: A003, clear: 'aye' is no vote.")
    assert found[1].startswith("bob.xlsx: 7 cells have no vote, the first E2, the last F5.")


def test_one_annotator_does_not_stand_in_for_another() -> None:
    books = all_filled(plan())
    books["bob.xlsx"] = books["ann.xlsx"]
    found = [one.what for one in import_votes(plan(), books).violations]
    assert found == [
        "2 workbooks are of annotator ann: ann.xlsx, bob.xlsx",
        "0 workbooks are of annotator bob",
    ]


def test_the_review_page_shows_reason_evidence_and_votes_escaped() -> None:
    fallen = item(1, question="<script>x</script>?").model_copy(update={"reason": "a tie"})
    vote = ItemVote(code="A001", annotator="ann", criterion="right", vote=Vote.NO, comment="off")
    page = review_page(
        "Review", {"quarantined": [fallen], "audited": [item(2)]}, {"task-2": [vote]}
    )
    for text in ("quarantined: 1", "a tie", "There are 12", "ann, right: no (off)"):
        assert text in page
    assert "<script>" not in page
