"""Graphs where their arguments and parameters are, and what they write to files. `sim` stands for all devices that are
not the CPU."""

import json

import numpy as np
import pytest
import weir as flow
from weir import nn, optim

SIM, CPU = flow.device("sim"), flow.device("cpu")


class Apply(nn.Graph):
    def __init__(self, function, *members):
        super().__init__()
        for index, member in enumerate(members):
            setattr(self, f"member{index}", member)
        self.function = function

    def build(self, *args):
        return self.function(*args)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, x):
        loss = (self.model(x) * self.model(x)).mean()
        loss.backward()
        return loss


def random_array(*shape):
    return np.random.default_rng(0).standard_normal(shape).astype(np.float32)


# graphs


def test_a_graph_runs_where_its_arguments_are():
    x = flow.from_numpy(random_array(5, 7))
    graph = Apply(lambda x: (flow.softmax(x, 1), {"sum": x.sum()}))
    expected, found = graph(x), graph(x.to("sim"))
    assert (found[0].device, found[1]["sum"].device, expected[0].device) == (SIM, SIM, CPU)
    np.testing.assert_allclose(found[0].cpu().numpy(), expected[0].numpy(), rtol=1e-6)
    assert found[1]["sum"].item() == pytest.approx(expected[1]["sum"].item(), rel=1e-5)
    assert "target<\"cpu\"" not in graph.mlir("graph") and "target<\"sim\"" in graph.mlir("graph")


def test_a_graph_without_arguments_runs_where_its_tensors_are():
    weight = flow.tensor([1.0, 2.0], device="sim")
    assert Apply(lambda: weight + weight)().tolist() == [2, 4]
    assert Apply(lambda: weight + weight)().device is SIM
    assert Apply(lambda: flow.ones(2))().device is CPU
    graph = Apply(lambda: flow.rand(3) + weight.sum(), nn.Linear(2, 1, device="sim"))
    assert graph().device is SIM, "what is first made in build follows the graph's modules"


def test_tensors_inside_build_know_their_device():
    seen = []

    def build(x):
        seen.extend([x.device, flow.ones(2).device, flow.zeros(2, device="sim").device, x.to("sim") is x])
        return x.to(flow.float64).to("sim")

    found = Apply(build)(flow.ones(2, device="sim"))
    assert seen == [SIM, SIM, SIM, True] and found.dtype is flow.float64 and found.device is SIM


@pytest.mark.parametrize(
    "build, error",
    [
        (lambda x: x.to("sim"), "to: expects tensors to be moved outside nn.Graph.build, got one on cpu for sim"),
        (lambda x: flow.ones(2, device="sim") + x, "ones: expects device cpu, which the graph runs on, got sim"),
    ],
)
def test_nothing_moves_inside_build(build, error):
    with pytest.raises(RuntimeError, match=rf"{error} \(.*test_graph_devices.py:\d+, in <lambda>\)"):
        Apply(build)(flow.ones(2))


def test_arguments_on_two_devices():
    graph = Apply(lambda args: args[0] + args[1])
    error = r"graph: expects all tensors of a graph on one device, got argument 'args.0.0' on cpu and argument "
    error += r"'args.0.1' on sim \(.*test_graph_devices.py:\d+, in test_arguments_on_two_devices\)"
    with pytest.raises(RuntimeError, match=error):
        graph([flow.ones(2), flow.ones(2, device="sim")])
    assert graph([flow.ones(2), flow.ones(2)]).tolist() == [2, 2], "the graph can be used"


@pytest.mark.parametrize("ours, theirs", [("cpu", "sim"), ("sim", "cpu")])
def test_arguments_and_parameters_on_two_devices(ours, theirs):
    model = nn.Linear(3, 2).to(theirs)
    error = rf"linear: expects all tensors of a graph on one device, got argument 'x' on {ours} and variable "
    error += rf"'model.weight' on {theirs} \(.*test_graph_devices.py:\d+, in Train.build\)"
    with pytest.raises(RuntimeError, match=error):
        Train(model, optim.AdamW(model.parameters()))(flow.ones(4, 3, device=ours))


def test_variables_of_one_name_on_two_devices():
    """Names belong to devices: the same name elsewhere is another variable."""
    tensors = [flow.ones(2), flow.ones(2, device="sim")]
    graphs = [Apply(lambda tensor=tensor: tensor + 1) for tensor in tensors]
    for graph, tensor in zip(graphs, tensors):
        graph.on_two_devices = tensor
        assert graph().tolist() == [2, 2] and tensor._storage.variable == "on_two_devices"
    both = Apply(lambda: tensors[0] + tensors[1])
    error = "add: expects .*variable 'captured.0' on cpu and variable 'captured.1' on sim"
    with pytest.raises(RuntimeError, match=error):
        both()


