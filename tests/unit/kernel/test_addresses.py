"""Addresses in settings: what is refused, and that no message repeats what may be secret."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from worksurface_pipeline.harness.llm.choices import ModelChoice
from worksurface_pipeline.kernel.addresses import address_fault


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1:8000/v1", "https://host.example", "https://[::1]:8/v1", "HTTPS://Host/v1/"],
)
def test_an_address_is_taken_as_it_is(address: str) -> None:
    assert address_fault(address) == ""
    assert ModelChoice(id="m", api_base=address).api_base == address


@pytest.mark.parametrize(
    ("address", "told"),
    [
        pytest.param("host.example/v1", "no address of a server", id="no-scheme"),
        pytest.param("file:///etc/s3cret", "no address of a server", id="a-file"),
        pytest.param("http:///v1/s3cret", "no address of a server", id="no-host"),
        pytest.param("http://h:s3cret/v1", "no address", id="no-port"),
        pytest.param("http://user:s3cret@h/v1", "user or a password", id="a-password"),
        pytest.param("http://s3cret@h/v1", "user or a password", id="a-user"),
        pytest.param("http://h/v1?token=s3cret", "query", id="a-query"),
        pytest.param("http://h/v1#s3cret", "fragment", id="a-fragment"),
        pytest.param("http://h/s3cret v1", "blank", id="a-blank"),
        pytest.param("http://h/v1\n", "blank|no address", id="a-line-end"),
    ],
)
def test_what_is_no_address_or_holds_a_secret_is_refused(address: str, told: str) -> None:
    with pytest.raises(ValidationError, match=told) as caught:
        ModelChoice(id="m", api_base=address)
    assert "s3cret" not in caught.value.errors()[0]["msg"]
