"""Pictures and tables of what the panels show, for other programs."""
