"""Inverted residuals of depthwise convolutions on digits, with batch norms and SGD with Nesterov's momentum."""

import weir as flow
import weir.nn as nn

BATCH = 24


def conv_norm(inputs, outputs, kernel, stride=1, groups=1):
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, padding=kernel // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU6(inplace=True),
    )


class InvertedResidual(nn.Module):
    def __init__(self, inputs, outputs, stride, expansion):
        super().__init__()
        hidden = inputs * expansion
        self.use_shortcut = stride == 1 and inputs == outputs
        self.layers = nn.Sequential(
            conv_norm(inputs, hidden, 1),
            conv_norm(hidden, hidden, 3, stride, groups=hidden),
            nn.Conv2d(hidden, outputs, 1, bias=False),
            nn.BatchNorm2d(outputs),
        )

    def forward(self, x):
        return x + self.layers(x) if self.use_shortcut else self.layers(x)


class MobileNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = nn.Sequential(
            conv_norm(1, 8, 3), InvertedResidual(8, 12, 2, 3), InvertedResidual(12, 12, 1, 3), conv_norm(12, 32, 1)
        )
        self.pool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.Linear(32, 10)

    def forward(self, images):
        return self.classifier(flow.flatten(self.pool(self.features(images)), 1))


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.loss = nn.CrossEntropyLoss()
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        loss = self.loss(self.model(images), labels)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(MobileNet()).to(dtype)
    optimizer = flow.optim.SGD(model.parameters(), lr=0.02, momentum=0.9, nesterov=True, weight_decay=4e-5)
    train = Train(model, optimizer)
    images, labels = data.digits(20 * BATCH)
    for step in range(20):
        batch = slice(step * BATCH, (step + 1) * BATCH)
        yield train(flow.tensor(images[batch].reshape(-1, 1, 8, 8), dtype=dtype), flow.tensor(labels[batch])).item()
