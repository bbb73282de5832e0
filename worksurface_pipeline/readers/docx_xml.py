"""lxml as the XML parser of mammoth, whose own goes through minidom and takes most of its time.

The tree is the one mammoth expects, node for node (a test compares the two). It is also the safer
parser: no entity is expanded, no DTD loaded, no address opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import cache
from types import ModuleType
from typing import IO, Any

from lxml import etree

from worksurface_pipeline.readers.prolog import refuse_doctype

Namespaces = Sequence[tuple[str, str]]
# What the file that is being read wants done to each part before mammoth sees it.
PREPARE: ContextVar[Callable[[Any], None] | None] = ContextVar("prepare", default=None)
# What lxml raises for a part that is no XML.
XML_DAMAGE = (etree.LxmlError, SyntaxError)


@cache
def fast_mammoth() -> ModuleType:
    """mammoth, its parser replaced once in this process."""
    import mammoth
    from mammoth.docx import office_xml

    office_xml.parse_xml = _parse_prepared
    return mammoth  # type: ignore[no-any-return]


def parse_xml(stream: IO[bytes], namespaces: Namespaces = ()) -> Any:
    """The root of an XML part as mammoth's `XmlElement`; `namespaces` are (prefix, address)."""
    return _converted(etree.parse(stream, _parser()).getroot(), namespaces)


def _parse_prepared(stream: IO[bytes], namespaces: Namespaces = ()) -> Any:
    root = etree.parse(stream, _parser()).getroot()
    refuse_doctype(root)
    prepare = PREPARE.get()
    if prepare is not None:
        prepare(root)
    return _converted(root, namespaces)


def _converted(root: Any, namespaces: Namespaces) -> Any:
    from mammoth.docx.xmlparser import XmlElement, XmlText

    prefixes = {address: prefix for prefix, address in namespaces}
    names = _Names(prefixes)

    def convert(node: Any) -> Any:
        attributes = {names[key]: value for key, value in node.items()}
        return XmlElement(names[node.tag], attributes, list(children(node)))

    def children(node: Any) -> Iterator[Any]:
        if node.text:
            yield XmlText(node.text)
        for child in node:
            if isinstance(child.tag, str):
                yield convert(child)
            if child.tail:
                yield XmlText(child.tail)

    return convert(root)


class _Names(dict[str, str]):
    """From lxml's `{address}name` to mammoth's `prefix:name`, each worked out once."""

    def __init__(self, prefixes: Mapping[str, str]) -> None:
        super().__init__()
        self._prefixes = prefixes

    def __missing__(self, tag: str) -> str:
        address, _, local = tag[1:].partition("}") if tag[0] == "{" else ("", "", tag)
        prefix = self._prefixes.get(address)
        self[tag] = f"{prefix}:{local}" if prefix is not None else tag
        return self[tag]


def _parser() -> Any:
    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )
