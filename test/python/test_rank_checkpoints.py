"""States that ranks save together: each element once, by one of them; continued on other meshes; whole where a save is
killed."""

import json
import os
import signal
import subprocess
import sys
import textwrap

import numpy as np
import pytest
from rank_programs import NETWORK, launched, said

import weir as flow

pytestmark = pytest.mark.sampled(8)  # each starts processes; `./dev accept mesh` runs all

CONTINUED = """
action, path = sys.argv[2:4]
first, last = (0, 4) if action == "save" else (4, 8)
if action == "continue":
    step.load_state_dict(flow.load(path))
for number, (x, y) in zip(range(last), batches()):
    if number >= first:
        loss = step(x, y).item()
        if rank == 0:
            print(f"loss {number} {loss:.9f}")
if action == "save":
    flow.save(step.state_dict(), path)
"""


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    """A checkpoint of four ranks, and what four steps behind it give."""
    folder = tmp_path_factory.mktemp("saved")
    path = str(folder / "checkpoint")
    said(NETWORK + CONTINUED, 4, folder, ["grid", "save", path])
    return path, said(NETWORK + CONTINUED, 4, folder, ["grid", "continue", path])


@pytest.mark.parametrize(("how", "ranks"), [("zero3", 3), ("columns", 2), ("data", 1)])
def test_other_ranks_go_on_where_some_have_stopped(how, ranks, saved, tmp_path):
    path, expected = saved
    assert said(NETWORK + CONTINUED, ranks, tmp_path, [how, "continue", path]) == expected


def test_each_element_is_written_once(saved):
    path, _ = saved
    index = json.load(open(os.path.join(path, "index.json")))
    assert len([name for name in os.listdir(path) if name.startswith("parts-")]) == 4
    for about in index["tensors"].values():
        times = np.zeros(about["shape"], int)
        for part in about["parts"]:
            times[tuple(slice(*each) for each in part["box"])] += 1
        assert (times == 1).all()
    sizes = [os.path.getsize(os.path.join(path, name)) for name in os.listdir(path)]
    assert max(sizes) < 0.5 * sum(sizes)  # all ranks write


