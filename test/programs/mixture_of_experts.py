"""A mixture of experts: top-2 gates with noise, experts as one batched product, and a loss that balances their load."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

EXPERTS, TOP, INPUTS, HIDDEN, BATCH = 6, 2, 64, 24, 32


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Parameter(flow.zeros(EXPERTS, HIDDEN, INPUTS))
        self.down = nn.Parameter(flow.zeros(EXPERTS, HIDDEN, HIDDEN))

    def forward(self, x):
        hidden = F.gelu(flow.einsum("bi,ehi->ebh", x, self.up), approximate="tanh")
        return flow.baddbmm(flow.zeros_like(hidden), hidden, self.down.transpose(1, 2))


class MoE(nn.Module):
    def __init__(self):
        super().__init__()
        self.gate = nn.Linear(INPUTS, EXPERTS, bias=False)
        self.experts = Experts()
        self.head = nn.Linear(HIDDEN, 10)

    def forward(self, x, noise):
        logits = self.gate(x)
        top, index = flow.topk(logits + 0.1 * noise, TOP, dim=-1)
        gates = flow.zeros_like(logits).scatter(1, index, F.softmax(top, dim=-1))
        mixed = flow.einsum("be,ebh->bh", gates, self.experts(x))
        probabilities = F.softmax(logits, dim=-1)
        load = (gates > 0).to(logits.dtype).mean(0)
        balance = EXPERTS * (load * probabilities.mean(0)).sum()
        return self.head(mixed), balance, flow.logsumexp(logits, dim=-1).square().mean()


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, images, noise, labels):
        logits, balance, z = self.model(images, noise)
        loss = F.cross_entropy(logits, labels) + 0.02 * balance + 1e-3 * z
        loss.backward()
        return {"loss": loss, "balance": balance}


def losses(data, dtype):
    model = data.init(MoE()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=3e-3))
    images, labels = data.digits(20 * BATCH)
    for images, labels in zip(images.reshape(20, BATCH, INPUTS), labels.reshape(20, BATCH)):
        noise = flow.tensor(data.normal(BATCH, EXPERTS), dtype=dtype)
        results = train(flow.tensor(images, dtype=dtype), noise, flow.tensor(labels))
        yield results["loss"].item()
