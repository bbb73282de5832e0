"""A scripted model on 127.0.0.1: it fills every stage properly, unless a test changes a reply."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from pydantic import SecretStr

from tests.fixtures.endpoint import FakeEndpoint, HttpAnswer, chat, fake_endpoint
from tests.unit.harness.doubles import FakeClock
from worksurface_pipeline.harness.llm.choices import ModelChoice
from worksurface_pipeline.harness.llm.gateway import Gateway
from worksurface_pipeline.harness.llm.settings import ModelSettings, RetryPolicy
from worksurface_pipeline.harness.llm.transport import LitellmTransport
from worksurface_pipeline.mmenterprise.settings import QuestionChoice, Settings, WriterChoice
from worksurface_pipeline.mmenterprise.writing.model import Clients

MODEL, REVIEWER = "writer", "reviewer"
FEEDBACK = "\n\nEarlier replies failed these checks:\n"
GIVEN = ("Mirela", "Tomasz", "Ingrid", "Faisal", "Noor", "Pavel", "Sunniva", "Ayo", "Lucia")
FAMILY = (
    "Tarnowe", "Brightling", "Osterfeldt", "Quanjer", "Sillanpera", "Vexley", "Drumgool",
    "Hasenclever", "Wetherby",
)  # fmt: skip
VOICES = ("terse", "careful", "warm", "formal", "plain")

Reply = dict[str, Any] | str
Change = Callable[[Reply, Mapping[str, Any], "Call"], Reply | HttpAnswer]


@dataclass(frozen=True)
class Call:
    """One request as the script sees it: model, stage, rules, data, feedback, and its number."""

    model: str
    stage: str
    rules: str
    data: Mapping[str, Any]
    feedback: str
    number: int


@dataclass
class Script:
    """Replies by stage; `change` may replace a proper reply by another one."""

    change: Change = lambda reply, data, call: reply
    calls: list[Call] = field(default_factory=list)

    def __call__(self, body: Mapping[str, Any], number: int) -> HttpAnswer:
        rules, user = (message["content"] for message in body["messages"])
        data, _, feedback = user.partition(FEEDBACK)
        fields = json.loads(data)
        call = Call(body["model"], stage_of(rules), rules, fields, feedback, number)
        self.calls.append(call)
        reply = self.change(proper(call), fields, call)
        if isinstance(reply, HttpAnswer):
            return reply
        return chat(reply if isinstance(reply, str) else json.dumps(reply))

    def of(self, stage: str) -> list[Call]:
        """The calls of one stage, in the order in which they came."""
        return [call for call in self.calls if call.stage == stage]


def stage_of(rules: str) -> str:
    """Which stage asks, by its task."""
    starts = {
        "world": "invent the names",
        "events": "a day of events",
        "chat": "write one day of a chat",
        "texts": "write the records of one day",
        "report": "write the pages of one version of a report",
        "deck": "write the slides of one version of a deck",
        "review": "judge how natural",
        "questions": "propose one question",
        "sourcing": "point to the statements",
    }
    return next(stage for stage, words in starts.items() if f"Task: {words}" in rules)


def proper(call: Call) -> dict[str, Any]:
    """A reply that keeps every rule; a question or claim has to be given by the test."""
    if call.stage in ("questions", "sourcing"):
        return {}
    if call.stage == "world":
        return _names(call.data)
    if call.stage == "events":
        return {
            "reasons": [_row(item, "the team had more to go by") for item in call.data["reasons"]],
            "stories": [_row(item, "An old file was open.") for item in call.data["stories"]],
        }
    if call.stage == "review":
        return {"score": 4, "problems": []}
    if call.stage in ("report", "deck"):
        return {"pages": [page(item) for item in call.data["pages"]]}
    return {"messages": [message(item) for item in call.data["events"]]}


def _row(item: Mapping[str, Any], text: str) -> dict[str, str]:
    return {"id": item["id"], "text": text}


def _names(data: Mapping[str, Any]) -> dict[str, Any]:
    people = [
        {
            "id": item["id"],
            "name": f"{GIVEN[place]} {FAMILY[place]}",
            "role": f"acting {item['function']}",
            "voice": f"{VOICES[place % 5]}, to the point",
        }
        for place, item in enumerate(data["people"])
    ]
    channels = [
        {"id": item["id"], "name": channel_name(item, data), "purpose": "what we talk about"}
        for item in data["channels"]
    ]
    ends = {"company": "umberfold", "product": "askerrick", "customer": "ovdale Mills"}
    firms = {key: data["first_letters"][key] + end for key, end in ends.items()}
    return {**firms, "people": people, "channels": channels}


def channel_name(item: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    """A name that begins with the codename where the present one does."""
    code = data["codename"]
    word = item["id"] if item["id"].isalpha() else item["id"].replace("_", "-")
    return f"{code}-{word}-room" if code and item["present_name"].startswith(code) else f"{word}-x"


def message(item: Mapping[str, Any]) -> dict[str, str]:
    """A message that says all that it must, a row each."""
    rows = [_said(say) for say in item["says"]]
    missing = [word for word in item["must_contain"] if word not in "\n".join(rows)]
    if missing:
        rows.append(f"Have a look: {', '.join(missing)}.")
    if item["why"]:
        rows.append(f"Reason: {item['why']}.")
    text = "\n".join(rows) or "All right with me, thanks for that."
    keys = ("event_id", "time", "actor")
    return {**{key: item[key] for key in keys}, "text": text}


def _said(say: Mapping[str, Any]) -> str:
    old = f", not {say['instead_of']}" if say["instead_of"] else ""
    mark = "?" if say["is_doubted"] else "."
    return f"Now {say['thing']} {say['measure']}: {say['value']}{old}{mark}"


def page(item: Mapping[str, Any]) -> dict[str, Any]:
    """A page that says all that it must in few lines, each short enough for a slide."""
    lines = [_said(say) for say in item["to_say"]]
    for one in item["pending"]:
        lines.append(f"{one['thing']} {one['measure']} is pending.")
    missing = [word for word in item["must_contain"] if word not in "\n".join(lines)]
    lines += _packed(missing)
    if item["why"]:
        lines.append(f"Reason: {item['why']}.")
    lines = lines or ["Have a look at what stands below."]
    return {"page": item["page"], "heading": "What to know here", "lines": lines}


def _packed(words: list[str]) -> list[str]:
    """Words in rows of at most so many letters."""
    rows: list[str] = []
    for word in words:
        if rows and len(rows[-1]) + len(word) < 60:
            rows[-1] += f", {word}"
        else:
            rows.append(word)
    return [f"Note: {row}." for row in rows]


@contextmanager
def serving(script: Script) -> Iterator[tuple[Clients, FakeEndpoint]]:
    """Clients of a gateway to the script; it knows two models."""
    with fake_endpoint(script) as endpoint:
        clock = FakeClock()
        models = [_model(name, endpoint.base) for name in (MODEL, REVIEWER)]
        gateway = Gateway(models, transport=LitellmTransport(), clock=clock, sleep=clock.sleep)
        yield Clients(gateway), endpoint


def _model(name: str, base: str) -> ModelSettings:
    return ModelSettings.model_validate(
        {
            "id": name,
            "concurrency": 4,
            "route": f"openai/{name}",
            "api_base": base,
            "api_key": SecretStr("sk-test"),
            "key_variable": "MY_KEY",
            "timeout_seconds": 20,
            "retry": RetryPolicy(attempts=1),
        }
    )


def settings(attempts: int = 3, concurrency: int = 1, **writer: Any) -> Settings:
    """Settings with the scripted model as writer and, unless another is named, as reviewer."""
    choice = WriterChoice(model=MODEL, attempts=attempts, **writer)
    return Settings(
        writer=choice,
        questions=QuestionChoice(model=MODEL, proposals=7),
        models=tuple(ModelChoice(id=name, concurrency=concurrency) for name in (MODEL, REVIEWER)),
    )
