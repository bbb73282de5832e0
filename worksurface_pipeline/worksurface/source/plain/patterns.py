"""Path patterns of a mapping, and which source task a file belongs to.

`*` and `?` stand for characters within one name, `**` for any depth; all else, brackets too, is
meant as written. A pattern without any of them names a file, or a folder with everything in it.
The work per file grows with its depth, not with the number of source tasks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

_TOKEN = re.compile(r"\*\*/|\*\*|\*|\?")
_MEANINGS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
_BELOW = "/**"


class Owners:
    """Finds the first group of patterns that a path fits."""

    def __init__(self, groups: Sequence[Iterable[str]]) -> None:
        self._named: dict[str, int] = {}
        self._wild: dict[str, list[tuple[int, re.Pattern[str]]]] = {}
        self._root: int | None = None
        for number, patterns in enumerate(groups):
            for pattern in patterns:
                self._add(number, clean_pattern(pattern))

    def _add(self, number: int, pattern: str) -> None:
        folder = pattern.removesuffix(_BELOW)
        if pattern == "**":
            self._root = number if self._root is None else self._root
        elif not is_wild(folder):
            self._named.setdefault(folder, number)
        else:
            first = pattern.partition("/")[0]
            key = "" if is_wild(first) else first
            self._wild.setdefault(key, []).append((number, _compiled(pattern)))

    def of(self, path: str) -> int | None:
        """Number of the first group that `path` (POSIX, relative) belongs to."""
        text = unicodedata.normalize("NFC", path)
        parts = text.split("/")
        heads = ("/".join(parts[: depth + 1]) for depth in range(len(parts)))
        found = [self._named[head] for head in heads if head in self._named]
        for key in dict.fromkeys(("", parts[0])):
            fits = (number for number, rule in self._wild.get(key, ()) if rule.fullmatch(text))
            found += [first for first in (next(fits, None),) if first is not None]
        found += [self._root] if self._root is not None else []
        return min(found, default=None)


def clean_pattern(pattern: str) -> str:
    """A pattern in NFC without a leading `./` and a trailing `/`."""
    text = unicodedata.normalize("NFC", pattern).strip()
    while text.startswith("./"):
        text = text[2:]
    return text.rstrip("/")


def is_wild(pattern: str) -> bool:
    """Whether a pattern holds a wildcard."""
    return "*" in pattern or "?" in pattern


def base_folder(patterns: Iterable[str]) -> str:
    """The deepest folder that all patterns name by its full name; "" for the root.

    It depends on the patterns alone, so that a file that comes or goes renames no other.
    """
    heads = [_literal_folder(clean_pattern(pattern)) for pattern in patterns]
    shared: list[str] = []
    for parts in zip(*heads, strict=False):
        if len(set(parts)) > 1:
            break
        shared.append(parts[0])
    return "/".join(shared)


def name_rule(names: Iterable[str]) -> re.Pattern[str]:
    """What matches a single name that fits any of `names`, whatever its case."""
    rules = [_translated(unicodedata.normalize("NFC", name)) for name in names]
    return re.compile("|".join(rules) if rules else r"(?!)", re.IGNORECASE | re.DOTALL)


def _literal_folder(pattern: str) -> tuple[str, ...]:
    """The parts of a pattern before its first wildcard; the last part of a plain name is a file."""
    parts = pattern.split("/")
    wild = next((i for i, part in enumerate(parts) if is_wild(part)), len(parts) - 1)
    return tuple(parts[:wild])


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(_translated(pattern), re.DOTALL)


def _translated(pattern: str) -> str:
    pieces = []
    start = 0
    for match in _TOKEN.finditer(pattern):
        pieces += [re.escape(pattern[start : match.start()]), _MEANINGS[match[0]]]
        start = match.end()
    return "".join([*pieces, re.escape(pattern[start:])])
