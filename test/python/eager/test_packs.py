"""Jobs that other processes have made: on disk, and in packs, by which programs run where there is no compiler."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest
import weir as flow
import weir.nn.functional as F
from weir import _cache, _extension, _values
from weir._eager import job_table, packs, packing

pytestmark = pytest.mark.sampled(8)

WITHOUT_COMPILER = """
import sys
class Hidden:
    def find_spec(name, path, target=None):
        if name == "weir._mlir":
            raise ImportError("libMLIR.so: cannot open shared object file")
sys.meta_path.insert(0, Hidden)
"""

TRAINING = """
import json, numpy as np, sys, weir as flow
import weir.nn.functional as F
rng = np.random.default_rng(0)
given = lambda *shape: flow.tensor(rng.standard_normal(shape).astype(np.float32))
w, b = given(10, SIZE).requires_grad_(), given(10).requires_grad_()
optimizer = flow.optim.SGD([w, b], lr=0.1, momentum=0.9)
losses = []
for step in range(4):
    x, y = given(ROWS, SIZE), flow.tensor(rng.integers(0, 10, ROWS))
    loss = F.cross_entropy(F.linear(x, w, b).relu() * 0.5, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    losses.append(loss.item())
made = flow._core.call_counts()[2]
print(json.dumps({"losses": losses, "made": made, "compiler": "weir._mlir" in sys.modules}))
"""


def training(rows=32, size=64):
    return TRAINING.replace("ROWS", str(rows)).replace("SIZE", str(size))


def run(program, **environment):
    done = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, **environment}, text=True, capture_output=True
    )
    return done.returncode, done.stdout, done.stderr


def result_of(program, **environment):
    status, out, err = run(program, **environment)
    assert status == 0, err
    return json.loads(out)


def calls_of(function, monkeypatch):
    """Lines of the jobs that a function needs, steps of optimizers as single ops."""
    monkeypatch.setattr(job_table, "_jobs", {})
    monkeypatch.setattr(_extension, "is_available", lambda: False)
    flow._core.forget_plans()
    function()
    made = [(call.data(), [(dtype.name, list(shape)) for dtype, shape in of]) for call, of in job_table.jobs_so_far()]
    return [json.dumps({"call": call, "operands": operands}) for call, operands in made if call is not None]


def pack_of(lines, path, levels=None):
    jobs = []
    for level in levels or [packs.this_level()]:
        made = packing.Packing(level)
        jobs += [job for line in lines for job in made.jobs_for(packing.Example(**json.loads(line)))]
    packs.write(str(path), jobs)
    return jobs


@pytest.fixture
def pack(tmp_path, monkeypatch):
    """That of the training program, made with other sizes."""
    lines = calls_of(lambda: exec(training(6, 7), {}), monkeypatch)
    pack_of(lines, tmp_path / "a.pack")
    return str(tmp_path / "a.pack")


def test_a_program_runs_without_the_compiler(pack):
    plain = result_of(training())
    made = result_of(WITHOUT_COMPILER + training(), WEIR_PACK=pack, WEIR_CACHE_DIR="0")
    assert plain["compiler"] and not made["compiler"]
    assert made["made"] == 0 < plain["made"]
    np.testing.assert_allclose(made["losses"], plain["losses"], rtol=1e-6)


def test_bits_of_a_pack_depend_on_nothing_else(pack):
    without = result_of(WITHOUT_COMPILER + training(), WEIR_PACK=pack, WEIR_CACHE_DIR="0")
    one = result_of(WITHOUT_COMPILER + "import weir; weir.set_num_threads(1)\n" + training(), WEIR_PACK=pack)
    sync = result_of(WITHOUT_COMPILER + training(), WEIR_PACK=pack, WEIR_SYNC="1")
    assert without["losses"] == one["losses"] == sync["losses"]


def test_a_call_that_the_pack_lacks(pack):
    program = WITHOUT_COMPILER + "import weir as flow\nx = flow.ones(3, 4)\nprint(x.relu().sum())\nx.cumsum(1)\n"
    status, _, err = run(program, WEIR_PACK=pack, WEIR_CACHE_DIR="0")
    assert status == 1
    assert "expects a call that the pack has, as the compiler can't be loaded, got" in err
    status, _, err = run(WITHOUT_COMPILER + "import weir as flow\nflow.ones(3, 4).cumsum(1)\n", WEIR_CACHE_DIR="0")
    rule = "cumsum: expects a call that the pack has, as the compiler can't be loaded, got cumsum of float32 (3, 4)"
    assert status == 1 and rule in err and "<string>" in err.splitlines()[-1]


@pytest.mark.parametrize("contents", [b"", b"no pack", b"WEIRPACK" + bytes(48)], ids=["empty", "short", "other"])
def test_a_file_that_is_no_pack(tmp_path, contents):
    (tmp_path / "a.pack").write_bytes(contents)
    status, _, err = run("import weir; weir.ones(2).relu()", WEIR_PACK=str(tmp_path / "a.pack"))
    assert status == 1 and "WeirError: WEIR_PACK: expects a pack" in err
    status, _, err = run("import weir; weir.ones(2).relu()", WEIR_PACK=str(tmp_path / "none.pack"))
    assert status == 1 and "WeirError: WEIR_PACK: expects a pack, got" in err


def test_a_pack_that_has_been_cut(pack):
    whole = open(pack, "rb").read()
    for length in (60, 200, len(whole) - 1):
        with open(pack, "wb") as file:
            file.write(whole[:length])
        with pytest.raises(ValueError, match="a pack"):
            packs.Pack(pack, packs.this_level())


def test_a_pack_has_its_levels_apart(tmp_path, monkeypatch):
    lines = calls_of(lambda: flow.ones(3, 4).relu(), monkeypatch)
    jobs = pack_of(lines, tmp_path / "a.pack", list(packs.LEVELS))
    assert [job.level for job in jobs] == list(packs.LEVELS)
    assert len({job.artifact for job in jobs}) == 2
    for job in jobs:
        found = packs.Pack(str(tmp_path / "a.pack"), job.level)
        ((facts, compilation),) = found.jobs_of(job.family)
        assert compilation.result() == job.artifact
        assert json.dumps(facts.data()) == json.dumps(job.facts)
        assert found.jobs_of(job.family._replace(device="sim")) == []


def test_one_packed_job_takes_all_floats_and_sizes(tmp_path, monkeypatch):
    def scaled():
        for factor in (0.5, 0.25):
            flow.ones(3, 4) * factor

    jobs = pack_of(calls_of(scaled, monkeypatch), tmp_path / "a.pack")
    assert len(jobs) == 1
    program = """
import weir as flow
for n in range(2, 40):
    print((flow.ones(n, n + 1) * (n / 8)).numpy().sum() == n * (n + 1) * n / 8)
"""
    status, out, err = run(WITHOUT_COMPILER + program, WEIR_PACK=str(tmp_path / "a.pack"))
    assert status == 0, err
    assert set(out.split()) == {"True"}


def test_packed_jobs_take_sizes_of_1(tmp_path, monkeypatch):
    def layer():
        F.linear(flow.ones(5, 7), flow.ones(8, 7), flow.ones(8)).relu().mean(1)
        F.batch_norm(flow.ones(5, 7), None, None, training=True)

    pack_of(calls_of(layer, monkeypatch), tmp_path / "a.pack")
    program = WITHOUT_COMPILER + """
import weir as flow
import weir.nn.functional as F
for rows, columns in (1, 7), (9, 1), (1, 1):
    y = F.linear(flow.ones(rows, columns), flow.ones(8, columns), flow.ones(8)).relu().mean(1)
    print(y.tolist() == [columns + 1.0] * rows)
"""
    status, out, err = run(program, WEIR_PACK=str(tmp_path / "a.pack"), WEIR_CACHE_DIR="0")
    assert status == 0, err
    assert set(out.split()) == {"True"}
    program = "import weir\nweir.nn.functional.batch_norm(weir.ones(1, 7), None, None, training=True)"
    status, _, err = run(program, WEIR_PACK=str(tmp_path / "a.pack"))
    assert status == 1 and "batch_norm: expects more than one value for each channel" in err


CALLS = {
    "joined": lambda n: flow.cat([flow.ones(n, 3), flow.ones(2, 3)]),
    "norm": lambda n: F.layer_norm(flow.ones(n, 8), (8,)),
    "loss": lambda n: F.cross_entropy(flow.ones(n, 5), flow.arange(n) % 5),
    "product": lambda n: flow.ones(n, 3) @ flow.ones(3, n),
    "written": lambda n: flow.zeros(n, 9).slice_scatter(flow.ones(n, 3), 1, 2, 5),
    "convolution": lambda n: F.conv2d(flow.ones(n, 3, 8, 8), flow.ones(4, 3, 3, 3), padding=1),
    "pool": lambda n: F.max_pool2d(flow.ones(n, 3, 8, 8), 2),
}


@pytest.mark.parametrize("name", CALLS)
def test_sizes_are_open_where_they_can_be(name, tmp_path, monkeypatch):
    jobs = pack_of(calls_of(lambda: CALLS[name](5), monkeypatch), tmp_path / "a.pack")
    assert jobs
    for job in jobs:
        facts = packs.Facts.of_data(json.loads(json.dumps(job.facts)))
        if any(rank for _, rank in job.family.operands):
            assert facts.pattern.stand_ins


def test_a_second_process_traces_nothing(tmp_path):
    program = training().replace("optimizer.step()", "w.data.sub_(0.1 * w.grad)")
    first, second = (result_of(program, WEIR_CACHE_DIR=str(tmp_path / "cache")) for _ in range(2))
    assert first["compiler"] and first["made"] > 5
    assert not second["compiler"] and second["made"] == 0
    assert first["losses"] == second["losses"]


def by_size(x):
    return [x * 2] if x.shape[0] > 4 else [x * 3]


def test_a_job_of_open_sizes_is_found_where_it_fits(monkeypatch, tmp_path):
    monkeypatch.setenv("WEIR_CACHE_DIR", str(tmp_path / "cache"))
    for size in (5, 6, 7, 3, 8, 2):
        (y,) = _values.as_one("by_size", by_size, flow.ones(size))
        assert y.tolist() == [2.0 if size > 4 else 3.0] * size


@pytest.mark.parametrize("dims", [[np.int64(0)], (np.int64(0),), [0]], ids=str)
def test_attributes_of_numpys_integers(dims):
    assert flow.ones(3, 4).sum(dim=dims).shape == (4,)
    assert flow.flip(flow.ones(3, 4), dims).shape == (3, 4)
    assert flow.ones(3, 4).sum(dim=[flow.tensor(0)]).shape == (4,)
    with pytest.raises(TypeError, match="sum: expects dim to be integers"):
        flow.ones(3, 4).sum(dim=[flow.tensor(0.5)])


def test_notes_are_of_these_files(tmp_path, monkeypatch):
    monkeypatch.setattr(_cache, "PACKAGE", str(tmp_path))
    (tmp_path / "a.py").write_text("1")
    names = set()
    for contents in ("1", "22", "33"):
        (tmp_path / "a.py").write_text(contents)
        os.utime(tmp_path / "a.py", ns=(0, len(names)))
        names.add(_cache.package_id.__wrapped__())
    assert len(names) == 3


def test_a_note_that_cannot_be_read_is_none(tmp_path, monkeypatch):
    monkeypatch.setenv("WEIR_CACHE_DIR", str(tmp_path / "cache"))
    _cache.store_note("some", {"a": [1, 2.5]})
    assert _cache.note("some") == {"a": [1, 2.5]}
    with open(os.path.join(_cache._note_folder(), "some"), "w") as file:
        file.write("{")
    assert _cache.note("some") is None and _cache.note("none") is None
    monkeypatch.setenv("WEIR_CACHE_DIR", "0")
    _cache.store_note("some", 1)
    assert _cache.note("some") is None


def test_notes_of_old_builds_go(tmp_path, monkeypatch):
    monkeypatch.setenv("WEIR_CACHE_DIR", str(tmp_path / "cache"))
    for number in range(_cache._MOST_BUILDS + 3):
        monkeypatch.setattr(_cache, "package_id", lambda: str(number))
        _cache._discard_old_builds.cache_clear()
        _cache.store_note("some", number)
        os.utime(_cache._note_folder(), (number, number))
    left = os.listdir(os.path.dirname(_cache._note_folder()))
    assert len(left) == _cache._MOST_BUILDS
    assert _cache.note("some") == _cache._MOST_BUILDS + 2


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "LAMB"])
def test_steps_op_by_op_are_those_of_programs(name, monkeypatch):
    def trained():
        weights = flow.tensor(np.linspace(-1, 1, 12).reshape(3, 4).astype(np.float32), requires_grad=True)
        optimizer = getattr(flow.optim, name)([{"params": [weights], "lr": 0.1, "clip_grad_max_norm": 1.0}])
        for _ in range(4):
            optimizer.zero_grad()
            (weights**2).sum().backward()
            optimizer.step()
            optimizer.param_groups[0]["lr"] *= 0.9
        return weights.detach().numpy()

    whole = trained()
    monkeypatch.setattr(_extension, "is_available", lambda: False)
    np.testing.assert_allclose(trained(), whole, rtol=2e-6, atol=1e-7)
