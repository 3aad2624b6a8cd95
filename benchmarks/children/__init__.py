"""Programs that are timed or weighed from outside, each a process of its own.

Each prints one JSON object on its last line. Moments are of ``time.perf_counter``, which all
processes of a machine share where it is the monotonic clock, as on Linux.
"""
