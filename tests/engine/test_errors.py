from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from engine.errors import DiaphaneError, HubError, ModelFolderError


@given(st.text(st.characters() | st.sampled_from("\ud800\udfff ax."), max_size=50))
def test_every_message_can_be_printed(text) -> None:
    for kind in (DiaphaneError, ModelFolderError, HubError):
        message = str(kind(text))
        message.encode()
        if not any("\ud800" <= character <= "\udfff" for character in text):
            assert message == text


def test_the_middle_of_far_too_much_is_left_out() -> None:
    long = "The option " + "x" * 5000 + " is no number; get the model folder again."
    message = str(ModelFolderError(long))
    assert len(message) < 500
    assert message.startswith("The option xxx") and message.endswith("get the model folder again.")
    words = "The options " + "a b " * 2000 + "are none; get the model folder again."
    message = str(ModelFolderError(words))
    assert len(message) < 2000
    assert message.startswith("The options a b") and message.endswith("get the model folder again.")


def test_an_error_crosses_a_border_between_processes() -> None:
    again = pickle.loads(pickle.dumps(ModelFolderError("The folder is damaged.")))
    assert type(again) is ModelFolderError and str(again) == "The folder is damaged."