def test_some_of_the_ranks_have_what_is_saved(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program = """
    pair, one = flow.placement("cpu", ranks=[2, 0]), flow.placement("cpu", ranks=[1])
    x = flow.arange(30, dtype=flow.float32).reshape(6, 5)
    state = {"x": flow.tensor(x.numpy(), placement=pair, sbp=rows), "n": flow.tensor(3.0, placement=one, sbp=whole)}
    flow.save(state, "checkpoint")
    found = flow.load("checkpoint")
    for there in (pair, one, place):
        assert np.array_equal(flow.zeros(6, 5, placement=there, sbp=rows).copy_(found["x"]).numpy(), x.numpy())
    assert flow.zeros((), placement=pair, sbp=whole).copy_(found["n"]).item() == 3.0
    """
    assert said(program, 3, tmp_path) == []


def test_an_optimizer_goes_on_whose_parameters_are_elsewhere(tmp_path, monkeypatch):
    """The first rank, which saves what is local, has none of them: it counts no steps."""
    monkeypatch.chdir(tmp_path)
    program = """
    last = flow.placement("cpu", ranks=[1])

    def made():
        flow.manual_seed(3)
        layer = nn.Linear(3, 2).to_global(last, whole)
        return layer, flow.optim.NAdam(layer.parameters(), lr=0.1)

    def train(layer, optimizer, steps):
        for _ in range(steps):
            optimizer.zero_grad()
            layer(flow.ones(4, 3, placement=last, sbp=rows)).square().mean().backward()
            optimizer.step()
        return layer.weight.numpy()

    layer, optimizer = made()
    train(layer, optimizer, 5)
    flow.save({"layer": layer.state_dict(), "optimizer": optimizer.state_dict()}, "checkpoint")
    in_memory = {key: value.clone() for key, value in layer.state_dict().items()}, optimizer.state_dict()
    for saved in (flow.load("checkpoint"), dict(zip(("layer", "optimizer"), in_memory))):
        other, second = made()
        other.load_state_dict(saved["layer"]), second.load_state_dict(saved["optimizer"])
        assert second.state[other.weight]["step"].item() == 5
        on = train(other, second, 3)
    assert np.array_equal(on, train(layer, optimizer, 3))
    """
    assert said(program, 2, tmp_path) == []


def test_a_process_alone_reads_the_whole(saved):
    state = flow.load(saved[0])
    assert state["model.up.weight"].shape == (64, 20) and isinstance(state["model.up.weight"], flow.Tensor)


READ = """
x = flow.arange(60, dtype=flow.float32).reshape(10, 6)
state = {
    "rows": x.to_global(place, rows),
    "terms": x.to_global(place, terms),
    "local": x.to(flow.bfloat16),
    "nested": [{"flags": (x > 30).to_global(place, whole), "array": np.arange(3)}, "text"],
}
flow.save(state, "checkpoint")
found = flow.load("checkpoint")
print(found["rows"] if rank == 0 else "")
wholes = [found["rows"].numpy(), found["terms"].numpy(), found["nested"][0]["flags"].numpy()]
print(wholes[0].shape, wholes[1][1, 1], wholes[2].sum(), found["local"].dtype, found["nested"][0]["array"])
held = flow.zeros(10 * ranks, 6, placement=place, sbp=columns).copy_(found["rows"])
print((held.numpy() == np.concatenate([x.numpy()] * ranks)).all(), held.to_local().shape)
flow.save(state, "file", global_dst_rank=0)
found = flow.load("file", global_src_rank=0)
print(found["rows"].sbp, found["rows"].shape, found["terms"].numpy()[1, 1])
"""


def test_what_is_saved_is_loaded(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    lines = said(READ, 2, tmp_path)
    assert lines == sorted(
        ["", "SavedTensor('rows', shape=(20, 6), dtype=weir.float32)"]
        + ["(20, 6) 14.0 29 weir.bfloat16 [0 1 2]"] * 2
        + ["True weir.Size([20, 3])"] * 2
        + ["(weir.sbp.broadcast,) weir.Size([20, 6]) 14.0"] * 2
    )


KILLED = """
import os
import signal
import sys
import textwrap

import numpy as np
import weir as flow

path, at = sys.argv[1], int(sys.argv[2])
place = flow.env.all_device_placement("cpu")
values = np.full((4, 3), float(at), np.float32)
state = {"x": flow.tensor(values, placement=place, sbp=flow.sbp.split(0)), "step": at}
calls = 0


def counted(function):
    def call(*arguments, **options):
        global calls
        calls += 1
        if calls == at:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*arguments, **options)

    return call


for name in ("fsync", "replace", "makedirs", "unlink", "fchmod", "fdopen"):
    setattr(os, name, counted(getattr(os, name)))
flow.save(state, path)
print("calls", calls)
"""


def test_a_save_that_is_killed_leaves_a_whole_checkpoint(tmp_path):
    path, program = tmp_path / "checkpoint", tmp_path / "program.py"
    program.write_text(KILLED)
    run = lambda at: subprocess.run(  # noqa: E731
        [sys.executable, str(program), str(path), str(at)], capture_output=True, text=True, timeout=60
    )
    calls = int(run(1000).stdout.split()[-1])
    assert calls > 8
    last = 1000
    for at in range(1, calls + 1):
        done = run(at)
        state = flow.load(path)
        assert state["step"] in (last, at) and (state["x"].numpy() == state["step"]).all()
        assert state["step"] == at or done.returncode == -signal.SIGKILL
        last = state["step"]
    run(10**6)
    assert flow.load(path)["step"] == 10**6
    assert len(os.listdir(path)) == 2  # the index and the parts: what killed saves have left has gone


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda index: index.update(format="other"), "expects the index of a checkpoint"),
        (lambda index: index.pop("tensors"), "expects the index of a checkpoint"),
        (lambda index: index["tensors"]["x"]["parts"].pop(), "expects parts that make up 'x', misses 4"),
        (lambda index: index["tensors"]["x"]["parts"][0].update(file="../x"), "expects the index of a checkpoint"),
        (lambda index: index["tensors"]["x"].update(dtype="int32"), "expects the part of 'x' of the index"),
        (lambda index: index["tensors"]["x"]["parts"][0].update(file="no"), "expects a checkpoint with no"),
        (lambda index: index.update(structure={"dict": {"x": {"nope": 1}}}), "expects weir.structure to describe"),
    ],
)
def test_bad_checkpoints_are_told(change, message, tmp_path):
    path = tmp_path / "checkpoint"
    place = flow.env.all_device_placement("cpu")
    flow.save({"x": flow.zeros(4, placement=place, sbp=flow.sbp.broadcast)}, path)
    index = json.loads((path / "index.json").read_text())
    change(index)
    (path / "index.json").write_text(json.dumps(index))
    with pytest.raises((flow.SafetensorsError, FileNotFoundError), match=message):
        flow.load(path)


