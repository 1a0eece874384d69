"""A pack in a wheel: tools/pack/into_wheel.py."""

import base64
import hashlib
import runpy
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SCRIPT = runpy.run_path(str(ROOT / "tools" / "pack" / "into_wheel.py"), run_name="into_wheel")
FILES = {"weir/__init__.py": "x = 1\n", "weir-1.dist-info/RECORD": "weir/__init__.py,,\nweir-1.dist-info/RECORD,,\n"}


def made(folder):
    path = folder / "weir-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in FILES.items():
            archive.writestr(name, text)
    return path


def test_a_pack_is_recorded_once(tmp_path):
    wheel = made(tmp_path)
    for contents in (b"first", b"second"):
        SCRIPT["add"](wheel, contents)
    with zipfile.ZipFile(wheel) as archive:
        assert sorted(archive.namelist()) == sorted([*FILES, "weir/eager.pack"])
        assert archive.read("weir/eager.pack") == b"second"
        rows = archive.read("weir-1.dist-info/RECORD").decode().splitlines()
    digest = base64.urlsafe_b64encode(hashlib.sha256(b"second").digest()).rstrip(b"=").decode()
    assert rows == ["weir/__init__.py,,", f"weir/eager.pack,sha256={digest},6", "weir-1.dist-info/RECORD,,"]
    assert list(tmp_path.iterdir()) == [wheel]


def test_a_pack_of_other_files_does_not_fit(tmp_path):
    (tmp_path / "a.pack").write_bytes(b"WEIRPACK")
    assert not SCRIPT["fits"](made(tmp_path), tmp_path / "a.pack")