def train(devices, steps=2):
    """The losses of some steps on each device after the other."""
    flow.manual_seed(0)
    model = nn.Sequential(nn.Linear(6, 9), nn.ReLU(), nn.Linear(9, 2))
    graph = Train(model, optim.AdamW(model.parameters(), lr=0.05))
    x = flow.from_numpy(random_array(8, 6))
    losses = []
    for device in devices:
        model.to(device)
        losses += [graph(x.to(device)).item() for _ in range(steps)]
    return losses, graph


def test_training_goes_on_where_the_module_is_moved():
    expected, _ = train(["cpu"] * 4)
    found, graph = train(["cpu", "sim", "cpu", "sim"])
    assert expected[-1] < expected[0]
    np.testing.assert_allclose(found, expected, rtol=1e-5)
    (optimizer,) = graph._optimizers
    states = [t for state in optimizer.state.values() for t in state.values()]
    assert len(states) == 12 and {t.device for t in states} == {SIM}
    assert [state["step"].item() for state in optimizer.state_dict()["state"].values()] == [8] * 4


def test_hyper_parameters_change_on_every_device():
    _, graph = train(["sim"], steps=1)
    before = [p.tolist() for p in graph.model.parameters()]
    graph._optimizers[0].param_groups[0].update(lr=0.0, weight_decay=0.0)
    graph(flow.ones(8, 6, device="sim"))
    assert [p.tolist() for p in graph.model.parameters()] == before


def test_graphs_share_parameters_on_every_device():
    model = nn.Linear(3, 1).to("sim")
    fit, predict = Train(model, optim.AdamW(model.parameters(), lr=0.1)), Apply(lambda x: model(x), model)
    x = flow.ones(2, 3, device="sim")
    before = predict(x).tolist()
    fit(x)
    after = predict(x).tolist()
    assert before != after
    np.testing.assert_allclose(after, x.cpu().numpy() @ model.weight.cpu().numpy().T + model.bias.item(), rtol=1e-5)
    model.weight.fill_(0)
    assert predict(x).tolist() == [model.bias.tolist()] * 2, "what the host writes is seen"


def test_memory_of_a_module_that_was_moved_is_given_back():
    model = nn.Linear(512, 512)
    graph = Apply(lambda x: model(x), model)
    graph(flow.ones(1, 512))
    held = flow._core.bytes_in_use()
    model.to("sim")
    graph(flow.ones(1, 512, device="sim"))
    graph(flow.ones(1, 512, device="sim"))
    assert flow._core.bytes_in_use() <= held - 512 * 512 * 4


def test_draws_inside_build_are_the_same_everywhere():
    runs = []
    for device in ("cpu", "sim"):
        flow.manual_seed(3)
        graph = Apply(lambda x: flow.rand(4) * x)
        runs.append([graph(flow.ones(4, device=device)).tolist() for _ in range(2)])
    assert runs[0] == runs[1] and runs[0][0] != runs[0][1]


def test_draws_go_on_where_a_graph_is_moved():
    graph = Apply(lambda x: flow.rand(4) * x)
    flow.manual_seed(4)
    draws = [graph(flow.ones(4, device=device)).tolist() for device in ("cpu", "sim", "cpu")]
    flow.manual_seed(4)
    again = Apply(lambda x: flow.rand(4) * x)
    assert draws == [again(flow.ones(4)).tolist() for _ in range(3)]


def test_threads_change_no_result():
    graph = Apply(lambda x: flow.softmax(x, 1))
    x = flow.from_numpy(random_array(33, 17)).to("sim")
    before = flow.get_num_threads()
    try:
        results = []
        for threads in (1, 2):
            flow.set_num_threads(threads)
            results.append(graph(x).tolist())
        assert results[0] == results[1]
    finally:
        flow.set_num_threads(before)


def test_a_fault_names_op_and_line():
    graph = Apply(lambda x, i: flow.gather(x, 0, i))
    with pytest.raises(flow.WeirError, match="expects an index from 0 to 2, got 3") as raised:
        graph(flow.ones(3, device="sim"), flow.tensor([3], device="sim")).cpu()
    assert raised.value.op == "gather" and raised.value.file == __file__
    assert graph(flow.ones(3, device="sim"), flow.tensor([2], device="sim")).tolist() == [1]


