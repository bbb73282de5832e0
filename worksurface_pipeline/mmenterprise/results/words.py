"""The words under which tables show types, places and the like, each in its order."""

from __future__ import annotations

from collections.abc import Mapping

from worksurface_pipeline.mmenterprise.schema.questions import Absence, QuestionType
from worksurface_pipeline.mmenterprise.schema.world import Place

TYPES: Mapping[str, str] = {
    QuestionType.EXTRACTION.value: "Extraction",
    QuestionType.ATTRIBUTION.value: "Attribution",
    QuestionType.COMPUTATION.value: "Computation",
    QuestionType.COMPARISON.value: "Comparison",
    QuestionType.INTERPRETATION.value: "Interpretation",
    QuestionType.CROSS_SOURCE.value: "Cross-source",
    QuestionType.TEMPORAL.value: "Temporal",
    QuestionType.UNANSWERABLE.value: "Unanswerable",
}
REASONING, CONFLICT, NOTHING = "Evidence reasoning", "Conflict resolution", "Unanswerability"
CATEGORIES: Mapping[str, str] = {
    kind: NOTHING
    if kind == QuestionType.UNANSWERABLE
    else CONFLICT
    if kind in (QuestionType.CROSS_SOURCE, QuestionType.TEMPORAL)
    else REASONING
    for kind in TYPES
}
PLACES: Mapping[str, str] = {
    Place.CHAT.value: "Messages",
    Place.WIKI.value: "Wiki entries",
    Place.MAIL.value: "Mails",
    Place.NOTES.value: "Meeting notes",
    Place.LOG.value: "Logs",
    Place.REPORT.value: "Report pages",
    Place.DECK.value: "Slides",
    Place.IMAGE.value: "Pictures",
}
ABSENCES: Mapping[str, str] = {
    Absence.NEVER_RECORDED.value: "Never recorded",
    Absence.PREMISE_CONTRADICTED.value: "Premise contradicted",
    Absence.TWIN_CHANGED.value: "Changed twin",
}
ORIGINS: Mapping[str, str] = {
    "seed": "Seed values",
    "invented": "Invented values",
    "project": "Values of the project",
}
TEXT, VISUAL, MIXED = "Text", "Visual", "Text + visual"
MODALITIES = (TEXT, VISUAL, MIXED)
