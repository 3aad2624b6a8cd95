"""What a hub has: searched, described, refused; against a stand-in on this machine."""

from __future__ import annotations

import json
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.checkpoints.hub import Found, Hub, Patience, pull, size_text
from engine.checkpoints.hub.answers import found_of, model_of
from engine.checkpoints.hub.errors import Asked, BrokenOffError, retry_after
from engine.checkpoints.hub.files import choose_files
from engine.checkpoints.hub.listing import fits, is_repo, languages_of, license_of_card, printable
from engine.checkpoints.hub.transport import Transport
from engine.checkpoints.hub.waiting import in_background
from engine.errors import CancelledError, DiaphaneError, HubError
from tests.engine.checkpoints.hub_server import (
    NEEDED,
    HubServer,
    Repo,
    git_name,
    opus,
    send,
    stall_after,
    standing_in,
    status,
)

ROOT = Path(__file__).resolve().parents[3]
REPO = "Helsinki-NLP/opus-mt-en-de"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[HubServer]:
    with standing_in(monkeypatch, tmp_path) as server:
        server.repos[REPO] = opus()
        yield server


def sentence(error: pytest.ExceptionInfo[DiaphaneError]) -> str:
    """The message, which is one line and ends as a sentence."""
    message = str(error.value)
    assert message.endswith(".") and "\n" not in message
    return message


# ---------------------------------------------------------------------------------- a model


def test_a_model_is_described(server: HubServer) -> None:
    model = server.hub().model(REPO)
    repo = server.repos[REPO]
    assert (model.repo, model.revision, model.license) == (REPO, repo.commit, "cc-by-4.0")
    assert (model.source_language, model.target_language) == ("en", "de")
    assert (model.languages, model.downloads, model.gated) == (("en", "de"), 1000, False)
    assert tuple(file.name for file in model.files) == NEEDED
    assert model.other_files == len(repo.files) - len(NEEDED)
    assert model.size == sum(len(repo.files[name]) for name in NEEDED)
    for file in model.files:
        assert file.size == len(repo.files[file.name])
        assert len(file.checksum) == (64 if file.name in repo.lfs else 40)
    by_name = {file.name: file.checksum for file in model.files}
    assert by_name["config.json"] == git_name(repo.files["config.json"])


@pytest.mark.parametrize("page", ["", "/", "/tree/main", "/blob/main/config.json"])
def test_the_address_of_a_page_names_a_model(server: HubServer, page: str) -> None:
    for endpoint in (server.url, "https://huggingface.co"):
        assert server.hub().model(f"{endpoint}/{REPO}{page}").repo == REPO


def test_a_revision_by_name_and_by_commit(server: HubServer) -> None:
    old = opus(size=70_000)
    server.repos[f"{REPO}@refs/pr/1"] = old
    assert server.hub().model(REPO, "refs/pr/1").revision == old.commit
    assert server.asked[-1].split("?")[0] == f"/api/models/{REPO}/revision/refs%2Fpr%2F1"
    assert server.hub().model(REPO, old.commit).revision == old.commit
    with pytest.raises(HubError) as error:
        server.hub().model(REPO, "v9")
    assert "no revision 'v9'" in sentence(error)


def test_a_model_that_was_renamed_has_its_new_name(server: HubServer) -> None:
    server.faults["/api/models/old/name"] = [status(307, location=f"/api/models/{REPO}?blobs=1")]
    assert server.hub().model("old/name").repo == REPO


@pytest.mark.parametrize(
    "name",
    [
        "",
        "opus",
        "a/b/c",
        "../b",
        "a/..",
        "a/b..c",
        "a--b/c",
        "a/b.git",
        "/b",
        "a/",
        "a b/c",
        "ä/b",
    ],
)
def test_what_names_no_model_is_not_asked_for(server: HubServer, name: str) -> None:
    with pytest.raises(HubError) as error:
        server.hub().model(name)
    assert "owner/name" in sentence(error)
    assert server.asked == []


# ---------------------------------------------------------------------------- which files


