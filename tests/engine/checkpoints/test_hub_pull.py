"""Downloads that go well, break off, stall, are stopped, or are not what was announced."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.checkpoints.detect import load_checkpoint
from engine.checkpoints.hub import Hub, Patience, Progress, Pulled, local_models, pull
from engine.checkpoints.hub.errors import BrokenOffError
from engine.checkpoints.hub.listing import HubFile
from engine.checkpoints.hub.partial import Partial
from engine.checkpoints.hub.store import Record, read_record
from engine.errors import CancelledError, DiaphaneError, HubError, OutputError
from tests.engine.checkpoints.conftest import MakeFolder
from tests.engine.checkpoints.hub_server import (
    NEEDED,
    Fault,
    HubServer,
    Repo,
    break_after,
    bytes_like,
    git_name,
    opus,
    send,
    stall_after,
    standing_in,
    status,
)
from tests.engine.checkpoints.test_weights import INDEX, PARTS, spread

REPO = "Helsinki-NLP/opus-mt-en-de"
WEIGHTS = "model.safetensors"
LARGE = f"/large/{REPO}"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[HubServer]:
    with standing_in(monkeypatch, tmp_path) as server:
        server.repos[REPO] = opus()
        yield server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the model comes to be."""
    return tmp_path / "data" / "models" / "Helsinki-NLP" / "opus-mt-en-de"


class Got(NamedTuple):
    pulled: Pulled
    progress: list[Progress]


def get(server: HubServer, patience: Patience | None = None, **options: Any) -> Got:
    progress: list[Progress] = []
    hub = server.hub(**({} if patience is None else {"patience": patience}))
    return Got(pull(hub, REPO, report=progress.append, **options), progress)


def failure(server: HubServer, **options: Any) -> str:
    with pytest.raises(DiaphaneError) as error:
        get(server, **options)
    message = str(error.value)
    assert message.endswith(".") and "\n" not in message
    return message


def check_whole(server: HubServer, folder: Path, repo: Repo | None = None) -> Record:
    """The folder has just what is needed, to the byte, and its record tells so."""
    repo = server.repos[REPO] if repo is None else repo
    assert {path.name for path in folder.iterdir()} == {*NEEDED, "pulled.json"}
    record = read_record(folder)
    assert record is not None
    assert (record.repo, record.revision, record.endpoint) == (REPO, repo.commit, server.url)
    assert set(record.files) == set(NEEDED)
    for name in NEEDED:
        data = repo.files[name]
        assert (folder / name).read_bytes() == data
        assert record.files[name].bytes == len(data)
        assert record.files[name].sha256 == hashlib.sha256(data).hexdigest()
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]
    return record


def arrived(folder: Path, name: str = WEIGHTS) -> bytes:
    """What is kept of a file while the download is not done."""
    assert not folder.exists()
    assert [model for model in local_models() if model.origin != "built-in"] == []
    (path,) = (folder.parent / f".{folder.name}.part" / "files").glob(f"{name}.*.part")
    return path.read_bytes()


def answering(data: bytes) -> Fault:
    """Send this, whatever was asked."""
    return send(lambda _: data)


# ------------------------------------------------------------------------------- all is well


def test_a_model_is_downloaded(server: HubServer, folder: Path) -> None:
    pulled, progress = get(server)
    record = check_whole(server, folder)
    assert (pulled.folder, pulled.record) == (folder, record)
    assert pulled.received == sum(record.files[name].bytes for name in NEEDED)
    assert server.files_asked() == list(NEEDED)
    assert (record.license, record.asked, record.languages) == ("cc-by-4.0", "", ("en", "de"))
    assert record.pulled.endswith("+00:00")
    (model,) = [each for each in local_models() if each.origin == "downloaded"]
    assert (model.folder, model.name, model.revision) == (folder, REPO, record.revision)
    assert (model.source_language, model.target_language) == ("en", "de")
    assert model.size == sum(path.stat().st_size for path in folder.iterdir())
    size = sum(len(server.repos[REPO].files[name]) for name in NEEDED)
    assert progress[0] == Progress("list")
    assert {each.size for each in progress[1:]} == {size}
    assert [each.done for each in progress] == sorted(each.done for each in progress)
    assert [each.files_done for each in progress] == sorted(each.files_done for each in progress)
    last = progress[-1]
    assert (last.done, last.files_done, last.files) == (size, len(NEEDED), len(NEEDED))
    assert (last.file, last.file_done, last.license) == (WEIGHTS, last.file_size, "cc-by-4.0")


