"""Recurrent layers and their cells against NumPy; packed sequences against the same layers on each sequence alone."""

import numpy as np
import pytest

import weir as flow
from traced_graphs import Function, assert_close
from weir import nn
from weir.nn.utils import rnn

pytestmark = pytest.mark.sampled(6)

random = np.random.default_rng(8)
LENGTH, BATCH, INPUTS, HIDDEN = 4, 3, 2, 5
F64 = {"dtype": flow.float64}


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def tanh_step(x, h, state):
    return (np.tanh(x + h),)


def relu_step(x, h, state):
    return (np.maximum(x + h, 0),)


def lstm_step(x, h, state):
    i, f, g, o = np.split(x + h, 4, -1)
    c = sigmoid(f) * state[1] + sigmoid(i) * np.tanh(g)
    return sigmoid(o) * np.tanh(c), c


def gru_step(x, h, state):
    (x_r, x_z, x_n), (h_r, h_z, h_n) = np.split(x, 3, -1), np.split(h, 3, -1)
    z = sigmoid(x_z + h_z)
    return ((1 - z) * np.tanh(x_n + sigmoid(x_r + h_r) * h_n) + z * state[0],)


KINDS = {
    "tanh": (nn.RNN, nn.RNNCell, {}, tanh_step),
    "relu": (nn.RNN, nn.RNNCell, {"nonlinearity": "relu"}, relu_step),
    "lstm": (nn.LSTM, nn.LSTMCell, {}, lstm_step),
    "gru": (nn.GRU, nn.GRUCell, {}, gru_step),
}


def stepped(module, suffix, step, x, state):
    """The state behind a step."""
    own = {name: value.numpy() for name, value in module.named_parameters()}

    def product(of, value):
        return value @ own[f"weight_{of}{suffix}"].T + own.get(f"bias_{of}{suffix}", 0)

    h, *others = step(product("ih", x), product("hh", state[0]), state)
    projection = own.get(f"weight_hr{suffix}")
    return (h if projection is None else h @ projection.T, *others)


def expected(module, step, x, first):
    """Outputs and last states of layers, by steps over time."""
    directions, last = 2 if module.bidirectional else 1, []
    for layer in range(module.num_layers):
        outputs = []
        for suffix in (f"_l{layer}", f"_l{layer}_reverse")[:directions]:
            state, found = tuple(each[len(last)] for each in first), [None] * len(x)
            for t in range(len(x))[:: -1 if suffix.endswith("reverse") else 1]:
                state = stepped(module, suffix, step, x[t], state)
                found[t] = state[0]
            last.append(state)
            outputs.append(np.stack(found))
        x = np.concatenate(outputs, -1)
    return x, [np.stack(each) for each in zip(*last)]


def run(module, *given):
    """Outputs and states of a layer, in a list."""

    def build(x, *hx):
        output, states = module(x, *([] if not hx else [hx if len(hx) > 1 else hx[0]]))
        return (output, *states) if isinstance(states, tuple) else (output, states)

    return [each.numpy() for each in Function(build, module)(*map(flow.tensor, given))]


@pytest.mark.parametrize("bidirectional", [False, True])
@pytest.mark.parametrize("name", KINDS)
def test_layers(name, bidirectional):
    kind, _, options, step = KINDS[name]
    module = kind(INPUTS, HIDDEN, num_layers=2, bidirectional=bidirectional, **options, **F64)
    x = random.normal(size=(LENGTH, BATCH, INPUTS))
    shape = (2 * (1 + bidirectional), BATCH, HIDDEN)
    first = [random.normal(size=shape) for _ in range(2 if name == "lstm" else 1)]
    for given in (first, [np.zeros(shape)] * len(first)):
        output, states = expected(module, step, x, given)
        found = run(module, x, *(given if given is first else []))
        for got, wanted in zip(found, (output, *states), strict=True):
            assert_close(got, wanted, flow.float64, terms=200)


