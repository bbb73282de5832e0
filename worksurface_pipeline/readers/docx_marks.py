"""Marks that a converted Word file carries in its HTML: notes, list numbers, ticked boxes."""

from __future__ import annotations

import re

from bs4 import BeautifulSoup, Tag
from bs4.element import NavigableString

from worksurface_pipeline.readers.docx_prepare import NUMBER_END, NUMBER_START

_NOTE = re.compile(r"^(?:foot|end)note-\d+$")
_NOTE_MARK = re.compile(r"^(?:foot|end)note-ref-\d+$")
_NUMBER = re.compile(f"{NUMBER_START}(\\d+){NUMBER_END}")


def plain_notes(soup: BeautifulSoup) -> None:
    """Links that mammoth makes for notes as `[^1]` marks and `[^1]: ...` paragraphs."""
    for mark in soup.find_all("a", id=_NOTE_MARK):
        mark.replace_with("[^" + mark.get_text().strip("[]") + "]")
    for number, note in enumerate(soup.find_all("li", id=_NOTE), 1):
        for back in note.find_all("a", href=re.compile(r"-ref-\d+$")):
            back.decompose()
        first = note.find("p") or note
        first.insert(0, f"[^{number}]: ")
    for note in soup.find_all("li", id=_NOTE):
        if note.parent is not None and note.parent.name == "ol":
            note.parent.unwrap()
        note.name = "div"


def plain_boxes(soup: BeautifulSoup) -> None:
    """Boxes of a form as the characters that show whether they are ticked."""
    for box in soup.find_all("input", type="checkbox"):
        box.replace_with("☒" if box.has_attr("checked") else "☐")


def number_lists(soup: BeautifulSoup) -> None:
    """Lists count as Word does: each begins, and goes on, with the numbers of its items."""
    for node in soup.find_all(string=_NUMBER):
        match = _NUMBER.search(node)
        item = node.find_parent("li")
        if match is not None and item is not None and "number" not in item.attrs:
            item["number"] = match[1]
            node.replace_with(NavigableString(_NUMBER.sub("", node)))
        else:
            node.replace_with(NavigableString(_NUMBER.sub(r"\1. ", node)))
    for listed in soup.find_all("ol"):
        _number_items(soup, listed)


def _number_items(soup: BeautifulSoup, listed: Tag) -> None:
    """Split a list where its numbers do not follow each other."""
    expected = 1
    current = listed
    for item in listed.find_all("li", recursive=False):
        number = int(str(item.attrs.pop("number", expected)))
        if number != expected and item.find_previous_sibling("li") is not None:
            follower = soup.new_tag("ol")
            current.insert_after(follower)
            current = follower
        if current is not listed or number != expected:
            current.attrs.setdefault("start", str(number))
        if item.parent is not current:
            current.append(item.extract())
        expected = number + 1
