"""*What am I looking at?* One short page a panel, with the formula."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from engine.resources import resource_path
from gui.language import current_language, tr


def page(panel: str) -> str:
    """The Markdown of a panel's page in the language of the interface, else in English.

    Raises:
        FileNotFoundError: there is no such page.
    """
    for code in (current_language(), "en"):
        path = resource_path("help", code, f"{panel}.md")
        if path.is_file():
            return path.read_text("utf-8")
    raise FileNotFoundError(f"the help page {path} is missing")


class PanelHelp(QDialog):
    """Shows the page of a panel; stays beside the window while one looks."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("What am I looking at?"))
        self.resize(480, 440)
        self.text = QTextBrowser()
        self.text.setOpenExternalLinks(True)
        self.text.setAccessibleName(tr("Explanation"))
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        buttons = QDialogButtonBox()
        buttons.addButton(tr("&Close"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 12)
        layout.setSpacing(10)
        layout.addWidget(self.text, 1)
        layout.addWidget(buttons)

    def explain(self, panel: str) -> None:
        """Show the page of ``panel``."""
        self.text.setMarkdown(page(panel))
        self.show()
        self.raise_()
