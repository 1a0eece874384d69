"""Several labels at once: weights of classes and samples, the soft margin loss, F1 by thresholds as a score."""

import weir as flow
import weir.nn as nn

LABELS, FEATURES, BATCH = 7, 20, 40


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(FEATURES, 32), nn.LayerNorm(32), nn.CELU(alpha=0.5), nn.Linear(32, LABELS)
        )

    def forward(self, x):
        return self.layers(x)


class Train(nn.Graph):
    def __init__(self, model, weight, positive, optimizer):
        super().__init__()
        self.model = model
        self.bce = nn.BCEWithLogitsLoss(weight=weight, pos_weight=positive, reduction="none")
        self.margin = nn.MultiLabelSoftMarginLoss(weight=weight)
        self.add_optimizer(optimizer)

    def build(self, x, labels, sample_weight):
        logits = self.model(x)
        loss = (self.bce(logits, labels).mean(dim=1) * sample_weight).sum() / sample_weight.sum()
        loss = loss + self.margin(logits, labels)
        loss.backward()
        return loss


class Score(nn.Graph):
    """One minus the mean of the labels' F1."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def build(self, x, labels):
        predicted = (flow.sigmoid(self.model(x)) > 0.5).to(labels.dtype)
        hits = (predicted * labels).sum(0)
        f1 = 2 * hits / (predicted.sum(0) + labels.sum(0)).clamp(min=1)
        return 1 - f1.mean()


def losses(data, dtype):
    model = data.init(Classifier()).to(dtype)
    weight, positive = (flow.tensor(data.uniform(LABELS, low=0.5, high=2.0), dtype=dtype) for _ in range(2))
    train = Train(model, weight, positive, flow.optim.Adam(model.parameters(), lr=1e-2))
    score = Score(model)
    truth = data.normal(FEATURES, LABELS)
    for step in range(20):
        x = data.normal(BATCH, FEATURES)
        labels = flow.tensor((x @ truth > 2).astype(float), dtype=dtype)
        inputs = flow.tensor(x, dtype=dtype)
        if step % 10 == 9:
            yield score(inputs, labels).item()
        else:
            yield train(inputs, labels, flow.tensor(data.uniform(BATCH), dtype=dtype)).item()
