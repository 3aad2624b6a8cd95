"""Reusable parts of the panels."""
