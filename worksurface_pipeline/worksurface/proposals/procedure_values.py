"""What of a source task's values a procedure still holds: nothing, or it is at fault."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from worksurface_pipeline.kernel.text import has_token, normalise
from worksurface_pipeline.worksurface.proposals.procedure_words import ASKING, FIGURES, TITLES
from worksurface_pipeline.worksurface.proposals.rubric_forms import SLOTS, proper_words
from worksurface_pipeline.worksurface.proposals.sets import Procedure
from worksurface_pipeline.worksurface.schema.source import SourceTask

_WORD = re.compile(r"[^\W\d_]+")
_OWN = " ".join(
    [*TITLES.values(), *SLOTS, *sorted(ASKING), "sop settle each point before handing in"]
)
_FIXED = frozenset(word.lower() for word in _WORD.findall(_OWN))


def value_problems(procedure: Procedure, source_tasks: Sequence[SourceTask]) -> Iterator[str]:
    """Values of source tasks that a procedure's name or text holds: digits, files, names."""
    said = f"{procedure.name} {procedure.text}"
    if any(char.isdigit() for char in said):
        yield "it holds a digit"
    words = {word.lower() for word in _WORD.findall(said.replace("_", " "))}
    for name in sorted(words & FIGURES):
        yield f"it holds the figure {name}"
    for name in sorted(words & proper_words(source_tasks) - _FIXED):
        yield f"it holds the name {name}"
    folded = normalise(said)
    for task in source_tasks:
        for name in (*task.output_files, *(file.filename for file in task.files)):
            if has_token(folded, normalise(name)):
                yield f"it holds the file name {name}"
