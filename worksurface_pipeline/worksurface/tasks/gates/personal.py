"""An answer that has the shape of personal data: an address, a number of a person or account.

Taught by field report 3's kind of release check: what is published must be publishable; real
staff lists, phone books and contracts lie among the source tasks' files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, Checked, GateFinding
from worksurface_pipeline.worksurface.tasks.gates.contract import Context, finding, spans_of
from worksurface_pipeline.worksurface.tasks.golds import elements

NAME = "personal"
_SHAPES = (
    ("an e-mail address", re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    ("a telephone number", re.compile(r"\+\d{1,3}[\s.-]?\(?\d{1,4}\)?(?:[\s.-]?\d{2,4}){2,4}")),
    ("a telephone number", re.compile(r"\(?\d{3}\)?[\s.-]\d{3}[\s.-]\d{4}")),
    ("a mobile number", re.compile(r"1[3-9]\d{9}")),
    ("an identity number", re.compile(r"\d{17}[\dXx]")),
    ("a social security number", re.compile(r"\d{3}-\d{2}-\d{4}")),
    ("an account number", re.compile(r"[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?")),
)
_CARD = re.compile(r"\d(?:[ -]?\d){12,18}")


def check(task: AtomicTask, context: Context) -> GateFinding | None:
    """Finds answers that tell of a person."""
    for text in _answers(task):
        kind = _kind(text)
        if kind:
            detail = f"the answer looks like {kind}"
            return finding(NAME, "personal data", detail, context, Checked.RECORD)
    return None


def _answers(task: AtomicTask) -> Iterator[str]:
    yield from (str(element).strip() for element in elements(task))
    if len(task.gold_evidence) == 1:
        yield from (item.span.strip() for item in spans_of(task))


def _kind(text: str) -> str:
    for kind, shape in _SHAPES:
        if shape.fullmatch(text):
            return kind
    return "a card number" if _CARD.fullmatch(text) and _is_luhn(text) else ""


def _is_luhn(text: str) -> bool:
    digits = [int(char) for char in text if char.isdigit()][::-1]
    doubled = (sum(divmod(2 * digit, 10)) for digit in digits[1::2])
    return (sum(digits[::2]) + sum(doubled)) % 10 == 0
