"""What the documents name exists: commands, make targets, files, decisions."""

from __future__ import annotations

import re

import pytest
import typer.main

from tests.shared_files import ROOT
from worksurface_pipeline.cli import app

DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/diagnosis.md",
    "docs/interchange.md",
    "docs/own-agents.md",
    "docs/sweeps-and-automation.md",
)


LOCKS = ("requirements.lock", "requirements-local.lock", "requirements-exchange.lock")


def _text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_named_commands_exist(name: str) -> None:
    commands = set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]
    named = set(re.findall(r"`worksurface ([a-z]+)", _text(name)))
    assert named <= commands


@pytest.mark.parametrize("name", DOCUMENTS)
def test_named_make_targets_exist(name: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", _text("Makefile"), re.MULTILINE))
    named = set(re.findall(r"(?:`|^    )make ([a-z-]+)", _text(name), re.MULTILINE))
    assert named <= targets


@pytest.mark.parametrize("name", [*DOCUMENTS, "docs/adr/README.md"])
def test_linked_files_exist(name: str) -> None:
    folder = (ROOT / name).parent
    links = re.findall(r"\]\((?!http)([^)#]+)\)", _text(name))
    assert [link for link in links if not (folder / link).exists()] == []


def test_every_decision_is_listed() -> None:
    listed = set(re.findall(r"\((\d{4}-[^)]+\.md)\)", _text("docs/adr/README.md")))
    assert listed == {path.name for path in (ROOT / "docs" / "adr").glob("0*.md")}


@pytest.mark.parametrize("name", LOCKS)
def test_no_lock_names_an_index_or_a_machine(name: str) -> None:
    """A lock pins everything with hashes and says nothing of where it came from."""
    lock = _text(name)
    assert "--hash=sha256:" in lock
    assert not re.search(r"index-url|find-links|https?://", lock)
    assert all(" @ " not in line for line in lock.splitlines())


def test_the_extra_exchange_changes_no_pin_of_the_product() -> None:
    """Installing it beside the product must leave what was tested as it is."""
    product, more = (_pins(name) for name in ("requirements.lock", "requirements-exchange.lock"))
    assert {name: more.get(name) for name in product} == product


def _pins(name: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9-]+)(?:\[[^]]+\])?==([^ ]+)", _text(name), re.MULTILINE))


def test_the_changelog_speaks_of_what_is_new() -> None:
    assert "## Unreleased" in _text("CHANGELOG.md")
