"""The pool: gates counted, strata filled, the same whatever the order of the candidates."""

from __future__ import annotations

import pytest

from tests.unit.tasks.builders import document, shipments, world
from worksurface_pipeline.kernel.errors import DuplicateIdError
from worksurface_pipeline.worksurface.proposals.near import near_duplicates
from worksurface_pipeline.worksurface.proposals.pool import build_pool, shares, stratum_of
from worksurface_pipeline.worksurface.proposals.pool_gates import PoolPolicy, Quota
from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation, RagEvidence
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy

TEXT = "The northern depot handles most parcels and keeps 42 vans on its yard. No more is known."


def candidates() -> tuple[AtomicTask, ...]:
    """Some real candidates."""
    task, surfaces = world([], [shipments()], [document("depot.md", TEXT)])
    return derive_candidates([task], surfaces, DerivationPolicy()).candidates


def test_the_order_of_the_candidates_does_not_matter() -> None:
    tasks = candidates()
    policy = PoolPolicy(size=4)
    assert len(build_pool(tasks, policy).tasks) == 4
    assert build_pool(tasks, policy) == build_pool(reversed(tasks), policy)


def test_a_double_id_stops_the_build() -> None:
    tasks = candidates()
    with pytest.raises(DuplicateIdError):
        build_pool([*tasks, tasks[0]])


CHANGES = [
    pytest.param({"gold_answer": ("a",)}, "schema", id="gold-of-another-type"),
    pytest.param({"gold_evidence": ()}, "schema", id="no-proof"),
    pytest.param({"question": "第七任务的总重量是多少？"}, "language", id="language"),
    pytest.param({"question": "Is the total 820 kilograms?"}, "leakage", id="leakage"),
    pytest.param({"question": "What else could one ask of it?"}, "same proof", id="same-proof"),
]


@pytest.mark.parametrize(("change", "gate"), CHANGES)
def test_each_gate_refuses_by_name(change: dict[str, object], gate: str) -> None:
    first = next(one for one in candidates() if stratum_of(one) == "table")
    base = first.model_copy(
        update={"gold_answer": 820, "answer_type": AnswerType.NUMBER, "id": "a"}
    )
    other = base.model_copy(update={"id": "b", "question": "Which?", **change})
    pool = build_pool([base, other])
    assert [item.gate for item in pool.refusals if item.refusal.candidate == "b"] == [gate]
    assert sum(count.refused for count in pool.gates) == len(pool.refusals)


def test_a_proof_that_fails_is_refused_with_its_reason() -> None:
    pool = build_pool(candidates(), proof_problems=lambda _: ("the view is gone",))
    assert pool.tasks == ()
    assert {item.refusal.reason for item in pool.refusals if item.gate == "proof"} == {
        "the view is gone"
    }


def of_family(family: Derivation, count: int) -> list[AtomicTask]:
    """Tasks of a family with one answer and questions that are not alike."""
    (first, *_) = (one for one in candidates() if stratum_of(one) == "table")
    update = {"derivation": family, "gold_answer": 7, "answer_type": AnswerType.NUMBER}
    proofs = [
        one.model_copy(update={"table_digest": f"{family}{number}"})
        for number in range(count)
        for one in first.gold_evidence[:1]
    ]
    return [
        first.model_copy(
            update={
                **update,
                "id": f"{family.value}_{number}",
                "question": f"Which of “{number}” and “{number * 31}” is it in {family.value}?",
                "gold_evidence": (proof,),
            }
        )
        for number, proof in enumerate(proofs)
    ]


def test_own_questions_are_not_thinned_and_come_before_what_is_drawn() -> None:
    own = of_family(Derivation.OWN_QUESTION, 6)
    drawn = of_family(Derivation.FILTERED_COUNT, 6)
    pool = build_pool([*drawn, *own])
    assert {one.id for one in own} <= {one.id for one in pool.tasks}
    said = {item.gate: item.refusal for item in pool.refusals}
    assert list(said) == ["frequent answer"]
    refused = [item.refusal for item in pool.refusals]
    assert {one.derivation for one in refused} == {Derivation.FILTERED_COUNT}
    kept = sorted(one.id for one in pool.tasks if one.derivation is Derivation.FILTERED_COUNT)
    assert len(kept) == 2
    assert all(f"its answer is that of {', '.join(kept)} already" in one.reason for one in refused)
    small = build_pool([*drawn, *own], PoolPolicy(size=6))
    assert {one.id for one in small.tasks} == {one.id for one in own}


