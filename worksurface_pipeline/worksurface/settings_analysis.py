"""The user's choices of analysis, fixed before a sweep: what is tested, and how intervals are made.

What stands here enters no trajectory and no score: a changed choice makes tables anew alone.
"""

from __future__ import annotations

from pydantic import Field, model_validator

from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.kernel.resampling_records import Method
from worksurface_pipeline.worksurface.settings_agents import SettingName


class AnalysisSettings(Frozen):
    """Contrasts that are confirmatory, and the statistics of all of them.

    `confirmatory` are steps from one setting to another, tested on Answer for every model as one
    family under Holm; every other step is exploratory. `method` is that of the intervals that are
    shown (CSV files have all three; see docs/coverage.md). `power` and the `assumed_` figures are
    for the minimal detectable difference before there is a sweep to measure them on: the standard
    deviation of the paired differences of tasks, and the correlations within a source task.
    """

    confirmatory: tuple[tuple[SettingName, SettingName], ...] = (
        (SettingName.S4, SettingName.S6),
        (SettingName.S6, SettingName.S5),
    )
    method: Method = Method.CLUSTER_T
    replicates: int = Field(default=2000, ge=200, le=100_000)
    seed: int = 20260709
    level: float = Field(default=0.95, ge=0.5, lt=1)
    power: float = Field(default=0.8, ge=0.5, lt=1)
    assumed_deviation: float = Field(default=0.5, gt=0, le=1)
    assumed_correlations: tuple[float, ...] = (0.05, 0.3)

    @model_validator(mode="after")
    def _steps_are_steps(self) -> AnalysisSettings:
        steps = [f"{before.value} to {after.value}" for before, after in self.confirmatory]
        twice = sorted({step for step in steps if steps.count(step) > 1})
        if twice:
            raise ValueError(f"confirmatory lists {', '.join(twice)} twice")
        still = [f"{one.value}" for one, other in self.confirmatory if one == other]
        if still:
            raise ValueError(f"confirmatory compares {', '.join(still)} with itself")
        wrong = [value for value in self.assumed_correlations if not 0 <= value < 1]
        if wrong or not self.assumed_correlations:
            raise ValueError("assumed_correlations are numbers from 0 to below 1, at least one")
        return self
