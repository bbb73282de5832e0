"""How much of a graph's set a question asks for: fewer members, further steps, or their number.

Taught by own questions: "which of the Markdown files" proven by all inputs, "directly or through
other files" by one step, "which deliverables" beside another proof, where a number is the answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from worksurface_pipeline.worksurface.schema.public import AnswerType
from worksurface_pipeline.worksurface.schema.tasks import AtomicTask, GraphSetEvidence
from worksurface_pipeline.worksurface.tasks.gates.asked.cues import SAYS, Sense
from worksurface_pipeline.worksurface.tasks.gates.asked.narrowing import FORMAT, FORMATS, FURTHER
from worksurface_pipeline.worksurface.tasks.gates.asked.place import label_of
from worksurface_pipeline.worksurface.tasks.gates.asked.text import clause_of, is_own
from worksurface_pipeline.worksurface.tasks.gates.contract import Context


def extent_problem(task: AtomicTask, item: GraphSetEvidence, context: Context) -> Iterator[str]:
    """Fewer members than the relation leads to, more steps, or names where their number counts."""
    text = clause_of(task, item, context).text
    if _is_counted(task) and not SAYS[Sense.COUNT].search(text):
        yield "beside other proofs a set answers with the number of its members: ask how many"
    if further := FURTHER.search(text):
        yield f"the proof is one step of {item.relation}, the question says “{further[0]}”"
    for match in FORMAT.finditer(text if is_own(task, item, context) else ""):
        endings = FORMATS[(match[1] or match[2]).lower()]
        names = [label_of(one, context) for one in item.verified_complete_set]
        other = [name for name in names if not name.lower().endswith(endings)]
        if other:
            yield f"the question says “{match[0]}”, the proof has {other[0]} as well"


def _is_counted(task: AtomicTask) -> bool:
    """Whether the number of a set's members is a part of the answer, not their names."""
    return len(task.gold_evidence) > 1 and task.answer_type is not AnswerType.LIST
