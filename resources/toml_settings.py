"""A TOML file to frozen settings; what is wrong is named with its line and what is allowed."""

from __future__ import annotations

import difflib
import re
import tomllib
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from worksurface_pipeline.kernel.addresses import HIDDEN
from worksurface_pipeline.kernel.errors import SettingsError

_HEADER = re.compile(r"^\s*\[\[?\s*([^\]]+?)\s*\]\]?")
_KEY = re.compile(r"^\s*([A-Za-z0-9_\-]+)\s*=")

S = TypeVar("S", bound=BaseModel)


def settings_from(path: Path, kind: type[S]) -> S:
    """The settings of a file. Raises SettingsError listing every wrong key and value at once."""
    try:
        text = path.read_text(encoding="utf-8")
        values = tomllib.loads(text)
    except FileNotFoundError as error:
        raise SettingsError(
            "There is no settings file", where=str(path), remedy="Name one with --settings"
        ) from error
    except OSError as error:
        raise SettingsError(
            f"The settings cannot be read: {error.strerror}",
            where=str(path),
            remedy="Name a file with --settings",
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"The settings are not TOML: {error}", where=str(path), remedy="Mend that line"
        ) from error
    try:
        return kind.model_validate(values)
    except ValidationError as error:
        raise SettingsError(
            f"The settings are wrong:{problems_of(error, text, path.name, kind)}", remedy=""
        ) from error


def text_beside(settings_file: Path, name: str, key: str) -> str:
    """The text of a file that a key of the settings names. Raises SettingsError."""
    path = settings_file.parent / name
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(
            f"{key} cannot be read: {error.strerror if isinstance(error, OSError) else error}",
            where=str(path),
            remedy="Name a file of UTF-8 text, beside the settings file or by its whole path",
        ) from error


def problems_of(error: ValidationError, text: str, name: str, kind: type[BaseModel]) -> str:
    """A line for every wrong key of a TOML text of a `kind`, with its place in it."""
    return "".join(f"\n  {_sentence(item, text, name, kind)}" for item in error.errors())


def _sentence(item: ErrorDetails, text: str, name: str, kind: type[BaseModel]) -> str:
    place = tuple(item["loc"])
    line = _line_of(text, place)
    where = f"{name}, line {line}" if line else name
    dotted = ".".join(str(part) for part in place)
    if item["type"] == "extra_forbidden":
        return f"{where}: unknown key {dotted!r}; {_allowed_keys(place, kind)}"
    message = item["msg"].removeprefix("Value error, ")
    if isinstance(item["input"], dict):  # a rule over several keys; the message names them
        return f"{where}: {dotted}{': ' if dotted else ''}{message}"
    shown = "" if item["type"] == HIDDEN else f" = {_shown(item['input'])}"
    return f"{where}: {dotted}{shown} is wrong: {message}"


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _allowed_keys(place: tuple[int | str, ...], kind: type[BaseModel]) -> str:
    record: Any = kind
    for part in place[:-1]:
        if isinstance(part, str):
            record = _record_of(record.model_fields[part].annotation)
    keys = sorted(record.model_fields)
    near = difflib.get_close_matches(str(place[-1]), keys, n=1)
    hint = f"did you mean {near[0]!r}? " if near else ""
    return f"{hint}allowed: {', '.join(keys)}"


def _record_of(annotation: Any) -> type[BaseModel]:
    """The record type of a field, also inside a tuple of records."""
    if get_origin(annotation) is tuple:
        annotation = get_args(annotation)[0]
    kind: type[BaseModel] = annotation
    return kind


def _line_of(text: str, place: tuple[int | str, ...]) -> int:
    """1-based line of the key (or of its table) in the TOML text; 0 when it is nowhere."""
    names = [part for part in place if isinstance(part, str)]
    index = next((part for part in place if isinstance(part, int)), 0)
    array = names[: place.index(index)] if index in place else names[:1]
    found = 0
    table: list[str] = []
    seen = -1
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            table = [part.strip().strip("\"'") for part in header[1].split(".")]
            seen += table == array and line.lstrip().startswith("[[")
            is_entry = not line.lstrip().startswith("[[") or seen == index
            found = number if is_entry and table == names[: len(table)] else found
        elif _is_key(line, table, names) and (seen in (-1, index) or table != array):
            return number
    return found


def _is_key(line: str, table: list[str], names: list[str]) -> bool:
    key = _KEY.match(line)
    return key is not None and [*table, key[1]] == names[: len(table) + 1]
