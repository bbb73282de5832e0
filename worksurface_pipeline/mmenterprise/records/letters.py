"""Mails of a project: subject, greeting, what is said, closing; an answer names what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.headerregistry import Address

from worksurface_pipeline.mmenterprise.records import small_talk as talk
from worksurface_pipeline.mmenterprise.records.filing import Filing
from worksurface_pipeline.mmenterprise.records.ids import token
from worksurface_pipeline.mmenterprise.records.mails import Mail, address, domain_of, write_mail
from worksurface_pipeline.mmenterprise.records.posts import Attached, Writer
from worksurface_pipeline.mmenterprise.records.shelf import Shelf
from worksurface_pipeline.mmenterprise.records.statements import Speaker
from worksurface_pipeline.mmenterprise.records.wording import Words, titled, topic
from worksurface_pipeline.mmenterprise.schema.ledger import Event
from worksurface_pipeline.mmenterprise.schema.world import Person, Place

_CONTACT = "contact"  # the word for those who stand for the customer, in their role


@dataclass
class Letters:
    """Writes mails; `sent` has the mail of each event."""

    words: Words
    writer: Writer
    filing: Filing
    shelf: Shelf
    sent: dict[str, Mail] = field(default_factory=dict)

    def write(self, event: Event) -> None:
        """One mail, its unit and its file, with what comes with it attached."""
        attached, paths = self.filing.attach(event)
        mail = self._mail(event, attached)
        self.sent[event.id] = mail
        path = f"mail/{event.at:%Y-%m-%d}_{mail.key}.eml"
        names = [item.rpartition("/")[2] for item in paths]
        unit = self.shelf.unit(
            event,
            Place.MAIL,
            path.rpartition("/")[2],
            _text(mail, names),
            statements=() if attached.holds else self.words.textual(event.statements),
        )
        files = [(name, self.shelf.contents[item]) for name, item in zip(names, paths, strict=True)]
        self.shelf.file(path, write_mail(mail, files), (unit,))

    def _mail(self, event: Event, attached: Attached) -> Mail:
        world = self.words.ledger.world
        earlier = next((self.sent[key] for key in event.about if key in self.sent), None)
        return Mail(
            key=token(world.project, self.shelf.seed, "mail", event.id),
            at=event.at,
            sender=self._address(self.words.people[event.actor]),
            recipients=tuple(self._address(person) for person in self._recipients(event)),
            subject=self._subject(event, earlier),
            body=self._body(event, attached),
            domain=domain_of(world.company),
            answers=earlier.key if earlier else "",
        )

    def _address(self, person: Person) -> Address:
        """An address at the company, or at the customer for those who work there."""
        world = self.words.ledger.world
        is_outside = _CONTACT in person.role.casefold()
        return address(person, domain_of(world.customer if is_outside else world.company))

    def _recipients(self, event: Event) -> tuple[Person, ...]:
        """Members who are there already, without the sender; a lonely one writes to himself."""
        members = [self.words.people[key] for key in self.words.channels[event.channel].members]
        others = [item for item in members if item.id != event.actor and item.joins <= event.at]
        return tuple(others or [self.words.people[event.actor]])

    def _subject(self, event: Event, earlier: Mail | None) -> str:
        if earlier:
            return f"Re: {earlier.subject.removeprefix('Re: ')}"
        if event.document:
            return titled(self.words.document(event.document))
        slots = [self.words.slots[item.slot] for item in event.statements]
        about = titled(topic(slots)) if slots else titled(event.topic or "note")
        return f"{self.words.ledger.world.product}: {about}"

    def _body(self, event: Event, attached: Attached) -> str:
        speaker = Speaker(self.writer.turns, event.actor)
        said = self.writer.sentences(event, attached)
        hello, bye = speaker.says(talk.GREETINGS), speaker.says(talk.CLOSINGS)
        name = self.words.first_name(event.actor)
        ours = "\n\n".join([hello, "\n".join(said), f"{bye}\n{name}"])
        return self.writer.given(event, ours) + "\n"


def _text(mail: Mail, names: list[str]) -> str:
    """A mail as its reader sees it."""
    lines = [
        f"Subject: {mail.subject}",
        f"From: {mail.sender}",
        f"To: {', '.join(str(item) for item in mail.recipients)}",
    ]
    if names:
        lines.append(f"Attached: {', '.join(names)}")
    return "\n".join([*lines, "", mail.body.strip()])
