"""The network: one concept a file."""
