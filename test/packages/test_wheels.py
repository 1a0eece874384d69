"""Both wheels in environments of their own: what they hold, and that a stranger can compile and run by them."""

import re
import shutil
import subprocess
import tomllib
import zipfile

import pytest
from conftest import FOLDER, ROOT, run

MEGABYTE = 1 << 20
TOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]


def contents(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return {info.filename: info.file_size for info in archive.infolist()}


def version_of(wheel):
    return wheel.name.split("-")[1]


def test_weir_holds_modules_stubs_and_tools(weir_wheel):
    files = contents(weir_wheel)
    package = [path.relative_to(ROOT / "python").as_posix() for path in (ROOT / "python" / "weir").rglob("*.py*")]
    wanted = [path for path in package if path.endswith((".py", ".pyi"))]
    wanted += ["weir/py.typed", "weir/_ops.py", "weir/_ops.pyi", "weir/libweir_runtime.so.0", "weir_tools/__init__.py"]
    wanted += [f"weir/bin/{tool}" for tool in TOOLS]
    wanted += [f"weir/libweir-mpi-{name}.so" for name in ("openmpi", "mpich") if shutil.which(f"mpicc.{name}")]
    assert [path for path in wanted if path not in files] == []
    modules = [name for name in files if re.fullmatch(r"weir/_(core|mlir)\..*\.so", name)]
    assert len(modules) == 2
    foreign = [name for name in files if not name.startswith(("weir/", "weir_tools/", "weir-"))]
    assert foreign == [] and not any("/test" in name or name.endswith((".h", ".a", ".cmake")) for name in files)


def test_weir_runtime_is_small_and_needs_no_llvm(runtime_wheel, tmp_path):
    assert runtime_wheel.stat().st_size < 10 * MEGABYTE and sum(contents(runtime_wheel).values()) < 10 * MEGABYTE
    with zipfile.ZipFile(runtime_wheel) as archive:
        (module,) = (name for name in archive.namelist() if name.endswith(".so"))
        archive.extract(module, tmp_path)
    needed = subprocess.run(["readelf", "-d", tmp_path / module], capture_output=True, text=True, check=True).stdout
    libraries = re.findall(r"\(NEEDED\).*\[(.+)\]", needed)
    assert {name.split(".so")[0] for name in libraries} <= {"libc", "libm", "libstdc++", "libgcc_s", "ld-linux-x86-64"}


def test_versions_come_from_git(with_weir, weir_wheel, with_runtime, runtime_wheel):
    for python, wheel, module in ((with_weir, weir_wheel, "weir"), (with_runtime, runtime_wheel, "weir_runtime")):
        assert run(python, "-c", f"import {module}; print({module}.__version__)").strip() == version_of(wheel)
    if (ROOT / ".git").exists():
        commit = run("git", "rev-parse", "HEAD", cwd=ROOT).strip()
        (short,) = re.findall(r"\+g([0-9a-f]+)", version_of(weir_wheel))
        assert commit.startswith(short)


def test_wheels_are_installed_without_compiling(with_runtime, runtime_wheel, weir_wheel):
    """pip takes them as they are: no sdist, no build, no index."""
    options = ["--no-index", "--no-deps", "--only-binary=:all:", "--force-reinstall"]
    for wheel in (weir_wheel, runtime_wheel):
        target = FOLDER / "installed"
        printed = run(with_runtime, "-m", "pip", "install", *options, "--target", target, wheel)
        assert "Successfully installed" in printed and "Building" not in printed


@pytest.mark.parametrize("tool", TOOLS)
def test_commands_start(with_weir, tool):
    assert "USAGE" in run(with_weir.parent / tool, "--help")


EXAMPLE = """
import numpy as np
import weir as flow
from weir import nn, optim

class Fit(nn.Graph):
    def __init__(self, model):
        super().__init__()
        self.model = model
        self.add_optimizer(optim.AdamW(model.parameters(), lr=0.1, weight_decay=0.0))

    def build(self, x):
        error = self.model(x) - x.sum(dim=1, keepdim=True)
        loss = (error * error).mean()
        loss.backward()
        return loss

class Predict(nn.Graph):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def build(self, x):
        return self.model(x)

x = flow.from_numpy(np.random.default_rng(0).standard_normal((64, 8), dtype=np.float32))
model = nn.Linear(8, 1)
fit, predict = Fit(model), Predict(model)
for step in range(200):
    loss = fit(x)
predict(x)
predict.save("predict.weir")
open("predict.mlir", "w").write(predict.mlir())
print(loss.item() < 1e-3)
"""


@pytest.fixture(scope="session")
def trained(with_weir):
    """A folder with predict.weir and predict.mlir, whose model sums a row."""
    folder = FOLDER / "work"
    folder.mkdir(exist_ok=True)
    assert run(with_weir, "-c", EXAMPLE, cwd=folder).split() == ["True"]
    return folder


def test_tools_compile_and_run(with_weir, trained):
    commands = with_weir.parent
    run(commands / "weir-compile", "predict.mlir", "-o", "compiled.weir", cwd=trained)
    assert "tensor<64x1xf32>" in run(commands / "weir-run", "predict.weir", "--device=cpu", cwd=trained)
    assert "weir.linear" in run(commands / "weir-opt", "predict.mlir", cwd=trained)


def test_the_runtime_runs_what_weir_saved(with_runtime, trained):
    text = (
        "import importlib.util, numpy, weir_runtime\n"
        "(y,) = weir_runtime.load('predict.weir').run(numpy.ones((64, 8), numpy.float32))\n"
        "print(abs(y.numpy() - 8).max() < 0.5, importlib.util.find_spec('weir'))\n"
        "maps = open('/proc/self/maps').read()\n"
        "print('LLVM' in maps, 'MLIR' in maps)\n"
    )
    assert run(with_runtime, "-c", text, cwd=trained).split() == ["True", "None", "False", "False"]
