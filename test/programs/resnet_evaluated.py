"""A residual network of digits with batch normalization, trained, and evaluated in between with running statistics."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH = 16


class BasicBlock(nn.Module):
    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, padding=1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, padding=1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.shortcut = nn.Identity()
        if stride != 1 or inputs != outputs:
            self.shortcut = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        y = F.relu(self.bn1(self.conv1(x)))
        y = self.bn2(self.conv2(y))
        y += self.shortcut(x)
        return F.relu(y)


class ResNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(1, 8, 3, padding=1, bias=False), nn.BatchNorm2d(8), nn.ReLU())
        self.layer1 = BasicBlock(8, 8)
        self.layer2 = BasicBlock(8, 16, stride=2)
        self.pool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = nn.Linear(16, 10)

    def forward(self, images):
        x = self.layer2(self.layer1(self.stem(images)))
        return self.fc(flow.flatten(self.pool(x), 1))


class Train(nn.Graph):
    def __init__(self, model, criterion, optimizer):
        super().__init__()
        self.model = model
        self.criterion = criterion
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        loss = self.criterion(self.model(images), labels)
        loss.backward()
        return loss


class Evaluate(nn.Graph):
    def __init__(self, model, criterion):
        super().__init__()
        self.model = model
        self.criterion = criterion

    def build(self, images, labels):
        scores = self.model(images)
        return self.criterion(scores, labels), (scores.argmax(dim=1) == labels).sum()


def losses(data, dtype):
    model = data.init(ResNet()).to(dtype)
    criterion = nn.CrossEntropyLoss()
    train = Train(model, criterion, flow.optim.SGD(model.parameters(), lr=0.05, momentum=0.9, weight_decay=5e-4))
    evaluate = Evaluate(model, criterion)
    images, labels = data.digits(17 * BATCH)
    images = images.reshape(-1, 1, 8, 8)
    held_out = flow.tensor(images[-BATCH:], dtype=dtype), flow.tensor(labels[-BATCH:])
    for step in range(16):
        model.train()
        batch = slice(step * BATCH, (step + 1) * BATCH)
        yield train(flow.tensor(images[batch], dtype=dtype), flow.tensor(labels[batch])).item()
        if step % 4 == 3:
            model.eval()
            loss, right = evaluate(*held_out)
            assert 0 <= right.item() <= BATCH
            yield loss.item()
