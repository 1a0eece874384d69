"""What a run takes of a suite that is too long for every run: a sample that changes with the day, so that a few days
try everything.

WEIR_SUITE_SEED stands for the number of the day, and WEIR_WHOLE_SUITES=1 asks for everything. GoogleTests read the same
two (unittests/SuiteSample.h).
"""

import os
import time
import zlib

SECONDS_PER_DAY = 86400
PYTHON_SHARE = 5  # a day runs one in so many Python tests
NOT_DRAWN = "not in the sample of seed "  # what a GoogleTest that is left out prints


def is_whole():
    return bool(os.environ.get("WEIR_WHOLE_SUITES"))


def seed():
    return int(os.environ.get("WEIR_SUITE_SEED") or time.time() // SECONDS_PER_DAY)


def described():
    if is_whole():
        return "suites run whole"
    return f"long suites run a sample: WEIR_SUITE_SEED={seed()} draws this one again, WEIR_WHOLE_SUITES=1 runs all"


def drawn(name, items):
    """One of the items: as many seeds in a row as there are items draw each once."""
    return items[(zlib.crc32(name.encode()) + seed()) % len(items)]


def leaves_out(name, share):
    """Whether `./dev test` leaves out a test of which it takes one in `share`. Tests that are run in another way are
    those that somebody wants to see."""
    return "WEIR_SUITE_SEED" in os.environ and not is_whole() and drawn(name, range(share)) != 0
