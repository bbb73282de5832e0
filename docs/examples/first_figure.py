"""A small agent of one's own: it searches once and answers with the first figure it reads.

Named in worksurface.toml, with this file beside it, as

    [[agents]]
    id = "first-figure"
    entry = "first_figure:answer"
"""

from __future__ import annotations

import json
import re

from worksurface_pipeline.worksurface.agents.own.task import OwnAnswer, OwnTask, OwnUsage, Tools

_FIGURE = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")


def answer(task: OwnTask, tools: Tools) -> OwnAnswer:
    """The first figure of the best passage. A real agent asks its model here, and reports usage."""
    seen = tools.call("kb_search", query=task.question, k=1)
    usage = OwnUsage(prompt_tokens=len(task.question) // 4, completion_tokens=1)
    if seen.is_error:
        return OwnAnswer(answer="INSUFFICIENT_EVIDENCE", usage=usage)
    texts = [result["text"] for result in json.loads(seen.text)["results"]]
    found = _FIGURE.search(" ".join(texts))
    value = float(found[0]) if found else "INSUFFICIENT_EVIDENCE"
    return OwnAnswer(answer=value, usage=usage)
