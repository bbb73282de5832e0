"""Tools as JSON schemas: for function calling, and for every other protocol that wants one."""

from __future__ import annotations

from pydantic import JsonValue

from worksurface_pipeline.harness.agent.protocol import ToolSpec
from worksurface_pipeline.harness.llm.types import NativeTool


def parameters(spec: ToolSpec) -> dict[str, JsonValue]:
    """The JSON schema of a tool's arguments; others than these are refused."""
    properties: dict[str, JsonValue] = {
        name: {"type": "integer" if name in spec.integers else "string"}
        for name in (*spec.required, *spec.optional)
    }
    return {
        "type": "object",
        "properties": properties,
        "required": list(spec.required),
        "additionalProperties": False,
    }


def description(spec: ToolSpec) -> str:
    """Surface, signature (it shows the defaults) and description, as the tool block has them."""
    return f"{spec.signature} [{spec.surface}]: {spec.description}"


def native_tool(spec: ToolSpec) -> NativeTool:
    """A tool as function calling describes it."""
    return NativeTool(name=spec.name, description=description(spec), parameters=parameters(spec))
