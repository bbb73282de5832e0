"""The code location of wing two, and its settings file."""

from __future__ import annotations

from pathlib import Path

import dagster as dg
import pytest

from resources.mm_workbench import open_mm_workbench
from resources.toml_settings import settings_from
from tests.shared_files import ROOT
from worksurface_pipeline.definitions_mm import defs
from worksurface_pipeline.kernel.errors import SettingsError, SourceError
from worksurface_pipeline.mmenterprise.seeds.frozen import freeze_seeds
from worksurface_pipeline.mmenterprise.settings import Settings
from worksurface_pipeline.mmenterprise.steps import LAYERS, STEPS
from worksurface_pipeline.mmenterprise.values import VALUES


def test_every_step_is_an_asset_and_has_a_value_class() -> None:
    keys = {key.path[-1] for key in defs.resolve_asset_graph().get_all_asset_keys()}
    assert keys == set(STEPS) == set(VALUES)
    assert {name for _, names in LAYERS for name in names} == set(STEPS)


@pytest.mark.parametrize("name", STEPS)
def test_every_asset_says_what_it_is(name: str) -> None:
    node = defs.resolve_asset_graph().get(dg.AssetKey(name))
    assert node.description
    assert node.group_name.startswith("mm_")
    assert node.owners
    assert node.kinds


@pytest.mark.parametrize(("job", "steps"), LAYERS, ids=[name for name, _ in LAYERS])
def test_a_job_holds_its_layer(job: str, steps: tuple[str, ...]) -> None:
    layer = defs.resolve_job_def(job)
    assert {key.path[-1] for key in layer.asset_layer.executable_asset_keys} == set(steps)
    assert len({STEPS[name].layer for name in steps}) == 1


def test_the_whole_location_loads_as_the_page_loads_it() -> None:
    defs.get_repository_def().load_all_definitions()


def test_no_name_is_that_of_the_other_wing() -> None:
    """One page shows both: an asset of one name would be one asset."""
    from worksurface_pipeline.worksurface import steps

    assert not set(STEPS) & set(steps.STEPS)
    assert not {job for job, _ in LAYERS} & {job for job, _ in steps.LAYERS}


def test_the_settings_file_says_the_defaults() -> None:
    assert settings_from(ROOT / "mmenterprise.toml", Settings) == Settings()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[retrieval]\ndepth = 3", "unknown key 'retrieval.depth'"),
        ('[retrieval]\nretrievers = ["none"]', "there is no retriever 'none'"),
        ('[sweep]\nmodels = ["a/b"]', "'a/b', which is no [[models]]"),
        ("[questions]\ntotal = 1", "questions.total = 1 is wrong"),
    ],
    ids=["key", "retriever", "model", "value"],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "mmenterprise.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        open_mm_workbench(path)
    assert said in str(caught.value)


@pytest.mark.parametrize("name", ["", "seeds.toml"], ids=["folder", "registry"])
def test_a_place_without_seeds_is_said(tmp_path: Path, name: str) -> None:
    with pytest.raises(SourceError, match="There is no seed document"):
        freeze_seeds(tmp_path / name)


def test_a_lake_and_a_home_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "mmenterprise.toml"
    path.write_text("", encoding="utf-8")
    first, second = (open_mm_workbench(path, tmp_path / name) for name in ("a", "b"))
    assert first.id.startswith("mm-")
    assert len({first.id, second.id, first.lake.root, second.lake.root}) == 4
    assert first.home.is_relative_to(tmp_path)
