"""What each step stores: the value class of every asset."""

from __future__ import annotations

from collections.abc import Mapping

from worksurface_pipeline.kernel.records import Stored
from worksurface_pipeline.mmenterprise.assembly import MmBenchmark
from worksurface_pipeline.mmenterprise.corpus.corpus import Corpus
from worksurface_pipeline.mmenterprise.judging.calibration import Calibration
from worksurface_pipeline.mmenterprise.questions.drafted import QuestionDrafts
from worksurface_pipeline.mmenterprise.records.audit import RecordFindings
from worksurface_pipeline.mmenterprise.schema.evaluation import Answers, Judgements, Retrieved
from worksurface_pipeline.mmenterprise.schema.ledger import Ledger
from worksurface_pipeline.mmenterprise.seeds.bundle import SeedBundle
from worksurface_pipeline.mmenterprise.seeds.frozen import FrozenSeeds
from worksurface_pipeline.mmenterprise.validation.model import Validation
from worksurface_pipeline.mmenterprise.writing.model import Writing
from worksurface_pipeline.mmenterprise.writing.proposing import Proposals
from worksurface_pipeline.review.records import AuditPlan
from worksurface_pipeline.site.figures import FigureSet
from worksurface_pipeline.site.files import SiteFiles
from worksurface_pipeline.site.result_tables import ResultTables

VALUES: Mapping[str, type[Stored]] = {
    "mm_seeds": FrozenSeeds,
    "mm_seed_bundle": SeedBundle,
    "mm_ledger": Ledger,
    "mm_records": Writing,
    "mm_record_checks": RecordFindings,
    "mm_questions": QuestionDrafts,
    "mm_proposals": Proposals,
    "mm_validation": Validation,
    "mm_benchmark": MmBenchmark,
    "mm_human_audit": AuditPlan,
    "mm_corpus": Corpus,
    "mm_retrieved": Retrieved,
    "mm_answers": Answers,
    "mm_judgements": Judgements,
    "mm_calibration": Calibration,
    "mm_tables": ResultTables,
    "mm_figures": FigureSet,
    "mm_report": SiteFiles,
}
