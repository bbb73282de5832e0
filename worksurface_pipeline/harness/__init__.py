"""Models and agents: gateway, tool protocol, loop, trajectory, journal."""
