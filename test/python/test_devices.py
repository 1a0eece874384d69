"""Devices: names, and tensors and modules on them. `sim` stands for all that are not the CPU."""

import copy
import pickle

import numpy as np
import pytest
import weir as flow
from weir import nn

SIM, CPU = flow.device("sim"), flow.device("cpu")


def random_array(*shape):
    return np.random.default_rng(0).standard_normal(shape).astype(np.float32)


# names


def test_equal_devices_are_one():
    assert flow.device("cuda") is flow.device("cuda:0") is flow.device("cuda", 0) is flow.device(0)
    assert flow.device("cuda:1") is flow.device(flow.device("cuda"), 1) is not flow.device("cuda")
    assert pickle.loads(pickle.dumps(SIM)) is copy.deepcopy(SIM) is SIM


def test_what_a_device_shows():
    device = flow.device("cuda", 2)
    assert (device.type, device.index, str(device), repr(device)) == (
        "cuda",
        2,
        "cuda:2",
        "device(type='cuda', index=2)",
    )
    assert (str(CPU), CPU.index, str(SIM), repr(CPU)) == ("cpu", None, "sim", "device(type='cpu')")


@pytest.mark.parametrize("text", ["abacus", "", "cuda:", "cuda:x", "cuda:-1", "cpu:0:0", "CPU", "cuda:١"])
def test_a_device_that_is_none(text):
    with pytest.raises(ValueError, match=f"device: expects cpu, cuda, sim, with .* got '{text}' .*test_devices.py"):
        flow.device(text)


def test_arguments_that_are_no_device():
    with pytest.raises(TypeError, match=r"device: expects a string such as 'cuda:0', got 1\.5"):
        flow.device(1.5)
    with pytest.raises(ValueError, match="device: expects one number, got 'cuda:1' and 2"):
        flow.device("cuda:1", 2)


def test_a_number_that_is_not_there():
    with pytest.raises(ValueError, match="zeros: expects a device below sim:1, got 'sim:1'"):
        flow.zeros(2, device="sim:1")


# tensors

FACTORIES = {
    "tensor": lambda **on: flow.tensor([[1, 2], [3, 4]], **on),
    "as_tensor": lambda **on: flow.as_tensor(np.float64([0.5]), **on),
    "full": lambda **on: flow.full((2, 3), 7.0, **on),
    "zeros": lambda **on: flow.zeros(3, dtype=flow.bfloat16, **on),
    "ones": lambda **on: flow.ones(2, 0, **on),
    "arange": lambda **on: flow.arange(1, 9, 2, **on),
    "rand": lambda **on: flow.rand(5, **on),
    "randn": lambda **on: flow.randn(5, **on),
    "randperm": lambda **on: flow.randperm(5, **on),
    "zeros_like": lambda **on: flow.zeros_like(flow.ones(2), **on),
    "ones_like": lambda **on: flow.ones_like(flow.zeros(2), **on),
}


@pytest.mark.parametrize("name", FACTORIES)
def test_factories_make_the_same_everywhere(name):
    flow.manual_seed(3)
    expected = FACTORIES[name]()
    flow.manual_seed(3)
    found = FACTORIES[name](device="sim")
    assert expected.device is CPU and found.device is SIM
    assert (found.shape, found.dtype, found.tolist()) == (expected.shape, expected.dtype, expected.tolist())


def test_empty_and_the_like_functions_follow():
    assert flow.empty(2, device="sim").device is SIM
    on_sim = flow.ones(2, device="sim")
    assert flow.zeros_like(on_sim).device is flow.ones_like(on_sim).device is flow.tensor(on_sim).device is SIM
    assert flow.zeros_like(on_sim, device="cpu").device is flow.tensor(on_sim, device=CPU).device is CPU