def test_safetensors_before_a_pickle() -> None:
    names = ["pytorch_model.bin", "config.json", "vocab.json", "run.py", "x/config.json"]
    assert choose_files(names, "a/b") == ("config.json", "vocab.json", "pytorch_model.bin")
    assert choose_files([*names, "model.safetensors"], "a/b")[-1] == "model.safetensors"
    assert "pytorch_model.bin" not in choose_files([*names, "model.safetensors"], "a/b")


def test_weights_in_several_files() -> None:
    index = "model.safetensors.index.json"
    parts = [f"model-0000{i}-of-00002.safetensors" for i in (1, 2)]
    pickled = ["pytorch_model.bin.index.json", "pytorch_model-00001-of-00001.bin"]
    more = ["config.json", "model-00001-of-00003.safetensors", "model-1-of-2.safetensors"]
    names = [*more, *pickled, *parts, index]
    assert choose_files(names, "a/b") == ("config.json", index, *parts)
    assert choose_files([*names, "model.safetensors"], "a/b")[-2:] == (
        "config.json",
        "model.safetensors",
    )
    assert choose_files([*more, *pickled, parts[1], index], "a/b") == ("config.json", *pickled)
    assert choose_files([*names, "pytorch_model.bin"], "a/b")[-1] == parts[1]


def test_marian_and_firefox_files() -> None:
    marian = ["decoder.yml", "opus.npz", "opus.vocab.yml", "source.spm", "preprocess.sh"]
    assert choose_files([*marian, "vocab.yml", "vocab.deu.yaml", ".vocab.yml"], "a/b") == (
        "decoder.yml",
        "opus.vocab.yml",
        "source.spm",
        "vocab.deu.yaml",
        "vocab.yml",
        "opus.npz",
    )
    firefox = ["model.enpt.intgemm.alphas.bin", "vocab.enpt.spm", "lex.50.50.enpt.s2t.bin"]
    assert choose_files(firefox, "a/b") == ("vocab.enpt.spm", "model.enpt.intgemm.alphas.bin")


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ([], "no weights"),
        (["config.json", "tf_model.h5", "model.bin", "adapter_model.safetensors"], "no weights"),
        (["x/model.safetensors", "../model.safetensors", "/model.safetensors"], "no weights"),
        (["a/../model.npz", "..npz", ".npz", "a\n.npz", "model .npz"], "no weights"),
        (["model.safetensors.index.json", "model-00001-of-00002.safetensors"], "several files"),
        (["a.npz", "b.npz"], "a.npz and 1 more"),
    ],
)
def test_what_cannot_be_opened_is_not_downloaded(names: list[str], expected: str) -> None:
    with pytest.raises(HubError) as error:
        choose_files(names, "a/b")
    assert expected in sentence(error)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text(alphabet="./\\~:ab.npzspmvocabjsoyl\n\0", max_size=14), max_size=8))
def test_no_file_leads_out_of_its_folder(names: list[str]) -> None:
    for name in choose_files(["model.safetensors", *names], "a/b"):
        place = Path("/models/a/b") / name
        assert place.parent == Path("/models/a/b")
        assert not name.startswith(".") and name.isprintable() and "\\" not in name


# -------------------------------------------------------------------------------- a search


