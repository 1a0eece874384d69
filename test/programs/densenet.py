"""A small DenseNet on digits: layers read all that came before, transitions halve, the rate falls after some steps."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

GROWTH, BATCH = 6, 20


class DenseLayer(nn.Module):
    def __init__(self, inputs):
        super().__init__()
        self.norm = nn.BatchNorm2d(inputs)
        self.conv = nn.Conv2d(inputs, GROWTH, 3, padding=1, bias=False)

    def forward(self, features):
        x = flow.cat(features, 1)
        return self.conv(F.relu(self.norm(x)))


class DenseBlock(nn.Module):
    def __init__(self, layers, inputs):
        super().__init__()
        self.layers = nn.ModuleList(DenseLayer(inputs + i * GROWTH) for i in range(layers))

    def forward(self, x):
        features = [x]
        for layer in self.layers:
            features.append(layer(features))
        return flow.cat(features, 1)


class Transition(nn.Sequential):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.add_module("norm", nn.BatchNorm2d(inputs))
        self.add_module("relu", nn.ReLU())
        self.add_module("conv", nn.Conv2d(inputs, outputs, kernel_size=1, stride=1, bias=False))
        self.add_module("pool", nn.AvgPool2d(kernel_size=2, stride=2))


class DenseNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Conv2d(1, 8, 3, padding=1)
        self.block1 = DenseBlock(2, 8)
        self.transition = Transition(8 + 2 * GROWTH, 10)
        self.block2 = DenseBlock(2, 10)
        self.classifier = nn.Linear(10 + 2 * GROWTH, 10)

    def forward(self, images):
        x = self.block2(self.transition(self.block1(self.stem(images))))
        x = F.adaptive_avg_pool2d(F.relu(x), (1, 1))
        return self.classifier(x.view(x.size(0), -1))


class Train(nn.Graph):
    def __init__(self, model, optimizer, scheduler):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer, lr_sch=scheduler)

    def build(self, images, labels):
        loss = F.nll_loss(F.log_softmax(self.model(images), dim=1), labels)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(DenseNet()).to(dtype)
    optimizer = flow.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
    train = Train(model, optimizer, flow.optim.lr_scheduler.MultiStepLR(optimizer, milestones=[10, 15], gamma=0.3))
    images, labels = data.digits(20 * BATCH)
    for step in range(20):
        batch = slice(step * BATCH, (step + 1) * BATCH)
        yield train(flow.tensor(images[batch].reshape(-1, 1, 8, 8), dtype=dtype), flow.tensor(labels[batch])).item()
