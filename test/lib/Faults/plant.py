"""Writes copies of the compiler's sources with the faults of faults.toml in them: plant.py FAULTS SOURCE OUT. The build
calls it; `plant.py FAULTS --files` lists the sources that are copied.
"""

import sys
import tomllib
from pathlib import Path

DECLARATION = '#include "test/lib/Faults/Planted.h"\n'


def read(path):
    return tomllib.loads(Path(path).read_text())


def files(faults):
    return sorted({fault["file"] for fault in faults.values()})


def planted(text, file, faults):
    """The text of a source file with the faults in it."""
    for name, fault in faults.items():
        if fault["file"] != file:
            continue
        if text.count(fault["text"]) != 1:
            times = text.count(fault["text"])
            raise ValueError(f"expects the text of fault '{name}' once in {file}, got it {times} times")
        text = text.replace(fault["text"], fault["faulty"].strip("\n"))
    return f'{DECLARATION}#line 1 "{file}"\n{text}'


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def main():
    faults = read(sys.argv[1])
    if sys.argv[2] == "--files":
        print(";".join(files(faults)), end="")
        return
    source, out = Path(sys.argv[2]), Path(sys.argv[3])
    for file in files(faults):
        write(out / file, planted((source / file).read_text(), file, faults))
    write(out / "FaultNames.inc", "".join(f'"{name}",\n' for name in faults))


if __name__ == "__main__":
    main()
