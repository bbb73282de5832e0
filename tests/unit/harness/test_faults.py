from __future__ import annotations

import pytest
from pydantic import SecretStr

from worksurface_pipeline.harness.llm.faults import fault_of, retry_after
from worksurface_pipeline.harness.llm.retry import FaultKind
from worksurface_pipeline.harness.llm.settings import ModelSettings

MODEL = ModelSettings(
    id="openai/x",
    key_variable="MY_KEY",
    api_key=SecretStr("sk-very-secret"),
    api_base="http://h/v1",
)


class ForeignError(Exception):
    def __init__(self, text: str, status: int | None = None) -> None:
        super().__init__(text)
        self.status_code = status


@pytest.mark.parametrize(
    ("error", "kind", "word"),
    [
        pytest.param(
            ForeignError("LLM Provider NOT provided. Pass in the", 400),
            FaultKind.CONFIGURATION,
            "No provider",
            id="unknown-provider",
        ),
        pytest.param(
            ForeignError("Missing credentials. Please pass an `api_key`", 500),
            FaultKind.CONFIGURATION,
            "MY_KEY",
            id="missing-key-as-500",
        ),
        pytest.param(
            ForeignError("Missing Gemini API key. Set the", 500),
            FaultKind.CONFIGURATION,
            "MY_KEY",
            id="missing-key-of-another-provider",
        ),
        pytest.param(ForeignError("bad key", 401), FaultKind.CONFIGURATION, "refused", id="401"),
        pytest.param(ForeignError("no", 403), FaultKind.CONFIGURATION, "refused", id="403"),
        pytest.param(ForeignError("pay", 402), FaultKind.CONFIGURATION, "credit", id="402"),
        pytest.param(ForeignError("what?", 404), FaultKind.CONFIGURATION, "api_base", id="404"),
        pytest.param(
            ForeignError("You exceeded your current quota", 429),
            FaultKind.CONFIGURATION,
            "credit",
            id="quota-is-no-rate-limit",
        ),
        pytest.param(
            ForeignError("import failed please run `pip install x`", 400),
            FaultKind.CONFIGURATION,
            "library",
            id="library-missing",
        ),
        pytest.param(ForeignError("slow down", 429), FaultKind.RATE_LIMITED, "rate", id="429"),
        pytest.param(
            ForeignError("bad field", 400), FaultKind.REFUSED_REQUEST, "400", id="other-400"
        ),
        pytest.param(ForeignError("big", 413), FaultKind.REFUSED_REQUEST, "413", id="413"),
        pytest.param(ForeignError("boom", 500), FaultKind.TRANSIENT, "boom", id="500"),
        pytest.param(ForeignError("busy", 503), FaultKind.TRANSIENT, "busy", id="503"),
        pytest.param(ForeignError("late", 408), FaultKind.TRANSIENT, "late", id="408"),
        pytest.param(
            ForeignError("Connection error.", 500),
            FaultKind.TRANSIENT,
            "http://h/v1",
            id="no-network-names-the-address",
        ),
        pytest.param(OSError("no route to host"), FaultKind.TRANSIENT, "network", id="os-error"),
        pytest.param(ForeignError(""), FaultKind.TRANSIENT, "ForeignError", id="without-a-word"),
    ],
)
def test_each_foreign_error_has_its_fault(error: Exception, kind: FaultKind, word: str) -> None:
    fault = fault_of(error, MODEL)
    assert fault.kind is kind
    assert word in f"{fault.what} {fault.remedy}"
    assert fault.remedy


def test_the_key_never_stands_in_a_message() -> None:
    fault = fault_of(ForeignError("Incorrect API key provided: sk-very-secret", 401), MODEL)
    assert "sk-very-secret" not in f"{fault.what}{fault.remedy}"


def test_a_long_foreign_message_is_bounded() -> None:
    assert len(fault_of(ForeignError("x" * 100_000, 500), MODEL).what) < 500


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        pytest.param({"Retry-After": "7"}, 7.0, id="seconds"),
        pytest.param({"retry-after": "0.25"}, 0.25, id="fraction"),
        pytest.param({"retry-after-ms": "1500", "retry-after": "9"}, 1.5, id="milliseconds"),
        pytest.param(
            {
                "Date": "Mon, 30 Nov 2026 01:00:00 GMT",
                "Retry-After": "Mon, 30 Nov 2026 01:00:40 GMT",
            },
            40.0,
            id="date-against-the-servers-own",
        ),
        pytest.param(
            {
                "Date": "Mon, 30 Nov 2026 01:00:00 GMT",
                "Retry-After": "Mon, 30 Nov 2026 00:00:00 GMT",
            },
            0.0,
            id="date-that-has-passed",
        ),
        pytest.param({"Retry-After": "Mon, 30 Nov 2026 01:00:40 GMT"}, None, id="date-alone"),
        pytest.param({"Retry-After": "soon"}, None, id="nonsense"),
        pytest.param({"Retry-After": "-3"}, None, id="negative"),
        pytest.param({}, None, id="absent"),
    ],
)
def test_retry_after(headers: dict[str, str], seconds: float | None) -> None:
    assert retry_after(headers) == seconds
