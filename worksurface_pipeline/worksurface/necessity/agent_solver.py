"""A model as a solver: the benchmark's own agent loop with the tools of a set of surfaces.

It goes through the harness like any sweep; the client is passed in. Its answers only judge labels.
"""

from __future__ import annotations

from collections.abc import Callable

from worksurface_pipeline.harness.agent.protocol import Toolbox
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.types import ModelClient
from worksurface_pipeline.worksurface.agents.condition import AgentCondition
from worksurface_pipeline.worksurface.agents.run import run_trajectory
from worksurface_pipeline.worksurface.agents.settings import setting
from worksurface_pipeline.worksurface.schema.public import PublicTask
from worksurface_pipeline.worksurface.schema.surfaces import Surface

# Names the exposed surfaces in the prompt, and exposes no others.
_CONSTRAINED = "S5"
_NO_TOOL = "S1"


class AgentSolver:
    """Fulfils `Solver` under the model's own id. An errored run is no answer."""

    def __init__(
        self,
        client: ModelClient,
        model: ModelSettings,
        condition: AgentCondition,
        *,
        clock: Callable[[], float],
    ) -> None:
        self.name = model.id
        self._client = client
        self._model = model
        self._condition = condition
        self._clock = clock

    def answer(self, task: PublicTask, toolbox: Toolbox) -> str | None:
        """The answer of one run with the toolbox's surfaces, None when it gave none."""
        present = {Surface(spec.surface) for spec in toolbox.specs}
        exposed = tuple(surface.value for surface in Surface if surface in present)
        run = run_trajectory(
            task,
            setting(_CONSTRAINED if exposed else _NO_TOOL),
            exposed,
            toolbox,
            self._client,
            self._model,
            self._condition,
            fingerprint="",
            epoch=0,
            clock=self._clock,
        )
        return run.answer
