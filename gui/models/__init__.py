"""Which models there are: on this machine, opened before, on the hub; the window for them."""
