from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from mammoth.docx import office_xml, xmlparser

from tests.shared_files import ROOT, shared
from tests.unit.readers.document_files import write_docx
from worksurface_pipeline.readers.docx_xml import XML_DAMAGE, parse_xml

SAMPLES = sorted((ROOT / "data_lake" / "sample").rglob("*.docx"))


def compare(path: Path) -> int:
    """Number of parts whose trees were compared."""
    with zipfile.ZipFile(path) as archive:
        parts = [archive.read(name) for name in archive.namelist() if name.endswith(".xml")]
    for part in parts:
        ours = parse_xml(io.BytesIO(part), office_xml._namespaces)
        assert ours == xmlparser.parse_xml(io.BytesIO(part), office_xml._namespaces)
    return len(parts)


def test_the_tree_is_mammoths_own(tmp_path: Path) -> None:
    assert compare(write_docx(tmp_path / "a.docx")) > 5


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_the_tree_of_a_sample_is_mammoths_own(path: Path) -> None:
    assert compare(path) > 2


def test_the_trees_of_handed_files_are_mammoths_own() -> None:
    names = ("tracked_changes", "merged_tables", "footnote_and_table", "headers_lists_nested")
    assert all(compare(shared(f"hard/{name}.docx")) > 2 for name in names)


def test_text_between_elements_is_kept_and_entities_are_not_expanded() -> None:
    data = b'<!DOCTYPE a [<!ENTITY e "boom">]><a x="1">one<b/>two&e;three<!-- no --></a>'
    root = parse_xml(io.BytesIO(data))
    assert (root.name, root.attributes) == ("a", {"x": "1"})
    texts = [child.value for child in root.children if child.node_type == xmlparser.node_types.text]
    assert texts == ["one", "two", "three"]


def test_what_is_no_xml_is_damage() -> None:
    with pytest.raises(XML_DAMAGE):
        parse_xml(io.BytesIO(b"<a><b></a>"))
