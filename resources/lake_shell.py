"""Dagster shells of any wing: a bench as a resource, and the IO manager over its lake."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any, Self

import dagster as dg

from resources.bench import Bench
from resources.run_lock import shared_run
from resources.shelf import Shelf
from worksurface_pipeline.kernel.errors import LakeError
from worksurface_pipeline.kernel.lake import Manifest
from worksurface_pipeline.kernel.lineage import Basis
from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.kernel.steps import Input, Step, StepPlan

PARTITION_TAG = "dagster/partition"
"""Tag under which Dagster keeps a run's partition."""


@dataclass(slots=True)
class Fresh:
    """A value just computed, with what it was made from; it is let go once it is stored.

    Dagster keeps the outputs of all steps until a run ends, which would hold every value twice.
    """

    basis: Basis
    value: Stored | None


@dataclass(frozen=True, slots=True)
class Kept:
    """The stored value is still valid; nothing was computed."""

    manifest: Manifest


class BenchResource(dg.ConfigurableResource[Any]):
    """Opens a bench; a run that has it holds its partition alone."""

    @contextmanager
    def yield_for_execution(self, context: dg.InitResourceContext) -> Iterator[Self]:
        """A run holds its partition alone for as long as it goes on; a tick holds nothing."""
        run = context.run
        with ExitStack() as stack:
            if run is not None:
                key = run.tags.get(PARTITION_TAG, "")
                stack.enter_context(shared_run(self.open(), key, _teller(context)))
            yield self

    @abstractmethod
    def open(self) -> Bench:
        """The bench; settings are read anew, so that a long-lived process sees an edit."""


def _teller(context: dg.InitResourceContext) -> Callable[[str], None]:
    """Says a line in the run's own log."""
    return context.log.info if context.log is not None else _unheard


def _unheard(_line: str) -> None:
    """There is no log to say it in."""


class StepIOManager(dg.ConfigurableIOManager):
    """Stores what assets publish, and hands over inputs by CURRENT alone."""

    @abstractmethod
    def opened(self) -> Bench:
        """The bench whose lake this is."""

    @abstractmethod
    def kinds(self) -> Mapping[str, type[Stored]]:
        """The value class of every step."""

    @abstractmethod
    def shelf(self) -> Shelf:
        """Where the steps of a run hand values to one another."""

    def is_shelved(self, _step: Step) -> bool:
        """Whether what a step made is wanted next by the same run."""
        return True

    def handle_output(self, context: dg.OutputContext, obj: Fresh | Kept) -> None:
        """Write a fresh value; a kept one stays as it is."""
        manifest = obj.manifest if isinstance(obj, Kept) else self._store(context, obj)
        context.add_output_metadata(
            {
                "digest": manifest.digest[:16],
                "fingerprint": manifest.fingerprint[:16],
                "attempt": manifest.attempt,
                "files": len(manifest.files),
                "bytes": sum(item.size for item in manifest.files),
            }
        )

    def load_input(self, context: dg.InputContext) -> Any:
        """One value, or a `Partitions` for an input that is read over many partitions."""
        bench = self.opened()
        name = context.asset_key.path[-1]
        plan = bench.plan()
        consumer = plan.steps[_consumer(context)]
        _note_basis(context, plan, consumer)
        item = next(item for item in consumer.inputs if item.step == name)
        keys = plan.keys_of(item, partition_of(context))
        if plan.reads_many(item):
            return bench.lake.all_of(name, keys, self.kinds()[name])
        return self._load_one(bench, item, keys[0])

    def _store(self, context: dg.OutputContext, obj: Fresh) -> Manifest:
        bench = self.opened()
        step = context.asset_key.path[-1]
        value, obj.value = obj.value, None
        if value is None:
            raise LakeError(
                f"{step} was handed over twice", where=bench.lake.root, remedy="Run it again"
            )
        manifest = bench.lake.store(step, partition_of(context), obj.basis, value)
        if self.is_shelved(bench.plan().steps[step]):
            self.shelf().put(bench.lake, manifest, value)
        return manifest

    def _load_one(self, bench: Bench, item: Input, key: str) -> Any:
        manifest = bench.lake.current(item.step, key)
        if manifest is None:
            raise LakeError(
                f"{item.step}{f'[{key}]' if key else ''} was never built",
                where=bench.lake.root,
                remedy=f"Materialize {item.step} first, or run from the command line",
            )
        return self.shelf().take(bench.lake, manifest)


def partition_of(context: Any) -> str:
    """The lake's partition key of a context; never split by hand from Dagster's own key."""
    step = getattr(context, "step_context", context)
    if not step.has_partition_key:
        return ""
    key = step.partition_key
    if isinstance(key, dg.MultiPartitionKey):
        parts = key.keys_by_dimension
        return "|".join(parts[name] for name in sorted(parts))  # as the keys of cells are made
    return str(key)


# Fingerprints of what steps were about to be made from when they began to read, by run and place.
_BEGUN: dict[tuple[str, str, str], str] = {}


def _note_basis(context: dg.InputContext, plan: StepPlan, step: Step) -> None:
    partition = partition_of(context)
    place = (context.step_context.run_id, step.name, partition)
    if place not in _BEGUN:
        _BEGUN[place] = plan.basis(step, partition).fingerprint


def require_unchanged(run_id: str, partition: str, basis: Basis) -> None:
    """Raises LakeError where another run changed what a step reads while it was being read."""
    begun = _BEGUN.pop((run_id, basis.step, partition), basis.fingerprint)
    if begun != basis.fingerprint:
        raise LakeError(
            f"What {basis.step}{f'[{partition}]' if partition else ''} is made from changed while"
            " it was read, by another run",
            remedy="Run it again",
        )


def _consumer(context: dg.InputContext) -> str:
    """The step that reads the input: an asset's node bears the asset's name."""
    return str(context.step_context.node_handle.name)
