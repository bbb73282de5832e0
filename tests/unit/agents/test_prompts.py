"""The six settings as prompts: what differs, byte by byte, and what never stands in them."""

from __future__ import annotations

import pytest

from tests.unit.harness.doubles import SPECS
from worksurface_pipeline.harness.agent.protocol import ToolSpec
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.worksurface.agents import prompts
from worksurface_pipeline.worksurface.agents.settings import (
    SETTINGS,
    Exposure,
    FirstStep,
    Hint,
    in_order,
    setting,
)
from worksurface_pipeline.worksurface.schema.public import AnswerType, PublicTask
from worksurface_pipeline.worksurface.settings import Protocol

HINTS = [("rag",), ("table",), ("graph",), ("rag", "graph"), ("rag", "table", "graph")]
TASK = PublicTask(
    id="q_1",
    question="How many rows have Region 'North'?",
    answer_type=AnswerType.ABSTAIN,
    source_task="15",
    persona="operations_manager",
)


def of(surfaces: tuple[str, ...]) -> tuple[ToolSpec, ...]:
    return tuple(spec for spec in SPECS if spec.surface in surfaces)


def test_the_tool_block_of_s5_is_a_selection_of_the_lines_of_s6() -> None:
    lines = prompts.tool_block(SPECS).splitlines()
    chosen = prompts.tool_block(of(("rag", "graph"))).splitlines()
    assert chosen == [line for line in lines if "[table]" not in line]


def test_the_question_is_asked_with_task_and_persona_and_nothing_else() -> None:
    assert prompts.question_prompt(TASK) == (
        "Source task: Task 15\nPersona: operations_manager\n"
        "Question: How many rows have Region 'North'?"
    )


@pytest.mark.parametrize("hint", [(), ("rag",)])
@pytest.mark.parametrize("specs", [(), SPECS], ids=["no-tools", "tools"])
def test_the_answer_format_is_the_same_everywhere(
    hint: tuple[str, ...], specs: tuple[ToolSpec, ...]
) -> None:
    text = prompts.system_prompt(specs, hint)
    assert text.startswith(prompts.RULES)
    assert text.endswith(prompts.ANSWER_FORMAT)


def test_a_change_of_the_native_wording_needs_a_new_prompt_version() -> None:
    """As below, for what stands in the prompts of function calling and of the arms."""
    words = [
        prompts.system_prompt(SPECS, ("rag",), Protocol.NATIVE),
        prompts.system_prompt((), (), Protocol.NATIVE),
        prompts.NATIVE_TEXTS.model_dump_json(),
        prompts.with_evidence("Q", "E"),
    ]
    digest = digest_text("\n".join(words))[:12]
    assert (prompts.PROMPT_VERSION, digest) == ("1", "2b57f16342e8")


def test_a_change_of_the_wording_needs_a_new_prompt_version() -> None:
    """When this fails, raise PROMPT_VERSION and write the new digest beside it."""
    words = [
        prompts.system_prompt(SPECS, ("rag",)),
        prompts.system_prompt((), ()),
        prompts.route_prompt(),
        prompts.question_prompt(TASK),
        prompts.LOOP_TEXTS.model_dump_json(),
        prompts.ANSWER_REPAIR,
        prompts.ROUTE_REPAIR,
    ]
    digest = digest_text("\n".join(words))[:12]
    assert (prompts.PROMPT_VERSION, digest) == ("1", "9e96e1d5277d")


def test_the_settings_are_the_table_of_the_benchmark() -> None:
    rows = [
        (item.key, item.exposure, item.first_step, item.hint, item.is_react) for item in SETTINGS
    ]
    assert rows == [
        ("S1", Exposure.NONE, FirstStep.NONE, Hint.NONE, False),
        ("S2", Exposure.RAG, FirstStep.FORCED_SEARCH, Hint.NONE, False),
        ("S3", Exposure.ONE, FirstStep.ROUTE, Hint.NONE, True),
        ("S4", Exposure.ALL, FirstStep.NONE, Hint.NONE, True),
        ("S5", Exposure.REQUIRED, FirstStep.NONE, Hint.REQUIRED, True),
        ("S6", Exposure.ALL, FirstStep.NONE, Hint.REQUIRED, True),
    ]


def test_an_unknown_setting_names_the_known_ones() -> None:
    assert setting("S4").name == "ReAct-all"
    with pytest.raises(SettingsError, match=r"S8.*S1, S2, S3, S4, S5, S6, S5-rag"):
        setting("S8")


def test_surfaces_are_named_in_one_order() -> None:
    assert in_order(("graph", "rag", "graph", "other")) == ("rag", "graph")
