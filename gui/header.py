"""The top of the window: languages, model, search, device, theme."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from engine.events import ModelInfo
from gui import icons, theme
from gui.language import QT_TR_NOOP, tr
from gui.language_button import LanguageButton
from gui.model_languages import Pair, meant, of_next, of_started, said
from gui.model_words import words_of
from gui.models.texts import model_text, pair_text
from gui.numbers import fixed, whole
from gui.session import Session, Side
from gui.widgets import head_mark
from gui.widgets.elided_button import ElidedButton
from gui.widgets.languages import language_name, normal_code
from gui.widgets.option_text import search_summary

TEXT_TO_TEXT: Final = QT_TR_NOOP("Text to text")
"""What an encoder and decoder do that tell no languages: T5 and BART."""
_MARK = 34


class Header(QFrame):
    """Says which languages, which model and which device; switches the theme.

    The model is a button: whoever makes the header gives it the menu of models. Where heads are
    switched off it says so, and has them all on again with a click.

    Signals:
        headsOffRequested: the heads that are to be off in a new translation of the same text:
            none, an empty tuple.
        madeByRequested: the user wants to know which other model made what is shown.
        languageChosen: "source" or "target", and the code of a language of the model.
    """

    headsOffRequested = Signal(object)
    madeByRequested = Signal()
    languageChosen = Signal(str, str)

    def __init__(
        self,
        session: Session,
        search_action: QAction,
        theme_action: QAction,
        swap_action: QAction | None = None,
        parent: QWidget | None = None,
        text: Callable[[], str] = str,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self._session = session
        self._text = text
        self._languages: tuple[object, ...] = ()
        self.source_language = LanguageButton(session, "source", text)
        self.target_language = LanguageButton(session, "target", text)
        self.source_language.chosen.connect(self._on_source)
        self.target_language.chosen.connect(self._on_target)
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
        # The text of the button below stands so far from its edge.
        self.title.setContentsMargins(6, 0, 0, 0)
        pair = QHBoxLayout()
        pair.setSpacing(4)
        pair.addWidget(self.title)
        pair.addWidget(self.source_language)
        pair.addWidget(self.swap_button)
        pair.addWidget(self.target)
        pair.addWidget(self.target_language)
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
        session.optionsChanged.connect(self.show_languages)
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
            self.show_languages()
            loading = self._session.busy
            self.model.setText(tr("Loading the model…") if loading else tr("No model is loaded"))
            self.model.setToolTip(tr("Choose a model"))
            self.device.hide()
            return
        self.show_languages()
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

    @Slot()
    def show_languages(self) -> None:
        """Both languages with the arrows between them, or one title; those to choose as buttons."""
        info = self._session.model
        pair = Pair.of(self._session.options)
        state = (info, pair, said(info, self._text()))
        if state == self._languages:
            return
        self._languages = state
        buttons = (self.source_language, self.target_language)
        for button in buttons:
            button.refresh()
        known = Pair() if info is None else meant(info, pair)
        if info is None:
            texts = ("Diaphane", "")
        elif any(button.choosable() for button in buttons) or (known.source and known.target):
            several = tr("Several languages")
            sides = (known.source, known.target)
            names = [language_name(code) if code else several for code in sides]
            texts = (names[0], names[1])
        else:
            # Its name is in the line below.
            texts = (tr(words_of(info).does or TEXT_TO_TEXT), "")
        for label, button, text in zip((self.title, self.target), buttons, texts, strict=True):
            label.setText(text)
            label.setVisible(bool(text) and not button.choosable())
        self.swap_button.setVisible(bool(texts[1]) and self._can_swap)

    def language_button(self, side: Side) -> LanguageButton:
        """Where the language of a side is chosen."""
        return self.source_language if side == "source" else self.target_language

    @Slot(str)
    def _on_source(self, code: str) -> None:
        self.languageChosen.emit("source", code)

    @Slot(str)
    def _on_target(self, code: str) -> None:
        self.languageChosen.emit("target", code)

    @Slot()
    def _show_other(self) -> None:
        """Where another model made what is shown, the languages above are not those of it."""
        made_by, loaded = self._session.other(), self._session.model
        if made_by is not None and self._session.trace is not None:
            languages = of_started(self._session.trace.started)
            pair = normal_code(languages.source), normal_code(languages.target)
            own = of_next(self._session, self._text())
            same = pair == (normal_code(own.source), normal_code(own.target))
            same = same and loaded is not None
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
    if info.stacks == "encoder":
        layers = tr("encoder, %n layer(s)", "", info.encoder_layers)
    elif info.stacks == "decoder":
        layers = tr("decoder, %n layer(s)", "", info.decoder_layers)
    elif info.encoder_layers == info.decoder_layers:
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
