"""Getting models: found on the Hugging Face hub, downloaded, and kept in the user's data folder.

::

    hub = Hub()                                   # HF_ENDPOINT and HF_TOKEN, as everywhere
    found = hub.search("en", "de")                # by language pair, most downloaded first
    model = hub.model(found[0].repo)              # files with their sizes, the licence
    pulled = pull(hub, model.repo, report=show, cancelled=event.is_set)
    for model in local_models(): ...              # what is on this machine
    folder = named_model("opus-mt-en-de")          # one of them by its name

Each of these may take long and is meant for a thread that may wait; ``cancelled`` is asked many
times a second, also while the server is silent. Only :mod:`engine.checkpoints.hub.transport` talks
to the network. No torch is imported here.
"""

from __future__ import annotations

from engine.checkpoints.hub.client import Hub
from engine.checkpoints.hub.download import Progress, Pulled, Stage, pull
from engine.checkpoints.hub.listing import Found, HubFile, HubModel, size_text
from engine.checkpoints.hub.names import named_model
from engine.checkpoints.hub.store import LocalModel, folder_model, local_models, models_folder
from engine.checkpoints.hub.transport import Patience

__all__ = [
    "Found",
    "Hub",
    "HubFile",
    "HubModel",
    "LocalModel",
    "Patience",
    "Progress",
    "Pulled",
    "Stage",
    "folder_model",
    "local_models",
    "models_folder",
    "named_model",
    "pull",
    "size_text",
]
