"""Adds a pack to a wheel that has the files, and is of the compiler, which the pack was made with: into_wheel.py WHEEL
PACK."""

import base64
import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "dev"))
import revision  # noqa: E402, behind the place where it is

PLACE = "weir/eager.pack"
OPENS = "import sys; from weir._eager import packs; packs.Pack(sys.argv[1], next(iter(packs.LEVELS)))"


def fits(wheel, pack):
    """Whether the package of the wheel takes the pack."""
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(folder)
        env = {**os.environ, "PYTHONPATH": folder, "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run([sys.executable, "-c", OPENS, pack], env=env, cwd=folder).returncode == 0


def add(wheel, contents):
    """Writes the wheel again, with these contents of a pack."""
    digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()
    made = wheel.with_suffix(".new")
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for info in old.infolist():
            if info.filename == PLACE:
                continue
            data = old.read(info)
            if info.filename.endswith(".dist-info/RECORD"):
                rows = [row for row in data.decode().splitlines() if not row.startswith(f"{PLACE},")]
                rows.insert(-1, f"{PLACE},sha256={digest},{len(contents)}")
                data = "".join(f"{row}\n" for row in rows).encode()
                new.writestr(PLACE, contents, zipfile.ZIP_STORED)
            new.writestr(info, data, zipfile.ZIP_DEFLATED)
    made.replace(wheel)


def main():
    wheel, pack = (Path(each).resolve() for each in sys.argv[1:])
    if not pack.exists():
        return f"{pack} isn't there"
    sources = Path(f"{pack}.sources")
    if not sources.exists() or sources.read_text() != revision.judged_sources() or not fits(wheel, pack):
        return f"{pack} was made with other files than those of {wheel.name}"
    add(wheel, pack.read_bytes())


if __name__ == "__main__":
    sys.exit(main())
