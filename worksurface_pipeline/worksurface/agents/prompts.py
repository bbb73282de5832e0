"""Every word that a benchmark agent is told, versioned.

One template serves all settings: rules, tools, hint, answer format. S4 and S6 differ by the hint
alone; S5 and S6 by the tool block alone, which under function calling goes beside the messages.
Raise PROMPT_VERSION with any change of the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from worksurface_pipeline.harness.agent.dialect import Dialect, JsonDialect
from worksurface_pipeline.harness.agent.native import NativeDialect
from worksurface_pipeline.harness.agent.protocol import ToolSpec
from worksurface_pipeline.harness.agent.schemas import description
from worksurface_pipeline.harness.agent.texts import LoopTexts, NativeTexts
from worksurface_pipeline.worksurface.schema.public import PublicTask
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.settings import Protocol

PROMPT_VERSION = "1"

_SUBJECT = """\
You answer one question about the working files of one persona of an organisation. The files are \
known through up to three surfaces: rag (documents), table (SQL over sheets) and graph (which task \
needs, and which file leads to, which file)."""
RULES = f"{_SUBJECT}\nEvery reply is exactly one JSON object and nothing else."
NATIVE_RULES = f"{_SUBJECT}\nEvery reply calls exactly one tool."

VALUE_FORMAT = """\
The value is a JSON number for a quantity (33.5 for \
33.5 percent, no unit, no thousands separator), true or false for a yes-no question, a text for a \
name, and a list of texts where several items are asked for (a file is named by its file name). \
Where each item has values, write each as "item; value". Do not guess: if what you \
know and have seen does not suffice,"""
ANSWER_FORMAT = (
    f'To answer, reply {{"final_answer": <value>}}. {VALUE_FORMAT}'
    ' reply {"final_answer": "INSUFFICIENT_EVIDENCE"}.'
)
NATIVE_ANSWER_FORMAT = (
    f"To answer, call final_answer(answer=<value>). {VALUE_FORMAT}"
    ' call final_answer(answer="INSUFFICIENT_EVIDENCE").'
)

ROUTE_FORMAT = """\
Choose the one surface that will answer the question. You will have the tools of that surface only.
- rag: search in the passages of documents
- table: list, describe and query table views with SQL
- graph: look up the tasks, files, documents and views, and how they depend on one another
Reply {"route": "rag"}, {"route": "table"} or {"route": "graph"}."""

NO_TOOLS = "There are no tools. Reply with your answer at once."
NATIVE_NO_TOOLS = "There is no other tool than final_answer. Call it with your answer at once."
TOOLS_INTRO = 'To use a tool, reply {"tool": <name>, "args": {<arguments>}}. The tools are:'
HINT = "Surfaces required for this question: {surfaces}."
EVIDENCE = "Evidence from these files that suffices for this question:\n{evidence}"

LOOP_TEXTS = LoopTexts(
    observation="Observation of {tool}:\n{text}",
    repair=(
        "That reply could not be used: {problem} Reply with exactly one JSON object, "
        '{"tool": <name>, "args": {<arguments>}} or {"final_answer": <value>}.'
    ),
    last_request=(
        'No tool can be used any more. Reply with your answer now: {"final_answer": <value>}.'
    ),
)
NATIVE_TEXTS = NativeTexts(
    answer_tool="Submit the answer; this ends the task.",
    repair="That reply could not be used: {problem} Call exactly one of the tools.",
    last_request="No tool can be used any more. Call final_answer with your answer now.",
    unused_call="Not run: only the first call of a reply is. Call again if you need it.",
)
ANSWER_REPAIR = (
    "That reply could not be used: {problem} Reply with exactly one JSON object, "
    '{"final_answer": <value>}.'
)
ROUTE_REPAIR = (
    "That reply could not be used: {problem} Reply with exactly one JSON object, "
    '{"route": "rag"}, {"route": "table"} or {"route": "graph"}.'
)


def system_prompt(
    specs: Sequence[ToolSpec], hint: Sequence[str], protocol: Protocol = Protocol.JSON
) -> str:
    """The system prompt of an answering agent: rules, tools, hint (if any), answer format."""
    parts = [RULES, tool_block(specs), hint_sentence(hint), ANSWER_FORMAT]
    if protocol is Protocol.NATIVE:
        tools = "" if specs else NATIVE_NO_TOOLS
        parts = [NATIVE_RULES, tools, hint_sentence(hint), NATIVE_ANSWER_FORMAT]
    return "\n\n".join(part for part in parts if part)


def route_prompt() -> str:
    """The system prompt of the routing turn of S3."""
    return f"{RULES}\n\n{ROUTE_FORMAT}"


def tool_block(specs: Sequence[ToolSpec]) -> str:
    """The exposed tools, a line each, in the toolbox's order."""
    if not specs:
        return NO_TOOLS
    lines = [f"- {description(spec)}" for spec in specs]
    return "\n".join([TOOLS_INTRO, *lines])


def hint_sentence(hint: Sequence[str]) -> str:
    """The hint of S5 and S6: surface names and nothing more; "" without one."""
    return HINT.replace("{surfaces}", ", ".join(hint)) if hint else ""


def with_evidence(question: str, evidence: str) -> str:
    """The question of S7, with what it can be answered from below it."""
    return f"{question}\n\n{EVIDENCE.replace('{evidence}', evidence)}"


def question_prompt(task: PublicTask) -> str:
    """The question as every setting asks it.

    The answer type is left out: it would give abstain tasks away.
    """
    return (
        f"Source task: Task {task.source_task}\nPersona: {task.persona}\nQuestion: {task.question}"
    )


def loop_texts(specs: Sequence[ToolSpec]) -> LoopTexts:
    """The loop's texts; without tools the repair asks for the answer alone."""
    return LOOP_TEXTS if specs else LOOP_TEXTS.model_copy(update={"repair": ANSWER_REPAIR})


def dialect(specs: Sequence[ToolSpec], protocol: Protocol) -> Dialect:
    """How the loop talks to the model under a protocol."""
    if protocol is Protocol.NATIVE:
        return NativeDialect(NATIVE_TEXTS)
    return JsonDialect(loop_texts(specs))


def surface_names() -> tuple[str, ...]:
    """The names that a route may take."""
    return tuple(surface.value for surface in Surface)
