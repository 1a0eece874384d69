"""The disk cache: what is found again, what is not trusted, what two writers do."""

import itertools
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function
from weir import _cache
from weir._extension import mlir


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("WEIR_CACHE_DIR", str(tmp_path / "weir"))
    return tmp_path / "weir"


@pytest.fixture
def compilations(monkeypatch):
    """The number of real compilations so far."""
    count = []
    original = mlir().compile

    def counting(*arguments):
        count.append(1)
        return original(*arguments)

    monkeypatch.setattr(mlir(), "compile", counting)
    return count


def run(scale=2.0, amp=False):
    graph = Function(lambda x: x * scale)
    graph.config.enable_amp(amp)
    assert graph(flow.ones(3)).tolist() == [scale] * 3


def test_the_second_graph_is_found(folder, compilations):
    for _ in range(3):
        run()
    assert len(compilations) == 1
    run(3.0)
    assert len(compilations) == 2
    run(amp=True)
    assert len(compilations) == 3


def test_files_are_private(folder, compilations):
    run()
    paths = [folder, *folder.rglob("*")]
    # The folder, its layout, the entry, two files; the kernels' layout, that of this build, a file for one kernel.
    assert len(paths) == 8
    for path in paths:
        mode = path.stat().st_mode & 0o777
        assert mode == (0o700 if path.is_dir() else 0o600), path


def entry_of(folder):
    (entry,) = [path for path in (folder / "v1").iterdir() if not path.name.startswith(".")]
    return entry


@pytest.mark.parametrize("damage", ["flip", "truncate", "manifest", "other key", "no artifact", "link", "writable"])
def test_a_damaged_entry_is_replaced(folder, compilations, damage, tmp_path):
    run()
    entry = entry_of(folder)
    artifact, manifest = entry / "artifact.weir", entry / "manifest.json"
    good = artifact.read_bytes()
    if damage == "flip":
        artifact.write_bytes(good[:100] + bytes([good[100] ^ 1]) + good[101:])
    elif damage == "truncate":
        artifact.write_bytes(good[:-1])
    elif damage == "manifest":
        manifest.write_text("{")
    elif damage == "other key":
        manifest.write_text(json.dumps({**json.loads(manifest.read_text()), "key": "0" * 64}))
    elif damage == "no artifact":
        artifact.unlink()
    elif damage == "link":
        (tmp_path / "elsewhere").write_bytes(good)
        artifact.unlink()
        artifact.symlink_to(tmp_path / "elsewhere")
    else:
        artifact.chmod(0o666)
    run()
    assert len(compilations) == 2
    assert artifact.read_bytes() == good and not artifact.is_symlink()
    run()
    assert len(compilations) == 2


def test_a_folder_that_others_may_enter_is_refused(folder):
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    with pytest.raises(flow.WeirError) as caught:
        run()
    assert (
        str(caught.value)
        == f"WEIR_CACHE_DIR: expects {folder} to belong to user {os.getuid()} alone (mode 0700), got "
        f"user {os.getuid()} and mode 0755"
    )


def test_a_link_to_a_folder_is_refused(folder, tmp_path):
    (tmp_path / "real").mkdir(mode=0o700)
    folder.symlink_to(tmp_path / "real")
    with pytest.raises(flow.WeirError) as caught:
        run()
    assert str(caught.value) == f"WEIR_CACHE_DIR: expects {folder} to be a directory"


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_refused(folder):
    folder.mkdir(mode=0o700)
    os.chown(folder, 12345, 12345)
    with pytest.raises(flow.WeirError) as caught:
        run()
    assert (
        str(caught.value)
        == f"WEIR_CACHE_DIR: expects {folder} to belong to user 0 alone (mode 0700), got user 12345 and mode 0700"
    )


