"""Questions worded by a scripted model: the gold is the ledger's, and every check holds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from tests.unit.mmenterprise.questions.small_project import small_project
from tests.unit.mmenterprise.questions.test_simulated import project
from tests.unit.mmenterprise.writing.scripted import Call, Reply, Script, serving, settings
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.questions.build import drafts_of
from worksurface_pipeline.mmenterprise.questions.checks import checked
from worksurface_pipeline.mmenterprise.questions.drafts import Draft, Scene
from worksurface_pipeline.mmenterprise.schema.questions import (
    MmQuestion,
    QuestionSet,
    QuestionType,
)
from worksurface_pipeline.mmenterprise.writing.packets import packets
from worksurface_pipeline.mmenterprise.writing.phrasing import Phrasing
from worksurface_pipeline.mmenterprise.writing.proposing import (
    Proposals,
    propose,
    with_proposals,
)
from worksurface_pipeline.mmenterprise.writing.queries import Asks, WrittenQuery


@cache
def scene() -> Scene:
    made = small_project()
    return Scene(made.ledger(), made.unit_set(), 5)


def proposal(text: str, cites: list[str], operation: str, *slots: str, **more: str) -> Reply:
    query = {"operation": operation, "slots": list(slots), "at": "", "event": "", "argument": ""}
    return {"question": text, "query": {**query, **more}, "cites": cites}


GOOD: Mapping[str, Reply] = {
    "computation": proposal(
        "By how much do the accuracy of Alder and the accuracy of Birch differ?",
        ["u_r0", "u_r1"],
        "difference",
        "acc_Alder",
        "acc_Birch",
    ),
    "comparison": proposal(
        "Which of Alder, Birch and Cedar has the highest accuracy?",
        ["u_r0", "u_r1", "u_r2"],
        "ranking",
        "acc_Alder",
        "acc_Birch",
        "acc_Cedar",
        argument="highest",
    ),
    "cross_source_conflict": proposal(
        "The survey: which number of answers is right by now?",
        ["u_n4"],
        "which_applies",
        "n",
    ),
    "temporal_conflict": proposal(
        "How often was the budget of the pilot revised?",
        ["u_b1", "u_b2", "u_b3"],
        "count_revisions",
        "budget",
    ),
}


def asked(replies: Mapping[str, Reply], attempts: int = 1) -> tuple[Proposals, Script]:
    """What comes of these replies, by type; of any other type the script has nothing to say."""

    def change(reply: Reply, data: Mapping[str, Any], call: Call) -> Reply:
        kind = next(item for item in QuestionType if f"`{item.value}`" in call.rules)
        return replies.get(kind.value, "nothing")

    script = Script(change)
    with serving(script) as (clients, _):
        choice = settings(attempts)
        return propose(scene(), (), answer, clients.writer, choice), script


def test_proposals_that_pass_have_the_ledgers_gold() -> None:
    found, _ = asked(GOOD)
    golds = {item.type.value: item.gold for item in found.questions}
    assert golds == {
        "computation": "2.15",
        "comparison": "Cedar",
        "cross_source_conflict": "43",
        "temporal_conflict": "2",
    }
    for item in found.questions:
        assert item.evidence
        assert item.evidence == item.alternatives[0]
        assert answer(scene().ledger, item.query) == item.gold


def test_what_is_refused_is_on_record() -> None:
    found, _ = asked(GOOD)
    refused = {item.type.value for item in found.asked if not item.question}
    assert refused == {"extraction", "attribution", "interpretation"}
    assert all(item.errors for item in found.asked if not item.question)


@pytest.mark.parametrize(
    ("kind", "edit", "fault"),
    [
        ("computation", {"question": "By how much do Alder and Birch differ?"}, "leaves out"),
        ("computation", {"question": "What is the accuracy of Alder and Birch?"}, "do not ask for"),
        (
            "computation",
            {"question": "How far apart are the accuracy of Alder, of Birch and of Cedar?"},
            "it names Cedar accuracy",
        ),
        (
            "computation",
            {"question": "By how much did accuracy of Alder and Birch differ on 2 March?"},
            "names a day",
        ),
        (
            "computation",
            {"question": "By how much do accuracy of Alder and Birch differ, says Ana?"},
            "names Ana",
        ),
        (
            "computation",
            {"question": "Accuracy of Alder and Birch differ by 2.15, by how much?"},
            "gives the answer away",
        ),
        ("computation", {"question": "Differ by how much, accuracy Alder u0123456789ab"}, "an id"),
        ("computation", {"cites": ["u_r0"]}, "do not settle"),
        ("computation", {"cites": ["u_r0", "u_r1", "nowhere"]}, "'nowhere' is no record"),
        ("computation", {"gold": "2.15"}, "gold"),
        (
            "comparison",
            {"question": "Which of Alder, Birch, Cedar has the lowest accuracy?"},
            "do n",
        ),
        ("temporal_conflict", {"cites": ["u_b3"]}, "do not settle"),
    ],
)
def test_wordings_and_citations_are_checked(kind: str, edit: dict[str, Any], fault: str) -> None:
    good = GOOD[kind]
    assert isinstance(good, dict)
    found, _ = asked({kind: {**good, **edit}})
    assert found.questions == ()
    errors = next(item.errors for item in found.asked if item.type.value == kind)
    assert fault in "\n".join(errors)


@pytest.mark.parametrize(
    ("kind", "query", "fault"),
    [
        ("computation", {"operation": "as_of", "slots": ("acc_Alder",)}, "operation must be"),
        ("computation", {"operation": "drop table", "slots": ("acc_Alder",)}, "operation must be"),
        ("computation", {"operation": "ratio", "slots": ("acc_Alder", "zzz")}, "slots must be"),
        ("computation", {"operation": "ratio", "slots": ()}, "slots must be"),
        ("computation", {"operation": "ratio", "slots": ("acc_Alder", "cost")}, "nothing of the"),
        ("extraction", {"operation": "as_of", "slots": ("budget",)}, "nothing of the kind"),
        ("temporal_conflict", {"operation": "as_of", "slots": ("n",), "at": "soon"}, "at must be"),
        (
            "temporal_conflict",
            {"operation": "before_revision", "slots": ("n",), "event": "n4"},
            "event must be",
        ),
    ],
)
def test_queries_are_of_the_closed_list(kind: str, query: dict[str, Any], fault: str) -> None:
    found = Asks(scene()).draft(QuestionType(kind), WrittenQuery.model_validate(query))
    assert isinstance(found, str)
    assert fault in found


def test_an_event_is_named_by_its_record_and_a_time_by_its_day() -> None:
    query = WrittenQuery(operation="before_revision", slots=("n",), event="u_n4")
    found = Asks(scene()).draft(QuestionType.TEMPORAL, query)
    assert isinstance(found, Draft)
    assert found.query.event == "n4"
    query = WrittenQuery(operation="as_of", slots=("budget",), at="2026-03-02")
    found = Asks(scene()).draft(QuestionType.TEMPORAL, query)
    assert isinstance(found, Draft)
    assert answer(scene().ledger, found.query) == "9000"


def test_claims_and_pairs_beyond_the_rules_can_be_asked() -> None:
    asks = Asks(scene())
    claim = WrittenQuery(operation="holds", slots=("acc_Alder",), argument="at_least:81")
    ratio = WrittenQuery(operation="ratio", slots=("acc_Cedar", "acc_Alder"))
    for kind, query in (
        (QuestionType.INTERPRETATION, claim),
        (QuestionType.COMPUTATION, ratio),
    ):
        draft = asks.draft(kind, query)
        assert isinstance(draft, Draft)
        assert isinstance(checked(scene(), draft, answer), MmQuestion)


def test_a_refused_proposal_goes_back_with_all_errors() -> None:
    good = GOOD["computation"]
    assert isinstance(good, dict)
    wrong: Mapping[str, Reply] = {"computation": {**good, "cites": []}}
    _, script = asked(wrong, attempts=3)
    calls = [call for call in script.of("questions") if "`computation`" in call.rules]
    told = [call.feedback.count("do not settle") for call in calls]
    assert told[:3] == [0, 1, 2]


def test_no_question_is_asked_twice() -> None:
    found, _ = asked(GOOD)
    again = Phrasing(scene(), {item.question.casefold() for item in found.questions})
    draft = Asks(scene()).draft(
        QuestionType.TEMPORAL, WrittenQuery(operation="count_revisions", slots=("budget",))
    )
    assert isinstance(draft, Draft)
    text = next(item.question for item in found.questions if item.gold == "2")
    assert "it is asked already" in list(again.faults(draft, text))


def test_without_a_model_nothing_is_proposed() -> None:
    assert propose(scene(), (), answer, None, settings()).questions == ()


def test_proposals_join_the_others_in_an_order_that_tells_nothing() -> None:
    found, _ = asked(GOOD)
    one, *rest = found.questions
    both = with_proposals(
        QuestionSet(questions=(one,)), found.model_copy(update={"questions": tuple(rest)}), 5
    )
    assert {item.id for item in both.questions} == {item.id for item in found.questions}


def test_packets_show_no_statement_of_other_things() -> None:
    kinds = set()
    for packet in packets(scene(), 20):
        kinds.add(packet.type)
        told = {item.unit for slot in packet.slots for item in scene().corpus.of(slot.id)}
        assert {item.id for item in packet.records} == told
    assert len(kinds) == 7


def test_the_rules_own_wordings_ask_for_their_queries_and_for_no_other() -> None:
    ledger, units = project(1)
    made = Scene(ledger, units, 1)
    phrasing = Phrasing(made, ())
    drafts = [draft for draft in drafts_of(made) if "entity" not in draft.fields]
    refused = [draft.text for draft in drafts if list(phrasing.faults(draft, draft.text))]
    assert len(refused) <= 0.01 * len(drafts)
    caught = total = 0
    for draft in drafts[::11]:
        others = [item for item in drafts if item.query.slots[0] == draft.query.slots[0]]
        for other in others[::3]:
            if answer(ledger, other.query) != answer(ledger, draft.query):
                total += 1
                caught += bool(list(phrasing.faults(draft, other.text)))
    assert total > 100
    assert caught >= 0.99 * total
