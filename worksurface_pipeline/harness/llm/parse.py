"""JSON from prose: the one home. What a model's reply says, as a value.

A reply must hold exactly one JSON object: alone, in a code fence, or with prose around it.
Reasoning in <think> tags never counts. Nothing is guessed or mended: a trailing comma, a single
quote or a second object makes the reply malformed, with a problem that the model can act on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NoReturn

from pydantic import JsonValue

from worksurface_pipeline.kernel.hashing import canonical_json
from worksurface_pipeline.kernel.model import Frozen

_THINK = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE)
_OPENING = re.compile(r"\{\s*[\"'}]")
_DEEPEST = 20  # levels of nesting; no tool and no answer needs more than three
_SHOWN_CHARS = 80  # of a wrong name or key, in a message to the model


class ToolAction(Frozen):
    """The model calls a tool with these arguments."""

    tool: str
    args: dict[str, JsonValue]


class FinalAnswer(Frozen):
    """The model submits an answer; `answer` is its canonical JSON text."""

    answer: str

    @property
    def value(self) -> Any:
        """The submitted value: text, number, boolean or list."""
        return json.loads(self.answer)


class Malformed(Frozen):
    """The reply is neither; `problem` is a sentence for the model."""

    problem: str
    is_empty: bool = False


class JsonObject(Frozen):
    """The single JSON object of a reply."""

    fields: dict[str, JsonValue]


Action = ToolAction | FinalAnswer | Malformed


def visible(text: str) -> str:
    """A reply without its reasoning in <think> tags."""
    return _THINK.sub("", text).strip()


def find_object(text: str) -> JsonObject | Malformed:
    """The single JSON object of `text`, or what is wrong with it."""
    shown = visible(text)
    if not shown:
        return Malformed(problem="The reply is empty.", is_empty=True)
    found = list(_objects(shown))
    if any(fields is None for fields in found):
        return Malformed(problem="The reply holds no valid JSON object; check quotes and brackets.")
    if len(found) > 1:
        return Malformed(problem=f"The reply holds {len(found)} JSON objects; give exactly one.")
    if not found or found[0] is None:
        return Malformed(problem="The reply holds no JSON object.")
    return JsonObject(fields=found[0])


def parse_arguments(text: str) -> JsonObject | Malformed:
    """The arguments of a native call: exactly one JSON object; no text at all is an empty one."""
    if not text.strip():
        return JsonObject(fields={})
    fields, end = _decode(text.strip(), 0)
    if fields is None or end != len(text.strip()) or not isinstance(fields, dict):
        return Malformed(problem="its arguments are not one valid JSON object.")
    return JsonObject(fields=fields)


def parse_action(text: str) -> Action:
    """What the reply asks for: a tool call, a final answer, or what is wrong with it."""
    found = find_object(text)
    if isinstance(found, Malformed):
        return found
    fields = found.fields
    if "tool" in fields and "final_answer" in fields:
        return Malformed(problem='Give either "tool" or "final_answer", not both.')
    if "tool" in fields:
        return _tool_action(fields)
    if "final_answer" in fields:
        return _final_answer(fields)
    return Malformed(problem='The object has neither "tool" nor "final_answer".')


def _tool_action(fields: dict[str, JsonValue]) -> ToolAction | Malformed:
    unknown = _unknown(fields, ("tool", "args"))
    if unknown:
        return Malformed(problem=f'Beside "tool" only "args" may stand, not {unknown}.')
    tool, args = fields["tool"], fields.get("args", {})
    if not isinstance(tool, str) or not tool.strip():
        return Malformed(problem='"tool" must be the name of a tool.')
    if not isinstance(args, dict):
        return Malformed(problem='"args" must be a JSON object.')
    return ToolAction(tool=tool.strip(), args=args)


def _final_answer(fields: dict[str, JsonValue]) -> FinalAnswer | Malformed:
    unknown = _unknown(fields, ("final_answer",))
    if unknown:
        return Malformed(problem=f'Beside "final_answer" nothing may stand, not {unknown}.')
    return submitted(fields["final_answer"])


def submitted(value: JsonValue) -> FinalAnswer | Malformed:
    """A JSON value as an answer, or what is wrong with it."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return Malformed(problem='"final_answer" is empty.', is_empty=True)
    if not _is_answer(value):
        return Malformed(problem='"final_answer" must be a text, number, boolean or list of these.')
    return FinalAnswer(answer=canonical_json(value))


def _is_answer(value: JsonValue) -> bool:
    """A scalar, or a list of scalars or of such lists."""
    if isinstance(value, list):
        return all(_is_answer(item) for item in value)
    return not isinstance(value, dict)


def _unknown(fields: dict[str, JsonValue], known: tuple[str, ...]) -> str:
    names = sorted(json.dumps(key[:_SHOWN_CHARS]) for key in fields if key not in known)
    return ", ".join(names)


def _objects(text: str) -> Iterator[dict[str, JsonValue] | None]:
    """All outermost JSON objects of `text`; None, and the end, at what only begins like one."""
    position = text.find("{")
    while position >= 0:
        fields, end = _decode(text, position)
        if fields is not None or _OPENING.match(text, position):
            yield fields
            if fields is None:
                return
        position = text.find("{", end)


def _decode(text: str, position: int) -> tuple[dict[str, JsonValue] | None, int]:
    """The object that begins at `position` and its end; None and the next place if there is none.

    Refused beside bad syntax: NaN, infinity, lone surrogates, endless nesting.
    """
    try:
        value, end = _DECODER.raw_decode(text, position)
        canonical_json(value).encode("utf-8")
    except (ValueError, RecursionError):
        return None, position + 1
    return (value, end) if _is_within(value, _DEEPEST) else (None, end)


def _is_within(value: JsonValue, levels: int) -> bool:
    """Whether lists and objects are nested no deeper; no deeper is looked."""
    if not isinstance(value, (dict, list)):
        return True
    inner = value.values() if isinstance(value, dict) else value
    return levels > 0 and all(_is_within(item, levels - 1) for item in inner)


def _unique(pairs: list[tuple[str, JsonValue]]) -> dict[str, JsonValue]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise ValueError("a key stands twice")
    return fields


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant, object_pairs_hook=_unique)