def test_orders_and_batches():
    flow.manual_seed(1)
    module = nn.GRU(INPUTS, HIDDEN, bias=False, **F64)
    x = random.normal(size=(LENGTH, BATCH, INPUTS))
    output, last = run(module, x)
    alone, last_alone = run(module, x[:, 1])
    assert_close(alone, output[:, 1], flow.float64, terms=20)
    assert_close(last_alone, last[:, 1], flow.float64, terms=20)
    module.batch_first = True
    turned, last_turned = run(module, x.transpose(1, 0, 2))
    np.testing.assert_array_equal(turned, output.transpose(1, 0, 2))
    np.testing.assert_array_equal(last_turned, last)


def test_projections():
    module = nn.LSTM(INPUTS, HIDDEN, num_layers=2, bidirectional=True, proj_size=3, **F64)
    x = random.normal(size=(LENGTH, BATCH, INPUTS))
    output, states = expected(module, lstm_step, x, [np.zeros((4, BATCH, 3)), np.zeros((4, BATCH, HIDDEN))])
    for got, wanted in zip(run(module, x), (output, *states), strict=True):
        assert_close(got, wanted, flow.float64, terms=200)


@pytest.mark.parametrize("name", KINDS)
def test_cells(name):
    _, cell, options, step = KINDS[name]
    module = cell(INPUTS, HIDDEN, **options, **F64)
    x = random.normal(size=(BATCH, INPUTS))
    states = [random.normal(size=(BATCH, HIDDEN)) for _ in range(2 if name == "lstm" else 1)]

    def build(x, *hx):
        given, zeros, alone = module(x, hx if len(hx) > 1 else hx[0]), module(x), module(x[0])
        return [part for each in (given, zeros, alone) for part in (each if isinstance(each, tuple) else (each,))]

    found = [each.numpy() for each in Function(build, module)(*map(flow.tensor, (x, *states)))]
    none = [np.zeros((BATCH, HIDDEN))] * len(states)
    from_zeros = stepped(module, "", step, x, none)
    wanted = (*stepped(module, "", step, x, states), *from_zeros, *(each[0] for each in from_zeros))
    for got, want in zip(found, wanted, strict=True):
        assert_close(got, want, flow.float64, terms=50)


def test_dropout_is_between_layers_of_training():
    flow.manual_seed(2)
    x = random.normal(size=(LENGTH, BATCH, INPUTS))
    module = nn.GRU(INPUTS, HIDDEN, num_layers=2, dropout=0.5, **F64)
    plain = nn.GRU(INPUTS, HIDDEN, num_layers=2, **F64)
    plain.load_state_dict(module.state_dict())
    _, last = run(plain, x)
    _, dropped = run(module, x)
    np.testing.assert_array_equal(dropped[0], last[0])
    assert np.all(dropped[1] != last[1])
    _, evaluated = run(module.eval(), x)
    np.testing.assert_array_equal(evaluated, last)


@pytest.mark.parametrize("kind", [nn.RNN, nn.LSTM, nn.GRU])
@pytest.mark.parametrize("known", [False, True])
def test_packed_sequences_run_for_their_lengths(kind, known):
    module = kind(INPUTS, HIDDEN, num_layers=2, bidirectional=True, batch_first=True, **F64)
    x, lengths = random.normal(size=(BATCH, LENGTH, INPUTS)), [2, 3, 1]

    def build(x, given):
        packed = rnn.pack_padded_sequence(x, lengths if known else given, batch_first=True, enforce_sorted=False)
        packed, last = module(packed)
        output, found = rnn.pad_packed_sequence(packed, batch_first=True, padding_value=7.0)
        return output, found, last[0] if isinstance(last, tuple) else last

    output, found, last = (each.numpy() for each in Function(build, module)(flow.tensor(x), flow.tensor(lengths)))
    assert output.shape == (BATCH, 3 if known else LENGTH, 2 * HIDDEN)
    np.testing.assert_array_equal(found, lengths)
    for row, length in enumerate(lengths):
        alone, state, *_ = run(module, x[row : row + 1, :length])
        assert_close(output[row, :length], alone[0], flow.float64, terms=100)
        assert_close(last[:, row], state[:, 0], flow.float64, terms=100)
        assert np.all(output[row, length:] == 7)


