"""Another process that claims tasks: says which it got, and holds them until its stdin ends."""

from __future__ import annotations

import sys
from pathlib import Path

from worksurface_pipeline.worksurface.agents.own.claims import Claims

if __name__ == "__main__":
    with Claims(Path(sys.argv[1])) as claims:
        taken = [name for name in sys.argv[2:] if claims.take(name)]
        sys.stdout.write(" ".join(taken) + "\n")
        sys.stdout.flush()
        sys.stdin.read()