def test_what_was_downloaded_can_be_opened(
    server: HubServer, tiny_folder: Path, tmp_path: Path
) -> None:
    files = {path.name: path.read_bytes() for path in tiny_folder.iterdir()}
    server.repos["diaphane/tiny"] = Repo(files | {"train.py": b"import os"})
    folder = pull(server.hub(), "diaphane/tiny", to=tmp_path / "tiny").folder
    assert (folder / "pulled.json").is_file() and not (folder / "train.py").exists()
    assert load_checkpoint(folder).fingerprint == load_checkpoint(tiny_folder).fingerprint


def test_weights_in_several_files_are_downloaded_and_opened(
    server: HubServer, make_folder: MakeFolder, tmp_path: Path
) -> None:
    made = make_folder(5)
    spread(made)
    server.repos["a/shards"] = Repo({path.name: path.read_bytes() for path in made.iterdir()})
    folder = pull(server.hub(), "a/shards", to=tmp_path / "shards").folder
    assert {path.name for path in folder.iterdir()} >= {INDEX, *PARTS}
    assert load_checkpoint(folder).fingerprint == load_checkpoint(made).fingerprint


def test_a_place_of_ones_own(
    server: HubServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    for place in (tmp_path / "new" / "deep", tmp_path / "empty"):
        assert get(server, to=place).pulled.folder == place
        assert (place / WEIGHTS).read_bytes() == server.repos[REPO].files[WEIGHTS]
    monkeypatch.chdir(tmp_path)
    assert get(server, to="relative").pulled.folder == tmp_path / "relative"


def test_a_file_of_no_bytes(server: HubServer, folder: Path) -> None:
    server.repos[REPO].files["config.json"] = b""
    get(server)
    check_whole(server, folder)


def test_large_files_may_be_elsewhere(server: HubServer, folder: Path) -> None:
    with_files = HubServer()
    try:
        with_files.repos = server.repos
        server.elsewhere = with_files.url
        pull(server.hub(token="hf_secret"), REPO)
        check_whole(server, folder)
        assert len(with_files.asked) == 3
        # Nobody but the hub gets to know who asks.
        assert set(with_files.tokens) == {None}
        assert set(server.tokens) == {"Bearer hf_secret"}
    finally:
        with_files.close()


def test_what_is_here_is_not_asked_for_again(server: HubServer, folder: Path) -> None:
    first = get(server).pulled
    server.asked.clear()
    again, progress = get(server)
    assert (again.record, again.received) == (first.record, 0)
    assert server.files_asked() == []
    assert progress[-1].done == progress[-1].size
    check_whole(server, folder)


@pytest.mark.parametrize("harm", ["change", "cut", "remove"])
def test_a_damaged_file_is_downloaded_again_and_no_other(
    server: HubServer, folder: Path, harm: str
) -> None:
    get(server)
    path = folder / "source.spm"
    data = path.read_bytes()
    if harm == "remove":
        path.unlink()
        assert [each.origin for each in local_models()] == ["built-in"]
    else:
        path.write_bytes(data[:-1] + (b"!" if harm == "change" else b""))
    server.asked.clear()
    assert get(server).pulled.received == len(data)
    assert server.files_asked() == ["source.spm"]
    check_whole(server, folder)


def test_a_new_commit_takes_the_place_of_the_old(server: HubServer, folder: Path) -> None:
    get(server)
    old = server.repos[REPO]
    new = Repo({**old.files, "config.json": b'{"a": 1}\n'}, card=old.card)
    server.repos = {REPO: new, f"{REPO}@old": old}
    server.asked.clear()
    server.faults["config.json"] = [status(503)]
    assert "HTTP 503" in failure(server)
    # Until the new one is whole the old one stays in use.
    assert (folder / "config.json").read_bytes() == old.files["config.json"]
    server.asked.clear()
    got = get(server).pulled
    assert server.files_asked() == ["config.json"]
    assert got.received == len(new.files["config.json"])
    check_whole(server, folder, new)
    assert get(server, revision="old").pulled.record.asked == "old"
    check_whole(server, folder, old)


# ----------------------------------------------------------------------------- broken off


@pytest.mark.parametrize("count", [0, 1, 100_000, 299_999])
def test_a_download_goes_on_where_it_broke_off(server: HubServer, folder: Path, count: int) -> None:
    server.faults[f"{LARGE}/{server.repos[REPO].commit}/{WEIGHTS}"] = [break_after(count)]
    data = server.repos[REPO].files[WEIGHTS]
    message = failure(server)
    assert "What has arrived is kept" in message
    assert arrived(folder) == data[:count]
    server.asked.clear()
    server.ranges.clear()
    got = get(server).pulled
    assert server.files_asked() == [WEIGHTS]
    assert server.ranges[-1] == (f"bytes={count}-" if count else None)
    assert got.received == len(data) - count
    check_whole(server, folder)


def test_what_has_arrived_stays_while_the_hub_is_gone_or_answers_anything(
    server: HubServer, folder: Path
) -> None:
    weights = f"{LARGE}/{server.repos[REPO].commit}/{WEIGHTS}"
    server.faults[weights] = [break_after(100_000)]
    assert "What has arrived is kept" in failure(server)
    kept = arrived(folder)
    assert len(kept) == 100_000
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        nobody = Hub(f"http://127.0.0.1:{taken.getsockname()[1]}", token="")
        with pytest.raises(HubError, match="cannot be reached"):
            pull(nobody, REPO)
    assert arrived(folder) == kept
    for answer in (b"", b"<html>", b"null"):
        server.faults[f"/api/models/{REPO}"] = [answering(answer)]
        assert "does not answer as a hub" in failure(server)
        assert arrived(folder) == kept
    server.faults.clear()
    server.faults[weights] = [status(500)]
    assert "HTTP 500" in failure(server)
    assert arrived(folder) == kept
    got = get(server).pulled
    assert got.received == len(server.repos[REPO].files[WEIGHTS]) - len(kept)
    check_whole(server, folder)


def test_it_tries_again_by_itself(server: HubServer, folder: Path) -> None:
    server.faults[WEIGHTS] = [status(503), break_after(100_000), break_after(50_000), status(408)]
    pulled, progress = get(server, Patience(read=5, tries=3, pause=0.01))
    check_whole(server, folder)
    assert pulled.received == sum(each.bytes for each in pulled.record.files.values())
    waits = [each for each in progress if each.stage == "wait"]
    assert [each.file_done for each in waits] == [0, 100_000, 150_000, 150_000]
    assert "HTTP 503" in waits[0].note and "broke off" in waits[1].note
    assert {each for each in server.ranges if each} == {"bytes=100000-", "bytes=150000-"}


def test_it_does_not_try_for_ever(server: HubServer, folder: Path) -> None:
    server.faults[WEIGHTS] = [status(500)] * 10
    with pytest.raises(BrokenOffError):
        get(server, Patience(read=5, tries=3, pause=0.0))
    assert len(server.faults[WEIGHTS]) == 7
    assert arrived(folder, "source.spm") == server.repos[REPO].files["source.spm"]


def test_a_stalled_server_is_given_up(server: HubServer, folder: Path) -> None:
    server.faults[LARGE + f"/{server.repos[REPO].commit}/{WEIGHTS}"] = [stall_after(70_000)]
    message = failure(server, patience=Patience(read=0.2, tries=1))
    assert f"nothing of {WEIGHTS} of {REPO} for 0.2 seconds" in message
    kept = arrived(folder)
    assert kept == server.repos[REPO].files[WEIGHTS][: len(kept)]
    assert len(kept) == 70_000
    get(server)
    check_whole(server, folder)


@pytest.mark.parametrize(
    ("answer", "received"),
    [
        (send(lambda data: data), 300_000),  # 200: it knows no ranges
        (send(lambda data: data, length=False), 300_000),
        (send(lambda data: data[99_000:], 206, content_range="bytes 99000-299999/300000"), 300_000),
        (send(lambda data: data[100_000:], 206, content_range="nonsense"), 300_000),
        (send(lambda data: data[100_000:], 206), 300_000),
        (status(416, content_range="bytes */300000"), 300_000),
        (send(lambda data: data[100_000:], 206, content_range="bytes 100000-299999/*"), 200_000),
    ],
)
def test_servers_that_cannot_go_on_from_there(
    server: HubServer, folder: Path, answer: Fault, received: int
) -> None:
    path = f"{LARGE}/{server.repos[REPO].commit}/{WEIGHTS}"
    server.faults[path] = [break_after(100_000)]
    failure(server)
    server.faults[path] = [answer]
    assert get(server).pulled.received == received
    check_whole(server, folder)


def test_what_is_kept_and_has_been_tampered_with_is_found_out(
    server: HubServer, folder: Path
) -> None:
    server.faults[f"{LARGE}/{server.repos[REPO].commit}/{WEIGHTS}"] = [break_after(100_000)]
    failure(server)
    (path,) = (folder.parent / f".{folder.name}.part" / "files").glob(f"{WEIGHTS}.*.part")
    path.write_bytes(b"x" * 100_000)
    assert get(server).pulled.received == 200_000 + 300_000
    check_whole(server, folder)


def test_what_is_kept_and_too_long_is_dropped(server: HubServer, folder: Path) -> None:
    server.faults[WEIGHTS] = [status(503)]
    failure(server)
    place = folder.parent / f".{folder.name}.part" / "files"
    checksum = hashlib.sha256(server.repos[REPO].files[WEIGHTS]).hexdigest()
    (place / f"{WEIGHTS}.{checksum[:12]}.part").write_bytes(b"x" * 300_001)
    (place / "config.json.0123456789ab.part").write_bytes(b"of another commit")
    get(server)
    check_whole(server, folder)


def test_a_plug_pulled_just_before_the_end(server: HubServer, folder: Path) -> None:
    server.faults["config.json"] = [status(503)]
    failure(server)
    place = folder.parent / f".{folder.name}.part" / "files"
    for name in NEEDED:  # all had got their names, and the folder had not
        (place / name).write_bytes(server.repos[REPO].files[name])
    (place / "pulled.json").write_text("{")
    server.asked.clear()
    assert get(server).pulled.received == 0
    assert server.files_asked() == []
    check_whole(server, folder)


# ---------------------------------------------------------------- not what was announced


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (send(lambda data: data + b"x"), "300,001 bytes"),
        (send(lambda data: data[:-1]), "299,999 bytes"),
        (send(lambda data: b""), "sends 0 bytes"),
        (send(lambda data: data + b"x" * 100_000, length=False), "more bytes"),
        (send(lambda data: data[:1000], length=False), "after 1,000 of 300,000 bytes"),
        (send(lambda data: data, 204), "204"),
        (send(lambda data: data, 206, content_range="bytes 0-299999/300000"), "206"),
        (send(lambda data: data, content_encoding="gzip"), "could not be asked"),
        (status(404, x_error_code="EntryNotFound"), "does not have it"),
        (status(404), "does not have it"),
        (status(401), "has no model"),
        (status(403), "refuses model.safetensors"),
        (status(429, retry_after="30"), "30 seconds"),
        (status(429), "few minutes"),
        (status(302, location="ftp://elsewhere/x"), "could not be asked"),
    ],
)
def test_what_is_not_what_was_announced(
    server: HubServer, folder: Path, answer: Fault, expected: str
) -> None:
    path = f"{LARGE}/{server.repos[REPO].commit}/{WEIGHTS}"
    server.faults[path] = [answer]
    assert expected in failure(server)
    assert not folder.exists()
    get(server)
    check_whole(server, folder)


