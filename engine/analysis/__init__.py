"""Reads a trace."""
