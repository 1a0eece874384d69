"""What `%op_runs` stands for in the RUN line of an op's test: the file on the interpreter, and compiled for a sample of
the devices, or for all (see suite_sample.py).
"""

import re
from pathlib import Path

import suite_sample
from tree import sources

WORD = "%op_runs"
INTERPRETER = "weir-run %s --interpret --modes=static,dynamic"

# Each function as it is written, with every size `?`, where one kernel serves several sizes, and with inputs whose
# elements lie apart. The simulator checks every access.
DEVICE = "weir-run %s --device={} --modes={} --shared-kernels"
ALL_MODES, SOME_MODES = "static,dynamic,strided", ("static,dynamic", "dynamic,strided")
OLD_CPU = "weir-run %s --device=cpu --machine=x86-64-v3"

WHOLE = (*(DEVICE.format(device, ALL_MODES) for device in ("cpu", "naive", "sim")), OLD_CPU)
ON_CPU = tuple(DEVICE.format("cpu", modes) for modes in SOME_MODES)
ON_OTHERS = (*(DEVICE.format(device, modes) for device in ("naive", "sim") for modes in SOME_MODES), OLD_CPU)

RECORD = re.compile(r'^(?:class|def) (Weir_\w+)(?:<[^{]*?>)?\s*: (Weir_\w+)(?:<"(\w+)")?', re.MULTILINE | re.DOTALL)
COMPOSITE = "Weir_AnyCompositeOp"


def composite_ops(root):
    """The mnemonics of the ops whose records have a decomposition."""
    folder = Path(root) / "dialects" / "Weir"
    records = [found for path in sources(folder, (".td",)) for found in RECORD.findall((folder / path).read_text())]
    parents = {record: parent for record, parent, _ in records}

    def is_composite(record):
        return record == COMPOSITE or (record in parents and is_composite(parents[record]))

    return {mnemonic for record, _, mnemonic in records if mnemonic and is_composite(record)}


def ops_in(path):
    return set(re.findall(r"\bweir\.(\w+)", Path(path).read_text()))


def compiled_runs(path, composites):
    """The commands of a file's compiled runs. Kernels of composite ops are made of ops that have files of their own,
    so a sample has one device for them; for other files, the CPU and one device more."""
    if suite_sample.is_whole():
        return list(WHOLE)
    name = Path(path).stem
    if ops_in(path) & composites:
        return [suite_sample.drawn(name, ON_CPU + ON_OTHERS)]
    return [suite_sample.drawn(name, ON_CPU), suite_sample.drawn(name, ON_OTHERS)]


def number_of_runs(commands):
    """A run is a file on one device in one mode."""
    return sum(1 + command.count(",") for command in commands)


def share(folder, composites):
    """(compiled runs of this sample, all compiled runs) of the files below a folder that have the word."""
    paths = [Path(folder) / path for path in sources(folder, (".mlir",))]
    chosen = [compiled_runs(path, composites) for path in paths if WORD in path.read_text()]
    return sum(map(number_of_runs, chosen)), len(chosen) * number_of_runs(WHOLE)
