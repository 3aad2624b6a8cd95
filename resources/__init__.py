"""What the program ships beside its code: the built-in model, icons, training lists.

A package only so that a wheel carries it; :func:`engine.resources.resource_path` finds
the files.
"""
