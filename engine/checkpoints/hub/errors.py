"""What the hub refuses, as sentences that say what to do."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from engine.checkpoints.hub.listing import printable
from engine.errors import HubError

_RATE_LIMIT = re.compile(r";\s*r\s*=\s*0\s*;\s*t\s*=\s*(\d{1,9})", re.ASCII)


class BrokenOffError(HubError):
    """The connection broke off, or the hub has trouble of its own: the next try may succeed."""


@dataclass(frozen=True)
class Asked:
    """What was asked for, as messages need it.

    Attributes:
        host: of the hub.
        repo: the model; empty in a search.
        revision: of it; empty for the newest.
        file: of it; empty if not a file was asked for.
        with_token: whether a token was sent along.
    """

    host: str
    repo: str = ""
    revision: str = ""
    file: str = ""
    with_token: bool = False

    @property
    def what(self) -> str:
        """For the middle of a sentence."""
        if self.file:
            return f"{self.file} of {self.repo}"
        return self.repo or "the list of models"


def refused(status: int, headers: Mapping[str, str], asked: Asked) -> HubError:
    """What an answer that is no success means.

    Args:
        status: of HTTP.
        headers: under small letters; the hub says the reason in ``x-error-code`` and
            ``x-error-message``, and how long to wait in ``retry-after`` or ``ratelimit``.
        asked: what for.
    """
    code = headers.get("x-error-code", "")
    words = printable(headers.get("x-error-message", "")).rstrip(". ")
    if status == 429:
        wait = retry_after(headers.get("retry-after")) or _reset(headers.get("ratelimit", ""))
        when = f"{wait} seconds" if wait else "a few minutes"
        advice = "" if asked.with_token else " With a token in HF_TOKEN it allows more."
        return HubError(
            f"{asked.host} has had too many requests from here; try again in {when}.{advice}"
        )
    if status == 408 or status >= 500:
        return BrokenOffError(
            f"{asked.host} has trouble of its own (HTTP {status}) and did not give {asked.what}; "
            "try again later."
        )
    if code == "GatedRepo":
        return HubError(_gated(asked))
    if code == "RevisionNotFound":
        return HubError(
            f"{asked.repo} has no revision {asked.revision or 'main'!r}; name a branch, a tag or "
            "a commit of it."
        )
    if code == "EntryNotFound" or (status == 404 and asked.file):
        return HubError(
            f"{asked.host} lists {asked.what}, but does not have it (HTTP {status}); choose "
            "another revision or model."
        )
    if words == "Access to this resource is disabled":
        return HubError(f"{asked.host} has disabled {asked.repo}; choose another model.")
    if status == 401 and (asked.with_token or words.startswith("Invalid credentials")):
        return HubError(
            f"{asked.host} does not accept the token that was sent; make a new one in your "
            "settings there and put it into HF_TOKEN."
        )
    if status in (401, 404) and asked.repo:
        how = (
            "your token may not read it"
            if asked.with_token
            else "it is private: for one of your own, put a token that may read it into HF_TOKEN"
        )
        return HubError(
            f"{asked.host} has no model {asked.repo}, or {how}; check the name, as owner/name."
        )
    if status == 401:
        return HubError(f"{asked.host} wants to know who asks; put a token of yours into HF_TOKEN.")
    if status == 403:
        why = f": {words}" if words else ""
        how = "check what your token may do" if asked.with_token else "put a token into HF_TOKEN"
        return HubError(f"{asked.host} refuses {asked.what} (HTTP 403{why}); {how}.")
    why = f", {words}" if words else ""
    return HubError(
        f"{asked.host} did not give {asked.what} (HTTP {status}{why}); check the name, or "
        "HF_ENDPOINT if it is set."
    )


def _gated(asked: Asked) -> str:
    if asked.with_token:
        return (
            f"The terms of {asked.repo} have to be accepted first: open its page on {asked.host} "
            "with the account that your token belongs to, then try again."
        )
    return (
        f"The terms of {asked.repo} have to be accepted first: do so on its page on {asked.host}, "
        "make a token in your settings there, put it into HF_TOKEN, and try again."
    )


def retry_after(value: str | None, now: datetime | None = None) -> int | None:
    """Seconds of a ``Retry-After`` header, which holds seconds or a date (RFC 9110, 10.2.3)."""
    text = (value or "").strip()
    if text.isascii() and text.isdigit():
        return int(text[:9])
    try:
        when = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError):
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    return max(0, math.ceil((when - (now or datetime.now(UTC))).total_seconds()))


def _reset(value: str) -> int | None:
    """Seconds of a ``RateLimit`` header: ``"api";r=0;t=55`` (draft-ietf-httpapi-ratelimit-09)."""
    found = _RATE_LIMIT.search(value)
    return int(found[1]) if found is not None else None


def unreachable(asked: Asked, reason: str) -> BrokenOffError:
    """There is no connection."""
    return BrokenOffError(
        f"{asked.host} cannot be reached ({printable(reason).rstrip('. ') or 'no reason given'}); "
        "check the network, and HTTPS_PROXY and HF_ENDPOINT if they are set."
    )


def silent(asked: Asked, seconds: float) -> BrokenOffError:
    """It stalls."""
    return BrokenOffError(
        f"{asked.host} has sent nothing of {asked.what} for {seconds:g} seconds; try again. What "
        "has arrived is kept."
    )


def broken_off(asked: Asked, have: int, size: int) -> BrokenOffError:
    """The connection ended too early."""
    return BrokenOffError(
        f"{asked.host} broke off {asked.what} after {have:,} of {size:,} bytes; try again. What "
        "has arrived is kept."
    )


def wrong_size(asked: Asked, got: int | str, size: int) -> HubError:
    """What comes is not what was announced."""
    many = f"{got:,} bytes" if isinstance(got, int) else got
    return HubError(
        f"{asked.host} sends {many} as {asked.what}, which has {size:,} bytes by its own list; "
        "try again, or set HF_ENDPOINT to another mirror if it is set."
    )


def not_a_hub(asked: Asked, reason: str) -> HubError:
    """The answer makes no sense."""
    return HubError(
        f"{asked.host} does not answer as a hub of models ({printable(reason)}); check "
        "HF_ENDPOINT if it is set."
    )
