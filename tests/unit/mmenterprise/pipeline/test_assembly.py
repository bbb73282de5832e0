"""What all projects' questions come together in."""

from __future__ import annotations

import pytest

from worksurface_pipeline.kernel.errors import WorksurfaceError
from worksurface_pipeline.mmenterprise.assembly import assemble


def test_a_benchmark_without_a_question_is_none() -> None:
    with pytest.raises(WorksurfaceError, match="No project has a question"):
        assemble(iter([(), ()]), seed=1)
