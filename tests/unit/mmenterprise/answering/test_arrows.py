"""What finds and what answers never imports what a unit asserts, or a gold."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import worksurface_pipeline.mmenterprise as wing

_ROOT = Path(wing.__path__[0])
_WING = wing.__name__
_FOLDERS = ("corpus", "retrieval", "answering")
_ALLOWED = {
    f"{_WING}.schema.evaluation": None,
    f"{_WING}.schema.world": {"Place"},
    f"{_WING}.schema.questions": {"PublicMmQuestion"},
    f"{_WING}.schema.units": {"Unit", "UnitSet"},
    f"{_WING}.settings": {"EmbeddingChoice"},
    **{f"{_WING}.{folder}": None for folder in _FOLDERS},
}


def _imports(path: Path) -> Iterator[tuple[str, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)


def _is_allowed(module: str, name: str) -> bool:
    if not module.startswith(_WING):
        return True
    for allowed, names in _ALLOWED.items():
        if module == allowed or module.startswith(f"{allowed}."):
            return names is None or name in names
    return False


@pytest.mark.parametrize("folder", _FOLDERS)
def test_they_see_the_public_view_alone(folder: str) -> None:
    files = sorted((_ROOT / folder).rglob("*.py"))
    assert len(files) > 1
    wrong = [
        f"{path.name}: {module}.{name}"
        for path in files
        for module, name in _imports(path)
        if not _is_allowed(module, name)
    ]
    assert wrong == []


def test_units_with_their_statements_enter_in_one_module_alone() -> None:
    files = [path for folder in _FOLDERS for path in sorted((_ROOT / folder).rglob("*.py"))]
    units = f"{_WING}.schema.units"
    readers = [path.name for path in files if any(m == units for m, _ in _imports(path))]
    assert readers == ["corpus.py"]


@pytest.mark.parametrize(
    ("module", "name"),
    [
        (f"{_WING}.schema.questions", "MmQuestion"),
        (f"{_WING}.schema.ledger", "Statement"),
        (f"{_WING}.questions.build", "public"),
    ],
)
def test_the_rule_refuses_gold(module: str, name: str) -> None:
    assert not _is_allowed(module, name)
