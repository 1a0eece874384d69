"""Automatic mixed precision of ops that run one by one."""

import numpy as np
import pytest
import weir as flow
import weir.nn as nn
import weir.nn.functional as F


def rounded(a):
    return flow.bfloat16_to_float32(flow.float32_to_bfloat16(np.ascontiguousarray(a, np.float32))).reshape(a.shape)


def test_products_inside_read_bfloat16():
    rng = np.random.default_rng(0)
    a, b = rng.standard_normal((33, 40)).astype(np.float32), rng.standard_normal((40, 17)).astype(np.float32)
    x, y = flow.tensor(a, requires_grad=True), flow.tensor(b)
    whole = (x @ y).detach().numpy()
    for _ in range(2):  # the first call, and one that C++ finds
        with flow.autocast("cpu", dtype=flow.bfloat16):
            assert flow.is_autocast_enabled()
            z = x @ y
            assert (x + 1e-3).sum().item() == pytest.approx((a + np.float32(1e-3)).sum(), rel=1e-5)
        assert z.dtype is flow.float32 and not flow.is_autocast_enabled()
        np.testing.assert_allclose(z.detach().numpy(), rounded(a) @ rounded(b), rtol=1e-4, atol=1e-4)
        assert np.abs(z.detach().numpy() - whole).max() > 1e-4
        x.grad = None
        z.backward(flow.tensor(np.ones((33, 17), np.float32)))  # narrow as the product was
        np.testing.assert_allclose(x.grad.numpy(), np.ones((33, 17)) @ rounded(b).T, rtol=1e-4, atol=1e-4)
        np.testing.assert_array_equal((x @ y).detach().numpy(), whole)


def test_autocast_refuses():
    with pytest.raises(ValueError, match="autocast: expects dtype weir.bfloat16, got weir.float16"):
        flow.autocast("cpu", dtype=flow.float16)



class Build(nn.Graph):
    def __init__(self, amp, enabled):
        super().__init__()
        self.config.enable_amp(amp)
        self.enabled = enabled

    def build(self, x):
        with flow.autocast(enabled=self.enabled):
            return x @ x


@pytest.mark.parametrize("amp", [False, True])
def test_autocast_in_a_graph_says_what_the_graph_does(amp):
    x = flow.tensor([[1.001, 0], [0, 1.001]])
    assert Build(amp, enabled=amp)(x)[0, 0].item() == pytest.approx(1 if amp else 1.001**2, rel=1e-6)
    rule = "without" if amp else "with"
    with pytest.raises(RuntimeError, match=f"autocast: expects a graph {rule} config.enable_amp.. in nn.Graph.build"):
        Build(amp, enabled=not amp)(x)


@flow.autocast(enabled=False)
def product(x):
    return x @ x


def test_autocast_decorates():
    x = flow.tensor([[1.001, 0], [0, 1.001]])
    with flow.cuda.amp.autocast():
        assert (x @ x)[0, 0].item() == 1
        assert product(x)[0, 0].item() == pytest.approx(1.001**2, rel=1e-6)


def test_scaled_losses_train():
    flow.manual_seed(0)
    model = nn.Linear(4, 2)
    optimizer = flow.optim.SGD(model.parameters(), lr=0.1)
    scaler = flow.amp.GradScaler(init_scale=1024.0, growth_interval=2)
    x, y = flow.randn(8, 4), flow.arange(8) % 2
    losses = []
    for _ in range(5):
        optimizer.zero_grad()
        with flow.autocast():
            loss = F.cross_entropy(model(x), y)
        scaler.scale(loss).backward()
        scaler.unscale_(optimizer)
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        scaler.step(optimizer)
        scaler.update()
        losses.append(loss.item())
    assert losses[-1] < losses[0] and scaler.get_scale() == 4096
    with pytest.raises(RuntimeError, match="unscale_: expects gradients that are scaled"):
        scaler.unscale_(optimizer)
        scaler.unscale_(optimizer)


def test_steps_that_are_left_out():
    weight = nn.Parameter(flow.ones(2))
    optimizer = flow.optim.SGD([weight], lr=1.0)
    scaler = flow.amp.GradScaler(init_scale=8.0)
    scaler.scale((weight * float("inf")).sum()).backward()
    scaler.step(optimizer)
    scaler.update()
    assert weight.tolist() == [1, 1] and scaler.get_scale() == 4
    state = flow.amp.GradScaler()
    state.load_state_dict(scaler.state_dict())
    assert state.get_scale() == 4 and flow.amp.GradScaler(enabled=False).get_scale() == 1


def test_states_of_scalers():
    scaler = flow.amp.GradScaler(init_scale=8.0, growth_factor=3.0, backoff_factor=0.25, growth_interval=5)
    names = ["scale", "growth_factor", "backoff_factor", "growth_interval", "_growth_tracker"]
    assert list(scaler.state_dict().items()) == list(zip(names, (8.0, 3.0, 0.25, 5, 0)))
    other = flow.amp.GradScaler()
    other.load_state_dict(scaler.state_dict())
    assert other.state_dict() == scaler.state_dict() and flow.amp.GradScaler(enabled=False).state_dict() == {}
    with pytest.raises(RuntimeError, match="expects a state of a scaler that is enabled, got an empty one"):
        other.load_state_dict({})


def test_functions_with_a_precision_of_their_own():
    seen = []

    class Noted(flow.autograd.Function):
        @staticmethod
        def backward(ctx, gradient):
            seen.append(flow.is_autocast_enabled())
            return gradient

    def doubled(ctx, x):
        seen.extend([x.dtype, flow.is_autocast_enabled("cpu")])
        return x * 2

    class AsOutside(Noted):
        forward = staticmethod(flow.amp.custom_fwd(device_type="cpu")(doubled))
        backward = staticmethod(flow.amp.custom_bwd(Noted.backward, device_type="cpu"))

    class Narrow(Noted):
        forward = staticmethod(flow.cuda.amp.custom_fwd(doubled, cast_inputs=flow.bfloat16))
        backward = staticmethod(flow.cuda.amp.custom_bwd(Noted.backward))

    assert flow.get_autocast_dtype("cpu") is flow.bfloat16 and not flow.is_autocast_cpu_enabled()
    x = flow.ones(2, requires_grad=True)
    for function, expected in (
        (AsOutside, [flow.float32, True, True]),
        (Narrow, [flow.bfloat16, False, False]),
    ):
        with flow.autocast("cpu"):
            y = function.apply(x)
        y.sum().backward()
        assert seen == expected and x.grad.dtype is flow.float32
        seen.clear()
    Narrow.apply(x)
    assert seen == [flow.float32, False]
