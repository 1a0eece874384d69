"""Times of Weir and of PyTorch, in turns."""

import statistics
import time

import torch
import weir as flow

LIBRARIES = {"weir": flow, "torch": torch}


def seconds(call, finish, calls):
    """Of one of so many calls, `finish` included."""
    begin = time.perf_counter()
    for _ in range(calls):
        result = call()
    finish(result)
    return (time.perf_counter() - begin) / calls


def medians(made, finish, calls, rounds):
    """{library: seconds of a call}; `made` has one function for each."""
    for call in made.values():
        for _ in range(3):
            finish(call())
    times = {name: [] for name in made}
    for _ in range(rounds):
        for name, call in made.items():
            times[name].append(seconds(call, finish, calls))
    return {name: statistics.median(found) for name, found in times.items()}
