"""Calls that don't fit: the message names function, argument, expectation and the user's line."""

import pytest

CASES = {
    "x + 'a'": "TypeError: +: expects a Tensor, a number or an array on the right, got str (user.py:12, in <module>)",
    "F.cross_entropy(x, n)": (
        "ValueError: cross_entropy: expects input of shape (N, C, *) and target of shape (N, *), got (2, 3) and (2, 3)"
        " (user.py:12, in <module>)"
    ),
    "nn.Linear(4, 2)(x)": (
        "ValueError: linear: expects weight of shape (out, in) and input of shape (*, in), got (2, 4) and (2, 3)"
        " (user.py:12, in <module>)"
    ),
    "x.backward()": (
        "RuntimeError: backward: expects a loss computed from a tensor that requires gradients, got one that isn't"
        " (user.py:12, in <module>)"
    ),
    "G(lambda x: flow.add(x, 'a'))(x)": (
        "TypeError: add: expects rhs to be a Tensor or a number, got str (user.py:12, in <lambda>)"
    ),
    "G(lambda x: flow.matmul(x, 2))(x)": (
        "TypeError: matmul: expects b to be a Tensor, got int (user.py:12, in <lambda>)"
    ),
    "G(lambda x: flow.compare(x, x, 'near'))(x)": (
        "ValueError: compare: expects predicate to be eq, ne, lt, le, gt or ge, got 'near' (user.py:12, in <lambda>)"
    ),
    "G(lambda x: flow.cast(x, 'float32'))(x)": (
        "TypeError: cast: expects dtype to be a dtype, got 'float32' (user.py:12, in <lambda>)"
    ),
    "G(lambda x: 1 if x.sum() > 0 else 2)(x)": (
        "RuntimeError: bool: expects a tensor with data, got a traced value; a graph cannot branch on values, use"
        " weir.where (user.py:12, in <lambda>)"
    ),
    "G(lambda x: x.numpy())(x)": (
        "RuntimeError: numpy: expects a tensor with data, got a traced value, which has none until the graph runs;"
        " return it from build (user.py:12, in <lambda>)"
    ),
    "G(lambda x: x.sum().backward())(x)": (
        "RuntimeError: backward: expects a loss computed from a tensor that requires gradients (user.py:12, in"
        " <lambda>)"
    ),
    "G(lambda x: {1, 2})(x)": (
        "TypeError: graph: expects tensors, numbers, strings, dtypes, devices and None in tuples, lists and dicts, got"
        " set (user.py:12, in <module>)"
    ),
    "G(lambda x: x)(np.ones(3))": (
        "TypeError: graph: expects tensors, numbers, strings, dtypes, devices and None in tuples, lists and dicts, got"
        " ndarray; weir.from_numpy makes a tensor of an array (user.py:12, in <module>)"
    ),
    "nn.Graph()(x)": "NotImplementedError: Graph: expects a method build, found none (user.py:12, in <module>)",
    "G(lambda x: x).add_optimizer('adam')": (
        "TypeError: add_optimizer: expects an Optimizer, got str (user.py:12, in <module>)"
    ),
    "G(lambda x: x).save('model.weir')": (
        "RuntimeError: save: expects a graph that was called once, so that it is compiled (user.py:12, in <module>)"
    ),
    "optim.AdamW([])": "ValueError: AdamW: expects at least one parameter, got none (user.py:12, in <module>)",
    "optim.AdamW([nn.Parameter(x)], lr=-1)": (
        "ValueError: AdamW: expects lr to be at least 0, got -1 (user.py:12, in <module>)"
    ),
    "optim.AdamW([nn.Parameter(x)], betas=(0.9, 1.0))": (
        "ValueError: AdamW: expects betas in [0, 1), got (0.9, 1.0) (user.py:12, in <module>)"
    ),
    "optim.AdamW([nn.Parameter(x)], lr='fast')": (
        "TypeError: AdamW: expects lr to be a number, got 'fast' (user.py:12, in <module>)"
    ),
    "optim.AdamW([{'lr': 1}])": (
        "TypeError: AdamW: expects groups to be dicts with \"params\", got keys 'lr' (user.py:12, in <module>)"
    ),
    "optim.AdamW([{'params': []}, nn.Parameter(x)])": (
        "TypeError: AdamW: expects groups to be dicts with \"params\", got Parameter (user.py:12, in <module>)"
    ),
    "p = nn.Parameter(x); optim.AdamW([p, p])": (
        "ValueError: AdamW: expects each parameter once, got one twice (user.py:12, in <module>)"
    ),
    "optim.AdamW([nn.Parameter(x)]).load_state_dict({})": (
        "ValueError: load_state_dict: AdamW expects what state_dict() gives (user.py:12, in <module>)"
    ),
    "flow.zeros(2, dtype=np.float32)": (
        "TypeError: zeros: expects a weir dtype such as weir.float32, got <class 'numpy.float32'> (user.py:12, in"
        " <module>)"
    ),
    "flow.tensor(float('nan'), dtype=flow.int64)": (
        "ValueError: expects numbers in [-9223372036854775808, 9223372036854775807] for int64, got nan to nan"
        " (user.py:12, in <module>)"
    ),
    "flow.tensor(2.0**63, dtype=flow.int64)": (
        "ValueError: expects numbers in [-9223372036854775808, 9223372036854775807] for int64, got"
        " 9.223372036854776e+18 to 9.223372036854776e+18 (user.py:12, in <module>)"
    ),
    "g = G(lambda x: x); g(x); g.save('a.weir'); flow.load_artifact('a.weir', trust=True).run(np.ones(3))": (
        "TypeError: run: expects tensors, got ndarray (user.py:12, in <module>)"
    ),
    "flow.tensor('text')": "TypeError: tensor: expects numbers, got str of <U4 (user.py:12, in <module>)",
    "flow.from_numpy([1, 2])": "TypeError: from_numpy: expects a numpy.ndarray, got list (user.py:12, in <module>)",
    "flow.from_dlpack(3)": (
        "TypeError: from_dlpack: expects an object with __dlpack__, got int (user.py:12, in <module>)"
    ),
    "x[2]": "IndexError: index: expects an index in [-2, 2), got 2 (user.py:12, in <module>)",
    "x.to('abacus')": (
        "ValueError: device: expects cpu, cuda, sim, with a number behind a colon if need be, got 'abacus'"
        " (user.py:12, in <module>)"
    ),
    "flow.manual_seed(2**64)": (
        f"ValueError: manual_seed: expects an integer of 64 bits, got {2**64} (user.py:12, in <module>)"
    ),
    "flow.set_num_threads(0)": "ValueError: set_num_threads: expects a positive integer, got 0",
    "nn.Linear(3, -1)": (
        "ValueError: Linear: expects out_features to be an integer of at least 0, got -1 (user.py:12, in <module>)"
    ),
    "nn.Sequential(3)": "TypeError: Sequential: expects modules, got int (user.py:12, in <module>)",
    "G(lambda x: G(lambda y: y)(x))(x)": (
        "RuntimeError: expects a graph to be called outside nn.Graph.build (user.py:12, in <lambda>)"
    ),
    "kept = []; G(lambda x: kept.append(x + 1))(x); G(lambda x: x + kept[0])(x)": (
        "RuntimeError: expects tensors of this graph, got one traced in another call of build (user.py:12, in <lambda>)"
    ),
}


@pytest.mark.sampled(5)
@pytest.mark.parametrize("statement", CASES)
def test_refused(statement, refused):
    assert refused(statement) == CASES[statement]
