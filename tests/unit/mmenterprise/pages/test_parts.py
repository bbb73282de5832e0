"""Threads, time lines and questions, each as its page shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from tests.unit.mmenterprise.pages.world import MAIL, READER, SEER, given, project
from tests.unit.mmenterprise.questions.small_project import hour, says, small_project
from worksurface_pipeline.mmenterprise.pages.cases import case_of, found_of, owners_of
from worksurface_pipeline.mmenterprise.pages.evidence import LABELS, modality
from worksurface_pipeline.mmenterprise.pages.letters import letter
from worksurface_pipeline.mmenterprise.pages.model import STANDARD_LIMITS, ProjectGiven
from worksurface_pipeline.mmenterprise.pages.project import Project
from worksurface_pipeline.mmenterprise.pages.queries import gold_text, query_facts, result
from worksurface_pipeline.mmenterprise.pages.results import Results
from worksurface_pipeline.mmenterprise.pages.texts import marks
from worksurface_pipeline.mmenterprise.pages.threads import threads_of
from worksurface_pipeline.mmenterprise.pages.timelines import timelines_of
from worksurface_pipeline.mmenterprise.questions.checks import is_same
from worksurface_pipeline.mmenterprise.schema.ledger import EventKind
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery, MmQuestion
from worksurface_pipeline.mmenterprise.schema.units import Unit, UnitSet
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.site.cases import Case, Found
from worksurface_pipeline.site.threads import Form, Thread
from worksurface_pipeline.site.timelines import Said, Timeline


@cache
def one() -> Project:
    return Project(project("p1"), STANDARD_LIMITS.title)


@cache
def threads() -> dict[str, Thread]:
    return {thread.name: thread for thread in threads_of(one())}


@cache
def lines() -> dict[str, Timeline]:
    return {line.name: line for line in timelines_of(one())}


@cache
def results() -> Results:
    return Results(given())


def case(item: MmQuestion) -> Case:
    return case_of(one(), item, results(), (), STANDARD_LIMITS)


def found(item: MmQuestion) -> Found:
    owners = owners_of([one(), Project(project("p2"), STANDARD_LIMITS.title)])
    return found_of(one(), item, results(), owners, STANDARD_LIMITS.found)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("#general", Form.TALK),
        ("tracker", Form.HISTORY),
        ("Report", Form.SHEETS),
        ("mail", Form.TALK),
    ],
)
def test_a_thread_reads_as_its_place_does(name: str, form: Form) -> None:
    thread = threads()[name]
    assert thread.form is form
    assert [entry.id for entry in thread.entries] == [unit.id for unit in one().threads[_key(name)]]


def _key(name: str) -> str:
    return next(key for key in one().threads if key.partition(" ")[2] == name)


def test_a_document_is_one_thread_in_versions() -> None:
    assert [entry.version for entry in threads()["Report"].entries] == [1, 2]
    assert all(entry.picture for entry in threads()["Report"].entries)


def test_a_revision_on_the_same_facts_replaces_the_entry() -> None:
    entries = threads()["tracker"].entries
    assert [(entry.version, entry.until) for entry in entries] == [(1, 0), (2, 3), (3, 0)]


def test_an_entry_of_several_facts_is_replaced_in_part_and_then_whole() -> None:
    made = small_project("p3")
    rows = (("cost", "budget"), ("budget",), ("cost",), ("n",))
    for number, slots in enumerate(rows, start=1):
        said = (says(slot, f"{number}0") for slot in slots)
        at = hour(4, 6, number)
        made.event(f"w{number}", EventKind.STATUS, at, "ana", *said, place=Place.WIKI)
    wiki = [unit for unit in made.units if unit.id in {f"u_w{number}" for number in range(1, 5)}]
    for end, expected in ((3, (0, (2,))), (5, (3, ()))):
        units = UnitSet(
            units=tuple(
                unit.model_copy(update={"source": "tracker", "number": number})
                for number, unit in enumerate(wiki, start=1)
            )[: end - 1]
        )
        given = ProjectGiven(project("p1").document, made.ledger(), units, {}, ())
        (thread,) = threads_of(Project(given, STANDARD_LIMITS.title))
        assert (thread.entries[0].until, thread.entries[0].partly) == expected
        assert all(not (entry.until or entry.partly) for entry in thread.entries[1:])


def test_what_a_record_says_is_held_against_the_truth_of_its_time() -> None:
    notes = {
        entry.id: [(claim.value, claim.note) for claim in entry.claims]
        for thread in threads().values()
        for entry in thread.entries
    }
    assert notes["p1_u_n1"] == [("48", "not true then")]
    assert notes["p1_u_n4"] == [("43", "true then"), ("48", "named as past")]
    assert notes["p1_u_d0"] == [("12 ms", "true then")]


def test_an_entry_names_the_questions_that_rest_on_it() -> None:
    cited = {unit for item in one().given.questions for unit in item.evidence}
    entries = [entry for thread in threads().values() for entry in thread.entries]
    assert {entry.id for entry in entries if entry.asked} == cited
    assert all(
        set(entry.asked) <= {way.id for way in thread.asked}
        for thread in threads().values()
        for entry in thread.entries
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(MAIL, ("Cost & more", "Ana Brook, Ben Castle"), id="mail"),
        pytest.param("Subject: a\nTo: b", ("", ""), id="no-body"),
        pytest.param("Hello\n\nTo: b", ("", ""), id="no-head"),
    ],
)
def test_a_mail_is_read_in_parts(text: str, expected: tuple[str, str]) -> None:
    unit = next(unit for unit in one().units.values() if unit.place.value == "mail")
    mail = letter(unit.model_copy(update={"text": text}))
    assert (mail.subject, mail.to) == expected
    assert mail.body == (text.partition("\n\n")[2] if expected[0] else text)


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        pytest.param("48 of 148, 48.", ("48",), ["48", "48"], id="free"),
        pytest.param("1.4 s and 4 s", ("4", "4 s", "1.4 s"), ["1.4 s", "4 s"], id="longest"),
        pytest.param("😀 43", ("43",), ["43"], id="beyond-the-plane"),
        pytest.param("nothing", ("", "43"), [], id="none"),
    ],
)
def test_values_are_marked_where_they_stand_free(
    text: str, values: Sequence[str], expected: list[str]
) -> None:
    assert [text[start:end] for start, end in marks(text, values)] == expected


def test_a_fact_shows_what_was_true_and_what_each_source_said() -> None:
    line = lines()["survey · number of answers"]
    assert [(state.value, state.since, state.until) for state in line.states] == [("43", 0, -1)]
    assert line.lanes == ("#general", "Report", "tracker")
    said = [(line.lanes[p.lane], p.value, p.said, p.is_true) for p in line.points]
    assert said == [
        ("#general", "48", Said.HOLDS, False),
        ("Report", "48", Said.HOLDS, False),
        ("#general", "48", Said.PAST, False),
        ("#general", "43", Said.HOLDS, True),
        ("#general", "48", Said.PAST, False),
        ("Report", "43", Said.HOLDS, True),
        ("tracker", "48", Said.HOLDS, False),
    ]
    assert [point.moment for point in line.points] == [0, 1, 2, 3, 3, 4, 5]
    assert len(line.moments) == 6


def test_a_value_that_was_true_before_anybody_said_so_tells_who_said_it_first() -> None:
    given = project("p1")
    error = next(
        item
        for item in given.ledger.events
        if item.statements and not any(said.is_true for said in item.statements)
    )
    slot = error.statements[0].slot
    states = tuple(
        item.model_copy(update={"event": error.id}) if item.slot == slot else item
        for item in given.ledger.states
    )
    ledger = given.ledger.model_copy(update={"states": states})
    made = Project(replace(given, ledger=ledger), STANDARD_LIMITS.title)
    notes = {line.name: line.states[0].note for line in timelines_of(made)}
    assert notes["survey · number of answers"] == (
        "true from the start; first said: correction by Ben Castle, Wednesday 4 March 12:00"
    )


def test_equal_values_share_a_number_however_they_are_printed() -> None:
    line = lines()["survey · number of answers"]
    assert {state.same for state in line.states} == {0}
    assert {(point.value, point.same) for point in line.points} == {("43", 0), ("48", 1)}


def test_states_follow_each_other_on_the_line() -> None:
    states = lines()["pilot · budget"].states
    assert [state.value for state in states] == ["9000 EUR", "9500 EUR", "8200 EUR"]
    assert [state.until for state in states] == [states[1].since, states[2].since, -1]
    assert states[0].note.startswith("decision by Ana Brook, Monday 2 March")


def test_every_gold_is_shown_with_what_the_ledger_gives_again() -> None:
    for item in one().given.questions:
        shown = dict(query_facts(one(), item))
        again = result(one(), item.query)
        assert shown["Result"] == again
        if isinstance(item.gold, str) and item.gold:
            assert is_same(again, item.gold) or again == item.gold
        assert shown["Gold"] == gold_text(item)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param({"operation": "as_of", "slots": ("budget",)}, "8200", id="value"),
        pytest.param({"operation": "as_of", "slots": ("none",)}, "– (the", id="no-answer"),
        pytest.param({"operation": "guess", "slots": ("n",)}, "No operation", id="no-operation"),
        pytest.param({"operation": "absent", "argument": "x | y"}, "to abstain", id="absent"),
    ],
)
def test_a_query_gives_a_text_whatever_it_is(query: dict[str, object], expected: str) -> None:
    assert result(one(), LedgerQuery.model_validate(query)).startswith(expected)


def test_twins_and_triples_lead_to_each_other() -> None:
    questions = one().given.questions
    names = {item.id: [part.name for part in case(item).related] for item in questions}
    twins = [item for item in questions if item.twin]
    assert twins
    for item in twins:
        assert "Changed from the answerable question" in names[item.id]
        assert "Unanswerable twin" in names[item.twin]
    for item in questions:
        same = [other for other in questions if item.triple and other.triple == item.triple]
        ways = [
            w for part in case(item).related if part.name.startswith("The same") for w in part.ways
        ]
        assert len(ways) == max(len(same) - 1, 0)


def test_a_question_shows_its_evidence_with_its_values_marked() -> None:
    shown = [(item, case(item)) for item in one().given.questions if item.evidence]
    for item, page in shown:
        assert [piece.spot.entry for piece in page.pieces] == list(item.evidence)
        assert [[spot.entry for spot in group] for group in page.sets] == [
            list(group) for group in item.alternatives
        ]
    texts = [
        p.extract for _, page in shown for p in page.pieces if not p.picture and p.extract.marks
    ]
    assert all(one.text[a:b] for one in texts for a, b in one.marks)
    assert texts


def test_modality_counts_pictures_of_the_evidence() -> None:
    visual = {key for key, unit in one().units.items() if unit.is_visual}
    for item in one().given.questions:
        label = LABELS[modality(one(), item)]
        assert ("picture" in label) == bool(visual & set(item.evidence))
        assert (label == "no evidence") == (not item.evidence)


def test_what_a_cell_was_shown_is_in_its_order_with_ranks_and_marks() -> None:
    item = next(item for item in one().given.questions if item.evidence)
    shown = found(item)
    (first,) = shown.shown  # both cells were shown the same
    assert first.cells == tuple(results().id(cell) for cell in (SEER, READER))
    entries = [shown.hits[number].spot.entry for number in first.hits]
    assert entries == sorted(item.evidence)
    ranked = list(results().ranked(SEER, item))
    assert [ranked.index(entry) + 1 if entry in ranked else 0 for entry in entries] == list(
        first.ranks
    )
    assert {hit.part for hit in shown.hits} == {"evidence"}


def test_where_nothing_was_answered_what_was_found_is_shown() -> None:
    item = one().given.questions[4]  # it has no answer
    shown = found(item)
    labels = [shown.hits[number].spot.label for number in shown.shown[0].hits]
    assert len(labels) == READER.k
    assert labels[0].startswith("p2: ") or labels[0].startswith("Lattice: ")


def test_an_outcome_tells_verdict_judge_and_cause() -> None:
    item = one().given.questions[1]
    page = case(item)
    seer = next(row for row in page.outcomes if row.group == SEER.model)
    assert [tag.text for tag in seer.tags] == ["wrong", "stale state"]
    facts = {fact.name: fact.text for fact in seer.facts}
    assert facts["Judged by"] == "vendor/judge"
    assert facts["What it is instead"] == "stale state"
    assert facts["Tokens"] == "1,234"
    assert seer.figures[:2] == ("50.0", "100.0")
    states = [case(one().given.questions[place]).outcomes[0].tags[0].text for place in range(5)]
    assert states == ["right", "wrong", "unscored", "error", "missing"]


def test_a_unit_of_no_event_has_its_place_all_the_same() -> None:
    unit: Unit = one().units["p1_u_wiki"]
    assert one().event_of(unit) is None
    assert one().spot(unit).label == "tracker, revision 1, ana, Thursday 5 March 11:00"
