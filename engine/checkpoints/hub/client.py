"""A hub of models: what it has, and the bytes of a file.

Addresses and the shape of answers are those of ``huggingface_hub``. Its own downloads are not
used: they do not compare checksums and cannot be given up (see
:mod:`engine.checkpoints.hub.transport`). Nothing is ever executed that comes from here; there is
no such thing as ``trust_remote_code``.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from urllib.parse import quote

from engine.checkpoints.hub import errors
from engine.checkpoints.hub.answers import found_of, model_of
from engine.checkpoints.hub.errors import Asked
from engine.checkpoints.hub.listing import Found, HubFile, HubModel, fits, is_repo
from engine.checkpoints.hub.transport import ENDPOINT, Cancelled, Patience, Transport
from engine.checkpoints.hub.waiting import in_background
from engine.errors import HubError
from engine.text.language_codes import short

_MOST_FOUND = 100
_RANGE = re.compile(r"bytes (\d+)-\d+/(\d+|\*)")


class Hub:
    """A Hugging Face hub, or a mirror of it. Threads may share one.

    Args:
        endpoint: its address; by default that in ``HF_ENDPOINT``, else huggingface.co.
        token: who asks; by default that in ``HF_TOKEN`` or of ``hf auth login``, none if empty.
            Sent to the endpoint alone, and never unencrypted but to this machine.
        patience: how long it is waited for.

    Raises:
        HubError: the endpoint is no web address.
    """

    def __init__(
        self,
        endpoint: str | None = None,
        *,
        token: str | None = None,
        patience: Patience | None = None,
    ) -> None:
        self._transport = Transport(endpoint, token, patience)
        self.endpoint, self.host = self._transport.endpoint, self._transport.host
        self.patience = self._transport.patience

    # Lists --------------------------------------------------------------------------------

    def search(
        self, source: str, target: str, *, limit: int = 20, cancelled: Cancelled = None
    ) -> list[Found]:
        """Models for translation between two languages, those named after the pair first.

        A hub knows which languages a model has, not the direction; what is named after the
        opposite direction is left out. Sizes take another question for each: :meth:`model`.

        Args:
            source, target: ISO 639 codes, ``"en"``.
            limit: how many at most, the most downloaded.
            cancelled: asked many times a second.

        Raises:
            HubError: the hub cannot be reached or refuses.
            CancelledError: ``cancelled`` said so.
        """
        languages = [short(source.strip().lower()), short(target.strip().lower())]
        for language in languages:
            if not re.fullmatch(r"[a-z]{2,3}", language):
                raise HubError(
                    f"{language!r} is no code of a language; write two or three letters, as en, "
                    "de, ast."
                )
        asked = self._asked()
        answer = self._transport.json(
            "/api/models",
            {
                "pipeline_tag": "translation",
                "filter": languages,
                "sort": "downloads",
                # Some of them are of the opposite direction.
                "limit": min(3 * limit, _MOST_FOUND),
                "expand": ["cardData", "downloads", "gated", "siblings", "tags"],
            },
            asked,
            cancelled,
        )
        if not isinstance(answer, list):
            raise errors.not_a_hub(asked, "no list of models")
        entries = [found_of(each, asked) for each in answer[:_MOST_FOUND]]
        found = [each for each in entries if each is not None and fits(each.repo, *languages)]
        pair = (languages[0], languages[1])
        found.sort(key=lambda each: (each.source_language, each.target_language) != pair)
        return found[:limit]

    def model(
        self, repo: str, revision: str | None = None, *, cancelled: Cancelled = None
    ) -> HubModel:
        """A model's files with their sizes, its licence and languages.

        Args:
            repo: ``owner/name``, or the address of its page.
            revision: a branch, a tag or a commit; by default the newest.
            cancelled: asked many times a second.

        Raises:
            HubError: there is no such model, the hub cannot be reached or refuses, or none of
                its files holds weights that can be opened.
            CancelledError: ``cancelled`` said so.
        """
        repo = self.repo_name(repo)
        asked = self._asked(repo, revision or "")
        path = f"/api/models/{repo}"
        if revision is not None:
            path += f"/revision/{quote(revision, safe='')}"
        answer = self._transport.json(path, {"blobs": "true"}, asked, cancelled)
        return model_of(answer, asked)

    def repo_name(self, text: str) -> str:
        """``owner/name``, also of the address of a page.

        Raises:
            HubError: it is none.
        """
        name = text.strip()
        for address in (self.endpoint, ENDPOINT):
            name = name.removeprefix(f"{address}/").rstrip("/")
        if name != text.strip():
            name = "/".join(name.split("/")[:2])
        if not is_repo(name):
            raise HubError(
                f"{text!r} names no model; write owner/name, as Helsinki-NLP/opus-mt-en-de."
            )
        return name

    # Files --------------------------------------------------------------------------------

    def read(
        self, model: HubModel, file: HubFile, start: int = 0, *, cancelled: Cancelled = None
    ) -> Generator[tuple[int, bytes], None, None]:
        """The content of a file; close it, if it is not read to its end.

        Args:
            model: whose.
            file: of ``model.files``.
            start: the first byte that is wanted.
            cancelled: asked many times a second.

        Yields:
            Where some bytes belong, and the bytes. The first may belong before ``start``, if
            the server gives the whole file only; all others follow their predecessors.

        Raises:
            HubError: the hub refuses, or sends another number of bytes; of kind
                :class:`~engine.checkpoints.hub.errors.BrokenOffError` if another try may help.
            CancelledError: ``cancelled`` said so.
        """
        asked = self._asked(model.repo, model.revision, file.name)
        return in_background(lambda: self._read(asked, file.size, start), cancelled)

    def _read(
        self, asked: Asked, size: int, start: int
    ) -> Generator[tuple[int, bytes], None, None]:
        from huggingface_hub import hf_hub_url

        url = hf_hub_url(asked.repo, asked.file, revision=asked.revision, endpoint=self.endpoint)
        # Bytes as they are: sizes and ranges are those of the file.
        headers = {"accept-encoding": "identity"}
        if start:
            headers["range"] = f"bytes={start}-"
        position = 0
        with self._transport.open(url, asked, headers=headers, unsatisfied=start > 0) as response:
            if response.status_code == 206 and start:
                found = _RANGE.fullmatch(response.headers.get("content-range", ""))
                if found is not None and found[2] not in ("*", str(size)):
                    raise errors.wrong_size(asked, int(found[2][:18]), size)
                if found is not None and found[1] == str(start):
                    position = start
            elif response.status_code not in (200, 416):
                raise errors.not_a_hub(asked, f"HTTP {response.status_code} for a file")
            # Only what begins where it was asked to, or at the beginning, is of use.
            usable = position > 0 or response.status_code == 200
            if usable:
                announced = response.headers.get("content-length", "")
                plain = response.headers.get("content-encoding", "identity") == "identity"
                if announced.isdigit() and plain and position + int(announced[:18]) != size:
                    raise errors.wrong_size(asked, position + int(announced[:18]), size)
                # As it comes: what waits for a full buffer is lost when the connection breaks.
                for data in response.iter_bytes():
                    if position + len(data) > size:
                        raise errors.wrong_size(asked, "more bytes", size)
                    yield position, data
                    position += len(data)
        if not usable:
            yield from self._read(asked, size, 0)
        elif position < size:
            raise errors.broken_off(asked, position, size)

    def _asked(self, repo: str = "", revision: str = "", file: str = "") -> Asked:
        return Asked(self.host, repo, revision, file)
