"""The files of the sample: three PDFs and the registry that names them."""

from __future__ import annotations

from pathlib import Path

from generators.seed_documents.script import Document, write_document
from generators.seed_documents.setting import set_document

NAMES = ("methods_report", "policy_report", "survey")
LICENCE = "CC0-1.0"

_SCRIPTS = Path(__file__).parent / "scripts"


def written(name: str, seed: int) -> Document:
    """One document before it is set: what its PDF must show."""
    script = (_SCRIPTS / f"{name}.txt").read_text(encoding="utf-8")
    return write_document(script, f"{seed}/{name}")


def build(seed: int) -> dict[str, bytes]:
    """File names and contents; the same seed gives the same bytes."""
    files = {}
    entries = []
    for name in NAMES:
        document = written(name, seed)
        files[f"{name}.pdf"] = set_document(document)
        entries.append(_entry(name, document))
    files["seeds.toml"] = "\n".join(entries).encode()
    return files


def _entry(name: str, document: Document) -> str:
    return (
        f'[[seed]]\nfile = "{name}.pdf"\ntitle = "{document.title}"\n'
        f'domain = "{document.domain}"\nlicence = "{LICENCE}"\n'
    )
