"""Nothing leaves the machine: one module talks to the network, and only when it is asked to."""

from __future__ import annotations

import ast
import os
import socket
import subprocess
import sys
import textwrap
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests import no_network
from tests.engine.checkpoints.hub_server import standing_in

ROOT = Path(__file__).resolve().parent.parent
SOURCES = [*(ROOT / "engine").rglob("*.py"), *(ROOT / "gui").rglob("*.py"), ROOT / "main.py"]
TRANSPORT = "engine/checkpoints/hub/transport.py"

NETWORK = frozenset({
    # Python's own
    "_socket", "asyncio", "ftplib", "http", "imaplib", "multiprocessing", "nntplib", "poplib",
    "smtplib", "socket", "socketserver", "ssl", "subprocess", "telnetlib", "urllib", "webbrowser",
    "wsgiref", "xmlrpc",
    # libraries, those too that get models by themselves
    "aiohttp", "datasets", "grpc", "hf_xet", "httpcore", "httpcore2", "httpx", "httpx2",
    "huggingface_hub", "paramiko", "pycurl", "requests", "sentry_sdk", "tornado", "transformers",
    "urllib3", "websocket", "websockets", "zmq",
})  # fmt: skip
OF_TORCH = ("torch.distributed", "torch.hub", "torch.utils.model_zoo")
OF_QT = (
    "QtDBus", "QtHttpServer", "QtMultimedia", "QtNetwork", "QtNetworkAuth", "QtPdf", "QtQml",
    "QtQuick", "QtRemoteObjects", "QtWebChannel", "QtWebEngineCore", "QtWebEngineQuick",
    "QtWebEngineWidgets", "QtWebSockets", "QtWebView",
)  # fmt: skip
"""Qt's network, and what comes with it."""
ALLOWED: dict[str, set[str]] = {
    TRANSPORT: {
        "httpx2", "urllib.parse.urlsplit", "huggingface_hub.constants",
        "huggingface_hub.get_token", "huggingface_hub.is_offline_mode",
    },
    # Addresses are put together, and answers read; nothing is asked.
    "engine/checkpoints/hub/client.py": {"urllib.parse.quote", "huggingface_hub.hf_hub_url"},
    "engine/checkpoints/hub/answers.py": {
        "huggingface_hub.hf_api.ModelInfo", "huggingface_hub.hf_api.RepoSibling",
    },
    # Between the processes of one training, which torchrun starts and tells where the others are.
    "engine/training/distributed.py": {"torch.distributed"},
    # The system's compiler, for a file of our own.
    "engine/model/compiled/library.py": {"subprocess"},
    # A pair of sockets with each other, through which signals wake Qt.
    "gui/signals.py": {"socket"},
}  # fmt: skip