PAIRS = [
    pytest.param(
        "For Task 7, what is the total of net weight in the shipments of orders.csv",
        "For Task 7, what is the total of net weight in all shipments of orders.csv",
        False,
        id="two-shingles-of-many",
    ),
    pytest.param("What is the sum in a.csv?", "What is the sum in b.csv?", False, id="other-file"),
    pytest.param("What is the sum in a.csv?", "what is the  sum in A.csv", True, id="case"),
    pytest.param("How many have “x”?", "How many have “y”?", False, id="other-quotation"),
]


@pytest.mark.parametrize(("first", "second", "is_near"), PAIRS)
def test_near_duplicates_name_the_same_things(first: str, second: str, is_near: bool) -> None:
    assert near_duplicates({"a": first, "b": second}, 0.8) == ({"b": "a"} if is_near else {})


@pytest.mark.parametrize(
    ("sizes", "size", "quotas", "expected"),
    [
        pytest.param({"a": 5, "b": 50}, 20, {}, {"a": 5, "b": 15}, id="small-leaves-to-large"),
        pytest.param({"a": 50, "b": 50}, 20, {}, {"a": 10, "b": 10}, id="even"),
        pytest.param({"a": 50, "b": 50}, 20, {"a": 3}, {"a": 3, "b": 17}, id="quota"),
        pytest.param({"a": 2, "b": 2}, 20, {}, {"a": 2, "b": 2}, id="all"),
    ],
)
def test_shares(
    sizes: dict[str, int], size: int, quotas: dict[str, int], expected: dict[str, int]
) -> None:
    wanted = tuple(Quota(stratum=name, most=most) for name, most in quotas.items())
    assert shares(sizes, PoolPolicy(size=size, quotas=wanted)) == expected


def test_other_answers_are_no_near_duplicates() -> None:
    questions = {"a": "What is the sum in a.csv?", "b": "What is the sum in A.csv?"}
    assert near_duplicates(questions, 0.8, {"a": "1", "b": "1"}) == {"b": "a"}
    assert near_duplicates(questions, 0.8, {"a": "1", "b": "2"}) == {}


def test_an_answer_that_pays_to_name_is_thinned_within_its_family() -> None:
    first = next(one for one in candidates() if stratum_of(one) == "table")
    words = [chr(97 + number // 26) + chr(97 + number % 26) for number in range(50)]
    tasks = [
        first.model_copy(
            update={
                "id": word,
                "question": f"How many {word * 3} are there?",
                "answer_type": AnswerType.NUMBER,
                "gold_answer": 9 if place < 10 else 100 * 2**place,
                "source": first.source.model_copy(update={"task_id": word}),
            }
        )
        for place, word in enumerate(words)
    ]
    pool = build_pool(tasks)
    assert sum(task.gold_answer == 9 for task in pool.tasks) == 1
    assert {item.gate for item in pool.refusals} == {"frequent answer"}


def test_a_figure_and_the_sentence_around_it_are_one_proof() -> None:
    found = candidates()
    derived = next(one for one in found if stratum_of(one) == "rag")
    (span,) = derived.gold_evidence
    assert isinstance(span, RagEvidence)
    around = span.model_copy(update={"start": span.start - 9, "end": span.end + 9})
    elsewhere = span.model_copy(update={"start": span.end + 1, "end": span.end + 9})
    proposed = derived.model_copy(
        update={
            "id": "a",
            "question": "How many vans are on the yard?",
            "derivation": Derivation.PROPOSED_DOCUMENT,
            "gold_evidence": (around,),
        }
    )
    other = proposed.model_copy(
        update={"id": "b", "question": "And how many elsewhere?", "gold_evidence": (elsewhere,)}
    )
    pool = build_pool([proposed, other, derived])
    gates = {item.refusal.candidate: item.gate for item in pool.refusals}
    assert gates == {"a": "same proof"}
