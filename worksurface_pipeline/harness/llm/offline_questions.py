"""What the embedded proposer can ask of a packet: clauses with their proofs, by surface.

Of sheets it asks what a column is said to be good for: an amount is summed, a level averaged, rows
are taken by groups. Of documents it asks sentences as they are, with "how many" in the place of
their figure; of a source task how many files it comes with.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from worksurface_pipeline.kernel.text import find_numbers

_SAMPLE = 40  # characters: a value that may have been cut is not compared with
_DECIMALS = 2  # what a mean is rounded to
_FRACTIONAL = ("decimal", "currency")


@dataclass(frozen=True, slots=True)
class Part:
    """What is asked, its proof, and how its answer is to be given ("rounded to 2 decimals").

    `core` is a clause without the question mark, and without the file of a document, which is
    `file`; `shown` is the answer where the packet shows it.
    """

    core: str
    proof: Mapping[str, str]
    form: str = ""
    unit: str = ""
    file: str = ""
    shown: Decimal | None = None


def ask_documents(packet: Mapping[str, Any]) -> Iterator[Part]:
    """Sentences with "how many" in the place of their figure."""
    for document in packet["documents"]:
        for sentence in document["sentences"]:
            (mention,) = find_numbers(sentence)
            before, after = sentence[: mention.start], sentence[mention.end :]
            asked = _asked_for(mention.unit)
            core = f"{before}{asked if before else asked.capitalize()}{after}"
            places = f"with {mention.digits} decimals".replace("1 decimals", "1 decimal")
            yield Part(
                core=" ".join(core.split()).rstrip(".!"),
                proof={"surface": "rag", "document": document["document"], "quote": sentence},
                form=places if mention.digits else "",
                unit=mention.unit,
                file=document["file"],
                shown=mention.number,
            )


def _asked_for(unit: str) -> str:
    if unit == "percent":
        return "what percentage"
    return f"how much (in {unit})" if unit else "how many"


def ask_figures(packet: Mapping[str, Any]) -> Iterator[Part]:
    """Means, totals of amounts, and counts of the entries of one group."""
    for view, group, measure in _pairs(packet):
        for value in group["samples"]:
            if len(value) < _SAMPLE and value == value.strip():
                yield from _of_group(view, group, value, measure)


def _of_group(
    view: Mapping[str, Any], group: Mapping[str, Any], value: str, measure: Mapping[str, Any]
) -> Iterator[Part]:
    said, place = measure["said"], _place(view)
    entries = f"the entries with “{value}” {_joint(group)} in {place}"
    where = f"{_quoted(group['name'])} = {_literal(value)}"
    yield Part(
        core=f"what is the average of {said} over {entries}",
        proof=_query(f"AVG({_quoted(measure['name'])})", view, where),
        form=f"rounded to {_DECIMALS} decimals",
        unit=measure["unit"],
    )
    if measure["use"] == "amount":
        is_fractional = measure["type"] in _FRACTIONAL
        yield Part(
            core=f"what is the total of {said} over {entries}",
            proof=_query(f"SUM({_quoted(measure['name'])})", view, where),
            form=f"rounded to {_DECIMALS} decimals" if is_fractional else "",
            unit=measure["unit"],
        )
    if measure["middle"]:
        both = f"{where} AND {_quoted(measure['name'])} > {measure['middle']}"
        entries = f"how many entries in {place} have “{value}” {_joint(group)}"
        core = f"{entries} and are above {measure['middle']} in {said}"
        yield Part(core=core, proof=_query("COUNT(*)", view, both))


def ask_rankings(packet: Mapping[str, Any]) -> Iterator[Part]:
    """The group with the highest or lowest mean."""
    for view, group, measure in _pairs(packet):
        name, said = _quoted(group["name"]), measure["said"]
        which = f"value of {group['said']}" if _is_titled(group) else group["said"]
        for order, word in (("DESC", "highest"), ("ASC", "lowest")):
            sql = (
                f"SELECT {name} FROM {_quoted(view['view'])} GROUP BY {name}"
                f" ORDER BY AVG({_quoted(measure['name'])}) {order} LIMIT 1"
            )
            core = f"which {which} has the {word} average of {said} in {_place(view)}"
            yield Part(core=core, proof={"surface": "table", "sql": sql})


def _pairs(packet: Mapping[str, Any]) -> Iterator[tuple[Any, Any, Any]]:
    for view in packet["views"]:
        groups = [column for column in view["columns"] if column["use"] == "group"]
        measures = [column for column in view["columns"] if column["use"] in ("amount", "level")]
        yield from ((view, group, measure) for group in groups for measure in measures)


def ask_files(packet: Mapping[str, Any]) -> Iterator[Part]:
    """The number of input files."""
    for found in packet["sets"]:
        if found["relation"] == "task_requires_file" and found["count"] > 1:
            proof = {"surface": "graph", "node": found["node"], "relation": found["relation"]}
            core = "how many input files does the task come with"
            yield Part(core=core, proof=proof, shown=Decimal(found["count"]))


def _is_titled(column: Mapping[str, Any]) -> bool:
    return str(column["said"]).startswith("the column “")


def _joint(column: Mapping[str, Any]) -> str:
    return f"{'in' if _is_titled(column) else 'as'} {column['said']}"


def _query(selected: str, view: Mapping[str, Any], where: str) -> Mapping[str, str]:
    sql = f"SELECT {selected} FROM {_quoted(view['view'])} WHERE {where}"
    return {"surface": "table", "sql": sql}


def _quoted(name: str) -> str:
    doubled = name.replace('"', '""')
    return f'"{doubled}"'


def _literal(value: str) -> str:
    doubled = value.replace("'", "''")
    return f"'{doubled}'"


def _place(view: Mapping[str, Any]) -> str:
    return f"the sheet “{view['sheet']}” of {view['file']}" if view["sheet"] else str(view["file"])
