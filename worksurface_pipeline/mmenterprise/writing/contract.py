"""Fields of a reply, strictly: exactly the keys asked for, each of its kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import JsonValue

_SHOWN = 60  # characters of a strange key or id in an error


class ContractError(ValueError):
    """A reply that is not of the form that was asked for; the message is for the model."""


def exact(fields: Mapping[str, JsonValue], keys: Sequence[str], where: str) -> None:
    """Refuse missing and strange keys."""
    missing = [key for key in keys if key not in fields]
    strange = sorted(set(fields) - set(keys))
    if missing or strange:
        told = [f"{where} lacks {', '.join(missing)}"] if missing else []
        told += [f"{where} has a field {strange[0][:_SHOWN]!r} that was not asked for"] * (
            len(strange) > 0
        )
        raise ContractError("; ".join(told))


def text_of(fields: Mapping[str, JsonValue], key: str, where: str) -> str:
    """A field that holds a text."""
    value = fields[key]
    if not isinstance(value, str):
        raise ContractError(f"{key} of {where} must be a string")
    return value


def rows_of(
    fields: Mapping[str, JsonValue], key: str, keys: Sequence[str]
) -> Iterator[Mapping[str, JsonValue]]:
    """A field that holds a list of objects with exactly these keys."""
    value = fields[key]
    if not isinstance(value, list):
        raise ContractError(f"{key} must be a list of objects")
    for number, item in enumerate(value, 1):
        where = f"item {number} of {key}"
        if not isinstance(item, dict):
            raise ContractError(f"{where} must be an object")
        exact(item, keys, where)
        yield item


def once_each(found: Sequence[str], wanted: Iterable[str], what: str) -> Iterator[str]:
    """Faults of a list of ids that should hold each wanted one exactly once, and no other."""
    known = list(wanted)
    for key in known:
        count = found.count(key)
        if count == 0:
            yield f"{key}: its {what} is missing"
        elif count > 1:
            yield f"{key}: has {count} {what}s, exactly one is planned"
    for key in sorted(set(found) - set(known)):
        yield f"{key[:_SHOWN]!r} is no id of the list; its {what} is not planned"