def test_a_search_knows_the_direction(server: HubServer) -> None:
    tags = ("translation", "en", "de")
    server.repos |= {
        "facebook/nllb": opus(downloads=9000, tags=(*tags, "fr")),
        "Helsinki-NLP/opus-mt-de-en": opus(downloads=5000),
        "Helsinki-NLP/opus-mt-en-gmw": opus(downloads=300),
        "Helsinki-NLP/opus-mt-mul-en": opus(downloads=300),
        "Helsinki-NLP/opus-mt-tc-big-eng-deu": opus(downloads=500),
        "Helsinki-NLP/opus-mt-en-fr": opus(tags=("translation", "en", "fr")),
        "someone/shards-en-de": Repo({"model.safetensors.index.json": b"{}"}, tags=tags),
    }
    found = server.hub().search("en", "de")
    assert [each.repo for each in found] == [
        REPO,
        "Helsinki-NLP/opus-mt-tc-big-eng-deu",
        "facebook/nllb",
        "Helsinki-NLP/opus-mt-en-gmw",
        "someone/shards-en-de",
    ]
    by_name = {each.repo: each for each in found}
    assert by_name["facebook/nllb"].source_language == ""
    assert "several files" in by_name["someone/shards-en-de"].problem
    assert by_name[REPO] == Found(REPO, "en", "de", ("en", "de"), "cc-by-4.0", 1000, False)
    assert [each.repo for each in server.hub().search("eng", "DE ", limit=1)] == [REPO]
    assert "filter=en&filter=de" in server.asked[-1]
    back = [each.repo for each in server.hub().search("de", "en")]
    assert back[0] == "Helsinki-NLP/opus-mt-de-en"
    assert REPO not in back and "Helsinki-NLP/opus-mt-mul-en" in back


def test_a_search_that_finds_nothing_and_one_that_makes_no_sense(server: HubServer) -> None:
    assert server.hub().search("en", "tlh") == []
    asked = len(server.asked)
    for source, target in [("", "de"), ("en", "german"), ("e!", "de"), ("en", "d\ne")]:
        with pytest.raises(HubError) as error:
            server.hub().search(source, target)
        assert "two or three letters" in sentence(error)
    assert len(server.asked) == asked


@pytest.mark.parametrize(
    ("name", "source", "target", "expected"),
    [
        ("a/opus-mt-en-de", "en", "de", True),
        ("a/opus-mt-en-de", "eng", "deu", True),
        ("a/opus-mt-de-en", "en", "de", False),
        ("a/opus-mt-en-fr", "en", "de", False),
        ("a/opus-mt-mul-en", "en", "de", False),
        ("a/opus-mt-en-mul", "en", "de", True),
        ("a/opus-mt-es-ast", "ast", "es", False),
        ("a/opus-mt-ast-es", "ast", "es", True),
        ("a/nllb-200-distilled-600M", "en", "de", True),
    ],
)
def test_what_a_name_says_of_the_direction(
    name: str, source: str, target: str, expected: bool
) -> None:
    assert fits(name, source, target) is expected


def test_what_a_card_says() -> None:
    assert license_of_card("mit", None, None) == "mit"
    assert license_of_card("other", "gemma", ["license:other"]) == "gemma"
    assert license_of_card(["mit", 3, "apache-2.0"], None, None) == "mit, apache-2.0"
    assert license_of_card(None, None, ["en", 7, "license:cc0-1.0"]) == "cc0-1.0"
    assert license_of_card(None, None, None) == ""
    assert license_of_card("\x1b[2Jmit\n\u202e", None, None) == "[2Jmit"
    assert len(printable("x" * 1000)) == 80
    assert languages_of("en") == ("en",)
    assert languages_of(["en", "pt-BR", "en", 3, "multilingual "]) == ("en", "pt-BR")
    assert languages_of(None) == ()


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (1000, "1.0 kB"),
        (9_949, "9.9 kB"),
        (9_960, "10 kB"),
        (999_600, "1.0 MB"),
        (298_421_000, "298 MB"),
        (2_460_000_000, "2.5 GB"),
        (10**18, "1000000 TB"),
    ],
)
def test_sizes_as_people_read_them(size: int, text: str) -> None:
    assert size_text(size) == text


# -------------------------------------------------------------------------------- refusals


