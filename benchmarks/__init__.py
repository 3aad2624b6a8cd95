"""Diaphane measured against the engines that people would use instead: ``python -m benchmarks``."""
