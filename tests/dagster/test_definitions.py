"""The code location: what it holds, and that every partition mapping is explicit."""

from __future__ import annotations

import dagster as dg
import pytest

from assets.partitions import sync_partitions
from worksurface_pipeline.definitions import defs
from worksurface_pipeline.kernel.errors import SettingsError
from worksurface_pipeline.worksurface.steps import LAYERS, STEPS
from worksurface_pipeline.worksurface.values import VALUES


def test_every_step_is_an_asset_and_has_a_value_class() -> None:
    keys = {key.path[-1] for key in defs.resolve_asset_graph().get_all_asset_keys()}
    assert keys - {"release"} == set(STEPS) == set(VALUES)


def test_the_release_is_external_and_stands_on_the_benchmark() -> None:
    node = defs.resolve_asset_graph().get(dg.AssetKey("release"))
    assert node.is_external
    assert dg.AssetKey("benchmark") in node.parent_keys


@pytest.mark.parametrize("name", STEPS)
def test_every_asset_says_what_it_is(name: str) -> None:
    node = defs.resolve_asset_graph().get(dg.AssetKey(name))
    assert node.description
    assert node.group_name in {"source", "surfaces", "tasks", "sweep", "scores", "report"}
    assert node.owners
    assert node.kinds


@pytest.mark.parametrize(("job", "steps"), LAYERS, ids=[name for name, _ in LAYERS])
def test_a_job_holds_its_layer(job: str, steps: tuple[str, ...]) -> None:
    layer = defs.resolve_job_def(job)
    assert {key.path[-1] for key in layer.asset_layer.executable_asset_keys} == set(steps)


def test_the_whole_location_loads_as_the_page_loads_it() -> None:
    """Names of assets, jobs, checks, schedules and sensors must not collide."""
    repository = defs.get_repository_def()
    repository.load_all_definitions()
    assert {job.name for job in repository.get_all_jobs()} >= {name for name, _ in LAYERS}


@pytest.mark.parametrize("key", ["a|b", "a[b", "a,b", "", "a\nb"])
def test_unusable_partition_keys_are_refused(key: str) -> None:
    instance = dg.DagsterInstance.ephemeral()
    with pytest.raises(SettingsError, match="cannot be a"):
        sync_partitions(instance, (), (key,))


def test_partition_keys_follow_the_source() -> None:
    instance = dg.DagsterInstance.ephemeral()
    sync_partitions(instance, ("a", "b"), ("m",))
    sync_partitions(instance, ("b", "c"), ("m",))
    assert set(instance.get_dynamic_partitions("persona")) == {"b", "c"}


def test_many_keys_fit_into_one_instance() -> None:
    instance = dg.DagsterInstance.ephemeral()
    keys = tuple(f"p{number:04d}" for number in range(2000))
    sync_partitions(instance, keys, ("m",))
    assert len(instance.get_dynamic_partitions("persona")) == 2000
