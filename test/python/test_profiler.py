"""What the profiler says of programs, op by op and in graphs."""

import gzip
import json

import pytest
import weir as flow
from weir import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(6, 6)

    def forward(self, x):
        return self.layer(x).tanh()  # in forward


def line_of(text):
    with open(__file__) as source:
        (number,) = [n for n, line in enumerate(source, 1) if line.rstrip().endswith(text)]
    return f"{__file__}:{number}"


def test_single_ops():
    model, x = nn.Sequential(Block(), nn.Linear(6, 3)), flow.ones(4, 6)
    for _ in range(3):
        model(x).sum().item()
    with flow.profiler.profile() as profile:
        for _ in range(3):
            loss = model(x).sum()  # the call
        loss.backward()
    modules = {row.key: row.count for row in profile.key_averages("module")}
    assert modules["Sequential.Block.Linear"] == modules["Sequential.Block"] == modules["Sequential.Linear"] == 3
    ops = {row.key: row.count for row in profile.key_averages()}
    assert ops["tanh"] == 3 and any(key.startswith("linear (matmul") for key in ops)
    lines = {row.key: row.count for row in profile.key_averages("line")}
    assert lines[line_of("# in forward")] == 6 and lines[line_of("# the call")] == 6  # of calls of layers, too
    assert profile.counts["hits"] >= 12 and sum(row.count for row in profile.key_averages()) == len(profile.events())
    assert all(event.seconds >= 0 and event.kind for event in profile)


def test_first_calls_are_counted():
    with flow.profiler.profile() as profile:
        (flow.ones(3, 1, 7) * 3.25).sum(2).numpy()
    assert profile.counts["misses"] >= 2 and profile.counts["compiled"] >= 2


def test_graphs():
    class Evaluate(nn.Graph):
        def __init__(self):
            super().__init__()
            self.model = Block()

        def build(self, x):
            return self.model(x) + 1

    graph, x = Evaluate(), flow.ones(4, 6)
    graph(x).numpy()
    with flow.profiler.profile() as profile:
        graph(x)
    assert any("model" in row.key for row in profile.key_averages("module"))
    assert any(__file__ in row.key for row in profile.key_averages("line"))
    assert profile.counts["compiled"] == 0


def test_tables_and_traces(tmp_path):
    with flow.profiler.profile([flow.profiler.ProfilerActivity.CPU], with_stack=True) as profile:
        x = flow.ones(64, 64)
        for _ in range(4):
            x = x @ x
        x.exp().numpy()
    head, *rows, foot = profile.key_averages().table(row_limit=2).splitlines()
    assert head.split() == ["op", "count", "total,", "ms", "mean,", "us", "share"] and len(rows) == 2
    assert foot.startswith("calls of single ops: ") and "misses" in foot
    counts = [row.count for row in profile.key_averages()]
    (first, *_) = profile.key_averages().table("count").splitlines()[1:]
    assert int(first.split()[-4]) == max(counts)
    profile.export_chrome_trace(str(tmp_path / "trace.json"))
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    assert any(event.get("args", {}).get("file") == __file__ for event in events)
    assert not any("launch" in event.get("args", {}) for event in events)


def test_ranges_of_the_program():
    @flow.profiler.record_function("doubled")
    def doubled(x):
        """Twice x."""
        return x * 2

    with flow.profiler.profile(record_shapes=True, profile_memory=True, with_flops=True, with_modules=True) as profile:
        with flow.profiler.record_function("outer"):
            doubled(doubled(flow.ones(5))).numpy()
    assert doubled.__doc__ == "Twice x." and doubled(flow.ones(1)).item() == 2
    rows = {row.key: row for row in profile.key_averages()}
    assert rows["outer"].count == 1 and rows["doubled"].count == 2 and rows["outer"].is_range
    assert rows["outer"].seconds >= rows["doubled"].seconds and not all(row.is_range for row in rows.values())
    ranges = [event for event in profile if event.kind == "range"]
    assert [event.name for event in ranges] == ["outer", "doubled", "doubled"]
    begins = [event.begin for event in profile]
    assert begins == sorted(begins)
    assert not any(row.is_range for by in ("module", "line") for row in profile.key_averages(by))
    averages = profile.key_averages(group_by_input_shape=False)
    assert str(averages) == averages.table(sort_by="cpu_time_total", row_limit=100) == averages.table(sort_by=None)
    assert averages.table(sort_by="cpu_time") == averages.table("mean")


