"""The child process that serves the local model; it ends when whoever started it is gone.

`python -m resources.local_server WEIGHTS PORT`: an OpenAI-shaped server on 127.0.0.1. It prints its
address once it answers, and serves until standard input is closed. One slot and no prompt cache:
an equal request then gets an equal reply. Replies are held to the one JSON object a turn that the
loop asks for; what stands in it is the model's own.
"""

from __future__ import annotations

import json
import sys

from worksurface_pipeline.harness.agent.schemas import parameters
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.tools.specs import ToolSettings, tool_specs

NAME = "smollm2"
"""The name under which the server knows its model."""
_CONTEXT_TOKENS = 8192  # what the model was made for
_THREADS = 2
_ANSWER = {"anyOf": [{"type": "string", "maxLength": 200}, {"type": "number"}]}
_ROUTE = {"enum": [surface.value for surface in Surface]}


def main(arguments: list[str]) -> int:
    """Serve until standard input ends; the exit code."""
    import xllamacpp  # of the extra `local`, which is not always there

    weights, port = arguments
    params = xllamacpp.CommonParams()
    params.model.path = weights
    params.model_alias = {NAME}
    params.port = int(port)
    params.n_ctx = _CONTEXT_TOKENS
    params.n_parallel = 1
    params.cache_prompt = False
    params.offline = True
    params.ui = False
    params.verbosity = 0
    params.cpuparams.n_threads = _THREADS
    params.cpuparams_batch.n_threads = _THREADS
    params.sampling.grammar = xllamacpp.CommonGrammar(
        xllamacpp.common_grammar_type.COMMON_GRAMMAR_TYPE_USER,
        xllamacpp.json_schema_to_grammar(json.dumps(reply_schema())),
    )
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()
    return 0


def reply_schema() -> dict[str, object]:
    """The form of a reply: a call of one of the tools, an answer, or a route."""
    calls = [
        _form(tool={"const": spec.name}, args=parameters(spec))
        for spec in tool_specs(ToolSettings(), Surface)
    ]
    return {"anyOf": [*calls, _form(final_answer=_ANSWER), _form(route=_ROUTE)]}


def _form(**properties: object) -> dict[str, object]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