@pytest.mark.parametrize("token", ["", "hf_secret"])
@pytest.mark.parametrize(
    ("code", "headers", "expected"),
    [
        (401, {"x_error_code": "RepoNotFound"}, ("", "has no model", "may not read")),
        (404, {}, ("", "has no model", "has no model")),
        (401, {"x_error_code": "GatedRepo"}, ("", "terms", "terms")),
        (403, {"x_error_code": "GatedRepo"}, ("", "HF_TOKEN", "account")),
        (403, {}, ("403", "put a token into HF_TOKEN", "what your token may do")),
        (403, {"x_error_message": "Access to this resource is disabled."}, ("disabled", "", "")),
        (401, {"x_error_message": "Invalid credentials"}, ("does not accept", "", "")),
        (429, {"retry_after": "17"}, ("17 seconds", "HF_TOKEN", "")),
        (429, {"ratelimit": '"api";r=0;t=55'}, ("55 seconds", "", "")),
        (429, {}, ("a few minutes", "HF_TOKEN", "")),
        (429, {"retry_after": "soon", "ratelimit": '"api";r=9;t=55'}, ("a few minutes", "", "")),
        (503, {}, ("HTTP 503", "try again", "try again")),
        (418, {"x_error_message": "a \x1bteapot"}, ("HTTP 418, a teapot", "", "")),
    ],
)
def test_refusals_say_what_to_do(
    server: HubServer, code: int, headers: dict[str, str], expected: tuple[str, ...], token: str
) -> None:
    if code == 401 and headers.get("x_error_code") == "RepoNotFound" and token:
        expected = ("", "", "does not accept the token")
    hub = server.hub(token=token)
    server.faults[f"/api/models/{REPO}"] = [status(code, **headers)]
    with pytest.raises(HubError) as error:
        hub.model(REPO)
    message = sentence(error)
    assert expected[0] in message
    assert expected[2 if token else 1] in message
    assert "secret" not in message
    assert f"127.0.0.1:{server.port}" in message
    assert isinstance(error.value, BrokenOffError) == (code == 503)
    server.faults["/api/models"] = [status(code, **headers)]
    with pytest.raises(HubError) as error:
        hub.search("en", "de")
    assert sentence(error)


def test_retry_after_holds_seconds_or_a_date() -> None:
    now = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)
    assert retry_after("120") == 120
    assert retry_after("Mon, 30 Nov 2026 12:01:30 GMT", now) == 90
    assert retry_after("Mon, 30 Nov 2026 12:01:30 -0000", now) == 90
    assert retry_after("Mon, 30 Nov 2026 11:00:00 GMT", now) == 0
    for nonsense in (None, "", "-5", "soon", "٣", "Mon, 99 Nov 2026 12:01:30 GMT"):
        assert retry_after(nonsense, now) is None


def test_nobody_is_there(server: HubServer) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # and nobody listens
        hub = Hub(f"http://127.0.0.1:{taken.getsockname()[1]}", token="")
        with pytest.raises(HubError) as error:
            hub.model(REPO)
    assert "cannot be reached" in sentence(error)
    assert "check the network" in sentence(error)


@pytest.mark.parametrize(
    "endpoint",
    [
        "huggingface.co",
        "ftp://hub",
        "https://",
        "http://[bad",
        "https://me:secret@hub",
        "http://h/?a",
    ],
)
def test_an_endpoint_that_is_none(endpoint: str) -> None:
    with pytest.raises(HubError) as error:
        Hub(endpoint)
    assert "HF_ENDPOINT" in sentence(error)


