"""The encoding that a file says it has: in markup, in a program's first lines, in a style sheet."""

from __future__ import annotations

import re

# Declarations stand at the very beginning; a page may put some tags before its own.
_MARKUP_REACH = 4096
_SOURCE_LINES = 2
_MARKUP = re.compile(
    rb"<(?:meta|\?xml)\b[^>]{0,200}?(?:charset|encoding)\s*=\s*[\"']?\s*([A-Za-z0-9][\w.:-]*)", re.I
)
# PEP 263, Ruby's and Emacs' "coding: x", Vim's "fileencoding=x", Perl's "use encoding 'x'".
_SOURCE = re.compile(rb"coding[:=\s]\s*[\"']?([A-Za-z0-9][\w.-]*)")
_COMMENT = re.compile(rb"\s*(?:#|//|/\*|--|;|%|\"|<!--|use\s)")
_STYLE = re.compile(rb"@charset\s+\"([\w.-]+)\"")
# Endings that Emacs and Vim add to a name.
_LINE_ENDINGS = re.compile(r"-(?:unix|dos|mac)$")


def declared_markup(data: bytes) -> str:
    """The encoding in an XML declaration or a <meta> tag, "" if none; UTF-16 text has none here."""
    return _name(_MARKUP.search(data[:_MARKUP_REACH]))


def declared_source(data: bytes) -> str:
    """The encoding in a comment of the first two lines of a program, "" if none."""
    style = _STYLE.match(data.removeprefix(b"\xef\xbb\xbf"))
    if style:
        return _name(style)
    for line in data[:_MARKUP_REACH].split(b"\n")[:_SOURCE_LINES]:
        if _COMMENT.match(line.removeprefix(b"\xef\xbb\xbf")):
            found = _SOURCE.search(line)
            if found:
                return _name(found)
    return ""


def _name(found: re.Match[bytes] | None) -> str:
    return _LINE_ENDINGS.sub("", found[1].decode("ascii").lower()) if found else ""
