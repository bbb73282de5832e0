"""A dataset fetched from a hub-shaped server on 127.0.0.1."""

from __future__ import annotations

import json
import resource
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.source.hub_server import COMMIT, REPO, RESOLVE, Fault, Hub, serve
from tests.unit.source.workspaces import HEX, metadata
from worksurface_pipeline.kernel.errors import HubError
from worksurface_pipeline.worksurface.source.freeze import freeze
from worksurface_pipeline.worksurface.source.hub import HubSnapshot, download, resolve_revision
from worksurface_pipeline.worksurface.source.hub_client import HubAccess, Patience
from worksurface_pipeline.worksurface.source.loader import load_workspace
from worksurface_pipeline.worksurface.source.model import Origin, Pin, PinKind

SPLIT = "split en"
BIG = bytes(range(256)) * 2000
BIG_PATH = f"{SPLIT}/7/data/{HEX}_a.md"
TOKEN = "hf_secretsecret"


def dataset() -> dict[str, bytes]:
    meta = json.dumps(metadata()).encode()
    return {
        ".gitattributes": b"x",
        f"{SPLIT}/7/metadata.json": meta,
        BIG_PATH: BIG,
        f"{SPLIT}/7/data/{HEX}_供应 #1.md": b"same",
        f"{SPLIT}/7/data/copy.md": b"same",
        f"{SPLIT}/7/data/empty.md": b"",
        f"{SPLIT}/8/metadata.json": meta.replace(b"7", b"8", 1),
        "other/9/metadata.json": meta,
    }


@pytest.fixture
def hub() -> Iterator[Hub]:
    with serve(Hub(files=dataset(), lfs=frozenset({BIG_PATH}))) as running:
        yield running


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def access(hub: Hub, waits: list[float]) -> HubAccess:
    patience = Patience(attempts=3, first_wait=1, longest_wait=10, timeout=5)
    return HubAccess(sleep=waits.append, endpoint=hub.endpoint + "/", patience=patience)


def with_token(access: HubAccess, token: str) -> HubAccess:
    return HubAccess(access.sleep, access.endpoint, token, patience=access.patience)


def fetch(access: HubAccess, target: Path) -> HubSnapshot:
    return download(REPO, COMMIT, SPLIT, target, access, workers=2)


def contents(root: Path) -> dict[str, bytes]:
    return {
        f"{SPLIT}/{path.relative_to(root).as_posix()}": path.read_bytes()
        for path in root.rglob("*")
        if path.is_file()
    }


def test_a_split_is_fetched_over_pages_and_redirects(
    hub: Hub, access: HubAccess, tmp_path: Path
) -> None:
    steps: list[tuple[str, int, int, int]] = []
    snapshot = download(
        REPO, COMMIT, SPLIT, tmp_path, access, on_file=lambda *step: steps.append(step)
    )
    expected = {name: data for name, data in dataset().items() if name.startswith(SPLIT)}
    assert contents(tmp_path) == expected
    assert {file.path for file in snapshot.files} == set(expected)
    assert (snapshot.extra, len(hub.asked(f"/storage/{BIG_PATH}"))) == ((), 1)
    total = sum(len(data) for data in expected.values())
    assert [step[3] for step in steps] == list(range(len(expected)))[::-1]
    assert steps[-1][1:3] == (total, total)


def test_snapshot_loads_and_freezes_as_a_pinned_workspace(
    access: HubAccess, tmp_path: Path
) -> None:
    snapshot = fetch(access, tmp_path)
    origin = Origin(repo=REPO, commit=COMMIT, split=SPLIT, downloaded_at="2026-01-01T00:00:00")
    workspace = load_workspace(snapshot.root, None, "mine", origin=origin)
    pin = Pin(kind=PinKind.COMMIT, name=COMMIT, extra=snapshot.extra, allow_absent=True)
    lock = freeze(workspace, None, pin).lock
    assert (lock.repo, lock.commit, lock.split) == (REPO, COMMIT, SPLIT)
    assert [file.task_id for file in lock.files] == ["7"]


def test_what_is_intact_is_not_fetched_again(hub: Hub, access: HubAccess, tmp_path: Path) -> None:
    fetch(access, tmp_path)
    (tmp_path / "7" / "data" / "copy.md").write_bytes(b"SAME")
    (tmp_path / "7" / "data" / "added.md").write_bytes(b"mine")
    hub.seen.clear()
    snapshot = fetch(access, tmp_path)
    asked = [request.path for request in hub.seen if "/api/" not in request.path]
    assert asked == [f"{RESOLVE}{SPLIT}/7/data/copy.md"]
    assert (tmp_path / "7" / "data" / "copy.md").read_bytes() == b"same"
    assert snapshot.extra == ("7/data/added.md",)


