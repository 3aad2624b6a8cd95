"""An empty PySide6 window: when it was painted."""

from __future__ import annotations

import json
import sys
import time

from PySide6.QtCore import QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QMainWindow


class Window(QMainWindow):
    """Says when it has been painted for the first time, and closes."""

    painted = False

    def paintEvent(self, event: QPaintEvent) -> None:
        """As the program's own window does it: once control is back in the loop."""
        super().paintEvent(event)
        if not self.painted:
            self.painted = True
            QTimer.singleShot(0, self._leave)

    def _leave(self) -> None:
        print(json.dumps({"painted": time.perf_counter()}))
        self.close()


if __name__ == "__main__":
    app = QApplication(sys.argv[:1])
    window = Window()
    window.resize(1280, 800)
    window.show()
    sys.exit(app.exec())