def test_schedules(tmp_path):
    action = flow.profiler.ProfilerAction
    schedule = flow.profiler.schedule(skip_first=1, wait=1, warmup=1, active=2, repeat=2)
    cycle = [action.NONE, action.WARMUP, action.RECORD, action.RECORD_AND_SAVE]
    assert [schedule(step) for step in range(11)] == [action.NONE, *cycle, *cycle, action.NONE, action.NONE]
    recorded = []

    def ready(profile):
        recorded.append((profile.step_num, {row.key for row in profile.key_averages()}))

    with flow.profiler.profile(schedule=schedule, on_trace_ready=ready) as profile:
        for step in range(11):
            with flow.profiler.record_function(f"step{step}"):
                flow.ones(3).exp().numpy()
            profile.step()
    assert [(step, {key for key in keys if key.startswith("step")}) for step, keys in recorded] == [
        (5, {"step3", "step4"}),
        (9, {"step7", "step8"}),
    ]


@pytest.mark.parametrize(("use_gzip", "ending", "opened"), [(False, ".json", open), (True, ".json.gz", gzip.open)])
def test_each_recording_has_a_file(use_gzip, ending, opened, tmp_path):
    handler = flow.profiler.tensorboard_trace_handler(str(tmp_path / "log"), use_gzip=use_gzip)
    with flow.profiler.profile(on_trace_ready=handler) as profile:
        flow.ones(3).exp().numpy()
        profile.step()
    (path,) = (tmp_path / "log").iterdir()
    with opened(path, "rt") as file:
        assert path.name.endswith(f".pt.trace{ending}") and json.load(file)["traceEvents"]


def test_what_is_refused():
    with pytest.raises(TypeError, match=r"profile: expects activities of ProfilerActivity, got \['cpu'\]"):
        flow.profiler.profile(["cpu"])
    if not flow.cuda.is_available():
        with pytest.raises(flow.WeirError, match="profile: expects NVIDIA's driver"):
            flow.profiler.profile([flow.profiler.ProfilerActivity.CPU, flow.profiler.ProfilerActivity.CUDA])
    profile = flow.profiler.profile()
    with pytest.raises(RuntimeError, match="profile: expects a recording that has ended"):
        profile.events()
    with profile:
        pass
    with pytest.raises(ValueError, match="key_averages: expects by to be one of op, module, line, got 'shape'"):
        profile.key_averages("shape")
    with pytest.raises(ValueError, match="table: expects sort_by to be one of time, count, mean, got 'size'"):
        profile.key_averages().table("size")
    for option in ("group_by_input_shape", "group_by_stack_n"):
        with pytest.raises(NotImplementedError, match=f"key_averages: expects no {option}: "):
            profile.key_averages(**{option: 1})
    with pytest.raises(ValueError, match="schedule: expects counts of at least 0, and active of at least 1, got"):
        flow.profiler.schedule(wait=0, warmup=0, active=0)


def test_one_at_a_time(tmp_path):
    call = nn.Module.__call__
    with flow.profiler.profile() as profile:
        with pytest.raises(RuntimeError, match="profile: expects no other recording under way, got one"):
            flow.profiler.profile().start()
        with pytest.raises(RuntimeError, match="profile: expects no other recording under way, got one"):
            with flow.profile(str(tmp_path / "trace.json")):
                pass
        flow.ones(3).exp()
    assert profile.events() and nn.Module.__call__ is call
    with pytest.raises(RuntimeError, match="profile: expects a recording under way, got none"):
        profile.stop()
    for capacity in (0, -1, 2.5, 1 << 62):
        with pytest.raises(ValueError, match="profile: expects capacity to be an integer from 1 to"):
            flow.profiler.profile(capacity=capacity)
    averages = profile.key_averages()
    assert len(averages.table(row_limit=-1).splitlines()) == len(averages) + 2


def test_lines_of_failures_stay():
    y = flow.ones(3)[flow.tensor([7])]  # from before
    with pytest.raises(flow.WeirError, match=line_of("# from before")):
        with flow.profiler.profile():
            pass
    with pytest.raises(flow.WeirError, match=line_of("# from before")):
        y.numpy()
    profile = flow.profiler.profile()
    with pytest.raises(flow.WeirError, match=line_of("# in it")):
        with profile:
            flow.ones(3).exp()
            y = flow.ones(3)[flow.tensor([7])]  # in it
    with pytest.raises(flow.WeirError, match=line_of("# in it")):
        y.numpy()
    assert any(event.name == "exp" for event in profile)


def test_it_ends_where_the_block_fails():
    call = nn.Module.__call__
    with pytest.raises(KeyError):
        with flow.profiler.profile():
            raise KeyError
    assert nn.Module.__call__ is call
    with flow.profiler.profile() as profile:
        flow.ones(3).exp()
    assert profile.events()
