"""Makes a pack of eager mode's jobs: make.py CALLS OUT [--levels L...] [--keep FILE]. CALLS has a line of JSON for each
example of a call, as record.py writes them; FILE gets those that needed a job of their own."""

import argparse
import json
import multiprocessing
import sys
from pathlib import Path

from weir._eager import packs
from weir._eager.packing import Example, Packing

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "dev"))
import revision  # noqa: E402, behind the place where it is


def jobs_of_level(arguments):
    """([(number of the line, its job)], how many examples have none) for a level of CPUs."""
    level, lines = arguments
    packing = Packing(level)
    examples = (Example(**json.loads(line)) for line in lines)
    made = [(number, job) for number, example in enumerate(examples) for job in packing.jobs_for(example)]
    return made, len(packing.refused)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("calls")
    parser.add_argument("out")
    parser.add_argument("--levels", nargs="*", default=list(packs.LEVELS))
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    lines = Path(arguments.calls).read_text().splitlines()
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        found = pool.map(jobs_of_level, [(level, lines) for level in arguments.levels], chunksize=1)
    for (made, refused), level in zip(found, arguments.levels):
        print(f"{level}: {len(made)} jobs, {refused} of {len(lines)} calls need their sizes to be known")
    size = packs.write(arguments.out, [job for made, _ in found for _, job in made])
    Path(f"{arguments.out}.sources").write_text(revision.judged_sources())  # of the compiler
    print(f"{size} bytes in {arguments.out}")
    if arguments.keep:
        kept = sorted({number for made, _ in found for number, _ in made})
        Path(arguments.keep).write_text("".join(f"{lines[number]}\n" for number in kept))


if __name__ == "__main__":
    sys.exit(main())
