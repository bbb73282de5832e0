"""Checking what a model passes to a tool: names, types and ranges, without repairing anything."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from worksurface_pipeline.harness.agent.protocol import ToolSpec
from worksurface_pipeline.worksurface.tools.specs import ToolSettings

# No node has so many edges; beyond it a number is a provocation.
_MOST_SKIPPED = 1_000_000


@dataclass(frozen=True, slots=True)
class Arguments:
    """Checked arguments of any tool; those it does not take have their defaults."""

    query: str = ""
    view: str = ""
    sql: str = ""
    node: str = ""
    rel: str | None = None
    k: int = 0
    depth: int = 0
    offset: int = 0


def check_arguments(
    spec: ToolSpec, args: Mapping[str, Any], settings: ToolSettings
) -> Arguments | str:
    """The arguments of a call, or a sentence that says what is wrong with them."""
    problem = _name_problem(spec, args) or _value_problem(args, settings)
    if problem:
        return f"{spec.name}: {problem} Call it as {spec.signature}."
    given = {name: value for name, value in args.items() if value is not None}
    return Arguments(**{"k": settings.k, "depth": settings.depth, **given})


def _name_problem(spec: ToolSpec, args: Mapping[str, Any]) -> str:
    known = (*spec.required, *spec.optional)
    extra = [str(name) for name in args if name not in known]
    if extra:
        return f"unknown argument {', '.join(map(repr, sorted(extra)))}."
    missing = [name for name in spec.required if args.get(name) is None]
    return f"missing argument {', '.join(map(repr, missing))}." if missing else ""


def _value_problem(args: Mapping[str, Any], settings: ToolSettings) -> str:
    bounds = {"k": (1, settings.k_most), "depth": (1, settings.depth_most)}
    bounds["offset"] = (0, _MOST_SKIPPED)
    for name, value in args.items():
        if value is None:
            continue  # an optional argument that is spelled out as absent
        is_integer = name in bounds
        problem = _integer_problem(value, *bounds[name]) if is_integer else _text_problem(value)
        if problem:
            return f"argument {name!r} must be {problem}."
    return ""


def _text_problem(value: Any) -> str:
    is_text = isinstance(value, str) and value.strip() != ""
    return "" if is_text else "a string that is not empty"


def _integer_problem(value: Any, least: int, most: int) -> str:
    is_integer = isinstance(value, int) and not isinstance(value, bool)
    return "" if is_integer and least <= value <= most else f"an integer from {least} to {most}"