def test_global_tensors_need_a_path(tmp_path):
    place = flow.env.all_device_placement("cpu")
    x = flow.zeros(4, placement=place, sbp=flow.sbp.broadcast)
    with pytest.raises(TypeError, match="expects a path for global tensors"), open(tmp_path / "file", "wb") as file:
        flow.save({"x": x}, file)


@pytest.mark.parametrize(
    ("program", "message"),
    [
        (
            "import os\n"
            "os.replace = os.replace if rank == 0 else lambda *_: (_ for _ in ()).throw(MemoryError())\n"
            'flow.save({"x": x}, "checkpoint")',
            "save: rank 1 has failed: MemoryError",
        ),
        ('flow.save({"x": x}, f"checkpoint{rank}")', "expects all ranks to save the same tensors to one path"),
        ('flow.save({"x" if rank else "y": x}, "checkpoint")', "got another tensor"),
        ('open("checkpoint", "w").close(); flow.save({"x": x}, "checkpoint")', "expects a path of a directory"),
        ('flow.save({"x": x}, "checkpoint", global_dst_rank=2)', "to be a rank below 2, got 2"),
        ('flow.load("none", global_src_rank=0)', "No such file or directory: 'none'"),
        (
            'flow.save({"x": x}, "checkpoint"); '
            'flow.zeros(2, placement=place, sbp=rows).copy_(flow.load("checkpoint")["x"])',
            "copy_: expects a saved tensor of shape (2,), got (4,)",
        ),
    ],
)
def test_bad_saves_are_told_on_all_ranks(program, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program = f"x = flow.zeros(4, placement=place, sbp=rows)\ntry:\n{textwrap.indent(program, '    ')}\n"
    told = launched(program + "except Exception as error:\n    print(error)", 2, tmp_path)
    assert told.returncode == 0 and (told.stdout.count(message) == 2 or "MemoryError" in message), told.stderr
    assert message in told.stdout


def test_what_others_have_put_into_the_folder_stays(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program = """
    import os
    if rank == 0:
        os.makedirs("checkpoint/parts-folder")
        open("checkpoint/parts-list.csv", "w").close()
    x = flow.ones(4, dtype=flow.bfloat16).to_global(place, whole)
    flow.save({"x": x}, "checkpoint")
    found = flow.load("checkpoint")
    flow.save({"x": x * 2}, "checkpoint")
    print(sorted(os.listdir("checkpoint"))[-2:] if rank == 0 else "", found["x"].tensor().tolist())
    local = nn.Linear(1, 4, bias=False).to(flow.bfloat16)
    local.load_state_dict({"weight": flow.load("checkpoint")["x"].tensor().reshape(4, 1)})
    flow.save(flow.load("checkpoint"), f"again{rank}")
    print(flow.load(f"again{rank}")["x"].tolist())
    """
    assert said(program, 2, tmp_path) == sorted(
        [" [1.0, 1.0, 1.0, 1.0]", "['parts-folder', 'parts-list.csv'] [1.0, 1.0, 1.0, 1.0]"]
        + ["[2.0, 2.0, 2.0, 2.0]"] * 2
    )


def test_states_are_divided_after_loading(tmp_path):
    program = """
    path = sys.argv[2]
    for (x, y), _ in zip(batches(), range(2)):
        step(x, y).item()
    flow.save(step.state_dict(), path)
    """
    again = """
    step.load_state_dict(flow.load(sys.argv[2]))
    for (x, y), _ in zip(batches(), range(2)):
        step(x, y).item()
    state = optimizer.state[model.up.weight]["exp_avg"]
    print(state.to_local().shape[0], "of", state.shape[0])
    """
    path = str(tmp_path / "checkpoint")
    said(NETWORK + textwrap.dedent(program), 2, tmp_path, ["zero1", path])
    assert said(NETWORK + textwrap.dedent(again), 2, tmp_path, ["zero1", path]) == ["32 of 64"] * 2


# The first rank is killed when the index has taken its place.
COMMITTED = """
import os
import signal
import sys

replace = os.replace


def killing(source, target):
    replace(source, target)
    if rank == 0 and str(target).endswith("index.json"):
        os.kill(os.getpid(), signal.SIGKILL)


x = flow.full((4,), float(sys.argv[1]), placement=place, sbp=rows)
if sys.argv[1] == "2":
    os.replace = killing
flow.save({"x": x}, sys.argv[2])
"""


def test_what_was_committed_stays_when_a_rank_is_killed(tmp_path):
    path = str(tmp_path / "checkpoint")
    said(COMMITTED, 2, tmp_path, ["1", path])
    assert launched(COMMITTED, 2, tmp_path, ["2", path]).returncode != 0
    assert flow.load(path)["x"].tolist() == [2.0] * 4
