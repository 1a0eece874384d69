"""Programs that share memory with NumPy compute NumPy's numbers, whatever else the device does meanwhile."""

import os
import random
import time

import numpy as np
import pytest
import weir as flow
from numpy.lib.stride_tricks import as_strided, sliding_window_view
from traced_graphs import Function
from weir import nn, optim

SCHEDULES = int(os.environ.get("WEIR_TEST_SCHEDULES", 4))
PROGRAMS = []
SIZE = 64
TURN = np.roll(np.eye(SIZE, dtype=np.float32), 1, axis=1)


def program(function):
    """A generator of pairs: a promise of weir, and what NumPy says it is. They are compared when it has ended."""
    PROGRAMS.append(function)
    return function


def turned(x, turn):
    """Reads x first and last. All numbers of this file are small integers and halves of them: sums are exact."""
    y = x
    for _ in range(20):
        y = y @ turn
    return y + x


def mixed(x):
    return turned(x, TURN)


mix = Function(lambda x: turned(x, flow.tensor(TURN)))
blend = Function(lambda x, y: turned(x, flow.tensor(TURN)) * 2 + y)
pick = Function(lambda table, rows: table[rows])
total = Function(lambda x, y: x.sum() + y.sum())
brief = Function(lambda x: x + 1)
lasting = Function(lambda x: turned(x, x).sum())


def counting(*shape):
    shape = shape or (SIZE, SIZE)
    return (np.arange(np.prod(shape)) % 7).astype(np.float32).reshape(shape)


class Approach(nn.Graph):
    """A step moves the weight half way to what `mix` makes of x, by the learning rate of 1/4."""

    def __init__(self, weight):
        super().__init__()
        self.weight = weight
        self.optimizer = optim.SGD([weight], lr=0.25)
        self.add_optimizer(self.optimizer)

    def build(self, x):
        difference = self.weight - turned(x, flow.tensor(TURN))
        (difference * difference).sum().backward()
        return difference


def parameter_of(values):
    return nn.Parameter(flow.tensor(values))