def test_a_cut_connection_is_continued_where_it_ended(
    hub: Hub, access: HubAccess, waits: list[float], tmp_path: Path
) -> None:
    hub.faults[f"/storage/{BIG_PATH}"] = [Fault(cut=1000), Fault(cut=500)]
    fetch(access, tmp_path)
    ranges = [request.range for request in hub.asked(f"/storage/{BIG_PATH}")]
    assert ranges == ["", "bytes=1000-", "bytes=1500-"]
    assert waits == [1.0, 2.0]
    assert contents(tmp_path)[BIG_PATH] == BIG


def test_an_interrupted_download_continues_in_the_next_run(
    hub: Hub, access: HubAccess, tmp_path: Path
) -> None:
    hub.faults[f"/storage/{BIG_PATH}"] = [Fault(cut=1000)] * 3
    with pytest.raises(HubError, match=r"does not answer|sent .* of"):
        fetch(access, tmp_path)
    assert BIG_PATH not in contents(tmp_path)
    hub.seen.clear()
    fetch(access, tmp_path)
    assert [item.range for item in hub.asked(f"/storage/{BIG_PATH}")] == ["bytes=3000-"]
    assert contents(tmp_path)[BIG_PATH] == BIG


def test_a_server_without_ranges_starts_over(hub: Hub, access: HubAccess, tmp_path: Path) -> None:
    hub.has_ranges = False
    hub.faults[f"/storage/{BIG_PATH}"] = [Fault(cut=1000)]
    fetch(access, tmp_path)
    assert contents(tmp_path)[BIG_PATH] == BIG


def test_a_refused_range_starts_over(hub: Hub, access: HubAccess, tmp_path: Path) -> None:
    hub.faults[f"/storage/{BIG_PATH}"] = [Fault(cut=1000), Fault(status=416)]
    fetch(access, tmp_path)
    ranges = [request.range for request in hub.asked(f"/storage/{BIG_PATH}")]
    assert ranges == ["", "bytes=1000-", ""]
    assert contents(tmp_path)[BIG_PATH] == BIG


@pytest.mark.parametrize("body", [b"wrong content" * 40_000, b"short"], ids=["other", "short"])
def test_wrong_content_never_takes_a_files_place(
    hub: Hub, access: HubAccess, tmp_path: Path, body: bytes
) -> None:
    hub.faults[f"/storage/{BIG_PATH}"] = [Fault(body=body)] * 3
    with pytest.raises(HubError, match=r"other content|sent .* bytes"):
        fetch(access, tmp_path)
    assert not (tmp_path / "7" / "data" / f"{HEX}_a.md").exists()


def test_rate_limit_is_waited_for_as_asked(hub: Hub, access: HubAccess, waits: list[float]) -> None:
    path = f"/api/datasets/{REPO}/revision/main"
    hub.faults[path] = [Fault(status=429, retry_after="7"), Fault(status=503)]
    assert resolve_revision(REPO, "main", access) == COMMIT
    assert waits == [7.0, 2.0]


@pytest.mark.parametrize(
    ("fault", "requests"),
    [
        pytest.param(Fault(status=429), 3, id="rate-limit"),
        pytest.param(Fault(status=500), 3, id="server-error"),
        pytest.param(Fault(close=True), 3, id="connection-closed"),
        pytest.param(Fault(status=429, retry_after="3600"), 1, id="too-long-a-wait"),
        pytest.param(Fault(status=400), 1, id="bad-request"),
    ],
)
def test_attempts_are_bounded(
    hub: Hub, access: HubAccess, waits: list[float], fault: Fault, requests: int
) -> None:
    path = f"/api/datasets/{REPO}/revision/main"
    hub.faults[path] = [fault] * 10
    with pytest.raises(HubError) as caught:
        resolve_revision(REPO, "main", access)
    assert len(hub.asked(path)) == requests
    assert len(waits) == requests - 1
    assert caught.value.remedy or fault.status == 400


@pytest.mark.parametrize("revision", ["main", "refs/pr/1"])
def test_a_branch_is_resolved(access: HubAccess, revision: str) -> None:
    assert resolve_revision(REPO, revision, access) == COMMIT


def test_a_commit_is_used_as_it_is(hub: Hub, access: HubAccess) -> None:
    assert resolve_revision(REPO, "a" * 40, access) == "a" * 40
    assert hub.seen == []


def test_unknown_revision_and_split_are_named(access: HubAccess, tmp_path: Path) -> None:
    with pytest.raises(HubError, match=r"no such dataset, revision or file \(status 404\)"):
        resolve_revision(REPO, "none", access)
    with pytest.raises(HubError, match="holds no file here"):
        download(REPO, COMMIT, "nothing", tmp_path, access)


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        pytest.param(Fault(status=401), "asks for a token", id="401"),
        pytest.param(Fault(status=403), "refuses access", id="403"),
        pytest.param(Fault(body=b"<html>login</html>"), "not what its interface", id="page"),
        pytest.param(Fault(body=b'{"sha": "main"}'), "not what its interface", id="no-commit"),
    ],
)
def test_refusals(hub: Hub, access: HubAccess, fault: Fault, words: str) -> None:
    hub.faults[f"/api/datasets/{REPO}/revision/main"] = [fault]
    with pytest.raises(HubError, match=words) as caught:
        resolve_revision(REPO, "main", access)
    assert caught.value.remedy


