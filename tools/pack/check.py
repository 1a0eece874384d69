"""Holds the jobs of a pack against jobs that are compiled for the sizes at hand: check.py CALLS PACK [--sizes N...].
Sizes that are open are drawn between 1 and each N; prints how many pairs there were, and those that differ."""

import argparse
import json
from pathlib import Path

import numpy as np
import weir as flow
from weir._device import CPU
from weir._eager import job_table, packs
from weir._eager.facts import Family
from weir._eager.jobs import Job, Meta
from weir._eager.packing import Example, call_of
from weir._size_patterns import Served

TOLERANCE = 1e-4  # of the largest number: f32, sums in another order


def tensor(meta, rng):
    """One that no op refuses: indices are 0."""
    if meta.dtype.is_floating_point:
        values = rng.uniform(0.05, 0.5, meta.shape)  # in sums of products, too, far from where exp saturates
    else:
        values = rng.random(meta.shape) > 0.5 if meta.dtype is flow.bool else np.zeros(meta.shape, np.int64)
    return flow.tensor(values, dtype=meta.dtype)


def values(results):
    return [None if each is None else each.double().numpy() for each in results]


def same(found, expected):
    """Whether results of two jobs are."""
    if found is None or expected is None:
        return found is expected
    finite = expected[np.isfinite(expected)]
    off = TOLERANCE * max(1.0, np.abs(finite).max(initial=0))
    return found.shape == expected.shape and np.allclose(found, expected, rtol=0, atol=off, equal_nan=True)


def differs(call, metas, facts, compilation, rng):
    """Whether the packed job of a call gives other numbers than one that is compiled."""
    tensors = [tensor(meta, rng) for meta in metas]
    expected = values(job_table._compiled(call, metas).run(tensors))
    found = values(Job(call, metas, facts, compilation).run(tensors))
    return not all(map(same, found, expected))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("calls")
    parser.add_argument("pack")
    parser.add_argument("--sizes", nargs="*", type=int, default=[1, 3, 40])
    arguments = parser.parse_args()
    pack, rng = packs.Pack(arguments.pack, packs.this_level()), np.random.default_rng(0)
    families = {}
    for line in Path(arguments.calls).read_text().splitlines():
        example = Example(**json.loads(line))
        for each in filter(None, (example.with_inputs(), example)):
            families[repr(Family.of(call_of(each.call), each.metas()))] = each
    pairs = wrong = 0
    for example in families.values():
        call, metas = call_of(example.call), example.metas()
        for facts, compilation in pack.jobs_of(Family.of(call, metas)):
            for most in arguments.sizes:
                drawn = {of: int(rng.integers(1, most + 1)) for of in sorted(facts.pattern.stand_ins)}
                shapes = [tuple(drawn.get(size, size) for size in shape) for shape in facts.pattern.shapes]
                if not Served(facts.pattern, facts.guards, None).takes(shapes):
                    continue
                given = [Meta(meta.dtype, shape, CPU) for meta, shape in zip(metas, shapes)]
                pairs += 1
                try:
                    is_wrong = differs(call, given, facts, compilation, rng)
                except (RuntimeError, ValueError, IndexError) as error:
                    is_wrong = str(error)
                if is_wrong:
                    wrong += 1
                    print(f"{example.call} of {shapes}: {is_wrong}")
    print(f"pairs: {pairs}\ndifferent: {wrong}")


if __name__ == "__main__":
    main()
