"""The evidence of a question as it reads, and in which form it comes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from worksurface_pipeline.mmenterprise.pages.addresses import picture_file
from worksurface_pipeline.mmenterprise.pages.project import Project
from worksurface_pipeline.mmenterprise.pages.texts import marks
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.site.cases import Piece
from worksurface_pipeline.site.listing import Choice
from worksurface_pipeline.site.pieces import bounded
from worksurface_pipeline.site.records import Extract

TEXT, PICTURE, PICTURES, BOTH, NOTHING = (
    *("text", "one_picture", "several_pictures", "text_and_picture"),
    "no_evidence",
)
MODALITIES = (
    Choice(id=TEXT, label="text alone"),
    Choice(id=PICTURE, label="one picture"),
    Choice(id=PICTURES, label="several pictures"),
    Choice(id=BOTH, label="text and pictures"),
    Choice(id=NOTHING, label="no evidence"),
)
LABELS = {choice.id: choice.label for choice in MODALITIES}
EVIDENCE, ALSO = "evidence", "of another sufficient set"


def modality(project: Project, item: MmQuestion) -> str:
    """In which form the representative evidence comes."""
    pictures = [unit.is_visual for unit in _units(project, item)]
    if not pictures:
        return NOTHING
    if not any(pictures):
        return TEXT
    if not all(pictures):
        return BOTH
    return PICTURE if len(pictures) == 1 else PICTURES


def pieces_of(project: Project, item: MmQuestion, characters: int) -> Iterator[Piece]:
    """The units of the representative evidence, values of the facts in question marked."""
    slots = item.query.slots
    for unit in _units(project, item):
        text, cut = bounded(unit.text, characters)
        said = [one for one in unit.statements if one.slot in slots]
        values = [form for one in said for form in (project.value(one.slot, one.value), one.value)]
        has_picture = unit.is_visual and unit.image in project.given.contents
        yield Piece(
            spot=project.spot(unit),
            extract=Extract(label=unit.place.value, text=text, cut=cut, marks=marks(text, values)),
            picture=picture_file(project.id, unit.image) if has_picture else "",
            claims=project.claims(unit, slots),
        )


def parts_of(item: MmQuestion) -> Mapping[str, str]:
    """What each unit is to the proof of a question."""
    others = {unit: ALSO for units in item.alternatives for unit in units}
    return {**others, **dict.fromkeys(item.evidence, EVIDENCE)}


def _units(project: Project, item: MmQuestion) -> Iterator[Unit]:
    return (project.units[key] for key in item.evidence if key in project.units)
