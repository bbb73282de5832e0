"""What the lists of the site share: their files, choices of projects, short texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from worksurface_pipeline.mmenterprise.pages.project import Project
from worksurface_pipeline.site.list_columns import Made, code_column, labelled
from worksurface_pipeline.site.listing import Choice, Listing, listing_files
from worksurface_pipeline.site.pieces import bounded

_CHARACTERS = 160  # of a text in a list
_YES_OR_NO = (Choice(id="yes", label="yes"), Choice(id="no", label="no"))

Files = Iterator[tuple[str, bytes]]


def project_column(projects: Sequence[Project], of: Iterable[Project]) -> Made:
    """The project of each row, under what its team calls it."""
    choices = tuple(Choice(id=one.id, label=one.name) for one in projects)
    return code_column("project", "Project", [one.id for one in of], choices)


def named_column(key: str, label: str, values: Iterable[str], is_shown: bool = True) -> Made:
    """A filter by the values themselves, in words."""
    known = list(values)
    return code_column(key, label, known, labelled(known), is_shown=is_shown)


def yes_column(key: str, label: str, values: Iterable[bool]) -> Made:
    """A filter alone: yes or no."""
    said = ["yes" if value else "no" for value in values]
    return code_column(key, label, said, _YES_OR_NO, is_shown=False)


def short(text: str) -> str:
    """A text on one line, cut where it is long."""
    shown, cut = bounded(" ".join(text.split()), _CHARACTERS)
    return shown + (" …" if cut else "")


def list_files(listing: Listing, made: Sequence[Made]) -> Files:
    """The shards of a list, its columns as they were made."""
    columns = tuple(column for column, _ in made)
    whole = listing.model_copy(update={"columns": columns})
    return listing_files(whole, [values for _, values in made])
