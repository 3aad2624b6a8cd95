"""What the numbers of a trace say: statistics of its attention. NumPy alone, no network."""
