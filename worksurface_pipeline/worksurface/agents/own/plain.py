"""What Python code may return as an answer, as plain JSON: one rule for all kinds of values.

Texts, booleans, numbers of any kind that is registered as one (Python's, numpy's, fractions and
decimals), and lists and tuples of these. Everything else is refused by the name of its type.
"""

from __future__ import annotations

import math
from decimal import Decimal
from numbers import Integral, Real
from typing import Any

import numpy as np
from pydantic import JsonValue

from worksurface_pipeline.harness.llm.parse import Malformed

_NAME_CHARS = 60  # of a type's name
_EXACT = 10**18  # whole decimals below it stay whole; larger ones may have a billion digits


def plain_answer(value: Any) -> JsonValue | Malformed:
    """The value as JSON has it, None for none at all; or what is wrong with it."""
    if isinstance(value, (list, tuple)):
        items = [_item(item) for item in value]
        wrong = next((item for item in items if isinstance(item, Malformed)), None)
        return wrong or [item for item in items if not isinstance(item, Malformed)]
    plain = None if value is None else _scalar(value)
    if plain is None and value is not None:
        what = f"The answer is a {type_name(value)}"
        return Malformed(problem=f"{what}; give a text, a finite number, a boolean or a list.")
    return plain


def _item(value: Any) -> JsonValue | Malformed:
    """One item of a list."""
    plain = _scalar(value)
    if plain is None:
        wrong = f"A list holds texts, finite numbers and booleans alone, no {type_name(value)}."
        return Malformed(problem=wrong)
    return plain


def type_name(value: Any) -> str:
    """How a type is called: with its module, unless it is built in."""
    kind = type(value)
    module = "" if kind.__module__ == "builtins" else f"{kind.__module__}."
    return f"{module}{kind.__qualname__}"[:_NAME_CHARS]


def _scalar(value: Any) -> str | bool | int | float | None:
    """A text, boolean or finite number; None for anything else."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, Integral):
        return int(value)
    if isinstance(value, Decimal) and value.is_finite() and value.copy_abs() < _EXACT:
        whole = value.to_integral_value()
        return int(whole) if whole == value else float(value)
    return _finite(value) if isinstance(value, (Real, Decimal)) else None


def _finite(value: Real | Decimal) -> float | None:
    try:
        number = float(value)
    except (OverflowError, ValueError):
        return None
    return number if math.isfinite(number) else None
