"""Reading single fields of a metadata.json, whatever form the wild gives them.

A list may be a JSON list, a JSON string of one, or the Python repr of one. What had to be
normalised is noted as a sentence; what cannot be understood is a MetadataError that names file,
field and remedy.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from worksurface_pipeline.kernel.errors import MetadataError

_ROUNDS = 2  # a list packed into a string, and that string packed once more


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of one metadata.json (or of one object in it), read with notes.

    `where` is the file, `prefix` the field that this object sits in ("" at the top).
    """

    values: Mapping[str, object]
    where: str
    prefix: str = ""
    oddities: list[str] = field(default_factory=list)

    def exact(self, name: str) -> str:
        """A string field as it is; a number becomes its text, a missing field an empty one."""
        return self._scalar(self.values.get(name), self.prefix + name)

    def text(self, name: str) -> str:
        """A string field without white space around it."""
        return self.exact(name).strip()

    def is_given(self, name: str) -> bool:
        """Whether the field is there and not null."""
        return self.values.get(name) is not None

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of strings; items are kept in order, null ones as ""."""
        items = enumerate(self._items(name))
        return tuple(self._scalar(item, f"{name}[{index}]") for index, item in items)

    def objects(self, name: str) -> tuple[Fields, ...]:
        """A list of objects, each as fields of its own that note into the same list."""
        return tuple(
            self._object(item, f"{name}[{index}]") for index, item in enumerate(self._items(name))
        )

    def note(self, sentence: str) -> None:
        """Record an oddity."""
        self.oddities.append(sentence)

    def fail(self, name: str, problem: str, remedy: str) -> MetadataError:
        """The error of a field that cannot be understood."""
        return MetadataError(f"The field '{name}' {problem}", where=self.where, remedy=remedy)

    def _scalar(self, value: object, name: str) -> str:
        if value is None:
            return ""
        if isinstance(value, str):
            return whole_text(value)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.fail(name, f"holds {_kind(value)}, not a string", "Write it as a string")
        self.note(f"The field '{name}' holds a number; it is read as text.")
        return number_text(value)

    def _items(self, name: str) -> list[object]:
        value = self.values.get(name)
        if value is None:
            self.note(f"The field '{name}' is missing; it is read as an empty list.")
            return []
        if isinstance(value, str):
            self.note(f"The field '{name}' is a string that holds a list.")
            value = _unpack(value)
        if not isinstance(value, list):
            problem = f"holds {_kind(value)}, not a list"
            raise self.fail(name, problem, "Write it as a JSON list, [] when there is nothing")
        return value

    def _object(self, item: object, name: str) -> Fields:
        if not isinstance(item, dict):
            remedy = "Write every item as an object with the fields of the layout"
            raise self.fail(name, f"holds {_kind(item)}, not an object", remedy)
        return Fields(item, self.where, f"{name}.", self.oddities)


def number_text(value: float) -> str:
    """A JSON number as text: 95 and 95.0 are both "95"."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def whole_text(text: str) -> str:
    """`text` with lone surrogates, which no file can hold, as question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _unpack(text: str) -> object:
    """The list that a string holds, else the string itself; "" holds an empty list."""
    value: object = text
    for _ in range(_ROUNDS):
        if not isinstance(value, str):
            break
        value = [] if not value.strip() else _literal(value)
    return list(value) if isinstance(value, tuple) else value


def _literal(text: str) -> object:
    """`text` as JSON, else as a Python literal (never evaluated), else unchanged."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass  # not JSON: the Python repr of a list has single quotes
    try:
        return ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return text


def _kind(value: object) -> str:
    """A value's kind in the words of JSON."""
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, (int, float)):
        return "a number"
    if isinstance(value, str):
        return "plain text"
    return "an object" if isinstance(value, dict) else "a list"
