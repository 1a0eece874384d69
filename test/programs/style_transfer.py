"""Style transfer: no weight is trained, but an image, towards the Gram matrices of one and the features of another."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F


class Features(nn.Module):
    """Activations of a fixed network behind chosen layers."""

    def __init__(self, layers=("relu1", "relu2", "relu3")):
        super().__init__()
        self.layers = layers
        self.network = nn.Sequential()
        for number, (before, behind) in enumerate(((1, 6), (6, 10), (10, 12)), 1):
            self.network.add_module(f"conv{number}", nn.Conv2d(before, behind, 3, padding=1, padding_mode="reflect"))
            self.network.add_module(f"relu{number}", nn.ReLU())
            self.network.add_module(f"pool{number}", nn.AvgPool2d(2))

    def forward(self, image):
        found = {}
        for name, layer in self.network.named_children():
            image = layer(image)
            if name in self.layers:
                found[name] = image
        return found


def gram_matrix(x):
    batch, channels, height, width = x.size()
    features = x.view(batch * channels, height * width)
    return flow.mm(features, features.t()).div(batch * channels * height * width)


def total_variation(x):
    return (x[..., 1:, :] - x[..., :-1, :]).abs().mean() + (x[..., 1:] - x[..., :-1]).abs().mean()


class Transfer(nn.Graph):
    def __init__(self, features, image, optimizer):
        super().__init__()
        self.features = features
        self.image = image
        self.add_optimizer(optimizer)

    def build(self, content, style):
        found, wanted, styled = (self.features(x) for x in (self.image.clamp(0, 1), content, style))
        loss = F.mse_loss(found["relu3"], wanted["relu3"]) + 1e-2 * total_variation(self.image)
        for name in found:
            loss = loss + 10 * F.mse_loss(gram_matrix(found[name]), gram_matrix(styled[name]).detach())
        loss.backward()
        return loss


def losses(data, dtype):
    features = data.init(Features()).to(dtype).eval()
    for parameter in features.parameters():
        parameter.requires_grad_(False)
    images, _ = data.digits(2)
    content, style = (flow.tensor(image.reshape(1, 1, 8, 8), dtype=dtype) for image in images)
    image = nn.Parameter(flow.tensor(0.5 + 0.1 * data.normal(1, 1, 8, 8), dtype=dtype))
    transfer = Transfer(features, image, flow.optim.Adam([image], lr=0.02))
    for _ in range(20):
        yield transfer(content, style).item()
