"""The one module that talks to the network: a request, and a success or a sentence.

What ``huggingface_hub`` knows of tokens and settings is asked of it; its own requests are not
used. They cannot be given up while they wait (those through Xet not at all), wait for as long as
a server likes, and tell it what else is installed.
"""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from engine import __version__
from engine.checkpoints.hub import errors
from engine.checkpoints.hub.errors import Asked
from engine.checkpoints.hub.listing import printable
from engine.checkpoints.hub.waiting import in_background
from engine.errors import HubError

if TYPE_CHECKING:
    import httpx2

# The library and its client are imported where they are first needed, on the thread that waits:
# the window and the other commands do without.

ENDPOINT = "https://huggingface.co"
_LARGEST_ANSWER = 32 << 20
_LOOPBACK = ("localhost", "127.0.0.1", "::1")

Cancelled = Callable[[], bool] | None


@dataclass(frozen=True)
class Patience:
    """How long the hub is waited for.

    Attributes:
        connect: seconds for a connection.
        read: seconds without a byte.
        tries: how often in a row a download is tried; one that gained bytes is the first of a
            new row.
        pause: seconds before the second try; each further one waits twice as long.
    """

    connect: float = 15.0
    read: float = 30.0
    tries: int = 4
    pause: float = 1.0


class Transport:
    """Requests to one hub. Threads may share it.

    Args:
        endpoint: its address; by default that in ``HF_ENDPOINT``, else huggingface.co.
        token: who asks; by default that in ``HF_TOKEN`` or of ``hf auth login``, none if empty.
            Sent to the endpoint alone, and never unencrypted but to this machine.
        patience: how long it is waited for.

    Raises:
        HubError: the endpoint is no web address.
    """

    def __init__(self, endpoint: str | None, token: str | None, patience: Patience | None) -> None:
        address = (endpoint or os.environ.get("HF_ENDPOINT") or ENDPOINT).strip().rstrip("/")
        try:
            parts = urlsplit(address)
            host, scheme = parts.hostname, parts.scheme
            self.host = f"{host}:{parts.port}" if parts.port else str(host)
            plain = not (parts.query or parts.fragment or "@" in parts.netloc)
        except ValueError:
            host, scheme, plain = None, "", False
        if not host or scheme not in ("http", "https") or not plain or not address.isprintable():
            raise HubError(
                f"{address!r} is no address of a hub; set HF_ENDPOINT to one such as {ENDPOINT}, "
                "or to nothing."
            )
        self.endpoint = address
        self.patience = patience or Patience()
        self._token = token
        self._encrypted = scheme == "https"
        self._private = self._encrypted or host in _LOOPBACK
        self._lock = threading.Lock()
        self._client: httpx2.Client | None = None

    def json(self, path: str, params: dict[str, Any], asked: Asked, cancelled: Cancelled) -> object:
        """An answer of the hub's interface, as plain data.

        Raises:
            HubError: the hub cannot be reached, refuses, or answers no JSON of sensible size.
            CancelledError: ``cancelled`` said so.
        """

        def read() -> Generator[object, None, None]:
            data = bytearray()
            with self.open(self.endpoint + path, asked, params=params) as response:
                for chunk in response.iter_bytes():
                    data += chunk
                    if len(data) > _LARGEST_ANSWER:
                        raise errors.not_a_hub(asked, "an endless answer")
            try:
                yield json.loads(data)
            except (ValueError, RecursionError):
                raise errors.not_a_hub(asked, "no JSON") from None

        (answer,) = in_background(read, cancelled)
        return answer

    @contextmanager
    def open(
        self,
        url: str,
        asked: Asked,
        *,
        params: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
        unsatisfied: bool = False,
    ) -> Iterator[httpx2.Response]:
        """A response that is a success; what goes wrong with it is a sentence.

        Args:
            url: on the endpoint.
            asked: what for, for messages.
            params: of the query.
            headers: beside the usual ones.
            unsatisfied: let 416 pass, that no such range is there.

        Raises:
            HubError: anything else than a success; of kind
                :class:`~engine.checkpoints.hub.errors.BrokenOffError` if another try may help.
        """
        import httpx2
        from huggingface_hub import is_offline_mode

        if is_offline_mode():
            raise HubError(
                "HF_HUB_OFFLINE forbids asking the hub; unset it, or open a model that is here."
            )
        token = self._find_token()
        asked = replace(asked, with_token=token is not None)
        sent = {"user-agent": f"diaphane/{__version__}", **(headers or {})}
        if token is not None:
            sent["authorization"] = f"Bearer {token}"
        try:
            with self._get_client().stream("GET", url, params=params, headers=sent) as response:
                if not (response.is_success or (unsatisfied and response.status_code == 416)):
                    raise errors.refused(response.status_code, response.headers, asked)
                yield response
        except httpx2.TimeoutException as error:
            connecting = isinstance(error, httpx2.ConnectTimeout)
            seconds = self.patience.connect if connecting else self.patience.read
            raise errors.silent(asked, seconds) from None
        except httpx2.ConnectError as error:
            raise errors.unreachable(asked, str(error)) from None
        except (httpx2.NetworkError, httpx2.RemoteProtocolError) as error:
            raise errors.BrokenOffError(
                f"The connection to {asked.host} broke off in the middle of {asked.what}; try "
                "again. What has arrived is kept."
            ) from error
        except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
            # A proxy, endless redirects, an address of another kind, a damaged compression.
            raise HubError(
                f"{asked.host} could not be asked for {asked.what} ({_first_line(error)}); check "
                "HF_ENDPOINT and HTTPS_PROXY if they are set."
            ) from None

    def _get_client(self) -> httpx2.Client:
        import httpx2

        with self._lock:
            if self._client is None:
                limit = httpx2.Timeout(self.patience.read, connect=self.patience.connect)
                try:
                    self._client = httpx2.Client(
                        # Leaves the token behind where a redirect leads to another server.
                        follow_redirects=True,
                        timeout=limit,
                        # No connection outlives its request, so that there is none to close.
                        limits=httpx2.Limits(max_keepalive_connections=0),
                        event_hooks={"request": [self._check_request]},
                    )
                except (ValueError, ImportError, httpx2.InvalidURL, OSError) as error:
                    raise HubError(
                        f"The settings of the network cannot be used ({_first_line(error)}); "
                        "check HTTPS_PROXY, ALL_PROXY and SSL_CERT_FILE."
                    ) from None
            return self._client

    def _check_request(self, request: httpx2.Request) -> None:
        if self._encrypted and request.url.scheme != "https":
            raise HubError(
                f"{self.host} leads to an address that is not encrypted ({request.url.host}); "
                "nothing was asked there."
            )

    def _find_token(self) -> str | None:
        if not self._private:
            return None
        from huggingface_hub import constants, get_token

        token = self._token
        try:
            if token is None and not constants.HF_HUB_DISABLE_IMPLICIT_TOKEN:
                token = get_token()
        except Exception as error:  # a login that has to be renewed, and cannot
            raise HubError(
                f"The stored token for the hub cannot be used ({_first_line(error)}); log in "
                "again with hf auth login, or put a token into HF_TOKEN."
            ) from None
        if token and not re.fullmatch(r"[!-~]+", token):
            # Caught here: the client's own message would show it.
            raise HubError("The token for the hub is none; copy it into HF_TOKEN once more.")
        return token or None


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return printable(lines[0] if lines else type(error).__name__).rstrip(". ")
