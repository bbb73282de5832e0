"""A browser without a window, spoken to over its debugging protocol: pages, scripts, requests."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import time
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
BROWSER = next((path for name in _NAMES if (path := shutil.which(name))), "")
_PATIENCE = 60  # seconds for the browser to start, for an answer, and for a condition to hold
_PAUSE = 0.05


@dataclass(slots=True)
class Browser:
    """One page of a browser. `requests` are all addresses it asked for, `faults` what it said."""

    link: ClientConnection
    requests: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    loaded: int = 0
    _number: int = 0

    def call(self, method: str, **given: Any) -> Any:
        """The answer to one command; events that come before it are taken in."""
        self._number += 1
        self.link.send(json.dumps({"id": self._number, "method": method, "params": given}))
        while True:
            said = json.loads(self.link.recv(timeout=_PATIENCE))
            if said.get("id") == self._number:
                assert "error" not in said, (method, said["error"])
                return said["result"]
            self._note(said)

    def open(self, address: str) -> None:
        """Go to an address and wait until the page and its deferred scripts have run."""
        self.call("Page.navigate", url="about:blank")  # so that a mere change of the hash loads too
        self.wait("location.href === 'about:blank'")
        self.call("Page.navigate", url=address)
        self.wait("location.href !== 'about:blank' && document.readyState === 'complete'")

    def ask(self, script: str) -> Any:
        """The value of an expression on the page."""
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in found, found["exceptionDetails"]
        return found["result"].get("value")

    def wait(self, condition: str) -> None:
        """Until an expression is true."""
        end = time.monotonic() + _PATIENCE
        while not self.ask(f"Boolean({condition})"):
            assert time.monotonic() < end, f"never came true: {condition}"
            time.sleep(_PAUSE)

    def size(self, width: int, height: int = 900, is_dark: bool = False) -> None:
        """Another window, by CSS pixels."""
        self.call(
            "Emulation.setDeviceMetricsOverride",
            **{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600},
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def picture(self, path: Path, is_whole: bool = False) -> None:
        """A picture of the window, or of the whole page."""
        shot = self.call("Page.captureScreenshot", captureBeyondViewport=is_whole)
        path.write_bytes(base64.b64decode(shot["data"]))

    def _note(self, said: Any) -> None:
        given = said.get("params", {})
        if said["method"] == "Network.requestWillBeSent":
            self.requests.append(given["request"]["url"])
        elif said["method"] == "Network.loadingFinished":
            self.loaded += int(given["encodedDataLength"])
        elif said["method"] == "Runtime.exceptionThrown":
            self.faults.append(json.dumps(given["exceptionDetails"])[:500])
        elif said["method"] == "Log.entryAdded":
            self.faults.append(f"{given['entry']['text']} {given['entry'].get('url', '')}")


@contextmanager
def browsing(profile: Path) -> Iterator[Browser]:
    """A browser with a profile of its own; it is ended with all its processes' parent."""
    command = [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"]
    command += ["--remote-debugging-port=0", f"--user-data-dir={profile}", "about:blank"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        with connect(_page_address(profile), max_size=None, ping_interval=None) as link:
            browser = Browser(link)
            for domain in ("Page", "Runtime", "Network", "Log"):
                browser.call(f"{domain}.enable")
            yield browser
    finally:
        process.terminate()
        process.wait(timeout=_PATIENCE)


def _page_address(profile: Path) -> str:
    told = profile / "DevToolsActivePort"
    end = time.monotonic() + _PATIENCE
    while not (told.exists() and told.read_text().count("\n")):
        assert time.monotonic() < end, "the browser did not start"
        time.sleep(_PAUSE)
    port = told.read_text().splitlines()[0]
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/json", timeout=_PATIENCE) as answer:
        pages = [item for item in json.load(answer) if item["type"] == "page"]
    return str(pages[0]["webSocketDebuggerUrl"])


def written(root: Path, files: Iterable[tuple[str, bytes]]) -> Path:
    """A site's files in a folder."""
    for name, data in files:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root
