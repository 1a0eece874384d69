"""What `%op_runs` and `%known_size_runs` stand for in the RUN line of an op's test: the file on the interpreter, and
compiled for a sample of the devices and modes, or for all (see suite_sample.py).
"""

import math
import re
from dataclasses import dataclass
from pathlib import Path

import suite_sample
from tree import sources

INTERPRETER = "weir-run %s --interpret"
OLD_CPU = "weir-run %s --device=cpu --machine=x86-64-v3"
DEVICES = ("cpu", "naive", "sim")


@dataclass(frozen=True)
class Runs:
    """Each function as it is written, with every size `?`, and with inputs whose elements lie apart. The simulator
    checks every access."""

    word: str  # in a RUN line
    interpreted: str
    modes: tuple[str, ...]
    options: str = ""

    def on(self, devices, modes):
        return f"weir-run %s --device={devices} --modes={modes}{self.options}"

    @property
    def whole(self):
        return [self.on(",".join(DEVICES), ",".join(self.modes)), OLD_CPU]

    @property
    def on_cpu(self):
        return [self.on(DEVICES[0], mode) for mode in self.modes]

    @property
    def on_others(self):
        return [*(self.on(device, mode) for device in DEVICES[1:] for mode in self.modes), OLD_CPU]


# Where sizes are `?`, one kernel serves several of them.
ANY_SIZES = Runs(
    "%op_runs", f"{INTERPRETER} --modes=static,dynamic", ("static", "dynamic", "strided"), " --shared-kernels"
)
KNOWN_SIZES = Runs("%known_size_runs", INTERPRETER, ("static", "strided"))
ALL = (ANY_SIZES, KNOWN_SIZES)

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


def runs_in(text):
    """Those that a file asks for, or None."""
    return next((runs for runs in ALL if runs.word in text), None)


def compiled_runs(runs, path, composites):
    """The commands of a file's compiled runs. Kernels of composite ops are made of ops that have files of their own,
    so a sample has one device for them every other day; for other files the CPU, and another device every other day."""
    if suite_sample.is_whole():
        return runs.whole
    name = Path(path).stem

    def every_other_day(commands):
        return suite_sample.drawn(name, [some for command in commands for some in ([command], [])])

    if ops_in(path) & composites:
        return every_other_day(runs.on_cpu + runs.on_others)
    return [suite_sample.drawn(name, runs.on_cpu), *every_other_day(runs.on_others)]


def number_of_runs(commands):
    """A run is a file on one device in one mode."""
    return sum(
        math.prod(1 + words.count(",") for words in re.findall(r"--(?:device|modes)=(\S+)", command))
        for command in commands
    )


def share(folder, composites):
    """(compiled runs of this sample, all compiled runs) of the files below a folder that ask for them."""
    paths = [Path(folder) / path for path in sources(folder, (".mlir",))]
    asked = [(runs, path) for path in paths if (runs := runs_in(path.read_text()))]
    chosen = [compiled_runs(runs, path, composites) for runs, path in asked]
    return sum(map(number_of_runs, chosen)), sum(number_of_runs(runs.whole) for runs, _ in asked)
