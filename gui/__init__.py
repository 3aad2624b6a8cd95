"""The window. Knows no torch; reads the trace and the session only."""
