"""A gold that was rounded although the question asks for no rounding, or for another one.

Taught by field report 20 (58.744924 judged wrong against a gold 58.74).
"""

from __future__ import annotations

import re
from decimal import Decimal

from worksurface_pipeline.worksurface.schema.tasks import (
    AtomicTask,
    Checked,
    GateFinding,
    Scalar,
)
from worksurface_pipeline.worksurface.tasks.gates.contract import (
    Context,
    finding,
    is_foreign,
    tables_of,
)
from worksurface_pipeline.worksurface.tasks.golds import elements

NAME = "rounding"
# Stored golds keep twelve significant digits.
_RELATIVE = 1e-11
# A cast to FLOAT, as foreign queries have it, keeps seven digits.
_SINGLE = 1e-7
_ASKED = re.compile(r"\brounded? to (?:(a whole number)|(\d+) decimals?)", re.IGNORECASE)
_SAID = re.compile(r"\bround|\bdecimal", re.IGNORECASE)


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds golds with fewer digits than their proof, unless the question asks for it."""
    asked = _ASKED.search(task.question)
    digits = None if asked is None else int(asked[2] or 0)
    if digits is not None and task.answer_digits not in (None, digits):
        detail = f"{digits} decimals are asked for, {task.answer_digits} are stored"
        return finding(NAME, "rounded gold", detail, context, Checked.RECORD)
    for item, _ in tables_of(task):
        executed = context.rows(item.table, item.query)
        rows = item.verified_result if executed is None else executed
        value = rows[0][0] if rows and rows[0] else None
        problem = next((p for gold in elements(task) if (p := _problem(gold, value, task))), "")
        if problem:
            checked = Checked.RECORD if executed is None else Checked.EXECUTED
            return finding(NAME, "rounded gold", problem, context, checked)
    return None


def _problem(gold: Scalar, value: Scalar, task: AtomicTask) -> str:
    if isinstance(gold, (bool, str)) or not isinstance(gold, (int, float)):
        return ""
    if isinstance(value, bool) or not isinstance(value, float):
        return ""
    digits = 0 if gold == int(gold) else -int(Decimal(repr(gold)).as_tuple().exponent)
    slack = _SINGLE if is_foreign(task) else _RELATIVE
    is_exact = abs(gold - value) <= slack * max(abs(value), 1.0)
    is_rounded = abs(gold - value) <= 0.5 * 10.0**-digits * (1 + _RELATIVE)
    if is_exact or not is_rounded or (_SAID.search(task.question) and task.answer_digits is None):
        return ""
    return f"the proof gives {value!r}, the gold is {gold!r}"
