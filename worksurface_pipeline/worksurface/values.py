"""What each step stores: the value class of every asset."""

from __future__ import annotations

from collections.abc import Mapping

from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.review.records import AuditPlan
from worksurface_pipeline.site.result_tables import ResultTables
from worksurface_pipeline.worksurface.analysis.figures import FigureSet
from worksurface_pipeline.worksurface.analysis.report_model import Report
from worksurface_pipeline.worksurface.necessity.records import NecessitySet
from worksurface_pipeline.worksurface.necessity.summary import NecessitySummary
from worksurface_pipeline.worksurface.proposals.sets import PoolSet, ProcedureSet, ProposalSet
from worksurface_pipeline.worksurface.scoring.sets import BudgetSet, ScoreSet
from worksurface_pipeline.worksurface.screening.quarantine import QuarantineSet
from worksurface_pipeline.worksurface.screening.sets import (
    BallotSet,
    ScreenedSet,
    ScreeningReport,
)
from worksurface_pipeline.worksurface.source.sets import (
    FrozenSource,
    SharedContentSet,
    SourceTaskSet,
)
from worksurface_pipeline.worksurface.surfaces.sets import (
    CoverageLedger,
    DocumentSet,
    GraphSet,
    SurfaceBundle,
    TableSet,
)
from worksurface_pipeline.worksurface.sweep import TrajectorySet
from worksurface_pipeline.worksurface.tasks.benchmark import Benchmark
from worksurface_pipeline.worksurface.tasks.placebo import PlaceboSet
from worksurface_pipeline.worksurface.tasks.sets import CandidateSet, VerifiedSet

VALUES: Mapping[str, type[Stored]] = {
    "source_lock": FrozenSource,
    "shared_contents": SharedContentSet,
    "source_tasks": SourceTaskSet,
    "tables": TableSet,
    "documents": DocumentSet,
    "graph": GraphSet,
    "surface_bundle": SurfaceBundle,
    "coverage_ledger": CoverageLedger,
    "candidates": CandidateSet,
    "own_questions": CandidateSet,
    "proposals": ProposalSet,
    "verified_tasks": VerifiedSet,
    "placebo": PlaceboSet,
    "procedures": ProcedureSet,
    "pool": PoolSet,
    "necessity": NecessitySet,
    "quarantine": QuarantineSet,
    "ballots": BallotSet,
    "screened_tasks": ScreenedSet,
    "necessity_rates": NecessitySummary,
    "agreement": ScreeningReport,
    "benchmark": Benchmark,
    "human_audit": AuditPlan,
    "trajectories": TrajectorySet,
    "efficiency_budgets": BudgetSet,
    "scores": ScoreSet,
    "result_tables": ResultTables,
    "figures": FigureSet,
    "report": Report,
}
