"""The language of the interface, through Qt's own translation files.

Every text that a user reads stands in English in the code, inside :func:`tr`; tables
that are made at import mark theirs with :func:`QT_TR_NOOP` and pass them through :func:`tr`
where they are shown. ``resources/translations`` has the files.
"""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator

from engine.resources import resource_path

LANGUAGES = {"en": "English", "fr": "Français"}
"""By code, the languages of the interface, in their own words."""


def tr(text: str, comment: str = "", n: int = -1) -> str:
    """``text`` in the language of the interface.

    Called with plain positional literals, which is how ``pyside6-lupdate`` finds them.

    Args:
        text: the English text, with ``{names}`` for :meth:`str.format` or, for a text that
            depends on a number, with ``%n`` and the plural in brackets: ``"%n step(s)"``.
        comment: tells apart equal texts with other translations.
        n: the number, which ``%n`` becomes.
    """
    return QCoreApplication.translate("", text, comment or None, n)


def QT_TR_NOOP(text: str) -> str:
    """Marks a text of a table for translation; :func:`tr` translates it where it is shown."""
    return text


def quoted(text: str) -> str:
    """``text`` in the quotation marks of the language of the interface."""
    return tr("“{text}”").format(text=text)


def system_language() -> str:
    """The first of the system's languages that the interface has, else English."""
    for name in QLocale.system().uiLanguages():
        code = name.replace("_", "-").split("-")[0].lower()
        if code in LANGUAGES:
            return code
    return "en"


# With the bytes that it reads its texts in: Qt keeps no copy of them.
_installed: list[tuple[QTranslator, bytes]] = []
_current = "en"


def current_language() -> str:
    """The language of the interface: its code."""
    return _current


def install(application: QObject, code: str) -> None:
    """Show the interface in a language from now on; widgets that are there stay as they are.

    English has a file too: its plurals.

    Raises:
        ValueError: there is no such language.
        FileNotFoundError: the program came without the language's file.
    """
    if code not in LANGUAGES:
        raise ValueError(f"no such language: {code!r}")
    path = resource_path("translations", f"diaphane_{code}.qm")
    translator = QTranslator(application)
    # By name Qt would map the file, and die by a bus error once an update has made it shorter.
    texts = path.read_bytes() if path.is_file() else b""
    if not texts or not translator.load(texts):
        raise FileNotFoundError(f"the language file {path} is missing or damaged")
    global _current
    _current = code
    while _installed:
        before, _ = _installed.pop()
        QCoreApplication.removeTranslator(before)
        before.deleteLater()
    for each, data in ((_of_qt(application, code), b""), (translator, texts)):
        if each is not None:
            QCoreApplication.installTranslator(each)
            _installed.append((each, data))


def _of_qt(application: QObject, code: str) -> QTranslator | None:
    """Qt's own texts: file dialogs, the menus of text fields, the names of keys."""
    translator = QTranslator(application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    return translator if translator.load(f"qtbase_{code}", folder) else None
