"""What examples compile that run op by op with a pack: packed.py PACK; in a process of its own each, twice with one
cache. packed.py --one PROGRAM [ARGUMENTS] runs one."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools" / "pack"))
import record  # noqa: E402, behind the place where it is


def one(program, *arguments):
    """Runs a program and says on stderr how many calls it has made, and how many of them were compiled."""
    from weir._eager import job_table

    latest, compiled = [None], []
    traced, compilation = job_table.traced, job_table.Compilation

    def noting_call(call, *given):
        latest[0] = call.data()
        return traced(call, *given)

    def noting_compilation(*given):
        made = compilation(*given)
        if not made.was_found:
            compiled.append(latest[0])
        return made

    job_table.traced, job_table.Compilation = noting_call, noting_compilation
    record.run(program, arguments)
    calls = [call.data() for call, _ in job_table.jobs_so_far()]
    for name, found in (("calls", calls), ("compiled", compiled)):
        convolutions = sum("convolution" in repr(each) for each in found)
        print(f"{name}: {len(found) - convolutions}\n{name} with convolutions: {len(found)}", file=sys.stderr)


def counts(pack, folder):
    """{name: number} of all examples."""
    found = {}
    for program, *arguments in record.EXAMPLES:
        env = {**os.environ, "WEIR_PACK": pack, "WEIR_CACHE_DIR": f"{folder}/cache"}
        command = [sys.executable, __file__, "--one", program, *arguments]
        done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        for row in done.stderr.splitlines():
            name, _, number = row.partition(": ")
            if number.isdigit():
                found[name] = found.get(name, 0) + int(number)
    return found


def main():
    if sys.argv[1] == "--one":
        one(*sys.argv[2:])
        return
    pack = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        first, second = counts(pack, folder), counts(pack, folder)
    print(f"bytes of the pack: {os.stat(pack).st_size}")
    for name, number in first.items():
        print(f"{name}: {number}")
    print(f"compiled, percent: {100 * first['compiled'] / first['calls']:.2f}")
    print(f"compiled by a second process: {second['compiled with convolutions']}")


if __name__ == "__main__":
    main()
