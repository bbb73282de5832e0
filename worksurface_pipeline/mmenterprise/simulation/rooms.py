"""Rooms of a project: channels, lists, wiki spaces and folders, with who may read and write."""

from __future__ import annotations

from dataclasses import dataclass

from worksurface_pipeline.mmenterprise.schema.world import Place

TEAM = "team"
ITEMS = "items"
DESK = "desk"
LEADS = "leads"
DIRECT = "direct"
CLIENT_MAIL = "client-mail"
STAFF_MAIL = "staff-mail"
TRACKER = "tracker"
DECISIONS = "decisions"
PAGES = "pages"
SYNC = "sync"
RUN_LOG = "run-log"
REPORTS = "reports"
DECKS = "decks"
FIGURES = "figures"

_STAFF = ("lead", "manager", "author", "first", "data", "second", "finance")


@dataclass(frozen=True, slots=True)
class Room:
    """A channel before it has people; `name` may hold {codename} and {item}."""

    id: str
    place: Place
    name: str
    roles: tuple[str, ...]
    purpose: str
    is_private: bool = False


ROOMS = (
    Room(TEAM, Place.CHAT, "{codename}-team", (*_STAFF, "joiner"), "daily talk of the team"),
    Room(
        ITEMS,
        Place.CHAT,
        "{codename}-{item}",
        ("lead", "author", "first", "data", "second"),
        "new values and their checks",
    ),
    Room(
        DESK,
        Place.CHAT,
        "{codename}-report",
        ("lead", "manager", "author", "first", "data", "joiner"),
        "writing the report and the deck",
    ),
    Room(
        LEADS,
        Place.CHAT,
        "{codename}-leads",
        ("lead", "manager", "finance"),
        "terms and staffing, not for the team",
        is_private=True,
    ),
    Room(DIRECT, Place.CHAT, "dm", ("first", "data"), "between two colleagues", is_private=True),
    Room(
        CLIENT_MAIL,
        Place.MAIL,
        "{codename}-client",
        ("lead", "manager", "author", "contact"),
        "mail with the customer",
    ),
    Room(STAFF_MAIL, Place.MAIL, "{codename}-staff", _STAFF, "mail to the team"),
    Room(TRACKER, Place.WIKI, "tracker", (*_STAFF, "joiner"), "table of values"),
    Room(DECISIONS, Place.WIKI, "decisions", _STAFF, "what was decided, and why"),
    Room(PAGES, Place.WIKI, "pages", (*_STAFF, "joiner"), "overview and status of the project"),
    Room(SYNC, Place.NOTES, "sync", _STAFF, "notes of meetings"),
    Room(RUN_LOG, Place.LOG, "{item}-log", ("lead", "first", "data", "second"), "machine output"),
    Room(REPORTS, Place.REPORT, "reports", (*_STAFF, "joiner"), "versions of the report"),
    Room(DECKS, Place.DECK, "decks", (*_STAFF, "joiner"), "versions of the deck"),
    Room(FIGURES, Place.IMAGE, "figures", (*_STAFF, "joiner"), "charts and table images"),
)
