"""The tool protocol: what an agent may call, and what a call shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from pydantic import ConfigDict

from worksurface_pipeline.kernel.model import Frozen


class ToolSpec(Frozen):
    """A tool as the prompt shows it. `required` and `optional` are argument names.

    Arguments are texts but for those named in `integers`.
    """

    name: str
    surface: str
    signature: str
    description: str
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    integers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """One artifact that stood in an observation, after truncation.

    `kind` is document (a passage of it, [start, end) in characters of its canonical text),
    view_read (an executed query read it), view_described, view_listed, or node. `id` is the
    artifact's real id, also where the observation shows an opaque one.

    No pydantic record: a list of a large scope shows hundreds, each a quarter of such a one's size.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid")

    kind: str
    id: str
    start: int = -1
    end: int = -1


class Observation(Frozen):
    """What a tool call returns to the model: bounded text, and what it showed."""

    text: str
    is_error: bool = False
    shown: tuple[Shown, ...] = ()


class Toolbox(Protocol):
    """The tools of one scope. `call` never raises for what a model does wrong."""

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """All tools, in a fixed order."""
        ...

    def call(self, name: str, args: Mapping[str, Any]) -> Observation:
        """Run one tool; bad arguments and refused queries are error observations."""
        ...
