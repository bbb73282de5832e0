"""Printed values as exact decimals, and back."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal, localcontext

from worksurface_pipeline.kernel.text import find_numbers, normalise, parse_number

# Digits of intermediate results: more than any printed value has.
_PRECISION = 60


def number_of(value: str) -> Decimal | None:
    """The number that a printed value is, or the only one in it; None without or with several."""
    whole = parse_number(value)
    if whole is not None:
        return whole.number
    mentions = tuple(find_numbers(value))
    return mentions[0].number if len(mentions) == 1 else None


def is_same(one: str, other: str) -> bool:
    """Whether two printed values say the same: equal numbers with equal words, or equal texts."""
    first, second = _parts(one), _parts(other)
    return (first is not None and first == second) or normalise(one) == normalise(other)


def difference_of(one: Decimal, other: Decimal) -> str:
    """|one - other| with the decimals of the longer operand."""
    with localcontext(prec=_PRECISION):
        return format(abs(one - other), "f")


def quotient_of(one: Decimal, other: Decimal, decimals: int) -> str | None:
    """One / other, rounded half to even; None for a zero divisor."""
    if other == 0:
        return None
    with localcontext(prec=_PRECISION):
        step = Decimal(1).scaleb(-decimals)
        return format((one / other).quantize(step, rounding=ROUND_HALF_EVEN), "f")


def _parts(value: str) -> tuple[Decimal, str, str] | None:
    """The only number of a value with its unit, and the words around it ("14", "", "may")."""
    mentions = tuple(find_numbers(value))
    if len(mentions) != 1:
        return None
    mention = mentions[0]
    around = f"{value[: mention.start]} {value[mention.end :]}"
    return mention.number, mention.unit, normalise(around)
