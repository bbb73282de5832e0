"""Mails as .eml files: real addresses, deterministic ids and boundaries, files attached."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime

from worksurface_pipeline.kernel.text import identifier
from worksurface_pipeline.mmenterprise.schema.world import Person

_TYPES = {
    "pdf": ("application", "pdf"),
    "png": ("image", "png"),
    "pptx": (
        "application",
        "vnd.openxmlformats-officedocument.presentationml.presentation",
    ),
}
_ANY = ("application", "octet-stream")


@dataclass(frozen=True)
class Mail:
    """One mail before it is written. `key` and `answers` are tokens of this and an earlier mail.

    `domain` is that of the server that sends it.
    """

    key: str
    at: datetime
    sender: Address
    recipients: tuple[Address, ...]
    subject: str
    body: str
    domain: str
    answers: str = ""


def write_mail(mail: Mail, attached: Sequence[tuple[str, bytes]]) -> bytes:
    """The .eml file; equal mails give equal bytes."""
    message = EmailMessage(policy=SMTP)
    message["From"] = mail.sender
    message["To"] = list(mail.recipients)
    message["Subject"] = mail.subject
    # The company's local time, written as a zone of its own would be: nobody has to convert it.
    message["Date"] = format_datetime(mail.at.replace(tzinfo=UTC))
    message["Message-ID"] = f"<{mail.key}@{mail.domain}>"
    if mail.answers:
        message["In-Reply-To"] = f"<{mail.answers}@{mail.domain}>"
        message["References"] = f"<{mail.answers}@{mail.domain}>"
    message.set_content(mail.body, cte="quoted-printable")
    for name, data in attached:
        main, sub = _TYPES.get(name.rpartition(".")[2], _ANY)
        message.add_attachment(data, maintype=main, subtype=sub, filename=name)
    if attached:
        message.set_boundary(f"part-{mail.key}")  # a random one would be chosen otherwise
    return message.as_bytes()


def address(person: Person, domain: str) -> Address:
    """A person's address at a domain, in plain letters."""
    plain = unicodedata.normalize("NFKD", person.name).encode("ascii", "ignore").decode()
    user = identifier(plain).replace("_", ".") or identifier(person.id) or "team"
    return Address(display_name=person.name, username=user, domain=domain)


def domain_of(company: str) -> str:
    """A domain that no company can own."""
    plain = unicodedata.normalize("NFKD", company).encode("ascii", "ignore").decode()
    return f"{identifier(plain).replace('_', '-') or 'company'}.example"
