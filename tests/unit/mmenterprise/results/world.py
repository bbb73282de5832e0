"""Two small projects with ten questions each, and verdicts on them that are known beforehand."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from functools import cache

from tests.unit.mmenterprise.judging.cases import questions
from tests.unit.mmenterprise.questions.small_project import small_project
from worksurface_pipeline.mmenterprise.results.given import Evaluation, ProjectFacts
from worksurface_pipeline.mmenterprise.schema.evaluation import (
    Cell,
    Found,
    Judge,
    Judged,
    Judgements,
    Retrieved,
)
from worksurface_pipeline.mmenterprise.schema.questions import MmQuestion
from worksurface_pipeline.mmenterprise.schema.seed import SeedDocument
from worksurface_pipeline.mmenterprise.schema.units import SourceFile, UnitSet
from worksurface_pipeline.site.result_tables import ResultTables

ONE = Cell(model="acme/one", k=2, retriever="lexical")
TWO = Cell(model="umbra/two", k=2, retriever="lexical")
SELF = Cell(model="offline/reader", k=2, retriever="lexical")
REPLICATES = 200


@cache
def project(name: str) -> ProjectFacts:
    """One project; ids of units and questions begin with its name."""
    made = small_project(name)
    units = tuple(
        unit.model_copy(update={"id": f"{name}.{unit.id}"}) for unit in made.unit_set().units
    )
    file = SourceFile(
        path="reports/report.pdf", project=name, at=units[0].at, author="ana", version=1
    )
    document = SeedDocument(
        id=name, title=f"On {name}", domain="trees", licence="CC0-1.0", digest="0" * 64, pages=4
    )
    return ProjectFacts(
        document=document,
        ledger=made.ledger(),
        units=UnitSet(units=units, files=(file,)),
        questions=tuple(_moved(item, name) for item in questions(name, f"{name}.")),
    )


def _moved(item: MmQuestion, name: str) -> MmQuestion:
    alternatives = tuple(_prefixed(units, name) for units in item.alternatives)
    evidence = _prefixed(item.evidence, name)
    return item.model_copy(update={"evidence": evidence, "alternatives": alternatives})


def _prefixed(units: Sequence[str], name: str) -> tuple[str, ...]:
    return tuple(f"{name}.{unit}" for unit in units)


def verdict(question: str, is_right: bool | None, **more: object) -> Judged:
    """One verdict; exact unless said otherwise, nobody's where there is none."""
    judge = Judge.NOBODY if is_right is None else Judge.EXACT
    fields = {
        "question": question,
        "project": question.partition(".")[0],
        "is_right": is_right,
        "judge": judge,
        "rule": "",
        **more,
    }
    return Judged.model_validate(fields)


def verdicts(cell: Cell, rows: Mapping[str, Sequence[Judged]], **more: object) -> Judgements:
    """All verdicts of a cell."""
    judged = tuple(item for own in rows.values() for item in own)
    return Judgements.model_validate({"cell": cell, "judged": judged, **more})


KEYS = tuple(item.id for item in questions())


def plain(name: str, right: str) -> tuple[Judged, ...]:
    """Verdicts on a project by letters in the order of KEYS.

    R and w are right and wrong, u is unscored, e a failed call; m leaves a question out.
    """
    made = {
        "R": {"is_right": True},
        "w": {"is_right": False, "cause": "stale state"},
        "u": {"is_right": None},
        "e": {"is_right": None, "is_fault": True},
    }
    letters = [(key, letter) for key, letter in zip(KEYS, right, strict=True) if letter != "m"]
    return tuple(verdict(f"{name}.{key}", **made[letter]) for key, letter in letters)  # type: ignore[arg-type]


def found(name: str, units: Mapping[str, Sequence[str]]) -> tuple[Found, ...]:
    """What was found for the questions of a project, by their keys."""
    return tuple(
        Found(question=f"{name}.{key}", units=_prefixed(own, name)) for key, own in units.items()
    )


def retrieved(*parts: tuple[Found, ...], **more: object) -> Retrieved:
    """What a retriever found."""
    rows = tuple(item for part in parts for item in part)
    fields = {"retriever": "lexical", "depth": 2, "is_text_only": True, "found": rows, **more}
    return Retrieved.model_validate(fields)


def evaluation(*judgements: Judgements, **more: object) -> Evaluation:
    """An evaluation over both projects."""
    own = (project("p1"), project("p2"))
    return Evaluation(own, judgements=judgements, replicates=REPLICATES, **more)  # type: ignore[arg-type]


def rows_of(made: ResultTables, name: str) -> list[dict[str, str]]:
    """The numbers behind a table."""
    table = made.named(name)
    assert table is not None, name
    return list(csv.DictReader(io.StringIO(table.csv)))


def row_of(made: ResultTables, name: str, **keys: object) -> dict[str, str]:
    """The one line of a table with these keys."""
    wanted = {key: str(value) for key, value in keys.items()}
    found_ = [row for row in rows_of(made, name) if wanted.items() <= row.items()]
    assert len(found_) == 1, (name, keys, len(found_))
    return found_[0]
