"""Fine-tunes a frozen network by low-rank additions, which take the places of its linear layers."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH, RANK = 32, 4


class LoRALinear(nn.Module):
    def __init__(self, base, rank, alpha=8.0):
        super().__init__()
        self.base = base
        self.scale = alpha / rank
        self.a = nn.Parameter(flow.zeros(rank, base.in_features))
        self.b = nn.Parameter(flow.zeros(base.out_features, rank))

    def forward(self, x):
        return self.base(x) + F.linear(F.linear(x, self.a), self.b) * self.scale


def adapt(module, rank):
    """Puts additions beside all linear layers but the last."""
    for name, child in list(module.named_children()):
        if isinstance(child, nn.Linear) and child.out_features != 10:
            setattr(module, name, LoRALinear(child, rank))
        else:
            adapt(child, rank)
    return module


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(64, 40), nn.ReLU(), nn.Linear(40, 40), nn.ReLU())
        self.head = nn.Linear(40, 10)

    def forward(self, x):
        return self.head(self.body(x))


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        loss = F.cross_entropy(self.model(images), labels)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Net()).to(dtype)
    images, labels = data.digits(20 * BATCH)
    batches = [
        (flow.tensor(x, dtype=dtype), flow.tensor(y))
        for x, y in zip(images.reshape(20, BATCH, 64), labels.reshape(20, BATCH))
    ]
    train = Train(model, flow.optim.Adam(model.parameters(), lr=3e-3))
    for batch in batches[:8]:
        yield train(*batch).item()
    for parameter in model.parameters():
        parameter.requires_grad = False
    adapted = adapt(model, RANK)
    for name, module in adapted.named_modules():
        if isinstance(module, LoRALinear):
            module.a.data = flow.tensor(0.1 * data.normal(RANK, module.base.in_features))
    adapted.to(dtype)
    trainable = [parameter for parameter in adapted.parameters() if parameter.requires_grad]
    train = Train(adapted, flow.optim.SGD(trainable, lr=0.1, momentum=0.9))
    for batch in batches[8:]:
        yield train(*batch).item()
