"""A decoder's step as machine code, where the system has a C compiler.

Without one everything works, at the speed of torch's own operations.
"""
