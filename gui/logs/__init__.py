"""What is written down of a running program, to find faults by."""
