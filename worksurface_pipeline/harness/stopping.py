"""The signal that ends a run early and cleanly, from inside a trajectory."""

from __future__ import annotations


class StopRun(Exception):  # noqa: N818 - a signal, as StopIteration is; no error of a trajectory
    """Nothing more may be begun: the trajectory that raises it leaves no record and is run again.

    Its text says why, in the words that follow "n done, m left".
    """
