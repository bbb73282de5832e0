"""What may be wrong with a ledger: each kind has a name, each case says where and what."""

from __future__ import annotations

from enum import StrEnum

from worksurface_pipeline.kernel.model import Frozen


class ViolationKind(StrEnum):
    """The invariants by the name of their violation."""

    UNKNOWN_REFERENCE = "unknown_reference"
    DUPLICATE_ID = "duplicate_id"
    NOT_A_MEMBER = "not_a_member"
    NOT_JOINED = "not_joined"
    NOT_THE_KEEPER = "not_the_keeper"
    OUTSIDE_HOURS = "outside_hours"
    OUTSIDE_PERIOD = "outside_period"
    TIME_NOT_UNIQUE = "time_not_unique"
    OUT_OF_ORDER = "out_of_order"
    EFFECT_BEFORE_CAUSE = "effect_before_cause"
    UNRELATED_CAUSE = "unrelated_cause"
    DETECTION_WITHOUT_ERROR = "detection_without_error"
    CORRECTION_WITHOUT_DETECTION = "correction_without_detection"
    NOTICED_BY_AUTHOR = "noticed_by_author"
    ERROR_LEFT_ALONE = "error_left_alone"
    ERROR_WITHOUT_SLIP = "error_without_slip"
    SIBLING_VALUE = "sibling_value"
    UNTRUE_CORRECTION = "untrue_correction"
    OUTDATED_BY_KEEPER = "outdated_by_keeper"
    WITHDRAWN_UNSAID = "withdrawn_unsaid"
    REASON_MISSING = "reason_missing"
    TALK_WITH_VALUES = "talk_with_values"
    WRONG_TRUTH = "wrong_truth"
    UNSUPPORTED_VALUE = "unsupported_value"
    UNAVAILABLE_VALUE = "unavailable_value"
    UNHEARD_VALUE = "unheard_value"
    LEAKED_VALUE = "leaked_value"
    VISUAL_IN_TEXT = "visual_in_text"
    LOST_VALUE = "lost_value"
    STATE_GAP = "state_gap"
    STATE_OVERLAP = "state_overlap"
    STATE_WITHOUT_CAUSE = "state_without_cause"
    MUST_MISMATCH = "must_mismatch"
    VERSION_ORDER = "version_order"
    DOCUMENT_MOVED = "document_moved"
    ANOTHER_AUTHOR = "another_author"


class Violation(Frozen):
    """One case: the kind, the event or slot, and a sentence on it."""

    kind: ViolationKind
    where: str
    what: str
