"""Addresses of endpoints in settings: what one must be, and what has no place in it."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

HIDDEN = "hidden"
"""The type of a validation error whose value is not to be shown."""


def address_fault(text: str) -> str:
    """What is wrong with an address, "" if nothing; the words never repeat the address.

    Addresses stand in records, reports and messages, so that nothing secret may stand in them.
    """
    try:
        parts = urlsplit(text)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return "is no address: write it as https://host/path"
    if parts.scheme not in ("http", "https") or not host:
        return "is no address of a server: write it as https://host/path"
    if "@" in parts.netloc:
        return "holds a user or a password: name the environment variable of the key instead"
    if parts.query or parts.fragment:
        return "has a query or a fragment: write it without, and the key in an environment variable"
    if any(char.isspace() or not char.isprintable() for char in text):
        return "holds a blank or a sign that cannot be seen"
    return ""


def _checked(text: str) -> str:
    fault = address_fault(text) if text else ""
    if fault:
        raise PydanticCustomError(HIDDEN, "it {fault}", {"fault": fault})
    return text


Address = Annotated[str, AfterValidator(_checked)]
"""The address of an endpoint, or "" for none."""
