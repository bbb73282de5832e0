"""One agent run on one task: all settings and arms go through this one code path."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from worksurface_pipeline.harness.agent.dispatch import ToolAccess
from worksurface_pipeline.harness.agent.loop import run_loop
from worksurface_pipeline.harness.agent.protocol import Toolbox
from worksurface_pipeline.harness.agent.session import Ending, RequestFrame, Session
from worksurface_pipeline.harness.llm.ledger import BookkeepingError
from worksurface_pipeline.harness.llm.parse import ToolAction
from worksurface_pipeline.harness.llm.settings import ModelSettings
from worksurface_pipeline.harness.llm.types import Message, ModelClient
from worksurface_pipeline.harness.trajectory import Outcome, StopReason, Trajectory
from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.worksurface.agents.condition import AgentCondition
from worksurface_pipeline.worksurface.agents.prompts import (
    dialect,
    loop_texts,
    question_prompt,
    system_prompt,
    with_evidence,
)
from worksurface_pipeline.worksurface.agents.route import pick_route
from worksurface_pipeline.worksurface.agents.settings import AgentSetting, FirstStep
from worksurface_pipeline.worksurface.schema.public import PublicTask
from worksurface_pipeline.worksurface.settings import Protocol

SEARCH = "kb_search"


@dataclass(slots=True)
class _Plan:
    """What the first step settles: the exposed surfaces, the question message, or the end."""

    exposed: tuple[str, ...]
    hint: tuple[str, ...]
    protocol: Protocol
    question: Message
    ending: Ending | None = None


def run_trajectory(
    public: PublicTask,
    setting: AgentSetting,
    hint: tuple[str, ...],
    toolbox: Toolbox,
    client: ModelClient,
    model: ModelSettings,
    condition: AgentCondition,
    fingerprint: str,
    epoch: int,
    *,
    clock: Callable[[], float],
    evidence: str = "",
) -> Trajectory:
    """Run one task to its end.

    `hint` holds the names of the required surfaces and `evidence` what the question can be
    answered from, whatever the setting: it decides who is told of them.
    Faults that are not the model's end in an errored record. Raises what ends the whole run:
    StopRun, BookkeepingError, or a bug.
    """
    frame = RequestFrame(
        model=model.id,
        sampling=model.sampling(epoch),
        prompt_version=condition.prompt_version,
        epoch=epoch,
    )
    session = Session(client, frame, condition.limits, clock)
    asked = question_prompt(public)
    plan = _Plan(
        exposed=setting.exposed(hint),
        hint=setting.hinted(hint, public.id),
        protocol=condition.protocol,
        question=Message(
            role="user", content=with_evidence(asked, evidence) if setting.shows_evidence else asked
        ),
    )
    ending = _run(session, plan, setting, public, toolbox)
    return Trajectory(
        fingerprint=fingerprint,
        task_id=public.id,
        persona=public.persona,
        model=model.id,
        setting=setting.key,
        epoch=epoch,
        exposed=plan.exposed,
        hinted=plan.hint,
        turns=session.turns,
        **ending.model_dump(),
    )


def _run(
    session: Session,
    plan: _Plan,
    setting: AgentSetting,
    public: PublicTask,
    toolbox: Toolbox,
) -> Ending:
    try:
        _first_step(session, plan, setting, public, toolbox)
        if plan.ending is not None:
            return plan.ending
        tools = ToolAccess(toolbox, plan.exposed if setting.is_react else ())
        prompt = system_prompt(tools.specs, plan.hint, plan.protocol)
        messages = (Message(role="system", content=prompt), plan.question)
        return run_loop(session, messages, tools, dialect(tools.specs, plan.protocol))
    except BookkeepingError:
        raise  # no fault of this trajectory: it ends the run
    except WorksurfaceError as error:
        return Ending(outcome=Outcome.ERRORED, stop_reason=StopReason.TOOL_FAULT, error=str(error))


def _first_step(
    session: Session, plan: _Plan, setting: AgentSetting, public: PublicTask, toolbox: Toolbox
) -> None:
    if setting.first_step is FirstStep.ROUTE:
        route = pick_route(session, plan.question)
        if isinstance(route, Ending):
            plan.ending = route
        elif route.surface:
            plan.exposed = (route.surface,)
    if setting.first_step is FirstStep.FORCED_SEARCH:
        plan.question = _with_search(session, plan, public, toolbox)


def _with_search(session: Session, plan: _Plan, public: PublicTask, toolbox: Toolbox) -> Message:
    """The question with what a search for its very words returned, recorded as a forced turn."""
    search = ToolAction(tool=SEARCH, args={"query": public.question})
    call = ToolAccess(toolbox, plan.exposed).call(search)
    session.keep_forced(call)
    observed = loop_texts(()).observed(call.tool, call.observation)
    return Message(role="user", content=f"{plan.question.content}\n\n{observed}")
