"""The top of the window: languages, model, search, device, theme."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from engine.events import ModelInfo
from gui import icons, theme
from gui.dialogs import model_text
from gui.language import tr
from gui.models.texts import pair_text
from gui.numbers import fixed, whole
from gui.search_dialog import summary as search_summary
from gui.session import Session
from gui.widgets import head_mark
from gui.widgets.elided_button import ElidedButton
from gui.widgets.languages import language_name

_MARK = 34


class Header(QFrame):
    """Says which languages, which model and which device; switches the theme.

    The model is a button: whoever makes the header gives it the menu of models. Where heads are
    switched off it says so, and has them all on again with a click.

    Signals:
        headsOffRequested: the heads that are to be off in a new translation of the same text:
            none, an empty tuple.
        madeByRequested: the user wants to know which other model made what is shown.
    """

    headsOffRequested = Signal(object)
    madeByRequested = Signal()

    def __init__(
        self,
        session: Session,
        search_action: QAction,
        theme_action: QAction,
        swap_action: QAction | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self._session = session
        self._mark = QLabel()
        self._mark.setFixedSize(_MARK, _MARK)
        self.title = QLabel("Diaphane")
        self.title.setObjectName("title")
        self.target = QLabel()
        self.target.setObjectName("title")
        self.swap_button = QToolButton()
        self.swap_button.setObjectName("swap")
        self.swap_button.setIconSize(QSize(18, 18))
        self.swap_button.setFixedSize(30, 22)
        self.swap_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.swap_button.setAccessibleName(tr("Exchange languages"))
        if swap_action is not None:
            self.swap_button.setToolTip(swap_action.toolTip())
            self.swap_button.clicked.connect(swap_action.trigger)
        self._can_swap = swap_action is not None
        self.model = ElidedButton(tr("Model"))
        self.model.setObjectName("model")
        self.device = QLabel()
        self.device.setObjectName("chip")
        self.search_button = QToolButton()
        self.search_button.setObjectName("chip")
        self.search_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.search_button.setToolTip(search_action.toolTip())
        self.search_button.clicked.connect(search_action.trigger)
        self.theme_button = QToolButton()
        self.theme_button.setObjectName("flat")
        self.theme_button.setIconSize(QSize(20, 20))
        self.theme_button.setToolTip(theme_action.toolTip())
        self.theme_button.setAccessibleName(tr("Switch theme"))
        self.theme_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.theme_button.clicked.connect(theme_action.trigger)
        self.heads_button = QToolButton()
        self.heads_button.setObjectName("chip")
        self.heads_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.heads_button.setIconSize(QSize(14, 14))
        self.heads_button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.heads_button.clicked.connect(self._on_restore)
        self.heads_button.hide()
        self.shown = ElidedButton(tr("Another model"), margin=10)
        self.shown.setObjectName("chip")
        self.shown.clicked.connect(self.madeByRequested)
        self.shown.hide()
        pair = QHBoxLayout()
        # The text of the button below stands so far from its edge.
        pair.setContentsMargins(6, 0, 0, 0)
        pair.setSpacing(4)
        pair.addWidget(self.title)
        pair.addWidget(self.swap_button)
        pair.addWidget(self.target)
        pair.addStretch(1)
        model = QHBoxLayout()
        model.addWidget(self.model)
        model.addStretch(1)
        words = QVBoxLayout()
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(1)
        words.addLayout(pair)
        words.addLayout(model)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 10, 12, 10)
        layout.setSpacing(12)
        left = QHBoxLayout()
        left.setSpacing(6)
        left.addWidget(self._mark)
        left.addLayout(words, 1)
        layout.addLayout(left, 1)
        layout.addWidget(self.shown, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.heads_button, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.search_button, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.device, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.theme_button)
        session.modelChanged.connect(self._on_model)
        session.busyChanged.connect(self._on_model)
        session.optionsChanged.connect(self._on_options)
        for signal in (session.optionsChanged, session.traceReset, session.positionChanged):
            signal.connect(self._show_heads)
        for signal in (session.modelChanged, session.traceReset):
            signal.connect(self._show_other)
        # Another look comes with another way to write numbers.
        for show in (self._on_theme, self._on_model, self._on_options):
            theme.notifier.changed.connect(show)
        self._on_theme()
        self._on_model()
        self._on_options()
        self._show_heads()

    @Slot()
    def _on_model(self, *_: object) -> None:
        info = self._session.model
        if info is None:
            self._show_title("Diaphane")
            loading = self._session.busy
            self.model.setText(tr("Loading the model…") if loading else tr("No model is loaded"))
            self.model.setToolTip(tr("Choose a model"))
            self.device.hide()
            return
        source, target = info.source_language, info.target_language
        if source and target:
            self._show_title(language_name(source), language_name(target))
        else:
            self._show_title(info.name)
        self.model.setText(summary(info))
        self.model.setToolTip(
            tr("{model}\nClick to choose another model.").format(model=model_text(info))
        )
        device = device_text(info)
        self.device.setText(device)
        self.device.setAccessibleName(tr("Device: {device}").format(device=device))
        self.device.setToolTip(
            tr("Where the network runs: {device}, numbers as {dtype}").format(
                device=info.device, dtype=info.dtype
            )
        )
        self.device.show()

    def _show_title(self, title: str, target: str = "") -> None:
        """Both languages with the arrows between them, or one title."""
        self.title.setText(title)
        self.target.setText(target)
        self.target.setVisible(bool(target))
        self.swap_button.setVisible(bool(target) and self._can_swap)

    @Slot()
    def _show_other(self) -> None:
        """Where another model made what is shown, the languages above are not those of it."""
        made_by, loaded = self._session.other(), self._session.model
        if made_by is not None:
            pair = made_by.source_language, made_by.target_language
            same = loaded is not None and pair == (loaded.source_language, loaded.target_language)
            told = made_by.name if same or not all(pair) else pair_text(*pair)
            self.shown.setText(tr("Shown: {model}").format(model=told))
            self.shown.setToolTip(
                tr("What is shown was made by another model:\n{model}").format(
                    model=model_text(made_by)
                )
            )
        self.shown.setVisible(made_by is not None)

    @Slot()
    def _on_options(self) -> None:
        text = search_summary(self._session.options)
        self.search_button.setText(text)
        self.search_button.setAccessibleName(tr("Search: {search}").format(search=text))

    @Slot()
    def _show_heads(self, *_: object) -> None:
        session = self._session
        text = head_mark.summary(session)
        if text:
            shown = tr("{heads} — Restore").format(heads=text)
            self.heads_button.setText(shown)
            self.heads_button.setAccessibleName(shown)
            self.heads_button.setToolTip(
                tr("{heads}.\nClick to switch all heads on again, and translate again.").format(
                    heads=head_mark.details(session)
                )
            )
        self.heads_button.setVisible(bool(text))

    @Slot()
    def _on_restore(self) -> None:
        self.headsOffRequested.emit(())

    @Slot()
    def _on_theme(self, *_: object) -> None:
        look = theme.current()
        self._mark.setPixmap(icons.pixmap("diaphane", _MARK, None, self.devicePixelRatioF()))
        self.heads_button.setIcon(icons.icon("power", look.warn, 14))
        self.swap_button.setIcon(icons.icon("swap", look.muted, 18))
        self.theme_button.setIcon(icons.icon("sun" if look.dark else "moon", look.text))


def summary(info: ModelInfo) -> str:
    """A model in one line."""
    if info.encoder_layers == info.decoder_layers:
        layers = tr("{encoder} + {decoder} layers")
    else:
        layers = tr("{encoder} encoder + {decoder} decoder layers")
    layers = layers.format(encoder=info.encoder_layers, decoder=info.decoder_layers)
    millions = info.parameters / 1e6
    size = f"{fixed(millions, 1)} M" if millions >= 0.1 else whole(info.parameters)
    heads = tr("%n head(s)", "", info.heads)
    return "  ·  ".join((info.name, layers, heads, tr("{count} parameters").format(count=size)))


def device_text(info: ModelInfo) -> str:
    """The device and its number type."""
    kind, _, index = info.device.partition(":")
    names = {"cpu": "CPU", "cuda": "CUDA", "mps": "MPS"}
    return f"{names.get(kind, kind)}{f' {index}' if index else ''}  ·  {info.dtype}"
