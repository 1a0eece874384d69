"""Notes which jobs examples need that run op by op: record.py OUT writes a line of JSON for each, its call, and dtype
and shape of each operand."""

import json
import runpy
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OP_BY_OP = ROOT / "test" / "right" / "programs"

HIGHEST_ORDER = 2  # of gradients that a pack has

# Programs, and what they are given.
EXAMPLES = (
    ("test/right/programs/running.py", "--eagerly", "--dtypes", "float32"),
    ("tools/pack/frequent_calls.py",),
    ("examples/digits/cnn.py", "--epochs", "1", "--out", "build/pack/cnn"),
)


def run(program, arguments):
    """Runs a program, graphs and optimizers op by op."""
    from weir import _extension

    sys.path[:0] = [str((ROOT / program).parent), str(OP_BY_OP)]
    import eager_graphs

    eager_graphs.install()
    _extension.is_available = lambda: False  # to optimizers, which have programs of their own where it is
    sys.argv = [program, *arguments]
    try:
        runpy.run_path(str(ROOT / program), run_name="__main__")
    except SystemExit as end:
        if end.code:
            raise


def order(call):
    """How many times it is a gradient."""
    return 1 + order(call[1]) if call[0] == "gradient" else 0


def examples():
    """A line for each job of this process."""
    from weir._eager.job_table import jobs_so_far

    for call, metas in jobs_so_far():
        made = call.data()
        if made is not None and order(made) <= HIGHEST_ORDER:
            yield json.dumps({"call": made, "operands": [(dtype.name, list(shape)) for dtype, shape in metas]})


def main():
    out, *given = sys.argv[1:]
    if given:
        run(given[0], given[1:])
        with open(out, "a") as file:
            file.writelines(f"{line}\n" for line in examples())
        return
    Path(out).unlink(missing_ok=True)
    for example in EXAMPLES:
        subprocess.run([sys.executable, __file__, out, *example], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    lines = dict.fromkeys(Path(out).read_text().splitlines())
    Path(out).write_text("".join(f"{line}\n" for line in lines))
    print(f"{len(lines)} calls in {out}")


if __name__ == "__main__":
    main()
