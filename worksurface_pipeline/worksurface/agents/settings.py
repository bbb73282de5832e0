"""The six settings as data: how much routing freedom an agent has (BENCHMARK.md, section 5)."""

from __future__ import annotations

from enum import StrEnum

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.schema.surfaces import Surface


class Exposure(StrEnum):
    """Whose tools an agent may use: none, those of rag, of one surface, the required, all."""

    NONE = "none"
    RAG = "rag"
    ONE = "one"
    REQUIRED = "required"
    ALL = "all"


class FirstStep(StrEnum):
    """What happens before the model's own turns."""

    NONE = "none"
    FORCED_SEARCH = "forced_search"
    ROUTE = "route"


class AgentSetting(Frozen):
    """One setting. `has_hint` puts the names of the required surfaces into the prompt.

    `is_react` gives the model the exposed tools; without it, it answers from what it is shown.
    """

    key: str
    name: str
    exposure: Exposure
    has_hint: bool = False
    first_step: FirstStep = FirstStep.NONE
    is_react: bool = True


SETTINGS = (
    AgentSetting(key="S1", name="No-tool", exposure=Exposure.NONE, is_react=False),
    AgentSetting(
        key="S2",
        name="Always-RAG",
        exposure=Exposure.RAG,
        first_step=FirstStep.FORCED_SEARCH,
        is_react=False,
    ),
    AgentSetting(key="S3", name="Naive-router", exposure=Exposure.ONE, first_step=FirstStep.ROUTE),
    AgentSetting(key="S4", name="ReAct-all", exposure=Exposure.ALL),
    AgentSetting(key="S5", name="Gold-constrained", exposure=Exposure.REQUIRED, has_hint=True),
    AgentSetting(key="S6", name="Gold-hint/all", exposure=Exposure.ALL, has_hint=True),
)
"""S1 to S6, in order."""


def setting(key: str) -> AgentSetting:
    """The setting of this key. Raises SettingsError for an unknown one."""
    for known in SETTINGS:
        if known.key == key:
            return known
    allowed = ", ".join(known.key for known in SETTINGS)
    raise SettingsError(f"There is no setting {key!r}", where="sweep", remedy=f"Use {allowed}")


def in_order(names: tuple[str, ...]) -> tuple[str, ...]:
    """Surface names in their fixed order (rag, table, graph), each once; others are dropped."""
    return tuple(surface.value for surface in Surface if surface.value in names)
