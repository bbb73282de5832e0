"""From a tool action to a recorded call: what the agent may call, and what is told it otherwise.

What a model does wrong here is an error observation in the form the tools use themselves.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from worksurface_pipeline.harness.agent.protocol import Observation, Toolbox, ToolSpec
from worksurface_pipeline.harness.llm.parse import ToolAction
from worksurface_pipeline.harness.trajectory import ToolCall
from worksurface_pipeline.kernel.hashing import canonical_json

_ECHO_CHARS = 60  # of a name that the model made up
_KEPT_ARGS_CHARS = 20_000  # longer arguments are recorded by their beginning


class ToolAccess:
    """The tools of a toolbox whose surface is exposed, in the toolbox's order."""

    def __init__(self, toolbox: Toolbox, surfaces: Iterable[str]) -> None:
        exposed = frozenset(surfaces)
        self._toolbox = toolbox
        self._all = {spec.name: spec for spec in toolbox.specs}
        self.specs = tuple(spec for spec in toolbox.specs if spec.surface in exposed)

    @property
    def surfaces(self) -> tuple[str, ...]:
        """The exposed surfaces that have tools, in the toolbox's order."""
        return tuple(dict.fromkeys(spec.surface for spec in self.specs))

    def call(self, action: ToolAction) -> ToolCall:
        """Run one action; a wrong name or argument is an error that counts as attempted."""
        known = self._all.get(action.tool)
        spec = known if known in self.specs else None
        seen = self._refusal(action, spec) or self._toolbox.call(action.tool, action.args)
        return ToolCall(
            tool=action.tool[:_ECHO_CHARS],
            surface=known.surface if known is not None else "",
            args=_kept(canonical_json(action.args)),
            observation=seen.text,
            is_error=seen.is_error,
            shown=seen.shown,
        )

    def _refusal(self, action: ToolAction, spec: ToolSpec | None) -> Observation | None:
        if spec is None:
            names = [known.name for known in self.specs]
            return _error(f"No tool '{action.tool[:_ECHO_CHARS]}' is available.", names)
        allowed = (*spec.required, *spec.optional)
        missing = [name for name in spec.required if name not in action.args]
        if missing:
            return _error(f"{spec.name} needs {_listed(missing)}.", allowed)
        extra = [name for name in action.args if name not in allowed]
        if extra:
            return _error(f"{spec.name} takes no argument {_listed(extra)}.", allowed)
        return None


def _error(sentence: str, allowed: Sequence[str]) -> Observation:
    body = {"error": sentence, "allowed": list(allowed)}
    text = json.dumps(body, ensure_ascii=False, separators=(",", ":"))
    return Observation(text=text, is_error=True)


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(f"'{name[:_ECHO_CHARS]}'" for name in sorted(names)[:5])
    return shown if len(names) <= 5 else f"{shown} and others"


def _kept(args: str) -> str:
    """Arguments as recorded: canonical JSON; what is endless is cut and marked as a JSON text."""
    if len(args) <= _KEPT_ARGS_CHARS:
        return args
    return canonical_json({"cut": args[:_KEPT_ARGS_CHARS]})
