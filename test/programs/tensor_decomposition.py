"""Decomposes a tensor: canonical polyadic factors, then a Tucker core, by einsum, on the entries that are known."""

import numpy as np

import weir as flow
import weir.nn as nn

SHAPE, RANK, CORE = (10, 8, 6), 4, (3, 3, 2)


class CP(nn.Module):
    def __init__(self):
        super().__init__()
        self.factors = nn.ParameterList([nn.Parameter(flow.zeros(size, RANK)) for size in SHAPE])
        self.weights = nn.Parameter(flow.ones(RANK))

    def forward(self):
        return flow.einsum("r,ir,jr,kr->ijk", self.weights, *self.factors)


class Tucker(nn.Module):
    def __init__(self):
        super().__init__()
        self.core = nn.Parameter(flow.zeros(*CORE))
        self.factors = nn.ParameterDict(
            {axis: nn.Parameter(flow.zeros(size, rank)) for axis, size, rank in zip("ijk", SHAPE, CORE)}
        )

    def forward(self):
        x = flow.tensordot(self.factors["i"], self.core, dims=([1], [0]))
        return flow.einsum("ibc,jb,kc->ijk", x, self.factors["j"], self.factors["k"])


class Fit(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, tensor, known):
        errors = (self.model() - tensor) * known
        loss = flow.linalg.norm(errors.flatten()) / flow.linalg.norm((tensor * known).flatten())
        loss.backward()
        return loss


def losses(data, dtype):
    factors = [data.normal(size, 3) for size in SHAPE]
    tensor = np.einsum("ir,jr,kr->ijk", *factors)
    known = (data.uniform(*SHAPE) < 0.8).astype(float)
    inputs = [flow.tensor(each, dtype=dtype) for each in (tensor, known)]
    for model in (CP(), Tucker()):
        model = data.init(model).to(dtype)
        fit = Fit(model, flow.optim.Adam(model.parameters(), lr=0.1))
        for _ in range(10):
            yield fit(*inputs).item()
