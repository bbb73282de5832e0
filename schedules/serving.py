"""Serves an agent of one's own over MCP, on stdio or on 127.0.0.1, until it is interrupted."""

from __future__ import annotations

import socket
import sys
from typing import Any

import anyio
import uvicorn
from mcp.server import Server
from mcp.server.stdio import stdio_server

from resources.own_agents import open_desk
from resources.run_lock import serving
from resources.workbench import Workbench
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.worksurface.agents.own.mcp_server import mcp_server
from worksurface_pipeline.worksurface.schema.surfaces import Surface
from worksurface_pipeline.worksurface.tools.specs import ToolSettings, tool_specs

HOST = "127.0.0.1"
PATH = "/mcp"


def serve_agent(bench: Workbench, agent_id: str, port: int | None) -> None:
    """Hand out the pending tasks of an agent's cell; stdio without a port, else HTTP (0: any).

    Says on stderr what there is to do and what was done: stdout belongs to the protocol. Raises
    SettingsError where the port is taken, LakeError while the workspace is being cleaned.
    """
    with serving(bench), open_desk(bench, agent_id) as desk:
        before = desk.pending
        server = mcp_server(desk, tool_specs(ToolSettings(k=bench.settings.condition.k), Surface))
        try:
            _run(server, port, f"agent {agent_id}: {before} tasks to do")
        finally:
            left = desk.pending
            _tell(f"agent {agent_id}: {before - left} tasks done, {left} left; {_next(left)}")


def _run(server: Server[Any], port: int | None, said: str) -> None:
    if port is None:
        _tell(f"{said}, over stdio")
        anyio.run(_on_stdio, server)
        return
    app = server.streamable_http_app(streamable_http_path=PATH, host=HOST)
    with bound(port) as place:
        _tell(f"{said}, at http://{HOST}:{place.getsockname()[1]}{PATH}")
        uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[place])


def bound(port: int) -> socket.socket:
    """A listening socket, bound before its address is told."""
    try:
        return socket.create_server((HOST, port))
    except OSError as error:
        raise SettingsError(
            f"Port {port} cannot be used: {error.strerror or error}",
            where="--http",
            remedy="Name another port, or 0 for any that is free",
        ) from error


async def _on_stdio(server: Server[Any]) -> None:
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def _next(left: int) -> str:
    return "serve again to go on" if left else "`worksurface run` scores them"


def _tell(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
