"""One translation as a page to read, print and pass on: a single HTML file without script."""

from engine.traces.report.page import report, write_report
from engine.traces.report.sentence import Matrix

__all__ = ["Matrix", "report", "write_report"]
