"""Numbers in texts, the second way: the mark before decimals is told by a whole column.

Every text votes by where its last mark stands and what follows it. A column without a vote goes by
the other columns of numbers; where they are silent, commas part thousands and points are not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from worksurface_pipeline.worksurface.tasks.gates.cross_query import NotKnownError

_GROUP = 3
_OTHER = {".": ",", ",": "."}
_FIGURE = re.compile(r"\d[\d.,]*\d|[.,]\d+")
_EXPONENT = r"(?:[eE][-+]?\d+)?"
# By the decimal mark: digits, or groups of them, the last of three.
_FORMS = {
    ".": re.compile(rf"[-+]?(?:\d+|\d{{1,3}}(?:,\d{{2,3}})*,\d{{3}})?(?:\.\d+)?{_EXPONENT}"),
    ",": re.compile(rf"[-+]?(?:\d+|\d{{1,3}}(?:\.\d{{3}})+)?(?:,\d+)?{_EXPONENT}"),
}
_BEYOND_FIGURES = re.compile(
    r"[\s'\u2019$\u20ac\u00a3\u00a5\u20b9%\uff05()]|USD|EUR|GBP|CNY|RMB|US\$"
)


def marks_of(columns: Sequence[Iterable[object]]) -> tuple[str, ...]:
    """The mark of each column, whose cells are as they stand in the file; "" where none tells.

    A column that speaks for both has "?".
    """
    votes = [{_vote(cell) for cell in cells if isinstance(cell, str)} - {""} for cells in columns]
    common = set[str]().union(*votes)
    shared = common.pop() if len(common) == 1 else ""
    return tuple(
        shared if not found else next(iter(found)) if len(found) == 1 else "?" for found in votes
    )


def read_figure(text: str, mark: str) -> float | int:
    """The figure in a text, without its percent sign. Raises NotKnownError for anything else."""
    is_negative = text.startswith("(") and text.endswith(")")
    bare = _BEYOND_FIGURES.sub("", text).replace("\u2212", "-")
    if mark == "?" or (not mark and "." in bare):
        raise NotKnownError(f"{text!r} can be read in two ways")
    point = mark or "."
    if not _FORMS[point].fullmatch(bare) or not any(map(str.isdigit, bare)):
        raise NotKnownError(f"{text!r} is no number")
    plain = bare.replace(_OTHER[point], "").replace(point, ".")
    value = float(plain) if set(plain) & set(".eE") else int(plain)
    return -value if is_negative else value


def _vote(text: str) -> str:
    """The decimal mark that a text alone tells."""
    found = _FIGURE.search(text)
    if found is None:
        return ""
    figure = found.group()
    places = [at for at, char in enumerate(figure) if char in _OTHER]
    if not places:
        return ""
    last = figure[places[-1]]
    if figure.count(last) > 1:
        return _OTHER[last]
    if len(places) > 1:
        return last
    before, behind = figure[: places[-1]], figure[places[-1] + 1 :]
    is_group = len(behind) == _GROUP and 0 < len(before) <= _GROUP and before[0] != "0"
    return "" if is_group else last