def test_the_default_folder_is_below_xdg_cache_home(tmp_path, monkeypatch):
    monkeypatch.delenv("WEIR_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    run()
    assert (tmp_path / "weir" / "v1").is_dir()


def test_an_unusable_default_folder_costs_the_cache_not_the_run(tmp_path, monkeypatch):
    monkeypatch.delenv("WEIR_CACHE_DIR")
    (tmp_path / "weir").write_text("a file")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.warns(UserWarning, match="compiled programs are not cached: expects .* to be a directory"):
        run()


def test_the_cache_can_be_switched_off(monkeypatch, compilations, tmp_path):
    monkeypatch.setenv("WEIR_CACHE_DIR", "0")
    run()
    run()
    assert len(compilations) == 2


def test_writers_of_one_entry_do_not_disturb_each_other(folder):
    key, artifact = "a" * 64, os.urandom(200_000)
    results = []

    def work():
        for _ in range(50):
            _cache.store(key, artifact)
            results.append(_cache.load(key))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(result == artifact for result in results) and len(results) == 200
    assert [path.name for path in (folder / "v1").iterdir()] == [key]


def test_the_key_holds_all_that_the_artifact_depends_on(monkeypatch):
    keys = {
        _cache.key_of("text", {"amp": False}),
        _cache.key_of("text ", {"amp": False}),
        _cache.key_of("text", {"amp": True}),
    }
    monkeypatch.setattr(_cache, "cpu_features", lambda: "another CPU")
    keys.add(_cache.key_of("text", {"amp": False}))
    assert len(keys) == 4
    assert len(mlir().build_id()) == 40


def test_a_second_process_finds_what_the_first_compiled(folder):
    program = (
        "import weir as flow\nfrom weir import nn, _core\n"
        "class G(nn.Graph):\n    def build(self, x):\n        return x + 1\n"
        "print(G()(flow.zeros(2)).tolist())\n"
    )
    outputs = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert outputs == ["[1.0, 1.0]\n"] * 2
    assert len([path for path in (folder / "v1").iterdir()]) == 1


# kernels


def kernels_of(folder):
    return {path: path.stat().st_mtime_ns for path in (folder / "kernels-v1" / mlir().build_id()).iterdir()}


def two_kernels(scale):
    graph = Function(lambda x: (x @ x.t(), x * scale))
    product, scaled = graph(flow.ones(3, 2))
    assert product.tolist() == [[2.0] * 3] * 3 and scaled.tolist() == [[scale] * 2] * 3


def test_a_kernel_of_another_program_is_found(folder, compilations):
    two_kernels(2.0)
    before = kernels_of(folder)
    two_kernels(3.0)
    after = kernels_of(folder)
    assert len(compilations) == 2
    assert len(before) == 2 and len(after) == 3
    assert before.items() <= after.items()


@pytest.mark.parametrize("damage", ["flip", "truncate", "link", "writable"])
def test_a_kernel_that_is_damaged_or_of_others_is_compiled_again(folder, damage, tmp_path):
    run()
    (kernel,) = kernels_of(folder)
    (folder / "v1").rename(tmp_path / "programs")
    good = kernel.read_bytes()
    run(3.0)
    (other,) = kernels_of(folder).keys() - {kernel}  # a valid file, whose kernel would give another result
    if damage == "flip":
        kernel.write_bytes(good[:-100] + bytes([good[-100] ^ 1]) + good[-99:])
    elif damage == "truncate":
        kernel.write_bytes(good[:-1])
    elif damage == "link":
        kernel.unlink()
        kernel.symlink_to(other)
    else:
        kernel.write_bytes(other.read_bytes())
        kernel.chmod(0o666)
    run()
    assert kernel.read_bytes() == good and not kernel.is_symlink()
    assert kernel.stat().st_mode & 0o777 == 0o600
    assert other.read_bytes() != good


def test_a_kernel_that_reports_lines_serves_no_other_line(folder):
    def pick(graph, index):
        with pytest.raises(flow.WeirError, match="expects an index") as caught:
            graph(flow.ones(4), index).numpy()
        return str(caught.value)

    index = flow.from_numpy(np.array([9]))
    first = Function(lambda x, i: flow.gather(x, 0, i))
    second = Function(lambda x, i: flow.gather(x, 0, i))
    lines = {re.search(r"test_cache.py:(\d+)", pick(graph, index))[1] for graph in (first, second)}
    assert len(lines) == 2


@pytest.fixture
def raising_on_ctrl_c():
    """A suite that a script runs in the background ignores the signal."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("raising_on_ctrl_c")
def test_ctrl_c_ends_a_compilation_and_what_was_compiled_stays(folder):
    graph = Function(lambda x: sum(x.sum(0) * float(i) for i in range(400)))
    text = graph.traced(flow.ones(4, 4))

    def interrupt():
        while not any(".tmp" not in path.name for path in folder.glob("kernels-v1/*/*")):
            time.sleep(0.1)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        for scale in itertools.count():  # the clock decides in which of its stages
            changed = text.replace("4.000000e+00", f"{1000 + scale}.0")
            mlir().compile(changed, "cpu", False, "", False, _cache.kernel_directory())
    assert [path for path in kernels_of(folder) if ".tmp" not in path.name]
    two_kernels(2.0)
