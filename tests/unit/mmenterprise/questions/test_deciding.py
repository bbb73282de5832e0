"""Questions on a conflict hang on it."""

from __future__ import annotations

from functools import cache

import pytest

from tests.unit.mmenterprise.questions.small_project import hour, says, small_project
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.questions.build import drafts_of
from worksurface_pipeline.mmenterprise.questions.checks import Refusal, checked
from worksurface_pipeline.mmenterprise.questions.deciding import idle
from worksurface_pipeline.mmenterprise.questions.drafts import Draft, Scene
from worksurface_pipeline.mmenterprise.schema.ledger import EventKind
from worksurface_pipeline.mmenterprise.schema.questions import LedgerQuery, QuestionType

CROSS, TEMPORAL = QuestionType.CROSS_SOURCE, QuestionType.TEMPORAL
SAME = "every recorded value gives the same answer"


@cache
def scene() -> Scene:
    """The small project, its 48 corrected to 43, beside neighbours on all sides; and a restatement.

    Of the neighbours one lies between both values, one above and one below them.
    """
    project = small_project()
    for index, (entity, value) in enumerate((("census", "45"), ("panel", "90"), ("poll", "7"))):
        key = f"n_{entity}"
        project.slot(key, entity, "number of answers")
        made = hour(0, 1, 10 + index)
        project.event(f"m{index}", EventKind.RESULT, made, "dev", says(key, value))
        project.state(key, (value, made, f"m{index}"))
    return Scene(project.ledger(), project.unit_set(), 3)


def draft(kind: QuestionType, query: LedgerQuery) -> Draft:
    return Draft(kind, "", {}, "", "name", query)


@pytest.mark.parametrize(
    ("slots", "argument", "gold", "why"),
    [
        pytest.param(("n", "n_panel"), "highest", "panel", SAME, id="far above"),
        pytest.param(("n", "n_poll"), "lowest", "poll", SAME, id="far below"),
        pytest.param(("n", "n_census"), "highest", "census", "", id="between"),
        pytest.param(("n", "n_census", "n_panel"), "highest", "panel", SAME, id="the first stays"),
        pytest.param(("n", "n_census", "n_panel"), "lowest", "survey", "", id="the last moves"),
        pytest.param(
            ("n", "n_census", "n_panel"),
            "descending",
            ("panel", "census", "survey"),
            "",
            id="the order moves",
        ),
        pytest.param(("n_census", "n_panel"), "highest", "panel", SAME, id="nothing is disputed"),
    ],
)
def test_a_ranking_hangs_on_the_disputed_value(
    slots: tuple[str, ...], argument: str, gold: str | tuple[str, ...], why: str
) -> None:
    query = LedgerQuery(operation="ranking", slots=slots, argument=argument)
    assert answer(scene().ledger, query) == gold
    assert idle(scene(), draft(CROSS, query), gold) == why
    assert idle(scene(), draft(QuestionType.COMPARISON, query), gold) == ""


@pytest.mark.parametrize(
    ("kind", "query", "gold", "why"),
    [
        pytest.param(
            TEMPORAL,
            LedgerQuery(operation="difference", slots=("budget",), event="b2"),
            "500",
            "",
            id="it moved",
        ),
        pytest.param(
            TEMPORAL,
            LedgerQuery(operation="difference", slots=("budget",), event="b2"),
            "0.00",
            "nothing moved",
            id="nothing moved",
        ),
        pytest.param(
            TEMPORAL,
            LedgerQuery(operation="before_revision", slots=("budget",), event="b2"),
            "9000",
            "",
            id="another value before",
        ),
        pytest.param(
            TEMPORAL,
            LedgerQuery(operation="before_revision", slots=("budget",), event="b2"),
            "9500",
            "the revision left the value as it was",
            id="the same value before",
        ),
        pytest.param(
            QuestionType.COMPUTATION,
            LedgerQuery(operation="difference", slots=("budget",), event="b2"),
            "0",
            "",
            id="no conflict",
        ),
    ],
)
def test_what_did_not_move_is_not_asked(
    kind: QuestionType, query: LedgerQuery, gold: str, why: str
) -> None:
    assert idle(scene(), draft(kind, query), gold) == why


def test_drafts_beside_what_lies_between_pass_and_the_others_are_refused() -> None:
    found = [item for item in drafts_of(scene()) if item.type is CROSS]
    ranked = [item for item in found if item.query.operation == "ranking"]
    made = [checked(scene(), item, answer) for item in ranked]
    passed = [item for item in made if not isinstance(item, Refusal)]
    assert {("n", "n_census")} == {
        tuple(sorted(item.query.slots)) for item in passed if len(item.query.slots) == 2
    }
    refused = {item.reason for item in made if isinstance(item, Refusal)}
    assert refused <= {"no conflict decides it"}