@pytest.mark.parametrize("dtype", [d for d in vars(flow).values() if isinstance(d, flow.dtype)], ids=str)
def test_there_and_back(dtype):
    x = flow.tensor([[0, 1, 1], [1, 0, 1]], dtype=dtype)
    moved = x.to("sim")
    assert moved.device is SIM and moved.dtype is dtype and moved.shape == x.shape
    assert moved.tolist() == moved.cpu().tolist() == x.tolist()
    assert moved.cpu().bits().tolist() == x.bits().tolist()


def test_rows_that_lie_apart_are_moved():
    array = random_array(4, 6)
    np.testing.assert_array_equal(flow.from_numpy(array[::2, 1::3]).to("sim").cpu().numpy(), array[::2, 1::3])
    assert flow.zeros(0, 3).to("sim").cpu().shape == (0, 3)


def test_to_takes_devices_dtypes_and_tensors():
    x = flow.ones(2)
    assert x.to("cpu") is x.to(CPU, flow.float32) is x.to(x) is x.to(device="cpu", dtype=flow.float32) is x
    on_sim = x.to("sim", non_blocking=True)
    assert on_sim.to(SIM) is on_sim and x.to(on_sim).device is x.type_as(on_sim).device is SIM
    copied = x.to("cpu", copy=True)
    copied.fill_(2)
    assert copied is not x and x.tolist() == [1, 1]
    assert flow.ones(2, requires_grad=True).to("sim").requires_grad
    assert flow.ones(2).to(flow.float64).dtype is flow.float64
    moved = flow.ones(2).to("sim", flow.float64)
    assert moved.dtype is flow.float64 and str(moved.device) == "sim" and moved.tolist() == [1, 1]
    assert not on_sim.is_cuda and (on_sim.get_device(), x.get_device()) == (0, -1)


@pytest.mark.parametrize(
    "args, kwargs, error",
    [
        ((), {}, "TypeError: to: expects a device, a dtype or a tensor, got none"),
        ((2.5,), {}, "TypeError: to: expects a device, a dtype or a tensor, got 2.5"),
        (("cpu",), {"layout": "rows"}, "TypeError: to: expects device, dtype, copy or non_blocking, got 'layout'"),
        (("sim:1",), {}, "ValueError: to: expects a device below sim:1, got 'sim:1'"),
    ],
    ids=str,
)
def test_to_refuses(args, kwargs, error):
    with pytest.raises(Exception) as raised:
        flow.ones(2).to(*args, **kwargs)
    assert f"{raised.type.__name__}: {raised.value}".startswith(error) and "test_devices.py:" in str(raised.value)


@pytest.mark.parametrize("read", [lambda x: x.numpy(), np.asarray, lambda x: x.bits()], ids=["numpy", "array", "bits"])
def test_arrays_are_of_the_cpu_alone(read):
    with pytest.raises(TypeError, match=r"expects a tensor on cpu, got one on sim; use tensor.cpu\(\) to copy it"):
        read(flow.ones(2, device="sim"))


@pytest.mark.parametrize("take", [np.from_dlpack, flow.from_dlpack], ids=["numpy", "weir"])
def test_dlpack_knows_no_sim(take):
    x = flow.ones(2, device="sim")
    assert x.__dlpack_device__() == (12, 0)
    with pytest.raises(BufferError, match=r"__dlpack__: expects a tensor on cpu or cuda, got one on sim"):
        take(x)


def test_elements_are_shown_from_everywhere():
    x = flow.tensor([1.5, 2.5], device="sim")
    assert repr(x) == "tensor([1.5000, 2.5000], device='sim')"
    assert flow.tensor(3, device="sim").item() == int(flow.tensor([3], device="sim")) == 3
    assert f"{flow.tensor(0.25, device='sim'):.1f}" == "0.2" and bool(flow.ones(1, device="sim"))


