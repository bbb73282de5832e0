"""A proposed question is meant of one project alone, whatever names others have as well."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.unit.mmenterprise.questions.small_project import small_project
from tests.unit.mmenterprise.writing.scripted import Script, serving, settings
from tests.unit.mmenterprise.writing.test_proposing import GOOD, scene
from worksurface_pipeline.mmenterprise.ledger.queries import answer
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.schema.world import Person
from worksurface_pipeline.mmenterprise.writing.proposing import Proposals, propose
from worksurface_pipeline.mmenterprise.writing.telling import Telling

OWN = scene().ledger
PLACES = {"company": "Elm & Sons", "product": "Otherline", "customer": "Other Mutual"}


def other(*, slots: tuple[str, ...] = (), **names: Any) -> Ledger:
    """Another project with these names and things of ours."""
    nobody = Person(id="zoe", name="Zoe Quill", role="lead", voice="plain", joins=OWN.world.starts)
    fields = {**PLACES, "people": (nobody,), "channels": (), "codename": "", **names}
    world = OWN.world.model_copy(update={"project": "other", **fields})
    own = tuple(slot for slot in OWN.slots if slot.id in slots)
    return Ledger(world=world, slots=own)


def found(text: str, *others: Ledger) -> str:
    slots = [scene().names.slots[key] for key in ("acc_Alder", "acc_Birch")]
    return "\n".join(Telling(OWN, others).faults(text, slots))


ASK = "By how much do the accuracy of Alder and the accuracy of Birch differ"
THINGS = ("acc_Alder", "acc_Birch")
WORLD = OWN.world
PERSON = WORLD.people[0]


@pytest.mark.parametrize(
    ("text", "others", "fault"),
    [
        pytest.param(f"{ASK}?", (), "", id="alone"),
        pytest.param(f"{ASK}?", (other(),), "", id="nothing in common"),
        pytest.param(f"{ASK}?", (other(slots=THINGS),), "is a thing", id="thing"),
        pytest.param(
            f"{ASK} on {WORLD.product}?", (other(slots=THINGS),), "", id="thing, told apart"
        ),
        pytest.param(
            f"{ASK} on {WORLD.product}?",
            (other(product=WORLD.product),),
            f"'{WORLD.product}' is the name",
            id="product",
        ),
        pytest.param(
            f"{ASK} at {WORLD.company}?",
            (other(company=WORLD.company.upper()),),
            f"'{WORLD.company}' is the name",
            id="company in other letters",
        ),
        pytest.param(
            f"{ASK} on {WORLD.product} for {WORLD.customer}?",
            (other(product=WORLD.product),),
            "",
            id="product with customer",
        ),
        pytest.param(
            f"{ASK}, according to {PERSON.name}?",
            (other(people=(PERSON,)),),
            f"'{PERSON.name}' is the name",
            id="person",
        ),
        pytest.param(
            f"{ASK}, according to {PERSON.name.split()[0]}?",
            (other(people=(PERSON.model_copy(update={"name": f"{PERSON.name}-Roe"}),)),),
            f"'{PERSON.name.split()[0]}' is the name",
            id="given name",
        ),
        pytest.param(
            f"{ASK} on {WORLD.product} for {WORLD.customer}?",
            (other(product=WORLD.product), other(customer=WORLD.customer)),
            "",
            id="each name shared with another one",
        ),
        pytest.param(
            f"{ASK} on {WORLD.product} for {WORLD.customer}?",
            (other(product=WORLD.product, customer=WORLD.customer),),
            f"one of '{WORLD.company}'",
            id="both names shared with one",
        ),
    ],
)
def test_a_question_tells_its_project(text: str, others: tuple[Ledger, ...], fault: str) -> None:
    assert (fault in found(text, *others)) if fault else (found(text, *others) == "")


def test_a_channel_is_a_name_as_well() -> None:
    named = f"#{next(item.name for item in WORLD.channels if item.place == 'chat')}"
    same = other(channels=WORLD.channels)
    assert f"'{named}' is the name" in found(f"{ASK} in {named}?", same)


def asked(*others: Ledger, attempts: int = 2) -> tuple[Proposals, Script]:
    """What comes of one good question, in a corpus with others."""
    script = Script(lambda *args: GOOD["computation"] if "difference" in args[2].rules else "no")
    with serving(script) as (clients, _):
        choice = settings(attempts)
        made = propose(replace(scene()), (), answer, clients.writer, choice, others)
        return made, script


def test_a_proposal_that_could_be_meant_of_another_project_goes_back() -> None:
    alone, _ = asked()
    assert len(alone.questions) == 1
    beside, script = asked(other(slots=THINGS))
    assert beside.questions == ()
    calls = [call for call in script.of("questions") if "`computation`" in call.rules]
    assert "name the project too: one of" in calls[1].feedback
    assert calls[0].data["names_of_the_project"] == [WORLD.product, WORLD.customer, WORLD.company]
    assert "Alder · accuracy" in calls[0].data["shared"]


def test_names_that_tell_the_project_are_those_that_no_other_has() -> None:
    telling = Telling(OWN, (other(product=WORLD.product),))
    assert telling.telling == (WORLD.customer, WORLD.company)
    assert telling.shared == (WORLD.product,)
    assert Telling(small_project().ledger()).shared == ()
