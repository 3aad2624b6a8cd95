"""Model folders on disk: one file a format."""
