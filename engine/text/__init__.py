"""Text to pieces and back, with character spans."""
