"""Several tasks on one trunk, whose losses are weighed by learned variances: digits, their parity, their sum of ink."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH = 40


class MultiTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(64, 48), nn.Mish(), nn.Linear(48, 32), nn.Mish())
        self.heads = nn.ModuleDict({"digit": nn.Linear(32, 10), "parity": nn.Linear(32, 1), "ink": nn.Linear(32, 1)})

    def forward(self, images):
        hidden = self.trunk(images)
        return {name: head(hidden) for name, head in self.heads.items()}


class UncertaintyWeights(nn.Module):
    def __init__(self, tasks):
        super().__init__()
        self.log_variances = nn.ParameterDict({task: nn.Parameter(flow.zeros(1)) for task in tasks})

    def forward(self, losses):
        total = 0
        for task, loss in losses.items():
            s = self.log_variances[task]
            total = total + flow.exp(-s) * loss + 0.5 * s
        return total.squeeze()


class Train(nn.Graph):
    def __init__(self, model, weights, optimizer):
        super().__init__()
        self.model = model
        self.weights = weights
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        found = self.model(images)
        parity = (labels % 2).to(images.dtype)
        tasks = {
            "digit": F.cross_entropy(found["digit"], labels),
            "parity": F.binary_cross_entropy_with_logits(found["parity"].squeeze(-1), parity),
            "ink": F.smooth_l1_loss(found["ink"].view(-1), images.mean(dim=1), beta=0.5),
        }
        loss = self.weights(tasks)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(MultiTask()).to(dtype)
    weights = data.init(UncertaintyWeights(["digit", "parity", "ink"])).to(dtype)
    parameters = [*model.parameters(), *weights.parameters()]
    train = Train(model, weights, flow.optim.Adam(parameters, lr=4e-3, weight_decay=1e-4))
    images, labels = data.digits(20 * BATCH)
    for at in range(0, len(images), BATCH):
        yield train(flow.tensor(images[at : at + BATCH], dtype=dtype), flow.tensor(labels[at : at + BATCH])).item()
