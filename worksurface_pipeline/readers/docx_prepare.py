"""What mammoth does not read in a Word file, put into words that it does, before it reads.

Text boxes without a copy for old programs, formulas, simple fields, furigana, outline levels, rows
that start late, deleted cells, and the numbers of lists and headings. Hidden text goes.
"""

from __future__ import annotations

from typing import Any

from lxml import etree

from worksurface_pipeline.readers.docx_numbers import Numbering, Style

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_V = "{urn:schemas-microsoft-com:vml}"
_W14 = "{http://schemas.microsoft.com/office/word/2010/wordml}"
# Around the number of a list item, until the page's tree takes it out: characters of no script.
NUMBER_START, NUMBER_END = "\ue000", "\ue001"
# The style names that paragraphs with an outline level of their own get; mapped to headings.
OUTLINE_STYLE = "WorksurfaceOutline"
_OUTLINE_LEVELS = 6
# Outlined text that is longer is a paragraph.
_HEADING_LENGTH = 200
_PARTS = frozenset(f"{_W}{name}" for name in ("document", "footnotes", "endnotes"))
_OFF = ("0", "false", "off")


class Preparation:
    """Prepares the parts of one Word file. `hidden` counts runs that were left out."""

    def __init__(self, styles: dict[str, Style], numbering: Any) -> None:
        self._styles = styles
        self._numbering = Numbering(numbering, styles)
        self.hidden = 0

    def __call__(self, root: Any) -> None:
        """Change a part's tree in place."""
        if root.tag not in _PARTS:
            return
        self._drop_hidden(root)
        _read_boxes(root)
        _spell_formulas(root)
        _unwrap(root)
        _straighten_rows(root)
        for paragraph in root.iter(f"{_W}p"):
            self._number(paragraph)

    def _drop_hidden(self, root: Any) -> None:
        for mark in list(root.iter(f"{_W}vanish")):
            run = mark.getparent().getparent()
            if run.tag == f"{_W}r" and mark.get(f"{_W}val", "") not in _OFF:
                self.hidden += any(text.text for text in run.iter(f"{_W}t"))
                run.getparent().remove(run)

    def _number(self, paragraph: Any) -> None:
        properties = paragraph.find(f"{_W}pPr")
        if properties is None:
            return
        number = self._numbering.next(paragraph)
        is_heading = self._is_heading(paragraph, properties)
        if number is None:
            return
        mark = f"{number.label} " if is_heading else f"{NUMBER_START}{number.value}{NUMBER_END}"
        properties.addnext(_run(mark))

    def _is_heading(self, paragraph: Any, properties: Any) -> bool:
        """Whether mammoth will make it one; a paragraph's own outline level is made a style."""
        name = properties.find(f"{_W}pStyle")
        style = self._styles.get(name.get(f"{_W}val", ""), Style()) if name is not None else Style()
        own = properties.find(f"{_W}outlineLvl")
        level = style.outline if own is None else int(own.get(f"{_W}val", "9"))
        if style.is_heading:
            return True
        if not 0 <= level < _OUTLINE_LEVELS or not _is_short(paragraph):
            return False
        if name is None:
            name = etree.Element(f"{_W}pStyle")
            properties.insert(0, name)
        name.set(f"{_W}val", f"{OUTLINE_STYLE}{level + 1}")
        # mammoth prefers a list to a heading.
        for numbers in properties.findall(f"{_W}numPr"):
            properties.remove(numbers)
        return True


def outline_styles() -> str:
    """Lines of a style map that make headings of outlined paragraphs."""
    return "\n".join(
        f"p.{OUTLINE_STYLE}{level} => h{level}:fresh" for level in range(1, _OUTLINE_LEVELS + 1)
    )


def _is_short(paragraph: Any) -> bool:
    length = sum(len(text.text or "") for text in paragraph.iter(f"{_W}t"))
    return 0 < length <= _HEADING_LENGTH


def _run(text: str) -> Any:
    run = etree.Element(f"{_W}r")
    etree.SubElement(run, f"{_W}t").text = text
    return run


