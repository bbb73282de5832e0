"""Settings as data: how much routing freedom an agent has, and what it is told.

S1 to S6 are the paper's (BENCHMARK.md, section 5). The arms beyond them take a hint or an
acquisition apart: S7 shows the gold evidence without tools; S6p hints at every surface and S6w at
a wrong one; S5-rag, S5-table and S5-graph are S5 with that required surface taken away.
"""

from __future__ import annotations

from enum import StrEnum

from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.schema.surfaces import Surface

_HASH_DIGITS = 8  # of a task's digest: far more than there are surfaces


class Exposure(StrEnum):
    """Whose tools an agent may use: none, those of rag, of one surface, the required, all."""

    NONE = "none"
    RAG = "rag"
    ONE = "one"
    REQUIRED = "required"
    ALL = "all"


class Hint(StrEnum):
    """Which surfaces the hint sentence names: it is absent, or names the required, all, a wrong."""

    NONE = "none"
    REQUIRED = "required"
    ALL = "all"
    WRONG = "wrong"


class FirstStep(StrEnum):
    """What happens before the model's own turns."""

    NONE = "none"
    FORCED_SEARCH = "forced_search"
    ROUTE = "route"


class AgentSetting(Frozen):
    """One setting.

    `is_react` gives the model the exposed tools; without it, it answers from what it is shown.
    `without` is a surface that is taken away from the required ones, in the tools and
    in the hint alike; `shows_evidence` puts the gold evidence below the question.
    """

    key: str
    name: str
    exposure: Exposure
    hint: Hint = Hint.NONE
    first_step: FirstStep = FirstStep.NONE
    is_react: bool = True
    without: str = ""
    shows_evidence: bool = False

    def exposed(self, required: tuple[str, ...]) -> tuple[str, ...]:
        """The surfaces exposed from the start; S3 has none before it has picked one."""
        if self.exposure is Exposure.ALL:
            return _ALL
        if self.exposure is Exposure.REQUIRED:
            return self._left(required)
        return (Surface.RAG.value,) if self.exposure is Exposure.RAG else ()

    def hinted(self, required: tuple[str, ...], task_id: str) -> tuple[str, ...]:
        """The surfaces that the hint names, none without one."""
        if self.hint is Hint.ALL:
            return _ALL
        if self.hint is Hint.WRONG:
            return _one_of(_others(required), task_id)
        return self._left(required) if self.hint is Hint.REQUIRED else ()

    def told(self, required: tuple[str, ...], task_id: str) -> tuple[str, ...]:
        """The surfaces that a run learns of through hint or tools: what its fingerprint covers."""
        constrained = self.exposed(required) if self.exposure is Exposure.REQUIRED else ()
        return self.hinted(required, task_id) or constrained

    def applies_to(self, required: tuple[str, ...], has_evidence: bool) -> bool:
        """Whether a task can be run so: there is such a surface, a wrong one, evidence to show."""
        if self.without:
            return self.without in required
        if self.hint is Hint.WRONG:
            return bool(_others(required))
        return has_evidence or not self.shows_evidence

    def _left(self, required: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in in_order(required) if name != self.without)


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
    AgentSetting(key="S5", name="Gold-constrained", exposure=Exposure.REQUIRED, hint=Hint.REQUIRED),
    AgentSetting(key="S6", name="Gold-hint/all", exposure=Exposure.ALL, hint=Hint.REQUIRED),
)
"""S1 to S6, in order."""

ARMS = (
    *(
        AgentSetting(
            key=f"S5-{surface.value}",
            name=f"without {surface.value}",
            exposure=Exposure.REQUIRED,
            hint=Hint.REQUIRED,
            without=surface.value,
        )
        for surface in Surface
    ),
    AgentSetting(key="S6p", name="Hint at all", exposure=Exposure.ALL, hint=Hint.ALL),
    AgentSetting(key="S6w", name="Wrong hint", exposure=Exposure.ALL, hint=Hint.WRONG),
    AgentSetting(
        key="S7",
        name="Gold-evidence",
        exposure=Exposure.NONE,
        is_react=False,
        shows_evidence=True,
    ),
)
"""The arms beyond the paper, off by default."""

_BY_KEY = {known.key: known for known in (*SETTINGS, *ARMS)}


def setting(key: str) -> AgentSetting:
    """The setting or arm of this key. Raises SettingsError for an unknown one."""
    if key not in _BY_KEY:
        allowed = ", ".join(_BY_KEY)
        raise SettingsError(f"There is no setting {key!r}", where="sweep", remedy=f"Use {allowed}")
    return _BY_KEY[key]


def is_arm(key: str) -> bool:
    """Whether a setting is an arm beyond the paper: reports show those apart."""
    return any(arm.key == key for arm in ARMS)


def in_order(names: tuple[str, ...]) -> tuple[str, ...]:
    """Surface names in their fixed order (rag, table, graph), each once; others are dropped."""
    return tuple(surface.value for surface in Surface if surface.value in names)


_ALL = tuple(surface.value for surface in Surface)


def _others(required: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in _ALL if name not in required)


def _one_of(names: tuple[str, ...], task_id: str) -> tuple[str, ...]:
    """One of the names by the hash of a task's id, so that it is the same in every sweep."""
    if not names:
        return ()
    return (names[int(digest_text(task_id)[:_HASH_DIGITS], 16) % len(names)],)
