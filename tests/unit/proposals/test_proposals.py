"""Proposals: parsed strictly, proven by the program, each refusal with its reason."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import pytest

from tests.unit.tasks.builders import document, shipments, world
from worksurface_pipeline.harness.llm.offline_proposer import OfflineProposer
from worksurface_pipeline.harness.llm.types import ModelReply, ModelRequest, Usage
from worksurface_pipeline.kernel.errors import ModelUnavailableError
from worksurface_pipeline.worksurface.proposals.model import ProposalKind
from worksurface_pipeline.worksurface.proposals.propose import ProposalPolicy, propose_tasks
from worksurface_pipeline.worksurface.proposals.sets import ProposalSet
from worksurface_pipeline.worksurface.schema.tasks import Derivation

TEXT = "The northern depot handles most parcels and keeps 42 vans on its yard. No more is known."
OTHERS = [document(f"note_{name}.md", "Nothing to see.") for name in "abc"]
QUOTE = "keeps 42 vans on its yard"
TOTAL = {"surface": "table", "sql": 'SELECT SUM("weight_kg") FROM "t7__shipments"'}
VANS = {"surface": "rag", "document": "t7__depot.md", "quote": QUOTE}
FILES = {"surface": "graph", "node": "task_7", "relation": "task_requires_file"}
ASK_TOTAL = "For Task 7, what is the total of weight kg in shipments.csv?"
ASK_VANS = "For Task 7, how many vans does depot.md place on the yard?"


@dataclass
class Scripted:
    """Gives one text to every request."""

    text: str
    seen: list[ModelRequest] = field(default_factory=list)

    def complete(self, request: ModelRequest) -> ModelReply:
        """The text."""
        self.seen.append(request)
        return ModelReply(text=self.text, usage=Usage())


class Down:
    """An endpoint that is not there."""

    def complete(self, request: ModelRequest) -> ModelReply:
        """Fails."""
        raise ModelUnavailableError(f"{request.model} does not answer")


def reply(question: str, *proof: object, **more: object) -> str:
    """A model's reply."""
    return json.dumps({"question": question, "proof": list(proof), **more})


def propose(text: str, kind: ProposalKind) -> ProposalSet:
    """What comes of one reply over the little world."""
    task, surfaces = world([], [shipments()], [document("depot.md", TEXT), *OTHERS])
    policy = ProposalPolicy(model="m", kinds=(kind,))
    return propose_tasks([task], surfaces, Scripted(text), policy)


SOUND = [
    pytest.param(ProposalKind.TABLE, ASK_TOTAL, [TOTAL], 820.0, id="table"),
    pytest.param(ProposalKind.DOCUMENT, ASK_VANS, [VANS], 42, id="document"),
    pytest.param(
        ProposalKind.PAIR,
        "For Task 7, how many vans does depot.md name and what is the total of weight kg in"
        " shipments.csv? Round to 2 decimals.",
        [VANS, TOTAL],
        "42; 820.00",
        id="pair",
    ),
    pytest.param(
        ProposalKind.THREE,
        "For Task 7, how many vans does depot.md name, what is the total of weight kg in"
        " shipments.csv (2 decimals), and how many files does the task need?",
        [VANS, TOTAL, FILES],
        "42; 820.00; 5",
        id="three",
    ),
]


@pytest.mark.parametrize(("kind", "question", "proof", "gold"), SOUND)
def test_the_program_computes_the_gold(
    kind: ProposalKind, question: str, proof: list[object], gold: object
) -> None:
    found = propose(reply(question, *proof), kind)
    assert found.refusals == ()
    assert [task.gold_answer for task in found.candidates] == [gold]


@pytest.mark.parametrize("key", ["answer", "gold", "gold_answer"])
def test_a_wrong_gold_in_the_text_changes_none(key: str) -> None:
    plain = propose(reply(ASK_TOTAL, TOTAL), ProposalKind.TABLE)
    wrong = propose(reply(ASK_TOTAL, TOTAL, **{key: 99999}), ProposalKind.TABLE)
    assert wrong == plain
    assert plain.candidates[0].gold_answer == 820.0


def query(sql: str) -> dict[str, str]:
    """A table proof."""
    return {"surface": "table", "sql": sql}


