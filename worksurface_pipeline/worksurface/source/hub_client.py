"""Requests to a hub: patience, redirects, and every foreign error as a HubError.

Written on httpx, not on huggingface_hub, because that package reads some thirty environment
variables and the home folder when it is imported (offline mode, cache, token, telemetry), fetches
large files from storage hosts of its own choice that an endpoint setting does not cover, and
retries by rules of its own. Here endpoint, token, proxy, sleep and patience are values that the
front door passes in. The endpoints are the documented ones of the Hub's HTTP API.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

import httpx

from worksurface_pipeline.kernel.addresses import address_fault
from worksurface_pipeline.kernel.errors import HubError
from worksurface_pipeline.kernel.model import Frozen

T = TypeVar("T")
PUBLIC_ENDPOINT = "https://huggingface.co"
_AGAIN = frozenset({408, 429, 500, 502, 503, 504})
_TOKEN_REMEDY = "Ask for access on the hub and set HF_TOKEN to a token that may read it"
_NETWORK_REMEDY = (
    "Check the network and HF_ENDPOINT, then run again: what was fetched is kept; "
    "a local folder needs no network"
)


class Patience(Frozen):
    """How long to try. Waits double from `first_wait` seconds up to `longest_wait`.

    A server that asks for a longer wait than that is not waited for. `timeout` is the longest
    silence on a connection, in seconds.
    """

    attempts: int = 5
    first_wait: float = 1.0
    longest_wait: float = 60.0
    timeout: float = 30.0


@dataclass(frozen=True, slots=True)
class HubAccess:
    """How to reach a hub. `token` is sent to `endpoint` alone and never shown; "" is none.

    `sleep` waits between attempts. `proxy` is a URL, `ca_file` a bundle of certificates.
    """

    sleep: Callable[[float], None]
    endpoint: str = PUBLIC_ENDPOINT
    token: str = field(default="", repr=False)
    proxy: str = field(default="", repr=False)
    ca_file: str = ""
    patience: Patience = field(default_factory=Patience)


class TryAgainError(Exception):
    """An attempt failed and another may succeed. `error` is what to raise when none is left."""

    def __init__(self, error: HubError, wait: float | None = None) -> None:
        super().__init__(str(error))
        self.error = error
        self.wait = wait


class HubClient:
    """An open connection pool to one hub; use it as a context manager. Safe for threads."""

    def __init__(self, access: HubAccess) -> None:
        self._access = access
        self.endpoint = access.endpoint.rstrip("/") or PUBLIC_ENDPOINT
        fault = address_fault(self.endpoint)
        if fault:
            remedy = f"Set HF_ENDPOINT to a URL such as {PUBLIC_ENDPOINT}"
            raise HubError(f"The hub's address {fault}", where="HF_ENDPOINT", remedy=remedy)
        self._http = _open(access)

    def __enter__(self) -> HubClient:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    def get(self, path: str) -> httpx.Response:
        """The whole answer to a GET of `path` (with its query) below the endpoint."""

        def attempt() -> httpx.Response:
            with self.stream(path) as response:
                response.read()
                return response

        return self.persist(attempt)

    @contextmanager
    def stream(
        self, path: str, headers: Mapping[str, str] | None = None
    ) -> Iterator[httpx.Response]:
        """An answer whose body is still to be read. Raises HubError or TryAgainError."""
        url = self.endpoint + path
        try:
            with self._http.stream("GET", url, headers=dict(headers or {})) as response:
                self._check(response)
                yield response
        except (httpx.InvalidURL, httpx.UnsupportedProtocol, httpx.TooManyRedirects) as error:
            raise HubError(f"The hub's address cannot be followed: {error}", where=url) from error
        except (httpx.RequestError, httpx.StreamError) as error:
            what = f"The hub does not answer: {_reason(error)}"
            raise TryAgainError(HubError(what, where=url, remedy=_NETWORK_REMEDY)) from error

    def persist(self, attempt: Callable[[], T]) -> T:
        """Call `attempt` until it succeeds or patience is at its end."""
        patience = self._access.patience
        for number in range(1, patience.attempts + 1):
            try:
                return attempt()
            except TryAgainError as failure:
                wait = failure.wait or patience.first_wait * 2.0 ** (number - 1)
                is_last = number == patience.attempts
                if is_last or (failure.wait or 0) > patience.longest_wait:
                    raise failure.error from failure
                self._access.sleep(min(wait, patience.longest_wait))
        raise HubError("No attempt was allowed", where=self.endpoint)

    def _check(self, response: httpx.Response) -> None:
        code = response.status_code
        if code < httpx.codes.BAD_REQUEST or code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE:
            return
        error = _refusal(response)
        if code in _AGAIN:
            raise TryAgainError(error, _asked_wait(response))
        raise error


def _open(access: HubAccess) -> httpx.Client:
    """A client that takes nothing from the environment and sends the token to no other host."""
    headers = {"User-Agent": "worksurface-pipeline", "Accept-Encoding": "identity"}
    token = access.token.strip()
    if not token.isascii() or not token.isprintable() or " " in token:
        remedy = "Set HF_TOKEN to the token alone, as the hub shows it"
        raise HubError("The token holds characters that no token has", remedy=remedy)
    if token:
        headers["Authorization"] = f"Bearer {token}"
    try:
        return httpx.Client(
            headers=headers,
            follow_redirects=True,
            timeout=access.patience.timeout,
            trust_env=False,
            proxy=access.proxy or None,
            verify=ssl.create_default_context(cafile=access.ca_file) if access.ca_file else True,
        )
    except (OSError, ValueError, ImportError, httpx.InvalidURL) as error:
        remedy = "Check the proxy's address and the file of certificates"
        what = "The connection to the hub cannot be set up"
        raise HubError(what, where=access.ca_file, remedy=remedy) from error


def _refusal(response: httpx.Response) -> HubError:
    """A status of 400 or more as a sentence with its remedy."""
    where = str(response.request.url.copy_with(query=None))
    code = response.status_code
    known = {
        401: ("The hub asks for a token, or the dataset does not exist", _TOKEN_REMEDY),
        403: ("The hub refuses access to the dataset", _TOKEN_REMEDY),
        404: (
            "The hub has no such dataset, revision or file",
            "Check source.hub, source.revision and source.split",
        ),
        429: ("The hub limits the rate of requests", "Run again later: what was fetched is kept"),
    }
    what, remedy = known.get(code, ("The hub failed", "Run again later: what was fetched is kept"))
    return HubError(f"{what} (status {code})", where=where, remedy=remedy)


def misunderstood(answer: httpx.Response) -> HubError:
    """The error of an answer that is no answer of a hub."""
    where = str(answer.request.url)
    remedy = "Check HF_ENDPOINT: it must lead to a hub or a mirror of one"
    return HubError(
        "The hub's answer is not what its interface promises", where=where, remedy=remedy
    )


def _asked_wait(response: httpx.Response) -> float | None:
    """Seconds of a Retry-After header; a date in it is not read, for there is no clock here."""
    text = response.headers.get("Retry-After", "").strip()
    return float(text) if text.isdecimal() else None


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__