def test_the_endpoint_of_the_environment(
    server: HubServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_ENDPOINT", f"{server.url}/")
    assert Hub().endpoint == server.url
    assert Hub("http://other:1").endpoint == "http://other:1"
    monkeypatch.delenv("HF_ENDPOINT")
    assert Hub().endpoint == "https://huggingface.co"


def test_offline_is_offline(server: HubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    with pytest.raises(HubError) as error:
        server.hub().search("en", "de")
    assert "HF_HUB_OFFLINE" in sentence(error)
    assert server.asked == []


def test_a_silent_hub_is_given_up(server: HubServer) -> None:
    server.faults["/api/models"] = [stall_after(3)]
    with pytest.raises(HubError) as error:
        server.hub(patience=Patience(read=0.2)).search("en", "de")
    assert "nothing of the list of models for 0.2 seconds" in sentence(error)


def test_a_search_can_be_stopped_while_the_hub_is_silent(server: HubServer) -> None:
    stalled = threading.Event()
    server.faults["/api/models"] = [stall_after(3, stalled.set)]
    before = time.monotonic()
    with pytest.raises(CancelledError):
        server.hub(patience=Patience(read=20)).search("en", "de", cancelled=stalled.is_set)
    assert time.monotonic() - before < 10


# ------------------------------------------------------------------------------- the token


def test_the_token_is_sent_along(server: HubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server.hub(token="hf_one").model(REPO)
    monkeypatch.setenv("HF_TOKEN", "hf_two")
    Hub().model(REPO)
    server.hub().model(REPO)
    assert server.tokens == ["Bearer hf_one", "Bearer hf_two", None]
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_IMPLICIT_TOKEN", True)
    Hub().model(REPO)
    assert server.tokens[-1] is None


@pytest.mark.parametrize("token", ["hf_sécret", "hf_secret\n1", "hf secret"])
def test_a_token_that_is_none_is_not_shown(server: HubServer, token: str) -> None:
    with pytest.raises(HubError) as error:
        server.hub(token=token).model(REPO)
    assert "cret" not in sentence(error)
    assert server.asked == []


def test_the_token_stays_at_home() -> None:
    plain = Transport("http://hub.example", "hf_secret", None)
    assert plain._find_token() is None
    assert Transport("https://hub.example", "hf_secret", None)._find_token() == "hf_secret"


def test_what_is_encrypted_stays_so() -> None:
    import httpx2

    transport = Transport("https://hub.example", "", None)
    transport._check_request(httpx2.Request("GET", "https://cdn.example/x"))
    with pytest.raises(HubError) as error:
        transport._check_request(httpx2.Request("GET", "http://cdn.example/x"))
    assert "not encrypted" in sentence(error)


def test_nothing_else_is_contacted(
    server: HubServer, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    contacted: list[object] = []
    connect, lookup = socket.socket.connect, socket.getaddrinfo

    def watched(self: socket.socket, address: Any) -> None:
        contacted.append(address[:2])
        connect(self, address)

    def looked_up(host: Any, port: Any, *args: Any, **options: Any) -> Any:
        contacted.append((host, port))
        return lookup(host, port, *args, **options)

    monkeypatch.setattr(socket.socket, "connect", watched)
    monkeypatch.setattr(socket, "getaddrinfo", looked_up)
    monkeypatch.setenv("AI_AGENT", "yes")  # the library's own requests ask what that is
    hub = Hub(patience=Patience(read=5))
    hub.search("en", "de")
    pull(hub, REPO, to=tmp_path / "model")
    assert set(contacted) == {("127.0.0.1", server.port)}
    assert not [path for path in server.asked if "agent" in path]


# ------------------------------------------------------------------------ hostile answers


@pytest.mark.parametrize("data", [b"", b"<html>", b"[" * 200_000, b"\xff", b"null", b"[1]", b"3"])
def test_answers_that_are_none(server: HubServer, data: bytes) -> None:
    for path, call in (
        (f"/api/models/{REPO}", lambda: server.hub().model(REPO)),
        ("/api/models", lambda: server.hub().search("en", "de")),
    ):
        server.faults[path] = [send(lambda _: data)]
        with pytest.raises(HubError) as error:
            call()
        assert "does not answer as a hub" in sentence(error)
        server.faults.clear()


def test_an_endless_answer(server: HubServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.checkpoints.hub.transport._LARGEST_ANSWER", 1000)
    with pytest.raises(HubError) as error:
        server.hub().model(REPO)
    assert "endless" in sentence(error)


def in_weights(change: Callable[[dict[str, Any]], object]) -> Callable[[dict[str, Any]], object]:
    def changed(answer: dict[str, Any]) -> object:
        for entry in answer["siblings"]:
            if entry["rfilename"] == "model.safetensors":
                change(entry)
        return answer

    return changed


@pytest.mark.parametrize(
    "change",
    [
        lambda answer: answer | {"siblings": "model.safetensors"},
        lambda answer: answer | {"siblings": [{}]},
        lambda answer: answer | {"siblings": None},
        lambda answer: answer | {"id": "../../etc"},
        lambda answer: answer | {"id": "opus"},
        lambda answer: answer | {"id": None},
        lambda answer: answer | {"sha": "main"},
        lambda answer: answer | {"sha": "../" * 20},
        lambda answer: answer | {"sha": None},
        lambda answer: answer | {"lastModified": "yesterday"},
        in_weights(lambda entry: entry["lfs"].update(size=-1)),
        in_weights(lambda entry: entry["lfs"].update(size="300000")),
        in_weights(lambda entry: entry["lfs"].update(size=True)),
        in_weights(lambda entry: entry["lfs"].update(size=3e5)),
        in_weights(lambda entry: entry["lfs"].update(sha256="abc")),
        in_weights(lambda entry: entry["lfs"].update(sha256="G" * 64)),
        in_weights(lambda entry: entry["lfs"].pop("sha256")),
        in_weights(lambda entry: entry.update(lfs=[])or entry.pop("blobId")),
        in_weights(lambda entry: entry.update(rfilename=["model.safetensors"])),
    ],
)  # fmt: skip
def test_descriptions_that_make_no_sense(
    server: HubServer, change: Callable[[dict[str, Any]], object], tmp_path: Path
) -> None:
    server.repos[REPO].files.pop("pytorch_model.bin")
    server.repos[REPO].change = change
    with pytest.raises(HubError) as error:
        pull(server.hub(), REPO, to=tmp_path / "model")
    assert sentence(error)
    assert server.files_asked() == []
    assert not any(path.name.startswith((".model", "model")) for path in tmp_path.iterdir())


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=6,
)
ENTRY = st.fixed_dictionaries(
    {"rfilename": st.sampled_from(["model.safetensors", "config.json", "../x"]) | ANYTHING},
    optional={"size": ANYTHING, "blobId": st.just("a" * 40) | ANYTHING, "lfs": ANYTHING},
)
ANSWER = st.fixed_dictionaries(
    {"id": st.just("a/b") | ANYTHING, "sha": st.just("b" * 40) | ANYTHING},
    optional={
        "siblings": st.lists(ENTRY, max_size=3) | ANYTHING,
        "cardData": st.dictionaries(
            st.sampled_from(["license", "language", "license_name", "model-index"]), ANYTHING
        )
        | ANYTHING,
        "tags": ANYTHING,
        "downloads": ANYTHING,
        "gated": ANYTHING,
        "lastModified": ANYTHING,
        "config": ANYTHING,
        "safetensors": ANYTHING,
        "transformersInfo": ANYTHING,
    },
)


@settings(max_examples=300, deadline=None)
@given(ANSWER | ANYTHING)
def test_no_answer_does_more_than_fail(answer: object) -> None:
    asked = Asked("hub", "a/b")
    try:
        model = model_of(answer, asked)
    except HubError as error:
        assert str(error).endswith(".")
    else:
        assert is_repo(model.repo) and model.size >= 0
        assert all("/" not in file.name for file in model.files)
        json.dumps(model.license)
    try:
        found = found_of(answer, asked)
    except HubError:
        return
    assert found is None or is_repo(found.repo)


# -------------------------------------------------------------------------------- the wait


def test_a_wait_hands_on_what_comes_and_what_goes_wrong() -> None:
    def three() -> Any:
        yield from (1, 2, 3)
        raise KeyError("four")

    items = in_background(three)
    got = [next(items) for _ in range(3)]
    with pytest.raises(KeyError, match="four"):
        next(items)
    assert got == [1, 2, 3]


def test_what_is_not_wanted_any_more_is_closed() -> None:
    closed = threading.Event()

    def endless() -> Any:
        try:
            while True:
                yield threading.current_thread().name
        finally:
            closed.set()

    items = in_background(endless)
    assert next(items) == "diaphane-hub"
    items.close()
    assert closed.wait(5)


def test_importing_it_loads_no_library_of_the_network() -> None:
    import subprocess

    code = (
        "import sys, engine.checkpoints.hub, engine.__main__ as m; m.build_parser();"
        "sys.exit(bool({'httpx2', 'huggingface_hub', 'torch'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
