"""The schemas of the tools say of every argument what its check wants."""

from __future__ import annotations

import pytest

from worksurface_pipeline.harness.agent.protocol import ToolSpec
from worksurface_pipeline.harness.agent.schemas import parameters
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.tools.arguments import Arguments, check_arguments
from worksurface_pipeline.worksurface.tools.specs import ToolSettings, tool_specs

SETTINGS = ToolSettings()
SPECS = tool_specs(SETTINGS, Surface)
VALUES = {"integer": 1, "string": "x"}


@pytest.mark.parametrize("spec", SPECS, ids=[spec.name for spec in SPECS])
def test_arguments_by_the_schema_pass_and_of_the_other_type_do_not(spec: ToolSpec) -> None:
    schema = parameters(spec)
    properties = schema["properties"]
    assert isinstance(properties, dict)
    assert list(properties) == [*spec.required, *spec.optional]
    kinds = {name: str(field["type"]) for name, field in properties.items()}  # type: ignore[index,call-overload]
    fitting = {name: VALUES[kind] for name, kind in kinds.items()}
    assert isinstance(check_arguments(spec, fitting, SETTINGS), Arguments)
    for name, kind in kinds.items():
        other = VALUES["string" if kind == "integer" else "integer"]
        assert isinstance(check_arguments(spec, {**fitting, name: other}, SETTINGS), str), name
