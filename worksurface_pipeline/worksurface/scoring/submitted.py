"""The submitted answer as a value: structure first (JSON, lists, composites), numbers later.

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

_BULLET = re.compile(r"^\s*(?:[-*\u2022]|\d{1,3}[.)])\s+")
_LONGEST_EXPONENT = 400  # beyond it a number is a provocation, and arithmetic on it overflows


def read_submitted(answer: str | None) -> Value:
    """The value of an answer's JSON text; what is no JSON is taken as the text itself.

    A string that holds a JSON list or object is that list or object.
    """
    if answer is None:
        return None
    value = _json(answer, otherwise=answer)
    return _json(value, otherwise=value) if _looks_structured(value) else value


def list_items(value: Value) -> list[Value]:
    """The items of a list answer; text is split at lines, else at semicolons, else at commas."""
    if isinstance(value, list):
        return value
    if isinstance(value, str):
        return [item for item in _split_text(value) if item]
    return [] if value is None else [value]


def composite_elements(value: Value, expected: int) -> list[Value]:
    """The elements of a composite answer, in order: an array's, or those between semicolons.

    An answer to a gold of one element is not split.
    """
    if isinstance(value, list):
        return value
    if isinstance(value, str) and expected > 1:
        return [part.strip() for part in value.split(";")]
    return [value]


def as_text(value: Value) -> str:
    """A scalar as text: numbers as written, booleans as JSON; "" for what is no scalar."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return format(value, "f") if is_plausible(value) else str(value)
    return value if isinstance(value, str) else ""


def is_plausible(value: Decimal) -> bool:
    """Whether a number is finite and of a size that arithmetic can handle."""
    return value.is_finite() and (value == 0 or abs(value.adjusted()) <= _LONGEST_EXPONENT)


def _looks_structured(value: Value) -> bool:
    return isinstance(value, str) and value.strip()[:1] in {"[", "{"}


def _json(text: Value, otherwise: Value) -> Value:
    if not isinstance(text, str):
        return otherwise
    try:
        value: Value = json.loads(
            text, parse_float=Decimal, parse_int=Decimal, parse_constant=_no_constant
        )
    except (ValueError, RecursionError):
        return otherwise
    return value


def _no_constant(name: str) -> Decimal:
    raise ValueError(f"{name} is no JSON number")


def _split_text(text: str) -> list[str]:
    inner = text.strip()
    if inner.startswith("[") and inner.endswith("]"):
        inner = inner[1:-1]
    for separator in ("\n", ";", ","):
        if separator in inner:
            return [_clean_item(part) for part in inner.split(separator)]
    return [_clean_item(inner)]


def _clean_item(text: str) -> str:
    item = _BULLET.sub("", text).strip().strip(",")
    return item.removeprefix("and ").strip()
