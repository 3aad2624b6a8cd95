"""The desktop application: ``python main.py [--model DIR] [--text T] …``."""

from __future__ import annotations

import sys

from gui.start import main

if __name__ == "__main__":
    sys.exit(main())
