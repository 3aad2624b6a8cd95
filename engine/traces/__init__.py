"""Traces on disk: one safe, documented file, and exports for other programs. No torch, no Qt."""