def test_a_copy_to_the_host_may_be_awaited_later():
    graph = Apply(lambda x, i: flow.gather(x, 0, i))
    failed = graph(flow.ones(3, device="sim"), flow.tensor([3], device="sim"))
    with pytest.raises(flow.WeirError, match="expects an index from 0 to 2, got 3"):
        failed.to("cpu", non_blocking=True).tolist()  # the copy fails at once if the run has ended by then
    last = graph(flow.ones(3, device="sim"), flow.tensor([1], device="sim"))
    assert last.to("cpu", non_blocking=True).tolist() == [1]


def test_a_trace_of_the_device(tmp_path):
    graph, path = Apply(lambda x: x.exp()), tmp_path / "trace.json"
    graph(flow.ones(2, device="sim"))
    with flow.profile(str(path), device="sim"):
        graph(flow.ones(2, device="sim"))
    assert any("exp" in json.dumps(event) for event in json.loads(path.read_text())["traceEvents"])


# files


def test_states_go_between_devices(tmp_path):
    losses, graph = train(["sim"])
    flow.save(graph.model.state_dict(), tmp_path / "model.safetensors")
    flow.save(graph._optimizers[0].state_dict(), tmp_path / "optimizer.safetensors")
    loaded = flow.load(tmp_path / "model.safetensors")
    assert {t.device for t in loaded.values()} == {CPU}
    assert {t.device for t in flow.load(tmp_path / "model.safetensors", map_location="sim").values()} == {SIM}
    continued = {}
    for device in ("cpu", "sim"):
        _, other = train([device], steps=1)
        other.model.load_state_dict(loaded if device == "sim" else graph.model.state_dict())
        other._optimizers[0].load_state_dict(flow.load(tmp_path / "optimizer.safetensors"))
        assert {p.device for p in other.model.parameters()} == {flow.device(device)}
        continued[device] = other(flow.from_numpy(random_array(8, 6)).to(device)).item()
    expected = graph(flow.from_numpy(random_array(8, 6)).to("sim")).item()
    assert continued["sim"] == expected < losses[-1]
    assert continued["cpu"] == pytest.approx(expected, rel=1e-5)


def test_an_optimizer_loads_before_its_first_step(tmp_path):
    _, graph = train(["sim"])
    model = nn.Sequential(nn.Linear(6, 9), nn.ReLU(), nn.Linear(9, 2)).to("sim")
    optimizer = optim.AdamW(model.parameters())
    optimizer.load_state_dict(graph._optimizers[0].state_dict())
    tensors = [t for state in optimizer.state.values() for t in state.values()]
    assert {t.device for t in tensors} == {SIM}
    assert [state["step"].item() for state in optimizer.state_dict()["state"].values()] == [2] * 4


def test_artifacts_are_for_a_device(tmp_path):
    model = nn.Linear(3, 2).to("sim")
    graph, path = Apply(lambda x: model(x), model), str(tmp_path / "a.weir")
    x = flow.from_numpy(random_array(4, 3)).to("sim")
    expected = graph(x)
    graph.save(path)
    artifact = flow.load_artifact(path, trust=True, device="sim")
    (found,) = artifact.run(x)
    assert found.device is artifact.device is SIM and found.tolist() == expected.tolist()
    with pytest.raises(ValueError, match=r"input 'args.0' to be on its device \(sim\), got one on another \(cpu\)"):
        artifact.run(x.cpu())
    with pytest.raises(flow.WeirError, match="expects an artifact with jobs for device cpu, got jobs for 'sim'"):
        flow.load_artifact(path, trust=True)


def test_an_artifact_for_a_target_that_is_none(tmp_path):
    graph = Apply(lambda x: x + 1)
    graph(flow.ones(2))
    with pytest.raises(flow.CompileError, match="expects a target, one of: cpu, cuda, naive, sim; got abacus"):
        graph.save(str(tmp_path / "a.weir"), targets=("cpu", "abacus"))
    assert not list(tmp_path.iterdir())


def test_one_artifact_for_several_devices(tmp_path):
    model = nn.Linear(9, 5)
    graph, path = Apply(lambda x: flow.softmax(model(x), 1), model), str(tmp_path / "a.weir")
    x = flow.from_numpy(random_array(4, 9))
    expected = graph(x).numpy()
    graph.save(path, targets=("cpu", "sim"))
    for device in ("cpu", "sim"):
        (found,) = flow.load_artifact(path, trust=True, device=device).run(x.to(device))
        assert str(found.device) == device
        np.testing.assert_allclose(found.cpu().numpy(), expected, rtol=1e-6)
