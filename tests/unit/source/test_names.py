"""Clean names of files, and what edges mean by a name."""

from __future__ import annotations

import pytest

from tests.unit.source.workspaces import HEX, OTHER_HEX, edge, entry, parsed
from worksurface_pipeline.kernel.hashing import digest_text
from worksurface_pipeline.worksurface.schema.source import EndKind


@pytest.mark.parametrize(
    ("filename", "stored", "clean"),
    [
        pytest.param("a.md", f"data/{HEX}_a.md", "a.md", id="as-is"),
        pytest.param("A.md", f"data/{HEX}_a.md", "A.md", id="stored-in-other-case"),
        pytest.param("a.md", "data/a.md", "a.md", id="no-hash"),
        pytest.param(f"{HEX}_a.md", f"data/{HEX}_{HEX}_a.md", "a.md", id="doubled-hash"),
        pytest.param(f"{HEX}_a.md", f"data/{HEX}_a.md", "a.md", id="stored-name"),
        pytest.param(
            f"{HEX}_a.md", f"data/{OTHER_HEX}_{HEX}_a.md", f"{HEX}_a.md", id="name-with-hash"
        ),
        pytest.param(f"{HEX}_a.md", "data/b.md", f"{HEX}_a.md", id="unrelated-stored-name"),
        pytest.param("_a.md", f"data/{HEX}__a.md", "_a.md", id="leading-underscore"),
        pytest.param("a/b.md", f"data/{HEX}_b.md", "a_b.md", id="separator"),
        pytest.param("..", f"data/{HEX}_b.md", "_", id="dots"),
        pytest.param("a\n\x00.md", f"data/{HEX}_b.md", "a__.md", id="control-characters"),
        pytest.param("年报 2024.md", f"data/{HEX}_x.md", "年报 2024.md", id="other-script"),
    ],
)
def test_clean_name(filename: str, stored: str, clean: str) -> None:
    task = parsed(data_manifest=[entry(filename, stored)], file_dep_graph=[])
    assert [file.filename for file in task.files] == [clean]
    assert bool(task.oddities) == (clean != filename)


def test_exact_repeats_are_one_file() -> None:
    task = parsed(data_manifest=[entry("a.md", "data/x"), entry("a.md", "data/x")])
    assert len(task.files) == 1
    assert "1 manifest entries are exact repeats; each is kept once." in task.oddities


def test_equal_names_take_their_stored_names_in_any_order() -> None:
    entries = [entry("a.md", f"data/{HEX}_a.md"), entry("a.md", f"data/{OTHER_HEX}_a.md")]
    names = {f"{HEX}_a.md", f"{OTHER_HEX}_a.md"}
    for order in (entries, entries[::-1]):
        task = parsed(data_manifest=order, file_dep_graph=[])
        assert {file.filename for file in task.files} == names
        assert "2 files are called 'a.md'" in " ".join(task.oddities)


def test_equal_stored_names_take_a_digest_of_their_path() -> None:
    paths = ["data/x/a.md", "data/y/a.md"]
    task = parsed(data_manifest=[entry("a.md", path) for path in paths], file_dep_graph=[])
    expected = [f"a_{digest_text(path)[:8]}.md" for path in paths]
    assert [file.filename for file in task.files] == expected


def test_one_stored_file_under_two_spellings_is_never_lost() -> None:
    stored = f"data/{HEX}_a.md"
    entries = [entry("a.md", stored), entry(f"{HEX}_a.md", stored)]
    names = [file.filename for file in parsed(data_manifest=entries).files]
    assert len(set(names)) == 2


