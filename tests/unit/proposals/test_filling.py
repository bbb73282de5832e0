"""From verified tasks to the pool: a family that fails its placebo is gone; hands are joined."""

from __future__ import annotations

from tests.unit.scoring.builders import task as scored
from tests.unit.scoring.test_evidence import TABLE
from worksurface_pipeline.worksurface.proposals.filling import fill_pool, pool_policy
from worksurface_pipeline.worksurface.proposals.pool_gates import Quota
from worksurface_pipeline.worksurface.proposals.sets import ProposalRefusal, ProposalSet
from worksurface_pipeline.worksurface.proposals.together import all_candidates, joined
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Derivation
from worksurface_pipeline.worksurface.settings_tasks import PoolChoice
from worksurface_pipeline.worksurface.tasks.placebo import PlaceboRate
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet

POLICY = pool_policy(PoolChoice(), 7)


def _task(name: str, family: Derivation = Derivation.ROW_COUNT, persona: str = "p") -> AtomicTask:
    made = scored(len(name) + 300, id=name, evidence=(TABLE,), derivation=family)
    source = made.source.model_copy(update={"persona": persona, "task_id": name})
    question = f"How many rows does {name}.csv hold?"
    return made.model_copy(update={"source": source, "question": question})


def _rate(family: Derivation, rate: float) -> PlaceboRate:
    grounded = round(rate * 1000)
    return PlaceboRate(
        family=family.value, tried=1000, grounded=grounded, rate=rate, interval=(0.0, 1.0)
    )


def test_a_family_above_the_limit_is_in_no_pool() -> None:
    tasks = [_task("aa"), _task("bbb", Derivation.SHARE), _task("cccc", Derivation.SHARE)]
    rates = [_rate(Derivation.SHARE, 0.011), _rate(Derivation.ROW_COUNT, 0.01)]
    pool = fill_pool(tasks, rates, 0.01, POLICY)
    assert [task.id for task in pool.tasks] == ["aa"]
    assert {item.gate for item in pool.refusals} == {"placebo"}
    assert (pool.gates[0].gate, pool.gates[0].seen, pool.gates[0].refused) == ("placebo", 3, 2)
    assert pool.gates[1].seen == 1
    assert len(fill_pool(tasks, rates, 0.02, POLICY).tasks) == 3


def test_the_settings_say_size_and_strata() -> None:
    choice = PoolChoice.model_validate({"size": 5, "strata": [{"surfaces": "table", "most": 2}]})
    policy = pool_policy(choice, 7)
    assert (policy.size, policy.quotas) == (5, (Quota(stratum="table", most=2),))
    assert len(fill_pool([_task("a" * n) for n in range(1, 5)], (), 0.01, policy).tasks) == 2


def test_each_persona_has_a_digest_of_its_own_part() -> None:
    one, two = _task("aa", persona="one"), _task("bbb", persona="two")
    both = fill_pool([one, two], (), 0.01, POLICY)
    changed = fill_pool([one, _task("cccc", persona="two")], (), 0.01, POLICY)
    assert both.slices()["one"] == changed.slices()["one"]
    assert both.slices()["two"] != changed.slices()["two"]
    assert both.of("one") == (one,)


def test_hands_are_joined_and_an_equal_task_stands_once() -> None:
    derived = CandidateSet(candidates=(_task("aa"),))
    own = CandidateSet(candidates=(_task("bbb"),))
    lost = ProposalRefusal(
        task_id="7", persona="p", kind="table", model="x", stage="call", reason="down"
    )
    sets = [
        ProposalSet(model="x", asked=2, candidates=(_task("bbb"), _task("cccc")), refusals=(lost,)),
        ProposalSet(model="y", asked=1, candidates=(_task("cccc"),)),
    ]
    proposed = joined(sets)
    assert (proposed.model, proposed.asked, len(proposed.candidates)) == ("x, y", 3, 2)
    assert proposed.slices() == {"errors": "1"}
    together = all_candidates(derived, own, proposed)
    assert [task.id for task in together.candidates] == ["aa", "bbb", "cccc"]
