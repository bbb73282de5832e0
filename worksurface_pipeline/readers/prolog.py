"""What an XML part says before its first element: whether it declares a document type.

The prolog is parsed, not searched, so that comments, processing instructions and the width of the
characters hide nothing. Nothing that it declares is read, expanded or opened.
"""

from __future__ import annotations

from typing import IO
from xml.parsers import expat

from lxml import etree

_BLOCK = 4 << 10


class _DoctypeFoundError(Exception):
    """The prolog declares a document type."""


class _RootFoundError(Exception):
    """The first element begins: nothing may be declared any more."""


def declares_doctype(stream: IO[bytes]) -> bool:
    """Whether the XML in `stream` declares a document type (and with it entities)."""
    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = _meet_doctype
    parser.StartElementHandler = _meet_root
    head = b""
    try:
        while block := stream.read(_BLOCK):
            head += block
            parser.Parse(block, False)
    except _DoctypeFoundError:
        return True
    except _RootFoundError:
        return False
    except (expat.ExpatError, ValueError, LookupError):  # no XML, or an encoding beyond expat
        return _declares_by_lxml(head + stream.read())
    return False


def refuse_doctype(root: etree._Element | None) -> None:
    """Raise ValueError if the parsed tree declared a document type."""
    if root is not None and root.getroottree().docinfo.doctype:
        raise ValueError("a part declares a document type or entities")


def _declares_by_lxml(data: bytes) -> bool:
    """The same by the parser that knows more encodings; what it cannot parse declares nothing."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, recover=True)
    try:
        root = etree.fromstring(data, parser=parser)
    except (etree.LxmlError, ValueError, LookupError):
        return False
    return root is not None and bool(root.getroottree().docinfo.doctype)


def _meet_doctype(*_: object) -> None:
    raise _DoctypeFoundError


def _meet_root(*_: object) -> None:
    raise _RootFoundError