@pytest.mark.parametrize(
    ("written", "kind", "name"),
    [
        pytest.param("a.md", EndKind.INPUT, "a.md", id="clean"),
        pytest.param(f"{HEX}_a.md", EndKind.INPUT, "a.md", id="stored"),
        pytest.param(f"data/{HEX}_a.md", EndKind.INPUT, "a.md", id="stored-path"),
        pytest.param(f"{OTHER_HEX}_a.md", EndKind.INPUT, "a.md", id="another-hash"),
        pytest.param(f"{HEX}_{HEX}_a.md", EndKind.INPUT, "a.md", id="two-hashes"),
        pytest.param(f"{HEX}_d.md", EndKind.INPUT, "d.md", id="manifest-name-with-hash"),
        pytest.param("d.md", EndKind.INPUT, "d.md", id="clean-of-doubled-hash"),
        pytest.param("out.md", EndKind.OUTPUT, "out.md", id="output"),
        pytest.param(f"{HEX}_out.md", EndKind.OUTPUT, "out.md", id="output-with-hash"),
        pytest.param("b.md", EndKind.INPUT, "_b.md", id="dropped-underscore"),
        pytest.param("result.md", EndKind.OUTPUT, "_result.md", id="dropped-underscore-output"),
        pytest.param("c.md", EndKind.INPUT, "c.md", id="underscore-is-not-needed"),
        pytest.param("A.MD", EndKind.INPUT, "a.md", id="case"),
        pytest.param(" a.md", EndKind.INPUT, "a.md", id="space"),
        pytest.param("cafe\u0301.md", EndKind.INPUT, "caf\u00e9.md", id="unicode-form"),
        pytest.param("none.md", EndKind.UNKNOWN, "none.md", id="unknown"),
        pytest.param("", EndKind.UNKNOWN, "", id="blank"),
    ],
)
def test_edge_end(written: str, kind: EndKind, name: str) -> None:
    manifest = [
        entry("a.md", f"data/{HEX}_a.md"),
        entry("_b.md", f"data/{HEX}__b.md"),
        entry("c.md", f"data/{HEX}_c.md"),
        entry("_c.md", f"data/{HEX}__c.md"),
        entry(f"{HEX}_d.md", f"data/{HEX}_{HEX}_d.md"),
        entry("caf\u00e9.md", f"data/{HEX}_cafe.md"),
    ]
    outputs = ["out.md", "_result.md"]
    task = parsed(
        data_manifest=manifest, output_files=outputs, file_dep_graph=[edge(written, "a.md")]
    )
    found = task.edges[0]
    assert (found.from_kind, found.from_name, found.written_from) == (kind, name, written)


def test_a_name_that_fits_two_files_otherwise_than_exactly_fits_none() -> None:
    manifest = [entry("A.md", "data/1"), entry("a.MD", "data/2")]
    task = parsed(data_manifest=manifest, file_dep_graph=[edge("a.md", "report.md")])
    assert task.edges[0].from_kind is EndKind.UNKNOWN


@pytest.mark.parametrize(
    ("pairs", "flags"),
    [
        pytest.param([("a.md", "report.md")], [()], id="plain"),
        pytest.param([("report.md", "a.md")], [("reversed",)], id="reversed"),
        pytest.param([("report.md", "b.md")], [()], id="output-to-output"),
        pytest.param(
            [("a.md", "report.md"), ("report.md", "a.md")],
            [("two_way",), ("reversed", "two_way")],
            id="two-way",
        ),
        pytest.param(
            [("a.md", "report.md"), (f"{HEX}_a.md", "report.md")],
            [(), ("duplicate",)],
            id="duplicate-in-another-spelling",
        ),
        pytest.param([("a.md", "x.md")], [("dangling",)], id="dangling"),
        pytest.param([("x.md", "x.md")], [("dangling", "self_loop")], id="dangling-loop"),
        pytest.param([("a.md", f"{HEX}_a.md")], [("self_loop",)], id="self-loop"),
    ],
)
def test_flags(pairs: list[tuple[str, str]], flags: list[tuple[str, ...]]) -> None:
    graph = [edge(*pair) for pair in pairs]
    task = parsed(output_files=["report.md", "b.md"], file_dep_graph=graph)
    assert [item.flags for item in task.edges] == flags
    assert [(item.written_from, item.written_to) for item in task.edges] == pairs
    is_odd = any(flags) or any(HEX in name for pair in pairs for name in pair)
    assert bool(task.oddities) == is_odd
