"""The table of tokens and cost: unknown is a word of its own, up to the report."""

from __future__ import annotations

from tests.unit.harness.doubles import trajectory
from worksurface_pipeline.harness.llm.settings import Price
from worksurface_pipeline.harness.llm.types import Usage
from worksurface_pipeline.harness.trajectory import Outcome, Trajectory, Turn
from worksurface_pipeline.worksurface.analysis.cost_table import cost_table, run_costs

CALL = Usage(prompt_tokens=1000, completion_tokens=100)
PRICE = Price(prompt_per_million=1.0, completion_per_million=10.0)


def run(model: str, *usages: Usage, outcome: Outcome = Outcome.ANSWERED) -> Trajectory:
    turns = tuple(
        Turn(index=number, kind="final", reply="", usage=usage)
        for number, usage in enumerate(usages)
    )
    return trajectory(outcome=outcome).model_copy(update={"model": model, "turns": turns})


RUNS = (
    run("offline/keyword", CALL),
    run("m/priced", CALL, CALL),
    run("m/priced", CALL),
    run("m/priced", CALL, Usage()),
    run("m/priced", CALL, outcome=Outcome.ERRORED),
    run("m/silent", Usage(prompt_tokens=5)),
    run("m/unpriced", CALL),
)


def rows(*, prices: dict[str, Price]) -> dict[str, list[str]]:
    groups = cost_table(run_costs(RUNS, prices)).groups
    return {group.heading.split(":")[0]: [c.text for c in group.rows[0].cells] for group in groups}


def test_what_is_known_is_summed_and_the_rest_is_unknown() -> None:
    free = Price(prompt_per_million=0.0, completion_per_million=0.0)
    found = rows(prices={"m/priced": PRICE, "m/silent": PRICE, "offline/keyword": free})
    s4 = "S4 ReAct-all"
    assert found == {
        "m/priced": [s4, "3", "1", "1,650", "3,300", "0.0030", "0.0060"],
        "m/silent": [s4, "1", "1", "unknown", "unknown", "unknown", "unknown"],
        "m/unpriced": [s4, "1", "0", "1,100", "1,100", "unknown", "unknown"],
        "offline/keyword": [s4, "1", "0", "1,100", "1,100", "0", "0"],
    }
    assert list(found)[-1] == "offline/keyword"


def test_other_prices_give_other_costs_of_the_same_runs() -> None:
    dear = Price(prompt_per_million=10.0, completion_per_million=100.0)
    assert rows(prices={"m/priced": dear})["m/priced"][-1] == "0.0600"
