"""The panels of the window, one a file."""