def imported(tree: ast.AST) -> Iterator[str]:
    """Every name that a file imports, in functions too, in full."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{each.name}" for each in node.names)


def networked(name: str) -> bool:
    """Whether what is imported under this name can talk to a network, or start what can."""
    parts = name.split(".")
    if parts[0] == "PySide6":
        return any(part in OF_QT or part == "QProcess" for part in parts)
    return parts[0] in NETWORK or name.startswith(OF_TORCH)


def test_one_module_talks_to_the_network() -> None:
    found: dict[str, set[str]] = {}
    for path in SOURCES:
        for name in imported(ast.parse(path.read_text(encoding="utf-8"))):
            if networked(name):
                found.setdefault(path.relative_to(ROOT).as_posix(), set()).add(name)
    assert found == ALLOWED


def test_the_rule_finds_what_it_forbids() -> None:
    for line in (
        "import socket", "import http.client", "from urllib import request",
        "from urllib.request import urlopen", "import asyncio", "from torch import hub",
        "import torch.hub", "from PySide6.QtNetwork import QTcpSocket",
        "from PySide6 import QtNetwork", "from PySide6.QtCore import QProcess",
        "def f():\n    import requests", "from huggingface_hub import snapshot_download",
    ):  # fmt: skip
        assert any(map(networked, imported(ast.parse(line)))), line
    for line in ("import torch", "from torch import Tensor", "from PySide6.QtCore import QUrl"):
        assert not any(map(networked, imported(ast.parse(line)))), line


def test_no_module_is_imported_by_a_name_that_nobody_can_read() -> None:
    """Else the rule above would prove nothing."""
    calls: set[tuple[str, str]] = set()
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                if called in ("__import__", "exec", "eval", "compile", "os.system", "os.popen") or (
                    called.endswith("import_module")
                ):
                    calls.add((path.relative_to(ROOT).as_posix(), ast.unparse(node)))
    assert calls == {
        ("engine/resources.py", "import_module('resources')"),
        # Looks whether the parts of Qt that the window needs can be loaded.
        ("gui/platform_check.py", "importlib.import_module(f'PySide6.{module}')"),
    }


def test_the_window_signals_itself_and_nobody_else() -> None:
    """Of the socket module signals use the pair alone."""
    tree = ast.parse((ROOT / "gui" / "signals.py").read_text(encoding="utf-8"))
    used = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "socket"
    }
    assert used == {"socketpair"}


# The guard over the whole suite -------------------------------------------------------------


def _datagram() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"x", ("192.0.2.1", 9))


def _listen() -> None:
    with socket.socket() as server:
        server.bind(("0.0.0.0", 0))


def _httpx() -> None:
    import httpx2

    with suppress(httpx2.HTTPError), httpx2.Client(trust_env=False) as client:
        client.get("http://192.0.2.1/")


def _on_a_thread() -> None:
    import threading

    def swallow() -> None:
        with suppress(OSError):
            socket.create_connection(("192.0.2.1", 80))

    thread = threading.Thread(target=swallow)
    thread.start()
    thread.join()


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: socket.create_connection(("192.0.2.1", 80)),
        lambda: socket.create_connection(("2001:db8::1", 80)),
        lambda: socket.getaddrinfo("example.invalid", 80),
        lambda: socket.gethostbyname("example.invalid"),
        lambda: urllib.request.urlopen("http://192.0.2.1/"),
        _datagram,
        _listen,
        _httpx,
        _on_a_thread,
    ],
    ids=["connect", "v6", "look up", "name", "urllib", "datagram", "listen", "httpx2", "thread"],
)
def test_a_test_that_talks_to_the_outside_fails(attempt: Callable[[], object]) -> None:
    with (
        pytest.raises(AssertionError, match="was to be sent elsewhere"),
        no_network.nothing_leaves(),
        suppress(OSError),
    ):
        attempt()


def test_the_stand_in_on_this_machine_may_be_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with (
        standing_in(monkeypatch, tmp_path) as server,
        no_network.nothing_leaves(),
        socket.create_connection(("localhost", server.port)),
    ):
        pass


# The program as it is -----------------------------------------------------------------------

WATCHED = """
    import os, sys
    def heard(event, arguments):
        if event.startswith("socket.") and event not in ("socket.__new__", "socket.socketpair"):
            print("HEARD", event, arguments[1:], flush=True)
    sys.addaudithook(heard)
    sys.path.insert(0, ".")
    sys.argv[0] = "diaphane"
    {run}
    modules = {{"PySide6.QtNetwork", "httpx2", "huggingface_hub"}}
    print("LOADED", sorted(modules & sys.modules.keys()))
    if os.path.isdir("/proc/self/fd"):
        links = []
        for name in os.listdir("/proc/self/fd"):
            try:
                links.append(os.readlink(f"/proc/self/fd/{{name}}"))
            except OSError:
                pass
        own = {{link[8:-1] for link in links if link.startswith("socket:[")}}
        for table in ("tcp", "tcp6", "udp", "udp6", "raw", "raw6"):
            try:
                lines = open(f"/proc/self/net/{{table}}").read().splitlines()[1:]
            except OSError:
                continue
            open_ones = [line for line in lines if line.split()[9] in own]
            print("OPEN", table, open_ones) if open_ones else None
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "run",
    [
        "import engine.__main__ as m; m.main(['translate', '--model', MODEL, 'I love cats.'])",
        "import gui.app; gui.app.main(['--shot', OUT, '--model', MODEL, '--text', 'I see dogs.'])",
    ],
    ids=["command", "window"],
)
def test_translating_opens_no_socket(run: str, tmp_path: Path, tiny_folder: Path) -> None:
    code = textwrap.dedent(WATCHED).format(
        run=run.replace("MODEL", repr(str(tiny_folder))).replace(
            "OUT", repr(str(tmp_path / "a.png"))
        )
    )
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "HF_ENDPOINT": "http://192.0.2.1"}
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    told = [line for line in result.stdout.splitlines() if line[:5] in ("HEARD", "LOADE", "OPEN ")]
    assert told == ["LOADED []"], result.stdout + result.stderr