def _read_boxes(root: Any) -> None:
    """Text boxes of drawings become the older kind, which is read."""
    for box in list(root.iter(f"{_W}txbxContent")):
        if next(box.iterancestors(f"{_MC}Fallback", f"{_V}textbox"), None) is not None:
            continue
        host = _host(box)
        if host is not None:
            picture = etree.SubElement(host, f"{_W}pict")
            etree.SubElement(picture, f"{_V}textbox").append(box)


def _host(box: Any) -> Any:
    """The element that a box moves to, None if a copy of it is read anyway."""
    choice = next(box.iterancestors(f"{_MC}AlternateContent"), None)
    if choice is None:
        drawing = next(box.iterancestors(f"{_W}drawing"), None)
        return None if drawing is None else drawing.getparent()
    fallback = choice.find(f"{_MC}Fallback")
    if fallback is None:
        return etree.SubElement(choice, f"{_MC}Fallback")
    # The first box of a drawing that moves here makes the others move too.
    copy = next(fallback.iter(f"{_W}txbxContent"), None)
    if copy is not None and "moved" not in fallback.attrib:
        return None
    fallback.set("moved", "1")
    return fallback


def _spell_formulas(root: Any) -> None:
    for formula in list(root.iter(f"{_M}oMath")):
        run = _run(spelled(formula))
        run.tail = formula.tail
        formula.getparent().replace(formula, run)
    for group in list(root.iter(f"{_M}oMathPara")):
        _replace_by_children(group)


def spelled(node: Any) -> str:
    """A formula on one line: fractions with a stroke, powers with a caret, roots by name."""
    if node.tag == f"{_M}t":
        return str(node.text or "")
    parts = {etree.QName(child).localname: spelled(child) for child in node if _is_tag(child)}
    if node.tag == f"{_M}f":
        return f"{_grouped(parts.get('num', ''))}/{_grouped(parts.get('den', ''))}"
    if node.tag == f"{_M}sSup":
        return f"{parts.get('e', '')}^{_grouped(parts.get('sup', ''))}"
    if node.tag == f"{_M}sSub":
        return f"{parts.get('e', '')}_{_grouped(parts.get('sub', ''))}"
    if node.tag == f"{_M}rad":
        return f"√{_grouped(parts.get('e', ''))}"
    inner = "".join(spelled(child) for child in node if _is_tag(child))
    return f"({inner})" if node.tag == f"{_M}d" else inner


def _grouped(text: str) -> str:
    return text if text.isalnum() else f"({text})"


def _is_tag(node: Any) -> bool:
    return isinstance(node.tag, str)


def _unwrap(root: Any) -> None:
    """Fields and furigana leave the words that a reader sees; a checked box is a character."""
    for field in list(root.iter(f"{_W}fldSimple")):
        _replace_by_children(field)
    for ruby in list(root.iter(f"{_W}ruby")):
        words = "".join(text.text or "" for text in ruby.iterfind(f"{_W}rubyBase//{_W}t"))
        base = etree.Element(f"{_W}t")
        base.text = words
        ruby.getparent().replace(ruby, base)
    for box in list(root.iter(f"{_W14}checkbox")):
        box.getparent().remove(box)


def _replace_by_children(node: Any) -> None:
    parent, place = node.getparent(), node.getparent().index(node)
    for child in reversed(list(node)):
        parent.insert(place, child)
    parent.remove(node)


def _straighten_rows(root: Any) -> None:
    for deleted in list(root.iter(f"{_W}cellDel")):
        cell = deleted.getparent().getparent()
        cell.getparent().remove(cell)
    for late in root.iter(f"{_W}gridBefore"):
        properties = late.getparent()
        text = late.get(f"{_W}val", "0")
        for _ in range(int(text) if text.isdecimal() else 0):
            cell = etree.Element(f"{_W}tc")
            etree.SubElement(cell, f"{_W}p")
            properties.addnext(cell)
