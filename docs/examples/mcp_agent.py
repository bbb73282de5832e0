"""An agent that comes over MCP: it works through all tasks that a server hands out.

    [[agents]]
    id = "over-mcp"

`python mcp_agent.py` starts `worksurface serve over-mcp` itself and talks over stdin and stdout
(with what follows, as `--settings FILE`, handed on to it); `python mcp_agent.py
http://127.0.0.1:8321/mcp` goes to one that was started with `--http 8321`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mcp import Client, StdioServerParameters

PROGRAM = Path(sys.executable).with_name("worksurface")  # of the environment that runs this


async def work(server: Any) -> int:
    """Answer every task; how many there were. `server` is an address or a command."""
    done = 0
    async with Client(server) as client:
        while (handed := await _call(client, "next_task"))["ticket"] is not None:
            ticket, question = handed["ticket"], handed["task"]["question"]
            seen = await _call(client, "kb_search", ticket=ticket, query=question, k=1)
            # A real agent hands question, tools and what it saw to its model until it answers.
            value = len(seen["results"])
            await _call(client, "submit_answer", ticket=ticket, answer=value)
            done += 1
    return done


def server_of(arguments: Sequence[str]) -> Any:
    """The address that is named, else the command that starts a server."""
    if arguments and arguments[0].startswith("http"):
        return arguments[0]
    command = str(PROGRAM) if PROGRAM.exists() else "worksurface"
    return StdioServerParameters(command=command, args=["serve", "over-mcp", *arguments])


async def _call(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """One call; every result of this server is one text, a JSON object."""
    result = await client.call_tool(tool, arguments)
    (content,) = result.content
    fields: dict[str, Any] = json.loads(content.text)  # type: ignore[union-attr]
    return fields


if __name__ == "__main__":
    count = asyncio.run(work(server_of(sys.argv[1:])))
    sys.stdout.write(f"{count} tasks answered\n")
