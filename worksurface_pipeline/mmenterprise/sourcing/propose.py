"""Asks a model about a document stretch by stretch; what is borne out joins the bundle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from worksurface_pipeline.harness.llm.types import ModelClient, Sampling
from worksurface_pipeline.mmenterprise.schema.seed import SeedFact, SourceAsking
from worksurface_pipeline.mmenterprise.seeds.build import figures_of, witness_of
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.seeds.draft import Draft
from worksurface_pipeline.mmenterprise.seeds.parts import Readings
from worksurface_pipeline.mmenterprise.seeds.settling import numbered
from worksurface_pipeline.mmenterprise.settings import Settings
from worksurface_pipeline.mmenterprise.sourcing.checks import ClaimChecks
from worksurface_pipeline.mmenterprise.sourcing.prompts import VERSION, source_prompt
from worksurface_pipeline.mmenterprise.sourcing.replies import Read, checked_reply
from worksurface_pipeline.mmenterprise.sourcing.stretches import Stretch, stretches
from worksurface_pipeline.mmenterprise.writing.asking import Asked, Asker


def with_proposals(
    bundle: SeedBundle, readings: Readings, client: ModelClient | None, settings: Settings
) -> SeedBundle:
    """The bundle with the claims of a model that the document bears out; as it was without one.

    Facts that rules read stay as they are, whatever a model says. Given the replies everything is
    determined. Raises ModelConfigurationError: no call can succeed then.
    """
    name = settings.source.model
    if client is None or not name:
        return bundle
    choice = settings.model(name)
    sampling = Sampling(
        temperature=choice.temperature, seed=choice.seed, max_tokens=choice.max_tokens
    )
    asker = Asker(client, name, sampling, settings.source.attempts)
    return _Proposer(asker, readings, settings.source.claims).run(bundle)


@dataclass(frozen=True)
class _Proposer:
    asker: Asker
    readings: Readings
    most: int

    def run(self, bundle: SeedBundle) -> SeedBundle:
        """Ask about one stretch after the other: what the earlier ones gave is known by then."""
        witness = witness_of(self.readings.parts, self.readings.words)
        facts, asked = list(bundle.seeds.facts), []
        figures = figures_of(bundle.seeds.document.id, self.readings.parts)
        for stretch in stretches(self.readings.parts):
            checks = ClaimChecks(bundle.seeds.document, witness, tuple(facts), figures)
            found = self._ask(stretch, checks)
            read = found.value or Read()
            new = _numbered(bundle.seeds.document.id, facts, read.drafts)
            facts += new
            asked.append(self._record(stretch, found, read, new))
        seeds = bundle.seeds.model_copy(update={"facts": tuple(facts), "asked": tuple(asked)})
        return replace(bundle, seeds=seeds)

    def _ask(self, stretch: Stretch, checks: ClaimChecks) -> Asked[Read]:
        pages = {one.page for one in stretch.pages}
        known = [f"{one.entity}: {one.attribute}" for one in checks.known if one.page in pages]
        prompt = source_prompt(stretch, known, self.most)
        return self.asker.ask(
            prompt, lambda fields: checked_reply(fields, stretch, checks, self.most)
        )

    def _record(
        self, stretch: Stretch, found: Asked[Read], read: Read, new: Sequence[SeedFact]
    ) -> SourceAsking:
        return SourceAsking(
            pages=stretch.name,
            model=self.asker.model,
            prompt_version=VERSION,
            calls=found.calls,
            errors=found.errors,
            facts=tuple(one.id for one in new),
            summary=read.summary,
            components=read.components,
            steps=read.steps,
        )


def _numbered(seed: str, facts: Sequence[SeedFact], drafts: Sequence[Draft]) -> list[SeedFact]:
    """Facts of drafts, numbered on from those there are."""
    counts = Counter(one.kind for one in facts)
    found = []
    for draft in drafts:
        counts[draft.kind] += 1
        found.append(numbered(seed, draft, counts[draft.kind]))
    return found
