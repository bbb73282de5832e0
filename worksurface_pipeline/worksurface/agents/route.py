"""The routing turn of S3: the model picks one surface, with one repair, or it has none.

It is a JSON object in the reply's text under either protocol: there is no tool to call yet.
"""

from __future__ import annotations

from worksurface_pipeline.harness.agent.session import Ending, Session
from worksurface_pipeline.harness.llm.parse import Malformed, find_object
from worksurface_pipeline.harness.llm.types import Message
from worksurface_pipeline.kernel.model import Frozen
from worksurface_pipeline.worksurface.agents.prompts import (
    ROUTE_REPAIR,
    route_prompt,
    surface_names,
)

_TRIES = 2  # the choice, and one repair


class Route(Frozen):
    """The chosen surface; "" when the model named none (Route 0, never a default)."""

    surface: str


def pick_route(session: Session, question: Message) -> Route | Ending:
    """Ask for a surface; a second reply that names none leaves the agent without one."""
    messages = [Message(role="system", content=route_prompt()), question]
    for _ in range(_TRIES):
        reply = session.ask(messages)
        if isinstance(reply, Ending):
            return reply
        route = parse_route(reply.text)
        if isinstance(route, Route):
            session.keep("route", reply)
            return route
        session.keep("route", reply, problem=route.problem)
        said = reply.text.strip() or "(empty reply)"
        repair = ROUTE_REPAIR.replace("{problem}", route.problem)
        messages += [Message(role="assistant", content=said), Message(role="user", content=repair)]
    return Route(surface="")


def parse_route(text: str) -> Route | Malformed:
    """The surface that a reply names, or what is wrong with it."""
    found = find_object(text)
    if isinstance(found, Malformed):
        return found
    if set(found.fields) != {"route"}:
        return Malformed(problem='The object must have the one key "route".')
    name = found.fields["route"]
    if not isinstance(name, str) or name.strip().lower() not in surface_names():
        return Malformed(problem='"route" must be one of "rag", "table" and "graph".')
    return Route(surface=name.strip().lower())