def test_a_total_that_has_changed(server: HubServer, folder: Path) -> None:
    path = f"{LARGE}/{server.repos[REPO].commit}/{WEIGHTS}"
    server.faults[path] = [break_after(100_000)]
    failure(server)
    whole = "bytes 100000-300099/300100"
    server.faults[path] = [send(lambda data: data[100_000:], 206, content_range=whole)]
    assert "300,100 bytes" in failure(server)
    assert len(arrived(folder)) == 100_000


def test_endless_redirects(server: HubServer, folder: Path) -> None:
    path = f"/{REPO}/resolve/{server.repos[REPO].commit}/config.json"
    server.faults["config.json"] = [status(302, location=path)] * 30
    assert "could not be asked" in failure(server)


@pytest.mark.parametrize("name", ["config.json", WEIGHTS])
def test_damage_on_the_way_is_found_by_the_checksum(
    server: HubServer, folder: Path, name: str
) -> None:
    def flipped(data: bytes) -> bytes:
        return data[:-2] + bytes([data[-2] ^ 1]) + data[-1:]

    large = f"{LARGE}/{server.repos[REPO].commit}/{WEIGHTS}"
    server.faults[large if name == WEIGHTS else name] = [send(flipped)]
    message = failure(server)
    data = server.repos[REPO].files[name]
    assert "arrived damaged" in message
    digest = hashlib.sha256(data).hexdigest() if name == WEIGHTS else git_name(data)
    assert digest in message
    place = folder.parent / f".{folder.name}.part" / "files"
    assert not list(place.glob(f"{name}.*.part"))
    get(server)
    check_whole(server, folder)