@pytest.mark.parametrize("kind", [nn.RNN, nn.LSTM, nn.GRU])
def test_what_stands_behind_the_end_reaches_no_gradient(kind):
    module = kind(INPUTS, HIDDEN, bidirectional=True, **F64)

    def build(x):
        output, _ = module(rnn.pack_padded_sequence(x, flow.tensor([2, 4, 3]), enforce_sorted=False))
        return flow.grad(rnn.pad_packed_sequence(output)[0].sum(), list(module.parameters()))

    x = random.normal(size=(LENGTH, BATCH, INPUTS))
    other = x.copy()
    other[2:, 0], other[3, 2] = np.nan, np.inf
    graph = Function(build, module)
    for one, two in zip(graph(flow.tensor(x)), graph(flow.tensor(other)), strict=True):
        np.testing.assert_array_equal(one.numpy(), two.numpy())


def test_a_packed_sequence_is_filled_to_a_total_length():
    def build(x):
        packed = rnn.pack_padded_sequence(x, [3, 2])
        return rnn.pad_packed_sequence(packed, padding_value=-1.0, total_length=6)

    output, _ = Function(build)(flow.ones(4, 2, 1))
    expected_rows = [[1, 1, 1, -1, -1, -1], [1, 1, -1, -1, -1, -1]]
    np.testing.assert_array_equal(output.numpy()[..., 0].T, expected_rows)


def test_sequences_are_padded_on_the_host_and_in_a_build():
    parts = [flow.tensor([1.0, 2.0]), flow.tensor([3.0]), flow.tensor([4.0, 5.0, 6.0])]
    for options, wanted in (
        ({}, [[1, 3, 4], [2, 0, 5], [0, 0, 6]]),
        ({"batch_first": True, "padding_value": 9.0}, [[1, 2, 9], [3, 9, 9], [4, 5, 6]]),
        ({"batch_first": True, "padding_side": "left"}, [[0, 1, 2], [0, 0, 3], [4, 5, 6]]),
    ):
        built = Function(lambda *given: rnn.pad_sequence(given, **options))(*parts)
        np.testing.assert_array_equal(built.numpy(), wanted)
        np.testing.assert_array_equal(rnn.pad_sequence(parts, **options).numpy(), wanted)

    packed = rnn.pack_sequence(parts, enforce_sorted=False)
    assert packed.lengths.tolist() == [2, 1, 3] and packed.longest == 3


def test_the_valid_steps_alone_are_as_pytorch_packs_them():
    parts = [flow.tensor([[1.0, 10], [2, 20]]), flow.tensor([[3.0, 30]]), flow.tensor([[4.0, 40], [5, 50], [6, 60]])]
    expected = np.array([[4, 40], [1, 10], [3, 30], [5, 50], [2, 20], [6, 60]])
    packed = rnn.pack_sequence(parts, enforce_sorted=False)
    np.testing.assert_array_equal(packed.data.numpy(), expected)
    assert packed.batch_sizes.tolist() == [3, 2, 1]

    def build(*given):
        packed = rnn.pack_sequence(given, enforce_sorted=False)
        return packed.data, packed.batch_sizes * 1

    data, sizes = Function(build)(*parts)
    np.testing.assert_array_equal(data.numpy(), expected)
    assert sizes.tolist() == [3, 2, 1]
    for name in ("data", "batch_sizes"):
        with pytest.raises(ValueError, match=f"PackedSequence.{name}: expects lengths that are known, got those that"):
            Function(lambda packed: getattr(packed, name))(packed)


