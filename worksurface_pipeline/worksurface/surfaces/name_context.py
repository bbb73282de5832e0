"""What stands around a file name in a text and makes it another thing than the file.

An address on the web, an e-mail address, a path through a folder that is not the file's own, and
a longer name in quotation marks of which it is only the end.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass

from worksurface_pipeline.readers.kinds import MediaKind, kind_of_name

# No address, path or quoted name is longer; what lies further back decides nothing.
_REACH = 300
# An address holds no blank, bracket, quotation mark or letter beyond ASCII.
_ADDRESS = re.compile(
    r"(?:[A-Za-z][A-Za-z0-9+.-]{1,15}://|(?<!\w)www\.)[^\s\"'`<>()\[\]{}|\x80-\U0010ffff]*$"
)
_FOLDERS = re.compile(r"(?:[^\s\\/\"'`<>()\[\]{}|:,;*?=，。；：、（）《》“”‘’「」]*[\\/])+$")
_SLASH = re.compile(r"[\\/]+")
_NO_FOLDERS = frozenset({"", ".", ".."})
# A first folder like this is a host: "example.org/files/".
_HOST = re.compile(r"(?:[\w-]+\.)+[A-Za-z]{2,6}")
# A name of fewer letters stands in many folders: data, report, README.
_SHORTEST_DISTINCT = 6
_PARTED = re.compile(r"[\W_\d]|(?<=.)[A-Z]")
# What encloses a name and nothing but a name: Chinese title marks, a Markdown link's target.
ENCLOSING = (("《", "》"), ("](", ")"))
# What encloses names, and sentences too.
_QUOTING = (("“", "”"), ("‘", "’"), ("「", "」"), ("『", "』"), ('"', '"'), ("'", "'"), ("`", "`"))
# Words of a title: each begins with a capital or a digit ("Q1 Report.csv", not "cat Report.csv").
_TITLE = re.compile(r"(?:[^\W_a-z][\w&+-]* ){1,5}")


@dataclass(frozen=True, slots=True)
class Home:
    """Where a file lies: its folder in the task, and whether its own name tells the folder."""

    folder: str = ""
    is_nested: bool = False


UNKNOWN_HOME = Home()


def home_of(filename: str, stored_relpath: str) -> Home:
    """The home of a listed file."""
    if "/" in filename:
        return Home(posixpath.dirname(filename), is_nested=True)
    return Home(posixpath.dirname(stored_relpath))


def is_elsewhere(text: str, start: int, end: int, home: Home) -> bool:
    """Whether the name at [start, end) is part of an address, or lies in another folder.

    A file that came without a folder may have lain in any: there a folder before its name counts
    against it only if the name is one that many folders hold.
    """
    if _is_mail(text, start, end):
        return True
    before = text[max(0, start - _REACH) : start]
    if not before or before[-1].isspace():  # most names, told without a search
        return False
    if _ADDRESS.search(before):
        return True
    folders = _folders_before(before) if before[-1] in "/\\" else []
    # "plan.md/notes.md" means either of two files, not a file in a folder.
    if not folders or kind_of_name(folders[-1]) is not MediaKind.UNKNOWN:
        return False
    if "/" in text[start:end] or _is_own(folders, home):
        return False
    is_rare = _is_rare(posixpath.splitext(text[start:end])[0])
    return home.is_nested or not is_rare or _HOST.fullmatch(folders[0]) is not None


def is_quoted_end(text: str, start: int, end: int) -> bool:
    """Whether the name is the end of a longer name in quotation marks or in a link."""
    before = text[max(0, start - _REACH) : start]
    for left, right in ENCLOSING:
        words = _since(before, left, right) if text.startswith(right, end) else ""
        if words and words[-1] not in "/\\":
            return True
    is_title = text[start].isupper() or text[start].isdigit()
    return is_title and any(
        text.startswith(right, end) and _TITLE.fullmatch(_since(before, left, right))
        for left, right in _QUOTING
    )


def _folders_before(before: str) -> list[str]:
    path = _FOLDERS.search(before)
    parts = _SLASH.split(path[0]) if path else []
    return [part for part in parts if part not in _NO_FOLDERS]


def _is_own(folders: list[str], home: Home) -> bool:
    """Whether the folders before a name are the file's, or the last of them."""
    shown, own = "/".join(folders), home.folder
    if f"/{own}".endswith(f"/{shown}"):
        return True
    before = shown.removesuffix(own)
    # Chinese words may touch the first folder.
    is_whole = before.endswith("/") or not (before[-1:].isascii() and before[-1:].isalnum())
    return bool(own) and shown.endswith(own) and is_whole


def _is_rare(stem: str) -> bool:
    """Whether hardly two files share the name: several words, digits or capitals in it."""
    return len(stem) >= _SHORTEST_DISTINCT and _PARTED.search(stem) is not None


def _since(before: str, left: str, right: str) -> str:
    """What stands on the line since the opening mark, "" if there is none."""
    at = before.rfind(left)
    words = before[at + len(left) :] if at >= 0 else ""
    return "" if "\n" in words or right in words else words


def _is_mail(text: str, start: int, end: int) -> bool:
    is_user = text.startswith("@", end) and text[end + 1 : end + 2].isalnum()
    is_host = start > 1 and text[start - 1] == "@" and text[start - 2].isalnum()
    return is_user or is_host