REFUSED = [
    pytest.param("no idea", "parse", "holds no JSON object", id="prose"),
    pytest.param(reply(ASK_TOTAL, TOTAL, why="x"), "parse", "why: ", id="unknown-field"),
    pytest.param(reply(ASK_TOTAL), "parse", "proof: ", id="no-proof"),
    pytest.param(reply(ASK_TOTAL, VANS), "parse", "needs 1 of table", id="other-surface"),
    pytest.param(reply(ASK_TOTAL, {"surface": "table"}), "parse", "sql", id="no-sql"),
    pytest.param(
        reply(ASK_TOTAL, query('SELECT SUM("nothing") FROM "t7__shipments"')),
        "proof",
        "the query fails",
        id="unknown-column",
    ),
    pytest.param(
        reply(ASK_TOTAL, query("SELECT * FROM read_csv('/etc/passwd')")),
        "proof",
        "the query fails",
        id="file-access",
    ),
    pytest.param(
        reply(ASK_TOTAL, query('SELECT "region" FROM "t7__shipments" WHERE "region" = \'West\'')),
        "proof",
        "empty result",
        id="empty",
    ),
    pytest.param(
        reply(ASK_TOTAL, query('SELECT COUNT(*) FROM "t7__shipments" WHERE "region" = \'West\'')),
        "proof",
        "the result is 0",
        id="vacuous-filter",
    ),
    pytest.param(
        reply(ASK_TOTAL, query('SELECT "region", "status" FROM "t7__shipments"')),
        "proof",
        "2 columns",
        id="two-columns",
    ),
    pytest.param(
        reply(ASK_TOTAL, query('SELECT AVG("damage_share") FROM "t7__shipments"')),
        "proof",
        "percent or fraction",
        id="share-without-unit",
    ),
    pytest.param(
        reply("What is the total weight of it all?", TOTAL),
        "gate",
        "does not name shipments.csv",
        id="file-not-named",
    ),
    pytest.param(
        reply("Is the total of weight in shipments.csv 820?", TOTAL),
        "gate",
        "the answer stands in the question",
        id="leak",
    ),
]


@pytest.mark.parametrize(("text", "stage", "reason"), REFUSED)
def test_each_refusal_keeps_stage_and_reason(text: str, stage: str, reason: str) -> None:
    found = propose(text, ProposalKind.TABLE)
    assert found.candidates == ()
    assert [item.stage for item in found.refusals] == [stage]
    assert reason in found.refusals[0].reason
    assert found.refusals[0].reply == text[:400]


@pytest.mark.parametrize(
    ("quote", "reason"),
    [
        pytest.param("keeps 43 vans", "stands 0 times", id="not-there"),
        pytest.param("eeps 42 vans", "stands 0 times", id="inside-a-word"),
        pytest.param("vans", "does not stand", id="word-as-answer"),
    ],
)
def test_quotes_must_stand_in_the_document(quote: str, reason: str) -> None:
    proof = {**VANS, "quote": quote}
    found = propose(reply(ASK_VANS, proof), ProposalKind.DOCUMENT)
    reasons = [item.reason for item in found.refusals]
    assert reasons, [task.gold_answer for task in found.candidates]
    assert reason in reasons[0] or "the answer stands in the question" in reasons[0]


def test_a_failed_call_is_a_refusal() -> None:
    task, surfaces = world([], [shipments()], [])
    policy = ProposalPolicy(model="m", kinds=(ProposalKind.TABLE,))
    found = propose_tasks([task], surfaces, Down(), policy)
    assert [item.stage for item in found.refusals] == ["call"]


def test_the_offline_proposer_goes_the_same_path_under_its_own_name() -> None:
    task, surfaces = world([], [shipments()], [document("depot.md", TEXT), *OTHERS])
    first = propose_tasks([task], surfaces, OfflineProposer(), ProposalPolicy())
    again = propose_tasks([task], surfaces, OfflineProposer(), ProposalPolicy())
    assert first == again
    assert first.model == "offline/proposer"
    assert {task.derivation for task in first.candidates} >= {
        Derivation.PROPOSED_TABLE,
        Derivation.PROPOSED_DOCUMENT,
        Derivation.PROPOSED_PAIR,
        Derivation.PROPOSED_THREE,
    }


def test_no_rubric_reaches_a_prompt() -> None:
    task, surfaces = world(["The total is 777123."], [shipments()], [])
    client = Scripted("{}")
    propose_tasks([task], surfaces, client, ProposalPolicy())
    assert client.seen
    assert not any("777123" in said.content for one in client.seen for said in one.messages)
