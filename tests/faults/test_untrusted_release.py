"""A release from elsewhere: links are refused, records of another form end in a sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.unit.tasks.builders import document, shipments, world
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.worksurface.release.foreign import import_release
from worksurface_pipeline.worksurface.release.importing import read_release
from worksurface_pipeline.worksurface.release.verify import verify_release
from worksurface_pipeline.worksurface.release.write import write_release
from worksurface_pipeline.worksurface.tasks.derive import derive_candidates
from worksurface_pipeline.worksurface.tasks.policy import DerivationPolicy
from worksurface_pipeline.worksurface.tasks.verify import verify_tasks

PROFILE = "package/resources/profiles/logistics_manager"
SECRET = "outside of the release"


@pytest.fixture
def release(tmp_path: Path) -> Path:
    task, surfaces = world([], [shipments()], [document("depot.md", "The yard keeps 42 vans.")])
    found = verify_tasks(derive_candidates([task], surfaces, DerivationPolicy()), surfaces)
    write_release(tmp_path / "r", "b", found.tasks, [surfaces])
    (tmp_path / "secret.txt").write_text(SECRET)
    return tmp_path / "r"


def _foreign(release: Path) -> Path:
    """The same surfaces as a release in the public format, which lists no documents."""
    root = release / "package"
    (root / "tasks.jsonl").write_bytes((release / "gold" / "tasks.jsonl").read_bytes())
    (release / PROFILE / "kb_docs.jsonl").unlink()
    return root


READERS: dict[str, Callable[[Path], object]] = {
    "verify": verify_release,
    "import of ours": read_release,
    "import of the public format": lambda release: import_release(_foreign(release)),
}


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize(
    "place", [f"{PROFILE}/kb_docs/t7__secret.md", f"{PROFILE}/tables/more", f"{PROFILE}/../other"]
)
def test_a_link_is_refused_by_name(release: Path, reader: str, place: str) -> None:
    target = release.parent / "secret.txt"
    (release / place).symlink_to(target)
    with pytest.raises(PackageError, match="links are not followed") as caught:
        READERS[reader](release)
    assert Path(place).name in str(caught.value)


@pytest.mark.parametrize(
    ("path", "content"),
    [
        pytest.param("tables/registry.json", "[1, 2]", id="registry of numbers"),
        pytest.param("tables/registry.json", '{"tables": [{"id": 5}]}', id="row of a registry"),
        pytest.param("graph/surface_graph.json", '{"nodes": [1], "edges": "x"}', id="graph"),
        pytest.param("kb_docs.jsonl", '{"path": 5}\n', id="documents"),
        pytest.param("tables/registry.json", "{", id="no JSON"),
    ],
)
def test_records_of_another_form_end_in_a_sentence(release: Path, path: str, content: str) -> None:
    (release / PROFILE / path).write_text(content)
    with pytest.raises(PackageError, match="not in the form that is read"):
        read_release(release)
