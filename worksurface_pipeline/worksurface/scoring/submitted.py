"""The submitted answer as a value: structure first (JSON), lists and numbers later.

Nothing here knows the gold, and only the answer field is read, never what a model thought.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import TypeAlias

Value: TypeAlias = "str | bool | Decimal | list[Value] | dict[str, Value] | None"

INSUFFICIENT_EVIDENCE = "INSUFFICIENT_EVIDENCE"
"""What an agent answers when no surface holds the answer."""

_FENCED = re.compile(r"\A\s*```[a-z]*\n(.*)\n\s*```\s*\Z", re.DOTALL)
_LONGEST_EXPONENT = 400  # beyond it a number is a provocation, and arithmetic on it overflows
_NUMBER = re.compile(r"-?\d{1,300}(?:\.\d{1,300})?")


def _no_constant(name: str) -> Decimal:
    raise ValueError(f"{name} is no JSON number")


_DECODER = json.JSONDecoder(parse_float=Decimal, parse_int=Decimal, parse_constant=_no_constant)


def read_submitted(answer: str | None) -> Value:
    """The value of an answer's JSON text; what is no JSON is taken as the text itself.

    A string that holds a JSON list or object is that list or object, in a code fence or not.
    """
    if answer is None:
        return None
    value = _json(answer)
    if not isinstance(value, str):
        return value
    fenced = _FENCED.match(value) if "```" in value else None
    text = fenced[1] if fenced else value
    return _json(text) if text.lstrip()[:1] in {"[", "{"} else text


def unwrapped(value: Value) -> Value:
    """What a list of one holds, however deep; anything else as it is."""
    while isinstance(value, list) and len(value) == 1:
        value = value[0]
    return value


def as_text(value: Value) -> str:
    """A scalar as text: numbers as written, booleans as JSON; "" for what is no scalar."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return format(value, "f") if is_plausible(value) else str(value)
    return ""


def is_plausible(value: Decimal) -> bool:
    """Whether a number is finite and of a size that arithmetic can handle."""
    return value.is_finite() and (value == 0 or abs(value.adjusted()) <= _LONGEST_EXPONENT)


def _json(text: str) -> Value:
    if _NUMBER.fullmatch(text):
        return text if _is_id(text) else Decimal(text)
    try:
        value: Value = _DECODER.decode(text)
    except (ValueError, RecursionError):
        return text
    return value


def _is_id(text: str) -> bool:
    """Digits after a leading zero are no JSON number."""
    digits = text.removeprefix("-")
    return digits[0] == "0" and digits[1:2].isdigit()
