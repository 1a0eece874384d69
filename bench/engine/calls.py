"""How long a call of a graph of ten small linear layers takes, its result read, beside ONNX Runtime with one thread and
with two, in turns. Prints one `name: number` line each.

Run by an interpreter that has ONNX Runtime and onnx, with the package on PYTHONPATH: python bench/engine/calls.py"""

import statistics
import time

import numpy as np
import onnx
import onnxruntime
import weir as flow
from onnx import helper, numpy_helper
from weir import nn

LAYERS, WIDTH, BATCH = 10, 64, 8
ROUNDS, CALLS = 60, 200
PAUSE = 0.002  # seconds, in which threads that look out for work fall asleep


class Linears(nn.Graph):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(*[nn.Linear(WIDTH, WIDTH) for _ in range(LAYERS)])

    def build(self, x):
        return self.layers(x)


def model_of(layers):
    """The same layers for ONNX Runtime."""
    nodes, constants, value = [], [], "x"
    for i, layer in enumerate(layers):
        constants += [
            numpy_helper.from_array(layer.weight.numpy(), f"weight{i}"),
            numpy_helper.from_array(layer.bias.numpy(), f"bias{i}"),
        ]
        nodes.append(helper.make_node("Gemm", [value, f"weight{i}", f"bias{i}"], [f"y{i}"], transB=1))
        value = f"y{i}"
    ends = [helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [BATCH, WIDTH]) for name in ("x", value)]
    graph = helper.make_graph(nodes, "linears", ends[:1], ends[1:], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return model.SerializeToString()


def session_of(model, threads):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
    return onnxruntime.InferenceSession(model, options, ["CPUExecutionProvider"])


def microseconds_of(call):
    time.sleep(PAUSE)
    call()
    start = time.perf_counter()
    for _ in range(CALLS):
        call()
    return 1e6 * (time.perf_counter() - start) / CALLS


def main():
    graph = Linears()
    x = np.linspace(-1, 1, BATCH * WIDTH, dtype=np.float32).reshape(BATCH, WIDTH)
    given, model = flow.tensor(x), model_of(graph.layers)
    sessions = {threads: session_of(model, threads) for threads in (1, 2)}
    calls = {"Weir": lambda: graph(given).numpy()}
    for threads, session in sessions.items():
        calls[f"ONNX Runtime, {threads} threads"] = lambda session=session: session.run(None, {"x": x})[0]
    results = [call() for call in calls.values()]
    for result in results[1:]:
        np.testing.assert_allclose(result, results[0], rtol=1e-4, atol=1e-5)
    taken = {name: [] for name in calls}
    for _ in range(ROUNDS):
        for name, call in calls.items():
            taken[name].append(microseconds_of(call))
    medians = {name: statistics.median(times) for name, times in taken.items()}
    for name, median in medians.items():
        print(f"{name}, us: {median}")
    print(f"of ONNX Runtime: {medians['Weir'] / min(median for name, median in medians.items() if name != 'Weir')}")


if __name__ == "__main__":
    main()