def test_a_packed_sequence_is_an_argument_and_a_result():
    layer = nn.GRU(1, 2)
    packed = rnn.pack_sequence([flow.ones(3, 1), flow.ones(1, 1)])
    outputs, last = Function(lambda packed: layer(packed), layer)(packed)
    assert isinstance(outputs, rnn.PackedSequence) and outputs.lengths.tolist() == [3, 1]
    assert np.all(outputs.padded.numpy()[1:, 1] == 0) and np.all(outputs.padded.numpy()[:, 0] != 0)
    np.testing.assert_array_equal(outputs.padded.numpy()[0, 1], last.numpy()[0, 1])


def test_weights_begin_within_their_bound_and_have_pytorchs_names():
    module = nn.LSTM(INPUTS, 16, num_layers=2, bidirectional=True)
    kinds, ends = ("weight_ih", "weight_hh", "bias_ih", "bias_hh"), ("l0", "l0_reverse", "l1", "l1_reverse")
    assert list(module.state_dict()) == [f"{kind}_{end}" for end in ends for kind in kinds]
    assert module.weight_ih_l1.shape == (64, 32)
    assert repr(module) == "LSTM(2, 16, num_layers=2, bidirectional=True)"
    assert repr(nn.GRUCell(2, 3, bias=False)) == "GRUCell(2, 3, bias=False)"
    for parameter in module.parameters():
        assert 0.05 < np.abs(parameter.numpy()).max() <= 0.25


def test_errors():
    with pytest.raises(ValueError, match="GRU: expects hidden_size to be an integer above 0, got 0"):
        nn.GRU(2, 0)
    with pytest.raises(ValueError, match="LSTM: expects num_layers to be at least 1, got 0"):
        nn.LSTM(2, 3, 0)
    with pytest.raises(ValueError, match=r"GRU: expects dropout in \[0, 1\], got 2"):
        nn.GRU(2, 3, dropout=2)
    with pytest.raises(ValueError, match="LSTM: expects proj_size of an LSTM below hidden_size, got 3 of 3"):
        nn.LSTM(2, 3, proj_size=3)
    with pytest.raises(ValueError, match="RNNCell: expects nonlinearity to be tanh or relu, got 'sin'"):
        nn.RNNCell(2, 3, nonlinearity="sin")
    layer = nn.RNN(2, 3)
    with pytest.raises(ValueError, match=r"RNN: expects an input \(L, N, 2\) or \(L, 2\), got \(4, 1, 5\)"):
        Function(layer, layer)(flow.zeros(4, 1, 5))
    with pytest.raises(ValueError, match="RNN: expects at least one step, got none"):
        Function(layer, layer)(flow.zeros(0, 1, 2))
    with pytest.raises(ValueError, match=r"RNN: expects a state of \[\(1, 4, 3\)\], got \[\(4, 3\)\]"):
        Function(layer, layer)(flow.zeros(2, 4, 2), flow.zeros(4, 3))
    with pytest.raises(ValueError, match="pack_padded_sequence: expects lengths that fall, or enforce_sorted=False"):
        Function(lambda x: rnn.pack_padded_sequence(x, [1, 2]))(flow.zeros(2, 2, 1))
    with pytest.raises(ValueError, match=r"pack_padded_sequence: expects 2 lengths from 1 to 2, got \[3, 0\]"):
        Function(lambda x: rnn.pack_padded_sequence(x, [3, 0]))(flow.zeros(2, 2, 1))
    with pytest.raises(ValueError, match=r"pack_padded_sequence: expects 2 lengths that are integers, got .*float32"):
        Function(lambda x: rnn.pack_padded_sequence(x, x[0]))(flow.zeros(2, 2))
    with pytest.raises(ValueError, match="pad_packed_sequence: expects total_length of at least 2, got 1"):
        Function(lambda x: rnn.pad_packed_sequence(rnn.pack_padded_sequence(x, [2]), total_length=1))(flow.zeros(3, 1))
    with pytest.raises(ValueError, match="pad_sequence: expects at least one sequence, got none"):
        rnn.pad_sequence([])
    with pytest.raises(ValueError, match="pad_sequence: expects padding_side to be left or right, got 'up'"):
        rnn.pad_sequence([flow.zeros(1)], padding_side="up")