def test_writing_from_everywhere():
    x = flow.zeros(2, 2, device="sim")
    x.copy_(flow.tensor([[1.0, 2.0], [3.0, 4.0]]))
    assert x.tolist() == [[1, 2], [3, 4]]
    x.copy_(flow.full((2, 2), 5, device="sim"))  # of another dtype
    assert x.tolist() == [[5, 5], [5, 5]]
    x.copy_(np.eye(2)).copy_(x)
    assert x.tolist() == [[1, 0], [0, 1]]
    on_cpu = flow.zeros(2, 2)
    on_cpu.copy_(x)
    assert on_cpu.tolist() == x.tolist() and x.fill_(2).tolist() == [[2, 2], [2, 2]] and x.zero_().tolist()[0] == [0, 0]
    with pytest.raises(ValueError, match=r"copy_: expects shape \(2, 2\) or one that broadcasts to it, got \(3,\)"):
        x.copy_(flow.ones(3))


def test_copies_stay_where_they_are():
    x = flow.ones(2, device="sim")
    shared, others = x.detach(), [x.clone(), copy.deepcopy(x), x.contiguous().clone()]
    x.fill_(3)
    assert shared.tolist() == [3, 3] and [other.tolist() for other in others] == [[1, 1]] * 3
    assert {other.device for other in [shared, *others]} == {SIM}


def test_memory_is_counted_by_device():
    before = [flow._core.bytes_in_use(name) for name in ("cpu", "sim")]
    x = flow.ones(1 << 18, device="sim")
    assert flow._core.bytes_in_use("sim") >= before[1] + (1 << 20)
    del x
    assert [flow._core.bytes_in_use(name) for name in ("cpu", "sim")] == before


# modules


class Tied(nn.Module):
    """Two parameters over one memory, a buffer of integers, and a module of its own."""

    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(3, 2)
        self.weight = nn.Parameter(self.inner.weight.detach())
        self.register_buffer("count", flow.tensor([1, 2]))


def test_modules_move_with_all_they_own():
    module = Tied()
    parameters, values = list(module.parameters()), [p.tolist() for p in module.parameters()]
    assert module.to("sim") is module
    assert all(now is before and now.device is SIM for now, before in zip(module.parameters(), parameters))
    assert [p.tolist() for p in parameters] == values and module.count.device is SIM
    module.weight.fill_(7)
    assert module.inner.weight.tolist() == [[7] * 3] * 2, "parameters over one memory stay so"
    assert isinstance(module.weight, nn.Parameter) and module.weight.requires_grad
    assert module.cpu().weight.numpy().tolist() == [[7] * 3] * 2 and module.count.dtype is flow.int64


def test_modules_take_a_device_and_a_dtype():
    module = Tied().to("sim", flow.float64)
    assert {(t.device, t.dtype) for t in module.parameters()} == {(SIM, flow.float64)}
    assert (module.count.device, module.count.dtype) == (SIM, flow.int64)
    assert module.to(dtype=flow.float32, device=CPU).weight.dtype is flow.float32
    assert nn.Linear(2, 2, device="sim").weight.device is SIM


def test_initial_values_are_the_same_everywhere():
    made = []
    for device in (CPU, SIM):
        flow.manual_seed(1)
        made.append({name: p.tolist() for name, p in nn.Linear(4, 3, device=device).named_parameters()})
    assert made[0] == made[1]


@pytest.mark.parametrize("make", FACTORIES.values(), ids=FACTORIES)
def test_the_first_cpu_is_the_cpu(make):
    first = flow.device("cpu", 0)
    assert first is flow.device("cpu:0") is not CPU and (str(first), first.index) == ("cpu:0", 0)
    assert repr(first) == "device(type='cpu', index=0)" and pickle.loads(pickle.dumps(first)) is first
    assert make(device=first).device is CPU and make(device="cpu").to("cpu:0").device is CPU


def test_none_asks_for_no_device():
    x, layer = flow.ones(2), nn.Linear(2, 2)
    for args, kwargs in (((None,), {}), ((), {"device": None}), ((), {"device": None, "dtype": None})):
        assert x.to(*args, **kwargs) is x and layer.to(*args, **kwargs) is layer
    assert x.to(None, flow.float64).dtype is flow.float64 and x.to(None, copy=True) is not x
    with pytest.raises(TypeError, match="to: expects a device, a dtype or a tensor, got none"):
        x.to()
