"""A spatial transformer: a network finds an affine map, a grid samples turned digits by it, another reads them."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH = 16


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.localization = nn.Sequential(
            nn.Conv2d(1, 4, kernel_size=3), nn.MaxPool2d(2, stride=2), nn.ReLU(True), nn.Flatten(), nn.Linear(36, 6)
        )
        self.conv = nn.Conv2d(1, 6, kernel_size=3)
        self.fc = nn.Linear(54, 10)
        self.register_buffer("identity", flow.tensor([1.0, 0.0, 0.0, 0.0, 1.0, 0.0]))

    def stn(self, x):
        theta = (0.2 * self.localization(x) + self.identity).view(-1, 2, 3)
        grid = F.affine_grid(theta, x.size(), align_corners=False)
        return F.grid_sample(x, grid, mode="bilinear", padding_mode="zeros", align_corners=False)

    def forward(self, x):
        x = F.relu(F.max_pool2d(self.conv(self.stn(x)), 2))
        return F.log_softmax(self.fc(x.view(-1, 54)), dim=1)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, images, labels):
        loss = F.nll_loss(self.model(images), labels)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Net()).to(dtype)
    train = Train(model, flow.optim.SGD(model.parameters(), lr=0.05))
    images, labels = data.digits(20 * BATCH)
    for images, labels in zip(images.reshape(20, BATCH, 1, 8, 8), labels.reshape(20, BATCH)):
        turned = [np.rot90(image, turns, axes=(1, 2)) for image, turns in zip(images, data.labels(BATCH, 2))]
        yield train(flow.tensor(np.stack(turned), dtype=dtype), flow.tensor(labels)).item()
