"""The threads of a project: channels, mails, pages with their history, documents in versions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from worksurface_pipeline.mmenterprise.pages.addresses import case_id, picture_file, thread_id
from worksurface_pipeline.mmenterprise.pages.letters import letter
from worksurface_pipeline.mmenterprise.pages.project import Project
from worksurface_pipeline.mmenterprise.pages.texts import marks
from worksurface_pipeline.mmenterprise.questions.naming import day_name
from worksurface_pipeline.mmenterprise.records.wiki import entry_slots
from worksurface_pipeline.mmenterprise.schema.units import Unit
from worksurface_pipeline.mmenterprise.schema.world import Place
from worksurface_pipeline.site.records import Fact, Tag, Tone
from worksurface_pipeline.site.threads import Entry, Form, Spot, Thread

_FORMS = {
    Place.WIKI: Form.HISTORY,
    Place.REPORT: Form.SHEETS,
    Place.DECK: Form.SHEETS,
    Place.IMAGE: Form.SHEETS,
}
_MOST_LINKS = 6  # attachments beside an entry: a report has its first page alone there


@dataclass(frozen=True, slots=True)
class _Replaced:
    """The revision that replaces the last of an entry, 0 while some stands, and all that do."""

    until: int = 0
    partly: tuple[int, ...] = ()


def threads_of(project: Project) -> Iterator[Thread]:
    """All threads of a project, each with its entries in order."""
    for key in project.threads:
        yield _thread(project, key, project.threads[key])


def _thread(project: Project, key: str, units: Sequence[Unit]) -> Thread:
    place = units[0].place
    replaced = _replaced(project, units) if place is Place.WIKI else {}
    asked = {
        item.id: project.case(item) for unit in units for item in project.citing.get(unit.id, ())
    }
    return Thread(
        id=thread_id(project.id, key),
        name=project.thread_name(units[0]),
        form=_FORMS.get(place, Form.TALK),
        tags=tuple(_tags(project, units)),
        facts=tuple(_facts(project, units)),
        entries=tuple(_entry(project, unit, replaced.get(unit.id, _Replaced())) for unit in units),
        asked=tuple(asked.values()),
    )


def _tags(project: Project, units: Sequence[Unit]) -> Iterator[Tag]:
    yield Tag(text=project.name)
    yield Tag(text=units[0].place.value)
    event = project.event_of(units[0])
    channel = project.view.channels.get(event.channel) if event else None
    if channel is not None and channel.is_private:
        yield Tag(text="private", tone=Tone.WARN)


def _facts(project: Project, units: Sequence[Unit]) -> Iterator[Fact]:
    event = project.event_of(units[0])
    channel = project.view.channels.get(event.channel) if event else None
    if channel is not None:
        people = project.view.people
        names = [people[key].name for key in channel.members if key in people]
        if channel.purpose:
            yield Fact(name="For", text=channel.purpose)
        yield Fact(name="Members", text=", ".join(names))
    authors = Counter(unit.author for unit in units)
    said = ", ".join(f"{name} {count}" for name, count in sorted(authors.items()))
    yield Fact(name="Records by", text=said)


def _entry(project: Project, unit: Unit, replaced: _Replaced) -> Entry:
    values = [form for item in unit.statements for form in _forms(project, item.slot, item.value)]
    is_history = unit.place is Place.WIKI
    mail = letter(unit)
    return Entry(
        id=unit.id,
        day=f"{day_name(unit.at)} {unit.at.year}",
        time=f"{unit.at:%H:%M}",
        who=unit.author,
        to=mail.to,
        head=mail.subject,
        text=mail.body,
        marks=marks(mail.body, values),
        picture=picture_file(project.id, unit.image) if _has_picture(project, unit) else "",
        layer=unit.text_layer,
        version=unit.number if is_history else unit.version,
        number=unit.number,
        until=replaced.until,
        partly=() if replaced.until else replaced.partly,
        claims=project.claims(unit),
        links=tuple(_links(project, unit))[:_MOST_LINKS],
        asked=tuple(case_id(item) for item in project.citing.get(unit.id, ())),
    )


def _has_picture(project: Project, unit: Unit) -> bool:
    return unit.is_visual and unit.image in project.given.contents


def _forms(project: Project, slot: str, value: str) -> tuple[str, str]:
    """A value with its unit, which is marked as one, and alone."""
    return project.value(slot, value), value


def _links(project: Project, unit: Unit) -> Iterator[Spot]:
    """What came with it: other records of its event, and the document that it announces."""
    event = project.event_of(unit)
    if event is None or (unit.number > 1 and unit.place in (Place.REPORT, Place.DECK)):
        return
    made = project.document_spot(event.document, event.version) if event.document else None
    if made is not None and made.thread != thread_id(project.id, project.thread_key(unit)):
        yield made
    own = project.thread_key(unit)
    for other in project.by_event.get(event.id, ()):
        is_shown = made is not None and other.place in (Place.REPORT, Place.DECK)
        if project.thread_key(other) != own and not is_shown:
            yield project.spot(other)


def _replaced(project: Project, units: Sequence[Unit]) -> dict[str, _Replaced]:
    """In which revisions later entries take the place of what each unit says, slot by slot."""
    latest: dict[str, Unit] = {}
    left: dict[str, set[str]] = {}
    found: dict[str, _Replaced] = {}
    for unit in units:
        event = project.event_of(unit)
        slots = entry_slots(event) if event else frozenset[str]()
        for slot in sorted(slots & latest.keys()):
            old = latest[slot].id
            left[old].discard(slot)
            known = found.get(old, _Replaced())
            partly = tuple(dict.fromkeys((*known.partly, unit.number)))
            found[old] = _Replaced(until=0 if left[old] else unit.number, partly=partly)
        latest |= dict.fromkeys(slots, unit)
        left[unit.id] = set(slots)
    return found
