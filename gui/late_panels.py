"""How each panel of a window is made and connected: panels know nothing of one another.

Each function imports its panel itself: what nobody looks at need not be read.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

from gui import remembered

if TYPE_CHECKING:
    from gui.errands import Asking
    from gui.main_window import MainWindow
    from gui.panels.alignment import AlignmentPanel
    from gui.panels.attention import AttentionPanel
    from gui.panels.beams import BeamsPanel
    from gui.panels.candidates import CandidatesPanel
    from gui.panels.gates import GatesPanel
    from gui.panels.heads import HeadsPanel
    from gui.panels.history import HistoryPanel
    from gui.panels.layers import LayersPanel
    from gui.panels.masks import MasksPanel
    from gui.panels.model import ModelPanel
    from gui.panels.positions import PositionsPanel
    from gui.panels.reference import ReferencePanel
    from gui.panels.scores import ScoresPanel
    from gui.panels.source import SourcePanel
    from gui.panels.translation import TranslationPanel

_Asking = TypeVar("_Asking", bound="Asking")


def source(window: MainWindow) -> SourcePanel:
    """The text to translate."""
    from gui.panels.source import SourcePanel

    panel, commands = SourcePanel(window.session), window.commands
    panel.asked.connect(window.history_.expect_asked)
    panel.asked.connect(commands.made_by.on_asked)
    panel.typed.connect(window.history_.expect_typed)
    panel.translateRequested.connect(window.controller.translate)
    panel.insertRequested.connect(commands.insert_mask)
    panel.live.toggled.connect(window.actions_["live"].setChecked)
    return panel


def translation(window: MainWindow) -> TranslationPanel:
    """The translation, its pieces and its text."""
    from gui.panels.translation import TranslationPanel

    panel = TranslationPanel(window.session)
    panel.set_before(window.controller.before())
    panel.copy_button.setToolTip(window.actions_["copy_translation"].toolTip())
    remembered.restore_translation(panel, window.arrangement)
    return panel


def heads(window: MainWindow) -> HeadsPanel:
    """All heads at a glance."""
    from gui.panels.heads import HeadsPanel

    panel = HeadsPanel(window.session)
    panel.headsOffRequested.connect(window.commands.switch_heads)
    return panel


def attention(window: MainWindow) -> AttentionPanel:
    """One head's weights."""
    from gui.panels.attention import AttentionPanel

    panel = AttentionPanel(window.session)
    remembered.restore_attention(panel, window.arrangement)
    return panel


def scores(window: MainWindow) -> ScoresPanel:
    """How one head comes to its weights."""
    from gui.panels.scores import ScoresPanel

    return _asking(window, ScoresPanel(window.session))


def masks(window: MainWindow) -> MasksPanel:
    """What may be looked at."""
    from gui.panels.masks import MasksPanel

    return MasksPanel(window.session)


def candidates(window: MainWindow) -> CandidatesPanel:
    """What the next piece might be."""
    from gui.panels.candidates import CandidatesPanel

    panel, commands = CandidatesPanel(window.session), window.commands
    panel.forceRequested.connect(commands.force_piece)
    panel.forbidRequested.connect(commands.forbid_piece)
    panel.forceTextRequested.connect(commands.force_text)
    return panel


def beams(window: MainWindow) -> BeamsPanel:
    """The search as a tree."""
    from gui.panels.beams import BeamsPanel

    panel = BeamsPanel(window.session)
    panel.goOnRequested.connect(window.commands.go_on_from)
    return panel


def alignment(window: MainWindow) -> AlignmentPanel:
    """Which words belong together."""
    from gui.panels.alignment import AlignmentPanel

    return AlignmentPanel(window.session)


def positions(window: MainWindow) -> PositionsPanel:
    """Embeddings and positional encodings."""
    from gui.panels.positions import PositionsPanel

    return _asking(window, PositionsPanel(window.session))


def layers(window: MainWindow) -> LayersPanel:
    """What each layer would say."""
    from gui.panels.layers import LayersPanel

    return _asking(window, LayersPanel(window.session))


def gates(window: MainWindow) -> GatesPanel:
    """The gates of recurrent layers."""
    from gui.panels.gates import GatesPanel

    return GatesPanel(window.session)


def reference(window: MainWindow) -> ReferencePanel:
    """A translation of the user's own, scored."""
    from gui.panels.reference import ReferencePanel

    panel = _asking(window, ReferencePanel(window.session))
    panel.scoreRequested.connect(window.commands.score)
    return panel


def history(window: MainWindow) -> HistoryPanel:
    """The translations of this sitting."""
    from gui.panels.history import HistoryPanel

    panel = HistoryPanel(window.session, window.history_)
    panel.reopenRequested.connect(window.commands.reopen)
    return panel


def model(window: MainWindow) -> ModelPanel:
    """What the model is."""
    from gui.panels.model import ModelPanel

    return _asking(window, ModelPanel(window.session))


def _asking(window: MainWindow, panel: _Asking) -> _Asking:
    """A panel that asks the worker, connected with it."""
    window.asking[panel.errand] = panel
    panel.wanted.connect(partial(window.engine.ask, panel.errand))
    return panel
