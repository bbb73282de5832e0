"""JSON of foreign releases, of which no form is promised: what is there is taken, never assumed."""

from __future__ import annotations

import json
from pathlib import Path

Json = dict[str, object]


def read_json(path: Path, persona: str, problems: list[str]) -> object:
    """The value of a file; None, and a sentence, where there is none."""
    if not path.is_file():
        problems.append(f"{persona}: {path.name} is missing")
        return None
    try:
        value: object = json.loads(path.read_bytes().decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        problems.append(f"{persona}: {path.name} is no JSON: {error}")
        return None
    return value


def objects(value: object) -> list[Json]:
    """The objects of a list; of anything else none."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def first_text(entry: Json, *names: str) -> str:
    """The first field that holds a text or a number, as text."""
    found = (entry.get(name) for name in names)
    return next((str(one) for one in found if isinstance(one, (str, int, float))), "")