class Schedule:
    """What happens between the steps of a program."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.few, self.many = flow.ones(SIZE), flow.full((3 * SIZE, 3 * SIZE), 1 / (3 * SIZE))
        flow.set_num_threads(self.random.randint(1, 4))

    def interfere(self):
        if self.random.random() < 0.5:
            time.sleep(self.random.uniform(0, 50e-6))
        if self.random.random() < 0.25:
            brief(self.few)
        if self.random.random() < 0.25:
            lasting(self.many)


@pytest.fixture(autouse=True)
def threads_as_before():
    threads = flow.get_num_threads()
    yield
    flow.set_num_threads(threads)


# Arrays that are lent


@program
def a_buffer_is_refilled_after_each_call():
    batch = counting()
    for _ in range(6):
        yield mix(flow.from_numpy(batch)), mixed(batch)
        batch += 1


@program
def a_strided_view_changes_with_its_array():
    whole = counting(2 * SIZE, 2 * SIZE)
    view = whole[::2, 1::2]
    x = flow.from_numpy(view)
    for _ in range(4):
        yield mix(x), mixed(view)
        whole += 1


@program
def a_transposed_view_changes_with_its_array():
    array = counting()
    x = flow.from_numpy(array.T)
    for _ in range(4):
        yield mix(x), mixed(array.T)
        array *= -1


@program
def a_reversed_view_is_copied_when_it_is_given():
    array = counting()
    x = flow.from_numpy(array[::-1])
    expected = mixed(array[::-1])
    for _ in range(4):
        array += 1
        yield mix(x), expected
        yield mix(flow.from_numpy(array[::-1])), mixed(array[::-1])


@program
def a_row_is_broadcast():
    row = counting(SIZE)
    copied, shared = np.broadcast_to(row, (SIZE, SIZE)), as_strided(row, (SIZE, SIZE), (0, row.itemsize))
    x, y = flow.from_numpy(copied), flow.from_numpy(shared)
    expected = mixed(copied)
    for _ in range(4):
        yield mix(x), expected
        yield mix(y), mixed(shared)
        row += 1


@program
def windows_of_a_series_overlap():
    series = counting(2 * SIZE - 1)
    windows = sliding_window_view(series, SIZE, writeable=True)
    x = flow.from_numpy(windows)
    for _ in range(4):
        yield mix(x), mixed(windows)
        series[:] = np.roll(series, 1)


@program
def two_tensors_have_one_array():
    array = counting()
    x, y = flow.from_numpy(array), flow.from_numpy(array)
    for value in range(4):
        yield blend(x, y), 2 * mixed(array) + array
        x.fill_(value)
        yield y.clone(), np.full_like(array, value)
        y.copy_(counting() + value)
        yield array.copy(), counting() + value


@program
def rows_are_copied_to_the_rows_behind_them():
    array, expected = counting(4 * SIZE, SIZE), counting(4 * SIZE, SIZE)
    target, source = flow.from_numpy(array[1:]), flow.from_numpy(array[:-1])
    for _ in range(4):
        target.copy_(source)
        expected[1:] = expected[:-1].copy()
        yield array.copy(), expected.copy()


@program
def a_tensor_is_given_twice():
    array = counting()
    x, y = flow.from_numpy(array), flow.tensor(array)
    for value in range(4):
        yield blend(x, x), 2 * mixed(array) + array
        yield blend(y, y), 2 * mixed(array) + array
        array[:] = value
        y.fill_(value)


@program
def a_call_waits_for_arrays_beyond_64_MB():
    large, small = np.zeros(9 << 20, np.int64), np.zeros(SIZE, np.int64)
    x, y = flow.from_numpy(large), flow.from_numpy(small)
    for value in (1, 2):
        large[:], small[:] = value, 3 * value
        yield total(x, y), np.array(value * (large.size + 3 * SIZE))
    large[:], small[:] = -1, -1


@program
def labels_are_overwritten_by_what_are_none():
    table, rows = counting(), np.arange(SIZE)
    x = flow.tensor(table)
    for shift in range(4):
        rows[:] = (np.arange(SIZE) * 5 + shift) % SIZE
        yield pick(x, flow.from_numpy(rows)), table[rows]
        rows[:] = 1 << 40


# Writes to tensors


@program
def an_input_is_filled_after_the_call():
    x, values = flow.tensor(counting()), counting()
    for value in range(4):
        yield mix(x), mixed(values)
        x.fill_(value)
        values.fill(value)
        yield x.clone(), values.copy()


@program
def an_input_is_copied_into_after_the_call():
    x, values = flow.empty(SIZE, SIZE), counting()
    for step in range(6):
        x.copy_(values if step % 2 else values.T)
        yield mix(x), mixed(values if step % 2 else values.T)
        values += 1


@program
def a_result_is_copied_to_its_input_and_overwritten():
    x, values = flow.tensor(counting()), counting()
    for _ in range(6):
        y = mix(x)
        x.copy_(y)
        y.fill_(7)
        values = mixed(values)
        yield y, np.full_like(values, 7)
        yield x.clone(), values


@program
def arrays_are_taken_before_and_after_a_write():
    x, values = flow.tensor(counting()), counting()
    for value in range(3):
        before = x.numpy()
        yield mix(x), mixed(values)
        x.fill_(value)
        values[:] = before
        yield before.copy(), np.full_like(values, value)
        after = x.numpy()
        yield mix(x), mixed(values)
        after += counting()
        yield before.copy(), values + counting()
        yield mix(x), mixed(values + counting())
        del before, after
        x.fill_(-value)
        values[:] = -value


# DLPack


@program
def numpy_lends_through_dlpack():
    array = counting(2 * SIZE, SIZE)
    x = flow.from_dlpack(array[::2])
    for value in range(4):
        yield mix(x), mixed(array[::2])
        array += 1
        yield x.clone(), array[::2].copy()
        x.fill_(value)
        yield array[::2].copy(), np.full((SIZE, SIZE), value)


@program
def numpy_borrows_through_dlpack():
    x, values = flow.tensor(counting()), counting()
    for value in range(3):
        y = mix(x)
        array = np.from_dlpack(y)
        yield array.copy(), mixed(values)
        x.fill_(value)
        values.fill(value)
        y.copy_(x)
        yield array.copy(), values.copy()
        yield mix(y), mixed(array)


@program
def tensors_share_memory_through_dlpack():
    x = flow.tensor(counting())
    y, z = flow.from_dlpack(x), x.detach()
    yield blend(x, y), 2 * mixed(counting()) + counting()
    for value in range(3):
        y.fill_(value)
        yield blend(x, z), np.full((SIZE, SIZE), 5 * value)
        z.copy_(counting())
        yield blend(z, y), 2 * mixed(counting()) + counting()
    del x, z
    yield mix(y), mixed(counting())


# What lives how long


@program
def results_go_from_graph_to_graph():
    y, values = flow.from_numpy(counting()), counting()
    for _ in range(6):
        y, values = mix(y), mixed(values)
    yield y, values
    yield blend(mix(y), mix(mix(y))), 2 * mixed(mixed(values)) + mixed(mixed(values))


@program
def inputs_are_deleted_while_runs_are_under_way():
    for value in range(6):
        array = counting() + value
        x = flow.tensor(array) if value % 2 else flow.from_numpy(array)
        y, expected = mix(x), mixed(array)
        del x, array
        yield flow.full((SIZE, SIZE), -1.0), np.full((SIZE, SIZE), -1)
        yield y, expected


@program
def an_array_outlives_its_tensor_and_its_graph():
    graph, values = Function(lambda x: mix.function(x) - x), counting()
    arrays = [graph(graph(flow.tensor(values + step))).numpy() for step in range(3)]
    del graph
    for step, array in enumerate(arrays):
        yield mix(flow.full((SIZE, SIZE), -1.0)), np.full((SIZE, SIZE), -2)
        yield array, np.roll(values + step, 40, axis=1)


# Parameters


@program
def a_parameter_is_made_over_an_array():
    array = counting()
    weight = nn.Parameter(flow.from_numpy(array))
    array += 1
    step, x, values = Approach(weight), flow.tensor(counting()), array.copy()
    for _ in range(4):
        yield step(x), values - mixed(counting())
        values = (values + mixed(counting())) / 2
        yield array.copy(), values
        array[:] = values = np.full_like(values, -9)
        yield weight.clone(), values


@program
def a_parameter_is_read_between_steps():
    weight, values, batch = parameter_of(counting()), counting(), counting()
    step = Approach(weight)
    step(flow.tensor(counting()))
    values = (values + mixed(counting())) / 2
    seen = weight.numpy()
    for number in range(8):
        yield step(flow.from_numpy(batch)), values - mixed(batch)
        values = (values + mixed(batch)) / 2
        yield (seen if number % 2 else weight.numpy()).copy(), values
        batch += 1


@program
def a_parameter_is_written_between_steps():
    weight, values, x = parameter_of(counting()), counting(), flow.tensor(counting())
    step = Approach(weight)
    for number in range(4):
        for _ in range(3):
            yield step(x), values - mixed(counting())
            values = (values + mixed(counting())) / 2
        yield weight.clone(), values
        values = counting() + number if number % 2 else np.full_like(values, number)
        if number % 2:
            weight.copy_(values)
        else:
            weight.fill_(number)


@program
def evaluation_takes_turns_with_training():
    weight, values, x = parameter_of(counting()), counting(), flow.tensor(counting())
    step, evaluate = Approach(weight), Function(lambda x: turned(weight @ x, flow.tensor(TURN)))
    eye = flow.eye(SIZE)
    for _ in range(6):
        yield evaluate(eye), mixed(values)
        step(x)
        values = (values + mixed(counting())) / 2
        yield evaluate(eye), mixed(values)


@program
def a_parameter_is_also_the_input():
    weight, values = parameter_of(counting()), counting()
    step = Approach(weight)
    for _ in range(6):
        yield step(weight), values - mixed(values)
        values = (values + mixed(values)) / 2
    yield weight, values


@program
def a_state_is_saved_and_loaded_between_steps():
    weight, values, x = parameter_of(counting()), counting(), flow.tensor(counting())
    step = Approach(weight)
    for _ in range(3):
        saved, expected = {"weight": step.state_dict()["weight"].clone()}, values
        for _ in range(3):
            step(x)
            values = (values + mixed(counting())) / 2
        kept = step.state_dict()["weight"].numpy().copy()
        yield kept.copy(), values
        step(x)
        step.load_state_dict(saved, strict=False)
        yield weight.clone(), expected
        step(x)
        step.load_state_dict({"weight": kept}, strict=False)
        kept[:] = -1
        yield step(x), values - mixed(counting())
        values = (values + mixed(counting())) / 2


@program
def the_learning_rate_changes_between_steps():
    weight, values, x = parameter_of(counting()), counting(), flow.tensor(counting())
    step = Approach(weight)
    for rate in (0.25, 0.125, 0.5, 0.125, 0.25, 0.0):
        step.optimizer.param_groups[0]["lr"] = rate
        yield step(x), values - mixed(counting())
        values = values - 2 * rate * (values - mixed(counting()))
    yield weight, values


@program
def gradients_are_accumulated_over_rows_of_a_buffer():
    weight, values, batch = parameter_of(counting(SIZE // 2, SIZE)), counting(SIZE // 2, SIZE), counting()
    step = Approach(weight)
    step.config.set_gradient_accumulation_steps(2)
    for _ in range(4):
        targets = mixed(batch).reshape(2, SIZE // 2, SIZE)
        yield step(flow.from_numpy(batch)), (values - targets).reshape(SIZE, SIZE)
        values = (values + targets.mean(axis=0)) / 2
        batch += 1
    yield weight, values


@program
def the_number_of_threads_changes():
    x, values = flow.tensor(counting()), counting()
    for number in range(12):
        flow.set_num_threads(1 + number % 3)
        y, expected = mix(x), mixed(values)
        x.fill_(number)
        values = np.full_like(values, number)
        yield y, expected


@pytest.mark.sampled(3)
@pytest.mark.parametrize("steps", PROGRAMS, ids=lambda function: function.__name__)
def test_program(steps):
    for seed in range(SCHEDULES):
        schedule = Schedule(seed)
        schedule.interfere()
        outcomes = []
        for outcome in steps():
            outcomes.append(outcome)
            schedule.interfere()
        for number, (actual, expected) in enumerate(outcomes):
            np.testing.assert_array_equal(actual, expected, err_msg=f"pair {number} of schedule {seed}")
