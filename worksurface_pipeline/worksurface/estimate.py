"""What a cell is going to take, before any of it is spent: an estimate, and on what it rests.

From the measured runs of the same setting where there are some, else from a bound: every turn
used, every observation and every reply as long as it may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from worksurface_pipeline.harness.llm.settings import ModelSettings, Price, cost_of
from worksurface_pipeline.harness.llm.types import Usage, guess_tokens
from worksurface_pipeline.harness.trajectory import Outcome, Trajectory
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.agents.settings import AgentSetting, Exposure, FirstStep
from worksurface_pipeline.worksurface.settings import Condition

_FIRST_TOKENS = 1500  # rules, all tools, answer format and the longest questions of the sample
_ANSWER_TURNS = 2  # without tools: the answer and one repair
_ROUTE_TURNS = 2  # the choice of S3 and one repair
_FEWEST_RUNS = 5  # fewer measured runs say less than the bound does


class PerRun(Frozen):
    """What one trajectory takes on average, or at most; `basis` says which, and how we know."""

    calls: float
    prompt_tokens: float
    completion_tokens: float
    basis: str
    is_bound: bool = False


class Estimate(Frozen):
    """What a cell is going to take, at most where it `is_bound`. `cost` is None without a price."""

    model: str
    setting: str
    trajectories: int
    finished: int
    calls: float
    tokens: float
    cost: float | None
    basis: str
    is_bound: bool


@dataclass(frozen=True, slots=True)
class Runs:
    """Measured runs of one setting, and of whom they are."""

    whose: str
    runs: Sequence[Trajectory]


def per_run(
    known: Iterable[Runs], setting: AgentSetting, condition: Condition, model: ModelSettings
) -> PerRun:
    """The first of the `known` runs that are enough to go by, else the bound."""
    for item in known:
        found = _measured(item)
        if found is not None:
            return found
    return bound(setting, condition, model)


def _measured(item: Runs) -> PerRun | None:
    """Means over finished runs of which every call reported its usage."""
    usages = [run.usages for run in item.runs if run.outcome is not Outcome.ERRORED]
    whole = [usage for usage in usages if usage and all(one.total is not None for one in usage)]
    if len(whole) < _FEWEST_RUNS:
        return None
    count = len(whole)
    every = [one for usage in whole for one in usage]
    return PerRun(
        calls=len(every) / count,
        prompt_tokens=sum(one.prompt_tokens or 0 for one in every) / count,
        completion_tokens=sum(one.completion_tokens or 0 for one in every) / count,
        basis=f"mean of {count} runs of {item.whose}",
    )


def bound(setting: AgentSetting, condition: Condition, model: ModelSettings) -> PerRun:
    """The most that one trajectory may take: each request holds all that was said before it."""
    calls = _most_calls(setting, condition)
    shown = setting.is_react or setting.first_step is FirstStep.FORCED_SEARCH
    observed = guess_tokens("x" * condition.observation_characters) if shown else 0
    growth = observed + model.max_tokens
    first = _FIRST_TOKENS + (observed if not setting.is_react else 0)
    prompt = calls * first + growth * calls * (calls - 1) // 2
    completion = calls * model.max_tokens
    share = min(1.0, condition.trajectory_tokens / (prompt + completion))
    return PerRun(
        calls=calls,
        prompt_tokens=prompt * share,
        completion_tokens=completion * share,
        basis="a bound: every turn used and all texts at their longest",
        is_bound=True,
    )


def _most_calls(setting: AgentSetting, condition: Condition) -> int:
    routes = _ROUTE_TURNS if setting.first_step is FirstStep.ROUTE else 0
    if not setting.is_react or setting.exposure is Exposure.NONE:
        return routes + _ANSWER_TURNS
    return routes + condition.turns + int(condition.last_request)


def estimate(
    model: str, setting: str, pending: int, finished: int, each: PerRun, price: Price | None
) -> Estimate:
    """The estimate of a cell with so many runs pending and finished."""
    usage = Usage(
        prompt_tokens=round(pending * each.prompt_tokens),
        completion_tokens=round(pending * each.completion_tokens),
    )
    return Estimate(
        model=model,
        setting=setting,
        trajectories=pending,
        finished=finished,
        calls=pending * each.calls,
        tokens=pending * (each.prompt_tokens + each.completion_tokens),
        cost=cost_of(usage, price),
        basis=each.basis if pending else "nothing to run",
        is_bound=each.is_bound,
    )
