"""A stand-in for the Hugging Face hub on this machine, with every fault that a hub can have."""

from __future__ import annotations

import hashlib
import json
import os
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from engine.checkpoints.hub import Hub, Patience

QUICK = Patience(connect=5.0, read=5.0, tries=1, pause=0.0)
"""Of a test that waits for nothing."""


def git_name(data: bytes) -> str:
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


def bytes_like(name: str, size: int) -> bytes:
    """Some content that no other file has."""
    block = hashlib.sha256(name.encode()).digest()
    return (block * (size // len(block) + 1))[:size]


@dataclass
class Repo:
    """A model on the stand-in hub, at one commit."""

    files: dict[str, bytes]
    lfs: tuple[str, ...] = ("model.safetensors", "pytorch_model.bin", "source.spm", "target.spm")
    card: dict[str, Any] = field(default_factory=dict)
    downloads: int = 0
    gated: str | bool = False
    tags: tuple[str, ...] = ()
    change: Callable[[dict[str, Any]], object] | None = None
    """What becomes of the answer that describes it."""

    @property
    def commit(self) -> str:
        listed = json.dumps({name: git_name(data) for name, data in sorted(self.files.items())})
        return hashlib.sha1(listed.encode()).hexdigest()

    def describe(self, name: str, blobs: bool) -> object:
        siblings: list[dict[str, Any]] = []
        for file, data in self.files.items():
            entry: dict[str, Any] = {"rfilename": file}
            if blobs:
                entry |= {"size": len(data), "blobId": git_name(data)}
                if file in self.lfs:
                    pointer = f"pointer to {file}".encode()
                    sha256 = hashlib.sha256(data).hexdigest()
                    lfs = {"sha256": sha256, "size": len(data), "pointerSize": len(pointer)}
                    entry |= {"blobId": git_name(pointer), "lfs": lfs}
            siblings.append(entry)
        answer = {
            "_id": "1",
            "id": name,
            "modelId": name,
            "sha": self.commit,
            "cardData": self.card or None,
            "downloads": self.downloads,
            "gated": self.gated,
            "tags": list(self.tags),
            "siblings": siblings,
        }
        return answer if self.change is None else self.change(answer)


Fault = Callable[["Handler", bytes], None]
"""Answers in place of the server: the handler, and the content that was asked for."""


def status(code: int, **headers: str) -> Fault:
    def answer(handler: Handler, _content: bytes) -> None:
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        handler.answer(code, b"<html>no</html>", **more)

    return answer


def break_after(count: int) -> Fault:
    """Announces all, sends ``count`` bytes of what was asked for, and hangs up."""

    def answer(handler: Handler, content: bytes) -> None:
        code, part, headers = handler.range_of(content)
        handler.head(code, len(part), headers)
        handler.wfile.write(part[:count])
        handler.close_connection = True

    return answer


def stall_after(count: int, reached: Callable[[], object] = lambda: None) -> Fault:
    """Announces all, sends ``count`` bytes, and then nothing more."""

    def answer(handler: Handler, content: bytes) -> None:
        code, part, headers = handler.range_of(content)
        handler.head(code, len(part), headers)
        handler.wfile.write(part[:count])
        handler.wfile.flush()
        reached()
        handler.server.hub.over.wait(30)
        handler.close_connection = True

    return answer


def send(
    make: Callable[[bytes], bytes],
    code: int = 200,
    length: bool = True,
    **headers: str,
) -> Fault:
    """Sends something else, with an honest length of it or with none."""

    def answer(handler: Handler, content: bytes) -> None:
        data = make(content)
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        handler.head(code, len(data) if length else None, more)
        handler.wfile.write(data)
        handler.close_connection = not length

    return answer


class HubServer:
    """The stand-in: repositories, faults to come, and what was asked.

    Attributes:
        repos: by ``owner/name``; or by ``owner/name@revision``.
        faults: by the end of a path; each answers one request, the first first.
        asked: paths with their queries, in order.
        ranges, tokens: the headers that came with each of them.
        over: set when handlers shall stop waiting.
    """

    def __init__(self) -> None:
        self.repos: dict[str, Repo] = {}
        self.faults: dict[str, list[Fault]] = {}
        self.asked: list[str] = []
        self.ranges: list[str | None] = []
        self.tokens: list[str | None] = []
        self.over = threading.Event()
        self.elsewhere = ""
        """Where large files are, if not here."""
        self._server = Server(("127.0.0.1", 0), Handler)
        self._server.hub = self
        self.port = self._server.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def close(self) -> None:
        self.over.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def files_asked(self) -> list[str]:
        """The files that were asked for, by their own names."""
        return [path.rpartition("/")[2] for path in self.asked if "/resolve/" in path]

    def hub(self, **options: Any) -> Hub:
        return Hub(self.url, **{"token": "", "patience": QUICK, **options})


class Server(ThreadingHTTPServer):
    hub: HubServer
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Who asked has gone away: that is what many a test is about."""


class Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        hub = self.server.hub
        hub.asked.append(self.path)
        hub.ranges.append(self.headers["range"])
        hub.tokens.append(self.headers["authorization"])
        parts = urlsplit(self.path)
        path, query = unquote(parts.path), parse_qs(parts.query)
        content = self.content(path, query)
        for end, faults in hub.faults.items():
            if path.endswith(end) and faults:
                faults.pop(0)(self, content or b"")
                return
        if content is None:
            code = "RevisionNotFound" if "/revision/" in path else "RepoNotFound"
            self.answer(404 if "/revision/" in path else 401, b"", **{"x-error-code": code})
        elif found := re.fullmatch(r"/(.+)/resolve/([0-9a-f]{40})/([^/]+)", path):
            repo = self.repo(found[1], found[2])
            if repo is not None and found[3] in repo.lfs:
                place = f"{hub.elsewhere}/large/{found[1]}/{found[2]}/{found[3]}?signed=yes"
                self.answer(302, b"Found", location=place, **{"x-linked-size": str(len(content))})
            else:
                self.send(content)
        else:
            self.send(content)

    def repo(self, name: str, commit: str | None = None) -> Repo | None:
        repos = self.server.hub.repos
        wanted = (each for key, each in repos.items() if key.split("@")[0] == name)
        return next((each for each in wanted if commit in (None, each.commit)), None)

    def content(self, path: str, query: dict[str, list[str]]) -> bytes | None:
        """What is at a path; ``None`` if nothing."""
        if found := re.fullmatch(r"/(?:large/)?(.+?)/(?:resolve/)?([0-9a-f]{40})/([^/]+)", path):
            repo = self.repo(found[1], found[2])
            return None if repo is None else repo.files.get(found[3])
        if path == "/api/models":
            return json.dumps(self.listed(query)).encode()
        if found := re.fullmatch(r"/api/models/([^/]+/[^/]+)(?:/revision/(.+))?", path):
            name, revision = found[1], found[2]
            repo = self.server.hub.repos.get(f"{name}@{revision}" if revision else name)
            if repo is None and revision:
                repo = self.repo(name, revision)
            return (
                None if repo is None else json.dumps(repo.describe(name, "blobs" in query)).encode()
            )
        return None

    def listed(self, query: dict[str, list[str]]) -> list[object]:
        found = [
            (name, repo)
            for name, repo in self.server.hub.repos.items()
            if "@" not in name and set(query.get("filter", ())) <= set(repo.tags)
        ]
        found.sort(key=lambda each: -each[1].downloads)
        return [repo.describe(name, False) for name, repo in found[: int(query["limit"][0])]]

    def range_of(self, content: bytes) -> tuple[int, bytes, dict[str, str]]:
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers["range"] or "")
        if asked is None:
            return 200, content, {}
        start = int(asked[1])
        if start >= len(content):
            return 416, b"", {"content-range": f"bytes */{len(content)}"}
        whole = f"bytes {start}-{len(content) - 1}/{len(content)}"
        return 206, content[start:], {"content-range": whole}

    def send(self, content: bytes) -> None:
        code, part, headers = self.range_of(content)
        self.answer(code, part, **headers)

    def answer(self, code: int, data: bytes, **headers: str) -> None:
        self.head(code, len(data), headers)
        self.wfile.write(data)

    def head(self, code: int, length: int | None, headers: dict[str, str]) -> None:
        self.send_response(code)
        for name, value in headers.items():
            self.send_header(name, value)
        if length is None:
            self.send_header("connection", "close")
        else:
            self.send_header("content-length", str(length))
        self.end_headers()


@contextmanager
def standing_in(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Iterator[HubServer]:
    """A hub of the test's own, no settings of the user's, and a data folder of its own."""
    from huggingface_hub import constants

    for name in list(os.environ):
        if name.upper().startswith("HF_") or name.upper().endswith("_PROXY"):
            monkeypatch.delenv(name)
    monkeypatch.setattr(constants, "HF_TOKEN_PATH", str(folder / "no-token"))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_IMPLICIT_TOKEN", False)
    monkeypatch.setattr(
        "engine.checkpoints.hub.store.models_folder", lambda: folder / "data" / "models"
    )
    server = HubServer()
    monkeypatch.setenv("HF_ENDPOINT", server.url)
    try:
        yield server
    finally:
        server.close()


def opus(name: str = "opus-mt-en-de", size: int = 300_000, **options: Any) -> Repo:
    """A model as those of OPUS-MT, with what else their folders hold."""
    files = {
        ".gitattributes": b"*.bin filter=lfs\n",
        "README.md": b"---\nlicense: cc-by-4.0\n---\n# A model\n",
        "config.json": b'{"model_type": "marian"}\n',
        "generation_config.json": b"{}\n",
        "modeling_evil.py": b"raise SystemExit('run!')\n",
        "model.safetensors": bytes_like(f"{name} safetensors", size),
        "pytorch_model.bin": bytes_like(f"{name} bin", size),
        "rust_model.ot": bytes_like(f"{name} rust", size),
        "tf_model.h5": bytes_like(f"{name} tf", size),
        "source.spm": bytes_like(f"{name} source", 8_000),
        "target.spm": bytes_like(f"{name} target", 9_000),
        "tokenizer_config.json": b"{}\n",
        "onnx/model.safetensors": b"not this",
        "vocab.json": b'{"<unk>": 0}\n',
    }
    options = {
        "card": {"license": "cc-by-4.0", "language": ["en", "de"]},
        "downloads": 1000,
        "tags": ("marian", "translation", "en", "de", "license:cc-by-4.0"),
        **options,
    }
    return Repo(files, **options)


NEEDED = (
    "README.md",
    "config.json",
    "generation_config.json",
    "source.spm",
    "target.spm",
    "tokenizer_config.json",
    "vocab.json",
    "model.safetensors",
)
"""Of :func:`opus`, in the order in which they are downloaded."""
