"""What a check found: a sentence, with the unit or event that it is about."""

from __future__ import annotations

from worksurface_pipeline.kernel.model import Frozen


class Finding(Frozen):
    """One fault of the records. `check` is the name of the rule, `where` a unit, event or file."""

    check: str
    where: str
    what: str
