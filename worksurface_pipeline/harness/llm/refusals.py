"""Requests that an endpoint refuses for what they hold: the model's limits, not a machine's fault.

litellm tells some of them apart; the rest are known by OpenAI's codes and by the words that servers
use. What does not belong: faults (`faults.py`), refusals in a reply's own text (`responses.py`).
"""

from __future__ import annotations

import re

from worksurface_pipeline.harness.llm.types import CONTEXT_WINDOW, REFUSED

# What servers say of a prompt that is too long or has too many pictures, or that their filter
# holds back, beyond what litellm knows: OpenAI's codes first, then the words of vLLM, llama.cpp,
# TGI, Mistral, others.
_TOO_LONG = re.compile(
    r"context_length_exceeded|exceed_context_size|exceeds? the (available |model.?s )?context|"
    r"maximum context|context window|maximum model length|prompt is too long|"
    r"too many (input )?tokens|input (is too long|length (exceeds|and))|"
    r"at most \d+ image|too many images|"
    r"inputs. tokens \+ .max_new_tokens",
    re.IGNORECASE,
)
_FILTERED = re.compile(
    r"content_filter|content_policy|ResponsibleAIPolicy|content management policy|"
    r"data_inspection_failed|content exists risk|(input|prompt) was flagged|"
    r"rejected as a result of our safety system|requires moderation|"
    r"contain inappropriate content",
    re.IGNORECASE,
)
_REFUSED_STATUS = frozenset({400, 403, 413, 422})


def refused_for(error: Exception) -> str:
    """The finish reason of a request refused for its length or content, "" for any other error.

    Both are the model's own limits, to be scored: no fault of a machine.
    """
    if getattr(error, "status_code", None) not in _REFUSED_STATUS:
        return ""
    if _TOO_LONG.search(str(error)):
        return CONTEXT_WINDOW
    return REFUSED if _FILTERED.search(str(error)) else ""
