"""Decoding: generators that yield one step at a time."""
