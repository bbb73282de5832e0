"""The forms of sentence that are understood: each gives entity and attribute of one value.

In a clause the value is replaced by one character, so that a form is told by the words around it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from worksurface_pipeline.mmenterprise.seeds.readable import as_attribute, as_entity
from worksurface_pipeline.mmenterprise.seeds.values import Value

_PREPOSITION = r"of|for|at|in|on|among|between|by|from|about"
IS = (
    r"was|were|is|are|reached|averaged|totalled|totaled|numbered|lasted|took|remained|remains|"
    r"(?:rose|fell|grew|dropped|climbed|declined|increased|decreased|came|amounted|amounts) to|"
    r"stood at|stands at|(?:has|have|had) been|made up|(?:is|are) expected to (?:be|reach)|"
    r"equals|measured|weighed|cost|costs"
)
_HAS = (
    r"had|has|have|recorded|reported|reported having|reached|achieved|needed|needs|required|"
    r"requires|returned|showed|shows|posted|delivered|attained|produced|registered|obtained|"
    r"achieves|attains|reaches|reports|records|yields|yielded|gives|gave"
)
_HOLD = r"has|have|had|contains|contained|comprises|comprised|holds|held"
_DID = (
    r"affected|covered|covers|employed|employs|included|includes|recorded|logged|processed|"
    r"received|required|used|uses|produced|served|completed|handled|operated|installed|trained|"
    r"collected|hired|sold|built|opened|closed|carried out|" + _HOLD
)
_HEDGE = r"(?:about|around|roughly|approximately|only|just|some|a total of|an average of)\s+"
VALUE = "\x00"
"""Stands for the value while a sentence is read."""

_LEAD = re.compile(
    r"^(?P<word>In|At|On|For|Across|Before|After|Without|With|During|Among|Over) "
    r"(?P<rest>[^,\x00]{3,60}), (?P<tail>.+)$"
)
_ADVERB = re.compile(r"^(?:Overall|On average|In total|In addition|However|Moreover|By contrast), ")
_SUBJECT = re.compile(rf"^(?P<head>.+?) (?:{_PREPOSITION}) (?P<name>.+)$")
_STATES = re.compile(rf"^(?P<subject>[^,\x00]+?) (?P<is>{IS}) (?:{_HEDGE})?{VALUE}(?P<rest>.*)$")
_HOLDS = re.compile(
    rf"^(?P<subject>[^,\x00]+?) (?:{_HAS}) (?:an?|the) (?P<what>[^,\x00]+?) of (?:{_HEDGE})?{VALUE}"
    r"(?P<rest>.*)$"
)
_COUNTS = re.compile(
    rf"^(?P<subject>[^,\x00]+?) (?P<verb>{_DID}) (?:{_HEDGE})?{VALUE} ?(?P<what>[^,.\x00]*)\.?$"
)
_VERB = (
    r"(?:are|is|were|was|have|has|had|prefer|travel|share|say|said|would|work|use|want|report|"
    r"reported|live|own|feel|felt|agree|agreed|think|believe|believed|support|oppose|expect|do|did)"
)
_SHARES = re.compile(rf"^(?:{_HEDGE})?{VALUE} of (?P<group>[^,\x00]+?) (?P<does>{_VERB} .+?)\.?$")
# A clause that begins so states nothing.
_UNSURE = re.compile(r"^(?:If|When|Unless|Whether|Suppose|Assuming|Until|Should|Not|No)\b")
# What may follow the value without changing what it says.
_REST = re.compile(r"^(?: (?P<more>[a-zA-Z°/%' -]{2,60}?))?(?:,[^\x00]{2,90})?\.?$")
# Words that compare or qualify: the value is not that of the subject alone.
_CHANGING = re.compile(
    r"^of\b|\b(?:than|higher|lower|more|less|fewer|above|below|greater|smaller|faster|slower|better|"
    r"worse|older|larger|longer|shorter|and|or|not|but|if|which|that|who|short|ahead|behind)\b"
)
_CIRCUMSTANCE = re.compile(
    r" (?:in|during|at|for|on|over|by|with|when|before|after|since|until|from|across|as|through) "
)
_UNIT_WORDS = 4
_PERCENT = ("%", "percent", "per cent")
_PERSON_WORDS = "staff respondents people users households adults workers employees"
_PERSONS = frozenset(_PERSON_WORDS.split())


@dataclass(frozen=True, slots=True)
class Said:
    """What a clause says, and the part of its unit that stands behind the value."""

    entity: str
    attribute: str
    unit: str = ""


def understood(clause: str, value: Value) -> Said | None:
    """What a clause says by the first form that fits; its opening phrase is put where it goes."""
    plain = _ADVERB.sub("", clause)
    if _UNSURE.match(plain):
        return None
    lead = _LEAD.match(plain)
    if lead is None:
        return _form(plain, value, "")
    is_place = lead["word"] in ("In", "At", "For") and lead["rest"][:1].isupper()
    said = _form(lead["tail"], value, as_entity(lead["rest"]) if is_place else "")
    if said is None or is_place:
        return said
    condition = f"{lead['word'].lower()} {lead['rest']}"
    return Said(said.entity, f"{said.attribute} {condition}", said.unit)


def _form(text: str, value: Value, place: str) -> Said | None:
    if found := _HOLDS.match(text):
        return _held(found, value, place)
    if found := _STATES.match(text):
        return _stated(found, value, place)
    if (found := _COUNTS.match(text)) and found["what"]:
        return _counted(found, value, place)
    if (found := _SHARES.match(text)) and value.unit in _PERCENT:
        return _shared(found, place)
    return None


def _held(found: re.Match[str], value: Value, place: str) -> Said | None:
    unit = _unit_behind(found["rest"], value)
    if unit is None:
        return None
    name, head = _split(found["subject"], place)
    what = as_attribute(found["what"])
    return Said(name, f"{what} of the {head}" if head else what, unit)


def _stated(found: re.Match[str], value: Value, place: str) -> Said | None:
    unit = _unit_behind(found["rest"], value)
    name, head = _split(found["subject"], place)
    if unit is None or not head:
        return None
    return Said(name, f"expected {head}" if "expected" in found["is"] else head, unit)


def _counted(found: re.Match[str], value: Value, place: str) -> Said | None:
    name, head = _split(found["subject"], place)
    what = as_attribute(found["what"])
    if what.startswith("of "):
        what = f"share {what}" if value.unit in _PERCENT else ""
    if not what:
        return None
    if re.fullmatch(_HOLD, found["verb"]):
        return Said(name, f"{what} of the {head}" if head else what)
    article = "the " if found["subject"].startswith("The ") else ""
    done = f"{what} {found['verb']}"
    return Said(name, f"{done} by {article}{head}" if head else done)


def _shared(found: re.Match[str], place: str) -> Said:
    group, does = found["group"], found["does"]
    joint = "who" if group.split()[-1] in _PERSONS else "that"
    if place:
        return Said(place, f"share of {group} {joint} {does}")
    return Said(as_entity(group[:1].upper() + group[1:]), f"share {joint} {does}")


def _split(subject: str, place: str) -> tuple[str, str]:
    """Entity and attribute of a subject: "the median error of Brindle"; the attribute may be ""."""
    if place:
        return place, as_attribute(subject)
    for found in _cuts(subject):
        if found[1][:1].isupper():  # a name is the likeliest entity
            return as_entity(found[1]), as_attribute(found[0])
    first = _SUBJECT.match(subject)
    if first:
        return as_entity(first["name"]), as_attribute(first["head"])
    return as_entity(subject), ""


def _cuts(subject: str) -> Iterator[tuple[str, str]]:
    """Every way to cut a subject at a preposition, the last one first."""
    cuts = list(re.finditer(rf" (?:{_PREPOSITION}) ", subject))
    for cut in reversed(cuts):
        yield subject[: cut.start()], subject[cut.end() :]


def _unit_behind(rest: str, value: Value) -> str | None:
    """The rest of the unit behind a value ("forecasts per second"); None if the rest says more."""
    found = _REST.match(rest)
    more = (found["more"] or "").strip() if found else ""
    if found is None or _CHANGING.search(more):
        return None
    unit = _CIRCUMSTANCE.split(f" {more}", maxsplit=1)[0].strip()
    if value.unit and not unit.startswith(("per ", "a ", "each ")):
        return "" if not unit else None
    return unit if len(unit.split()) <= _UNIT_WORDS else None
