"""The numbers that Word gives to list items and headings, which stand nowhere in the text.

They follow from the numbering part, the styles, and the order of the paragraphs. Bullets have none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_HEADING = re.compile(r"heading [1-6]$", re.IGNORECASE)
_PLACE = re.compile(r"%([1-9])")
# A chain of styles longer than this is a loop.
_LONGEST_CHAIN = 12
_NO_NUMBER = "0"
_ROMANS = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_LETTERS = 26


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a list: number format, label pattern such as "%1.%2", first number."""

    form: str
    pattern: str
    start: int


@dataclass(frozen=True, slots=True)
class Style:
    """What a paragraph style says, what it is based on included. `outline` is -1 for body text."""

    name: str = ""
    outline: int = -1
    list_id: str = ""
    depth: int = 0

    @property
    def is_heading(self) -> bool:
        """Whether mammoth makes a heading of it by its name."""
        return _HEADING.match(self.name) is not None


@dataclass(frozen=True, slots=True)
class Number:
    """The number of a paragraph, and its label as Word shows it."""

    value: int
    label: str


def read_styles(root: Any) -> dict[str, Style]:
    """Paragraph styles by their id; none for a package without styles."""
    if root is None:
        return {}
    nodes = {node.get(f"{_W}styleId", ""): node for node in root.iter(f"{_W}style")}
    return {key: _style(key, nodes) for key in nodes}


def _style(key: str, nodes: Mapping[str, Any]) -> Style:
    outline, list_id, depth = -1, "", 0
    chain = list(_chain(key, nodes))
    for node in reversed(chain):
        outline = _number(node.find(f"{_W}pPr/{_W}outlineLvl"), outline)
        list_id = _value(node.find(f"{_W}pPr/{_W}numPr/{_W}numId"), list_id)
        depth = _number(node.find(f"{_W}pPr/{_W}numPr/{_W}ilvl"), depth)
    return Style(_value(chain[0].find(f"{_W}name"), ""), outline, list_id, depth)


def _chain(key: str, nodes: Mapping[str, Any]) -> Iterator[Any]:
    for _ in range(_LONGEST_CHAIN):
        if key not in nodes:
            return
        yield nodes[key]
        key = _value(nodes[key].find(f"{_W}basedOn"), "")


class Numbering:
    """Counts the numbered paragraphs of a document in their order."""

    def __init__(self, root: Any, styles: Mapping[str, Style]) -> None:
        self._styles = styles
        self._abstract: dict[str, str] = {}
        self._levels: dict[str, dict[int, Level]] = {}
        self._counts: dict[str, dict[int, int]] = {}
        self._begun: set[str] = set()
        self._restarts: dict[str, dict[int, int]] = {}
        if root is not None:
            self._load(root)

    def _load(self, root: Any) -> None:
        for node in root.iter(f"{_W}abstractNum"):
            levels = {_depth(level): _level(level) for level in node.iter(f"{_W}lvl")}
            self._levels[node.get(f"{_W}abstractNumId", "")] = levels
        for node in root.iter(f"{_W}num"):
            key = node.get(f"{_W}numId", "")
            self._abstract[key] = _value(node.find(f"{_W}abstractNumId"), "")
            self._restarts[key] = {
                _depth(item): _number(item.find(f"{_W}startOverride"), 1)
                for item in node.iter(f"{_W}lvlOverride")
                if item.find(f"{_W}startOverride") is not None
            }

    def next(self, paragraph: Any) -> Number | None:
        """The number of the next paragraph, None if it has none."""
        list_id, depth = self._list_of(paragraph)
        abstract = self._abstract.get(list_id, "")
        level = self._levels.get(abstract, {}).get(depth)
        if list_id in ("", _NO_NUMBER) or level is None:
            return None
        counts = self._counts.setdefault(abstract, {})
        self._begin(list_id, counts)
        counts[depth] = counts.get(depth, level.start - 1) + 1
        for deeper in [item for item in counts if item > depth]:
            del counts[deeper]
        if level.form in ("bullet", "none"):
            return None
        return Number(counts[depth], self._label(abstract, level, counts))

    def _begin(self, list_id: str, counts: dict[int, int]) -> None:
        """A list that states its own start begins anew with its first item."""
        if list_id not in self._begun:
            self._begun.add(list_id)
            for depth, start in self._restarts.get(list_id, {}).items():
                counts[depth] = start - 1

    def _list_of(self, paragraph: Any) -> tuple[str, int]:
        own = paragraph.find(f"{_W}pPr/{_W}numPr")
        style = self._styles.get(_value(paragraph.find(f"{_W}pPr/{_W}pStyle"), ""), Style())
        if own is None:
            return style.list_id, style.depth
        list_id = _value(own.find(f"{_W}numId"), style.list_id)
        return list_id, _number(own.find(f"{_W}ilvl"), style.depth)

    def _label(self, abstract: str, level: Level, counts: Mapping[int, int]) -> str:
        levels = self._levels[abstract]

        def shown(match: re.Match[str]) -> str:
            depth = int(match[1]) - 1
            other = levels.get(depth, level)
            return _FORMS.get(other.form, str)(counts.get(depth, other.start))

        return _PLACE.sub(shown, level.pattern)


def _level(node: Any) -> Level:
    return Level(
        _value(node.find(f"{_W}numFmt"), "decimal"),
        _value(node.find(f"{_W}lvlText"), ""),
        _number(node.find(f"{_W}start"), 1),
    )


def _depth(node: Any) -> int:
    text = node.get(f"{_W}ilvl", "0")
    return int(text) if text.isdecimal() else 0


def _value(node: Any, otherwise: str) -> str:
    return otherwise if node is None else str(node.get(f"{_W}val", otherwise))


def _number(node: Any, otherwise: int) -> int:
    text = _value(node, "")
    return int(text) if text.isdecimal() else otherwise


def _letters(value: int) -> str:
    """From a to z, then aa to zz, as Word counts."""
    return chr(ord("a") + (value - 1) % _LETTERS) * ((value - 1) // _LETTERS + 1)


def _roman(value: int) -> str:
    if not 0 < value < 40:
        return str(value)
    text = ""
    for size, letters in _ROMANS:
        text += letters * (value // size)
        value %= size
    return text


_FORMS: dict[str, Callable[[int], str]] = {
    "lowerLetter": _letters,
    "upperLetter": lambda value: _letters(value).upper(),
    "lowerRoman": _roman,
    "upperRoman": lambda value: _roman(value).upper(),
}