# ------------------------------------------------------------------------------- stopped


def stop_at(
    server: HubServer, wanted: Callable[[Progress], bool], error: type[BaseException]
) -> None:
    """A download that is stopped at the first progress of a kind."""
    stopped = threading.Event()

    def report(progress: Progress) -> None:
        if wanted(progress):
            if error is not CancelledError:
                raise error
            stopped.set()

    with pytest.raises(error):
        pull(server.hub(), REPO, report=report, cancelled=stopped.is_set)


@pytest.mark.parametrize("error", [CancelledError, KeyboardInterrupt, ZeroDivisionError])
@pytest.mark.parametrize(
    "wanted",
    [
        lambda progress: progress.stage == "list",
        lambda progress: progress.files_done == 3,
        lambda progress: progress.file == WEIGHTS and progress.file_done > 0,
    ],
)
def test_a_download_can_be_stopped_at_any_time(
    server: HubServer,
    folder: Path,
    wanted: Callable[[Progress], bool],
    error: type[BaseException],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("engine.checkpoints.hub.download._NEWS", 0.0)
    stop_at(server, wanted, error)
    assert not folder.exists()
    get(server)
    check_whole(server, folder)
    # What had arrived whole was not asked for twice.
    small = [name for name in server.files_asked() if name != WEIGHTS]
    assert len(small) <= len(NEEDED)


def test_it_stops_while_the_server_is_silent(server: HubServer, folder: Path) -> None:
    silent = threading.Event()
    path = f"{LARGE}/{server.repos[REPO].commit}/{WEIGHTS}"
    server.faults[path] = [stall_after(100_000, silent.set)]
    before = time.monotonic()
    with pytest.raises(CancelledError):
        get(server, Patience(read=25), cancelled=silent.is_set)
    assert time.monotonic() - before < 10
    kept = len(arrived(folder))
    assert get(server).pulled.received <= 300_000 - kept + 20_000
    check_whole(server, folder)


def test_it_stops_while_it_waits_to_try_again(server: HubServer) -> None:
    waiting = threading.Event()
    server.faults[WEIGHTS] = [status(503)]

    def report(progress: Progress) -> None:
        if progress.stage == "wait":
            waiting.set()

    before = time.monotonic()
    hub = server.hub(patience=Patience(read=5, tries=9, pause=25))
    with pytest.raises(CancelledError):
        pull(hub, REPO, report=report, cancelled=waiting.is_set)
    assert time.monotonic() - before < 10


# --------------------------------------------------------------------------------- places


def test_what_is_no_download_is_left_alone(server: HubServer, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "mine.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    assert "left alone" in failure(server, to=tmp_path / "notes")
    assert "is a file" in failure(server, to=tmp_path / "file")
    assert server.files_asked() == []
    server.repos["other/model-en-de"] = opus("other")
    get(server, to=tmp_path / "model")
    with pytest.raises(OutputError, match="left alone"):
        pull(server.hub(), "other/model-en-de", to=tmp_path / "model")
    assert (tmp_path / "notes" / "mine.txt").read_text() == "mine"


def test_where_nothing_can_be_written(server: HubServer, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "be written" in failure(server, to=tmp_path / "file" / "model")


def test_a_full_disk_is_noticed_before(
    server: HubServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(folder.anchor)
    monkeypatch.setattr(
        "engine.checkpoints.hub.download.shutil.disk_usage",
        lambda _: usage._replace(free=(32 << 20) + 300_000),
    )
    message = failure(server)
    assert "needs 317 kB" in message and "make room" in message
    assert server.files_asked() == []
    assert not folder.exists() and not list(folder.parent.iterdir())


def test_a_disk_that_becomes_full(
    server: HubServer, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def full(descriptor: int) -> None:
        if os.fstat(descriptor).st_size > 100_000:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        real(descriptor)

    monkeypatch.setattr("engine.checkpoints.hub.download.os.fsync", full)
    message = failure(server)
    assert "No space left" in message and "kept" in message
    assert not folder.exists()
    # It all came, and could not be brought to the disk for sure.
    assert arrived(folder) == server.repos[REPO].files[WEIGHTS]
    monkeypatch.setattr("engine.checkpoints.hub.download.os.fsync", real)
    server.asked.clear()
    assert get(server).pulled.received == 0 and server.files_asked() == []
    check_whole(server, folder)


def test_two_at_once_do_not_get_in_each_others_way(server: HubServer, folder: Path) -> None:
    folder.parent.mkdir(parents=True)
    with Partial(folder):
        assert "is being downloaded already" in failure(server)
    get(server)
    check_whole(server, folder)


def test_checksums_of_git_and_of_large_files() -> None:
    from engine.checkpoints.hub.partial import Sums

    data = bytes_like("some", 1000)
    sums = Sums(1000)
    sums.add(data[:300])
    assert not sums.is_of(HubFile("x", 1000, git_name(data)))
    sums.add(data[300:])
    # Git itself: printf 'hello\n' | git hash-object --stdin
    assert git_name(b"hello\n") == "ce013625030ba8dba906f756967f9e9ca394464a"
    for checksum in (git_name(data), hashlib.sha256(data).hexdigest()):
        assert sums.is_of(HubFile("x", 1000, checksum))
        assert not sums.is_of(HubFile("x", 1001, checksum))
        assert not sums.is_of(HubFile("x", 1000, checksum[::-1]))


# --------------------------------------------------------------------------------- records


def test_a_record_is_read_as_it_was_written(server: HubServer, folder: Path) -> None:
    record = get(server, revision=server.repos[REPO].commit).pulled.record
    assert read_record(folder) == record
    values = json.loads((folder / "pulled.json").read_text())
    assert values["files"][WEIGHTS]["bytes"] == 300_000


@pytest.mark.parametrize(
    "change",
    [
        lambda values: values | {"version": 2},
        lambda values: values | {"repo": "../x"},
        lambda values: values | {"revision": "main"},
        lambda values: values | {"license": 3},
        lambda values: values | {"more": ""},
        lambda values: values | {"languages": [1]},
        lambda values: values | {"languages": 1},
        lambda values: values | {"files": []},
        lambda values: values | {"files": {"a": 1}},
        lambda values: values | {"files": {"a": {"bytes": "1", "sha256": "x"}}},
        lambda values: [values],
        lambda values: None,
    ],
)
def test_a_record_that_makes_no_sense_is_none(
    server: HubServer, folder: Path, change: Callable[[dict[str, Any]], object]
) -> None:
    get(server)
    path = folder / "pulled.json"
    path.write_text(json.dumps(change(json.loads(path.read_text()))))
    assert read_record(folder) is None
    # It is shown as what somebody put there, and nothing takes its place.
    assert [each.origin for each in local_models()] == ["built-in", "own"]
    assert "left alone" in failure(server)


def test_models_of_ones_own_and_what_is_none(tmp_path: Path, tiny_folder: Path) -> None:
    root = tmp_path / "models"
    shutil.copytree(tiny_folder, root / "me" / "tiny")
    (root / "me" / ".hidden.part" / "files").mkdir(parents=True)
    (root / "me" / "empty").mkdir()
    (root / "file").write_text("")
    marian = root / "me" / "opus-mt-en-fr"
    marian.mkdir()
    (marian / "config.json").write_text("[" * 100_000)
    built_in, foreign, own = local_models(root)
    assert (built_in.origin, built_in.source_language) == ("built-in", "en")
    assert (own.name, own.source_language, own.target_language) == ("me/tiny", "en", "fr")
    assert (own.license, own.origin) == ("CC0-1.0", "own")
    assert (foreign.source_language, foreign.target_language) == ("en", "fr")
    assert [each.origin for each in local_models(tmp_path / "nowhere")] == ["built-in"]
