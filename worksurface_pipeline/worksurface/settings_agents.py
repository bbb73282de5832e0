"""The user's choices of settings, arms and protocol, and agents of one's own."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from worksurface_pipeline.kernel.model import Frozen

OWN_AGENT = "agent/"
"""What the names of agents of one's own begin with, where models stand."""


class Protocol(StrEnum):
    """How tools are called: a JSON object in the reply's text, or native function calling."""

    JSON = "json"
    NATIVE = "native"


class SettingName(StrEnum):
    """The six settings of BENCHMARK.md, section 5, and the arms beyond them."""

    S1 = "S1"
    S2 = "S2"
    S3 = "S3"
    S4 = "S4"
    S5 = "S5"
    S6 = "S6"
    S5_RAG = "S5-rag"
    S5_TABLE = "S5-table"
    S5_GRAPH = "S5-graph"
    S6P = "S6p"
    S6W = "S6w"
    S7 = "S7"


PAPER_SETTINGS = tuple(SettingName)[:6]
"""S1 to S6: what a sweep runs unless it is told otherwise."""


class AgentChoice(Frozen):
    """An agent of one's own; in partitions and reports a model named `agent/<id>`, under S4.

    `entry` names a Python callable ("package.module:function"); without one the agent comes to us
    over MCP (`worksurface serve`). Its code is unknown to us: raise `version` when it changes, and
    its trajectories run again. `concurrency` is the number of tasks that the callable gets at once.
    """

    id: str = Field(pattern=r"^[\w.-]+$")
    entry: str = Field(default="", pattern=r"^([\w.]+:[\w.]+)?$")
    version: str = "1"
    concurrency: int = Field(default=1, ge=1, le=64)

    @property
    def model_id(self) -> str:
        """The name under which its cell runs."""
        return f"{OWN_AGENT}{self.id}"
