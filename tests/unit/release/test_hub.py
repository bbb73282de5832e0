"""A release as a dataset: what it holds, that it is the same each time, and when it is refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import polars as pl
import pytest
import yaml

from tests.shared_files import ROOT
from tests.unit.release.made import made
from tests.unit.release.published import planted, publication, published
from worksurface_pipeline.kernel.errors import PackageError
from worksurface_pipeline.worksurface.release.hub.model import Licences, require_licences
from worksurface_pipeline.worksurface.release.hub.tasks_table import TASKS_TABLE
from worksurface_pipeline.worksurface.release.scan.model import Allowance, Kind
from worksurface_pipeline.worksurface.release.scan.scan import read_allowances, scan_folder
from worksurface_pipeline.worksurface.release.verify import verify_release
from worksurface_pipeline.worksurface.release.write import write_release


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published(tmp_path_factory.mktemp("hub") / "r")


def test_it_holds_what_the_hub_wants_and_verifies_from_another_folder(
    release: Path, tmp_path: Path
) -> None:
    moved = tmp_path / "elsewhere"
    shutil.copytree(release, moved)
    assert verify_release(moved).is_sound
    for name in ("DATASHEET.md", "LICENCES.md", "CITATION.cff", "wsb_lock.json", "scan.json"):
        assert (moved / name).is_file()
    (moved / "DATASHEET.md").write_text("another", encoding="utf-8")
    assert not verify_release(moved).is_sound


def test_the_front_matter_names_every_file_that_datasets_loads(release: Path) -> None:
    _, front, body = (release / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    card = yaml.safe_load(front)
    assert (card["license"], card["version"]) == ("cc-by-4.0", "1.0.0")
    configs = {one["config_name"]: one for one in card["configs"]}
    assert list(configs) == ["tasks", "public", "scores", "profiles", "trajectories", "turns"]
    assert configs["tasks"]["default"]
    for one in configs.values():
        (files,) = one["data_files"]
        assert (release / files["path"]).is_file()
    assert f"{len(made()[0])} atomic tasks" in body
    assert "Nothing was found" in body


def test_the_table_holds_the_tasks_with_their_gold_and_budgets(release: Path) -> None:
    frame = pl.read_parquet(release / "gold" / "tasks.parquet")
    assert frame.columns == [one.name for one in TASKS_TABLE.columns]
    by_id = {task.id: task for task in made()[0]}
    assert set(frame["id"]) == set(by_id)
    for row in frame.iter_rows(named=True):
        task = by_id[row["id"]]
        assert json.loads(row["gold_answer"]) == json.loads(task.model_dump_json())["gold_answer"]
        assert row["efficiency_budget_tokens"] == 100
    text = (ROOT / "docs" / "parquet.md").read_text(encoding="utf-8")
    part = text.split("## `gold/tasks.parquet`")[1]
    for one in TASKS_TABLE.columns:
        assert f"| `{one.name}` | {one.kind} | {one.meaning} |" in part


def test_equal_input_gives_equal_bytes(release: Path, tmp_path: Path) -> None:
    again = published(tmp_path / "again")
    one, two = (
        {path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()}
        for root in (release, again)
    )
    assert one == two


def test_the_metadata_name_every_data_file_with_its_digest(release: Path) -> None:
    value = json.loads((release / "croissant.json").read_text(encoding="utf-8"))
    manifest = json.loads((release / "release.json").read_text(encoding="utf-8"))
    digests = {item["path"]: item["sha256"] for item in manifest["files"]}
    named = {item["contentUrl"]: item["sha256"] for item in value["distribution"]}
    assert named.items() <= digests.items()
    assert [one["name"] for one in value["recordSet"]] == [
        "tasks",
        "public",
        "scores",
        "profiles",
        "trajectories",
        "turns",
    ]
    assert value["license"] == "https://spdx.org/licenses/CC-BY-4.0"


def test_a_planted_number_and_key_refuse_the_release_and_are_not_told(tmp_path: Path) -> None:
    with pytest.raises(PackageError) as caught:
        write_release(tmp_path / "r", "b", made()[0], [planted()], publication=publication())
    said = str(caught.value)
    place = "package/resources/profiles/logistics_manager/kb_docs/t7__staff.md, line 3"
    assert f"phone in {place}: +4…58 (16 characters)" in said
    assert f"api_key in {place}: gh…3d (40 characters)" in said
    assert "7946" not in said
    assert "--allow api_key --allow phone" in said


def test_what_is_allowed_passes_and_stands_in_the_card(tmp_path: Path) -> None:
    path = tmp_path / "allow.jsonl"
    lines = [
        {"kind": "phone", "file": "package/*staff.md", "reason": "a fictional number"},
        {"kind": "api_key", "reason": "revoked | long ago"},
        {"kind": "iban", "reason": "there is none"},
    ]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    allowed = read_allowances(path)
    target = tmp_path / "r"
    about = publication(allowed=allowed)
    write_release(target, "b", made()[0], [planted()], publication=about)
    card = (target / "README.md").read_text(encoding="utf-8")
    assert "| phone | `package/*staff.md` | 1 | 1 | a fictional number |" in card
    assert "| api_key | `*` | 1 | 1 | revoked \\| long ago |" in card
    assert "iban |" not in card
    assert "7946" not in (target / "scan.json").read_text(encoding="utf-8")


def test_an_allowance_for_another_file_does_not_help(tmp_path: Path) -> None:
    allowed = [Allowance(kind=Kind.PHONE, file="gold/*", reason="r")]
    about = publication(allowed=allowed)
    with pytest.raises(PackageError, match="phone in package"):
        write_release(tmp_path / "r", "b", made()[0], [planted()], publication=about)


def test_an_allowance_without_a_reason_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "allow.jsonl"
    path.write_text('{"kind": "phone"}', encoding="utf-8")
    with pytest.raises(PackageError, match=r"line 1, reason.*has kind, file"):
        read_allowances(path)


@pytest.mark.parametrize(
    ("licences", "named"),
    [
        pytest.param(Licences(), "release.licence, release.source_licence", id="both"),
        pytest.param(Licences(data="CC0-1.0"), "release.source_licence", id="source"),
    ],
)
def test_an_unknown_licence_is_refused_unless_it_is_allowed(licences: Licences, named: str) -> None:
    with pytest.raises(PackageError, match=named):
        require_licences(licences, is_unknown_allowed=False)
    require_licences(licences, is_unknown_allowed=True)


def test_an_unknown_licence_is_said_to_be_unknown(tmp_path: Path) -> None:
    folder = published(tmp_path / "r", licences=Licences())
    for name in ("LICENCES.md", "README.md", "DATASHEET.md", "croissant.json"):
        assert "unknown" in (folder / name).read_text(encoding="utf-8")


def test_tables_and_json_are_scanned_by_column_and_field(tmp_path: Path) -> None:
    frame = pl.DataFrame(
        {
            "Phone": [5551234, 5551235],
            "amount": ["13912345678", "200"],
            "contact": ["no", "call 13912345678"],
            "mobiles": ["13912345678", "13812345678"],
        }
    )
    frame.write_parquet(tmp_path / "t.parquet")
    (tmp_path / "a.jsonl").write_text('\n{"x": [{"note": "a\\n13912345678"}], "tel": "5551234"}\n')
    found = {(item.kind, item.file, item.place) for item in scan_folder(tmp_path).findings}
    assert found == {
        (Kind.PHONE, "t.parquet", "column 'Phone', row 1"),
        (Kind.PHONE, "t.parquet", "column 'Phone', row 2"),
        (Kind.PHONE, "t.parquet", "column 'contact', row 2"),
        (Kind.PHONE, "t.parquet", "column 'mobiles', row 1"),
        (Kind.PHONE, "t.parquet", "column 'mobiles', row 2"),
        (Kind.PHONE, "a.jsonl", "line 2, x, note"),
        (Kind.PHONE, "a.jsonl", "line 2, tel"),
    }
