from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worksurface_pipeline.harness.llm.parse import (
    FinalAnswer,
    JsonObject,
    Malformed,
    ToolAction,
    find_object,
    parse_action,
)

CALL = '{"tool": "table_query", "args": {"sql": "SELECT 1"}}'


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(CALL, id="plain"),
        pytest.param(f"```json\n{CALL}\n```", id="fenced"),
        pytest.param(f"I will query.\n{CALL}\nThat is it.", id="prose-around"),
        pytest.param(f"Of the set {{a, b}} I take one: {CALL}", id="braces-in-prose"),
        pytest.param(f'<think>maybe {{"final_answer": 3}}</think>{CALL}', id="reasoning-dropped"),
        pytest.param(
            '{"tool":" table_query ","args":{"sql":"SELECT 1"}}', id="name-with-white-space"
        ),
    ],
)
def test_a_call_is_found(text: str) -> None:
    assert parse_action(text) == ToolAction(tool="table_query", args={"sql": "SELECT 1"})


def test_a_call_without_args_has_none() -> None:
    assert parse_action('{"tool": "table_list"}') == ToolAction(tool="table_list", args={})


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        pytest.param('{"final_answer": 12}', "12", id="integer"),
        pytest.param('{"final_answer": 12.50}', "12.5", id="decimal"),
        pytest.param('{"final_answer": false}', "false", id="boolean"),
        pytest.param('{"final_answer": 0}', "0", id="zero-is-an-answer"),
        pytest.param('{"final_answer": "a; 3"}', '"a; 3"', id="text"),
        pytest.param('{"final_answer": ["a", 3]}', '["a",3]', id="list"),
        pytest.param('{"final_answer": []}', "[]", id="empty-list"),
        pytest.param('{"final_answer": [["a", 3]]}', '[["a",3]]', id="list-of-lists"),
        pytest.param('{"final_answer": "张三"}', '"张三"', id="other-script"),
    ],
)
def test_an_answer_is_kept_as_json(text: str, answer: str) -> None:
    assert parse_action(text) == FinalAnswer(answer=answer)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        pytest.param("", "empty", id="nothing"),
        pytest.param("  \n", "empty", id="white-space"),
        pytest.param('<think>{"final_answer": 3}', "empty", id="reasoning-without-end"),
        pytest.param("The answer is 12.", "no JSON object", id="prose"),
        pytest.param("[1, 2]", "no JSON object", id="list"),
        pytest.param('"12"', "no JSON object", id="string"),
        pytest.param(f"{CALL}\n{CALL}", "2 JSON objects", id="two-objects"),
        pytest.param('{"final_answer": 1}{"final_answer": 2}', "2 JSON objects", id="two-answers"),
        pytest.param('{"final_answer": 3,}', "no valid JSON", id="trailing-comma"),
        pytest.param("{'final_answer': 3}", "no valid JSON", id="single-quotes"),
        pytest.param('{"x": {"final_answer": 3},}', "no valid JSON", id="inner-is-not-mined"),
        pytest.param('{"final_answer": NaN}', "no valid JSON", id="nan"),
        pytest.param('{"final_answer": 1e999}', "no valid JSON", id="infinity"),
        pytest.param('{"final_answer": "\\ud800"}', "no valid JSON", id="lone-surrogate"),
        pytest.param('{"final_answer": 1, "final_answer": 2}', "no valid JSON", id="key-twice"),
        pytest.param('{"final_answer": ' + "[" * 500 + "]" * 500 + "}", "no valid", id="deep"),
        pytest.param('{"a":' * 100_000, "no valid JSON", id="endless-nesting"),
        pytest.param('{"tool": "x", "args": "sql"}', "args", id="args-no-object"),
        pytest.param('{"tool": "x", "args": null}', "args", id="args-null"),
        pytest.param('{"tool": "", "args": {}}', "name of a tool", id="empty-name"),
        pytest.param('{"tool": 7, "args": {}}', "name of a tool", id="name-no-text"),
        pytest.param('{"tool": "x", "args": {}, "why": 1}', '"why"', id="unknown-key"),
        pytest.param('{"final_answer": 1, "why": "x"}', '"why"', id="unknown-key-beside-answer"),
        pytest.param('{"tool": "x", "final_answer": 1}', "not both", id="call-and-answer"),
        pytest.param('{"answer": 1}', "neither", id="neither"),
        pytest.param('{"final_answer": null}', "empty", id="answer-null"),
        pytest.param('{"final_answer": " "}', "empty", id="answer-blank"),
        pytest.param('{"final_answer": {"a": 1}}', "text, number", id="answer-object"),
        pytest.param('{"final_answer": [{"a": 1}]}', "text, number", id="answer-list-of-objects"),
    ],
)
def test_what_is_malformed_says_why(text: str, word: str) -> None:
    action = parse_action(text)
    assert isinstance(action, Malformed)
    assert word in action.problem


@given(st.text())
def test_any_text_gives_a_value(text: str) -> None:
    assert isinstance(parse_action(text), (ToolAction, FinalAnswer, Malformed))


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab"), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(st.text("abc", min_size=1), _VALUES, min_size=1), st.sampled_from("'.,:)"))
def test_an_object_survives_prose_around_it(fields: dict[str, object], mark: str) -> None:
    import json

    found = find_object(f"So {mark} {json.dumps(fields)} {mark} done")
    assert found == JsonObject(fields=fields)
