"""What can be read off the files without looking at a picture, and whether it gives values away.

Files are opened by other tools than those that wrote them: a mail by the parser of `email`, a deck
as a zip of XML, a picture by Pillow. A PDF is opened by PyMuPDF unless another reader is given.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Mapping
from email import message_from_bytes, policy
from email.message import EmailMessage
from zipfile import ZipFile

from defusedxml.ElementTree import fromstring

from worksurface_pipeline.mmenterprise.records.findings import Finding
from worksurface_pipeline.mmenterprise.records.known import Known
from worksurface_pipeline.mmenterprise.records.model import WorkspaceRecords
from worksurface_pipeline.mmenterprise.records.traces import shows, without
from worksurface_pipeline.mmenterprise.records.wording import Words
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger

ReadText = Callable[[bytes], str]
_TOLD = ("descr", "title", "name")  # attributes of a shape that a screen reader reads out
_PLAIN = ("md", "log")
# When a file was written, the history of a page (when it was revised, and how often), the foot of a
# sheet and the version of a document, also of one that a mail carries.
_STAMP = re.compile(
    r"D:\d{14}|\b\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2})?Z?\b|\bRevision \d+:"
    r"|· \d+ of \d+$|\b[Vv]ersion \d+\b(?!\.\d)",
    re.MULTILINE,
)


def file_text(path: str, data: bytes, read_pdf: ReadText) -> str:
    """All text in a file, alternative texts and properties included, as its kind has it."""
    readers: Mapping[str, ReadText] = {
        "eml": lambda found: _mail_text(found, read_pdf),
        "pptx": _deck_text,
        "png": _picture_text,
        "pdf": read_pdf,
    }
    ending = path.rpartition(".")[2]
    if ending in _PLAIN:
        return data.decode()
    return readers[ending](data)


def give_aways(
    ledger: Ledger, records: WorkspaceRecords, read_pdf: ReadText | None = None
) -> Iterator[Finding]:
    """Values of pictures that a file tells in words, or in its own name."""
    words = Words(ledger)
    known = Known(words)
    events = {event.id: event for event in ledger.events}
    units = {unit.id: unit for unit in records.units}
    said = {text for event in ledger.events for text in known.said(event)}
    paths = [item.path.rpartition("/")[2] for item in records.files]
    for item in records.files:
        text = file_text(item.path, records.contents[item.path], read_pdf or _paper_text)
        beside = {*said, *paths, *(text for key in item.units for text in known.tokens(units[key]))}
        for key in item.units:
            beside |= set(known.around(units[key], events[units[key].events[0]]))
        bare = without(unstamped(text), beside)
        for value in sorted(words.hidden):
            if shows(bare, value) or shows(without(item.path, known.path_tokens(item.path)), value):
                what = f"{value!r} stands in pixels alone and is told by the file"
                yield Finding(check="pixels only", where=item.path, what=what)


def unstamped(text: str) -> str:
    """A text without the figures that every file has: its times, sheets and versions."""
    return _STAMP.sub(" ", text)


def _mail_text(data: bytes, read_pdf: ReadText) -> str:
    message = message_from_bytes(data, policy=policy.default)
    assert isinstance(message, EmailMessage)
    body = message.get_body(("plain",))
    parts = [str(message["Subject"]), body.get_content() if body else ""]
    for part in message.iter_attachments():
        name = part.get_filename() or ""
        parts += [name, file_text(name, part.get_content(), read_pdf)]
    return "\n".join(parts)


def _deck_text(data: bytes) -> str:
    """Text nodes and told attributes of slides and notes, and the deck's properties."""
    found: list[str] = []
    with ZipFile(io.BytesIO(data)) as members:
        for name in sorted(members.namelist()):
            if name.startswith(("ppt/slides/slide", "ppt/notesSlides/", "docProps/core")):
                for element in fromstring(members.read(name)).iter():
                    if element.tag.endswith("}t") or name.startswith("docProps/"):
                        found.append(element.text or "")
                    found += [element.get(key, "") for key in _TOLD]
    return "\n".join(item for item in found if item.strip())


def _paper_text(data: bytes) -> str:
    """The text layer of a PDF and its properties."""
    import pymupdf

    paper = pymupdf.open(stream=data, filetype="pdf")
    return "\n".join([*(page.get_text() for page in paper), *map(str, paper.metadata.values())])


def _picture_text(data: bytes) -> str:
    """What a picture carries beside its pixels."""
    from PIL import Image

    with Image.open(io.BytesIO(data)) as picture:
        return "\n".join(f"{key} {value}" for key, value in sorted(picture.info.items()))