def test_the_token_is_sent_to_the_endpoint_alone(
    hub: Hub, access: HubAccess, tmp_path: Path
) -> None:
    hub.token = TOKEN
    fetch(with_token(access, f"{TOKEN}\n"), tmp_path)
    storage = hub.asked(f"/storage/{BIG_PATH}")
    assert [request.authorization for request in storage] == [""]
    others = [request.authorization for request in hub.seen if request not in storage]
    assert set(others) == {f"Bearer {TOKEN}"}


def test_a_refused_or_broken_token_is_never_shown(hub: Hub, access: HubAccess) -> None:
    hub.token = "another"
    for token in (TOKEN, f"{TOKEN} x", f"{TOKEN}é"):
        refused = with_token(access, token)
        assert TOKEN not in repr(refused)
        with pytest.raises(HubError, match="token") as caught:
            resolve_revision(REPO, "main", refused)
        assert TOKEN not in str(caught.value)


def test_no_network(waits: list[float]) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        endpoint = f"http://127.0.0.1:{unused.getsockname()[1]}"
        access = HubAccess(waits.append, endpoint, patience=Patience(attempts=2))
        with pytest.raises(HubError, match="does not answer") as caught:
            resolve_revision(REPO, "main", access)
    assert "HF_ENDPOINT" in caught.value.remedy
    assert waits == [1.0]


@pytest.mark.parametrize("endpoint", ["ftp://hub", "hub.example", "http://[", "http://a b"])
def test_wrong_endpoint(waits: list[float], endpoint: str) -> None:
    with pytest.raises(HubError):
        resolve_revision(REPO, "main", HubAccess(waits.append, endpoint))


@pytest.mark.parametrize(
    ("proxy", "ca_file"),
    [
        pytest.param("nonsense://x", "", id="proxy"),
        pytest.param("", "none.pem", id="certificates"),
    ],
)
def test_wrong_connection_settings(waits: list[float], proxy: str, ca_file: str) -> None:
    access = HubAccess(waits.append, proxy=proxy, ca_file=ca_file)
    with pytest.raises(HubError, match="cannot be set up"):
        resolve_revision(REPO, "main", access)


@pytest.mark.parametrize("repo", ["", "../x", "a/b/c", "a b/c", "/a", "a/..", "a?b"])
def test_wrong_repository_name(access: HubAccess, hub: Hub, repo: str) -> None:
    with pytest.raises(HubError, match="no dataset"):
        resolve_revision(repo, "main", access)
    assert hub.seen == []


@pytest.mark.parametrize(
    ("path", "words"),
    [
        pytest.param(f"{SPLIT}/../../evil", "'..'", id="dots"),
        pytest.param("/etc/evil", "outside the folder", id="absolute"),
        pytest.param(f"{SPLIT}//etc/evil", "absolute", id="absolute-inside"),
        pytest.param("other/evil", "outside the folder", id="other-folder"),
        pytest.param(f"{SPLIT}/a\\evil", "backslash", id="backslash"),
        pytest.param(f"{SPLIT}/C:/evil", "drive", id="drive"),
        pytest.param(f"{SPLIT}/link/evil", "symbolic link", id="link"),
    ],
)
def test_path_that_leaves_the_target_is_refused(
    hub: Hub, access: HubAccess, tmp_path: Path, path: str, words: str
) -> None:
    target = tmp_path / "target"
    target.mkdir()
    (target / "link").symlink_to(tmp_path)
    hub.listing = [{"type": "file", "path": path, "size": 1, "oid": "0" * 40}]
    with pytest.raises(HubError, match="is refused") as caught:
        fetch(access, target)
    assert words in str(caught.value)
    assert [item.name for item in tmp_path.iterdir()] == ["target"]
    assert [request for request in hub.seen if "/resolve/" in request.path] == []


def test_a_listing_with_a_digest_that_is_none_is_refused(
    hub: Hub, access: HubAccess, tmp_path: Path
) -> None:
    hub.listing = [{"type": "file", "path": f"{SPLIT}/a", "size": 1, "oid": "../../evil"}]
    with pytest.raises(HubError, match="its digest is none"):
        fetch(access, tmp_path)


def test_a_listing_that_runs_in_a_circle_ends(hub: Hub, access: HubAccess, tmp_path: Path) -> None:
    hub.page = 0
    with pytest.raises(HubError, match="runs in a circle"):
        fetch(access, tmp_path)


def test_a_full_disk_is_said_and_what_was_fetched_stays(
    hub: Hub, access: HubAccess, tmp_path: Path
) -> None:
    """A limit on the size of a file stands for a small quota."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, hard))
    try:
        with pytest.raises(HubError, match="The disk is full") as caught:
            fetch(access, tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "Free some space" in caught.value.remedy
    hub.seen.clear()
    fetch(access, tmp_path)
    assert contents(tmp_path)[BIG_PATH] == BIG
    assert hub.asked(f"/storage/{BIG_PATH}")[0].range == "bytes=100000-"
