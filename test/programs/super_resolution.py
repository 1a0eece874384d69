"""Super-resolution by sub-pixel convolutions: Charbonnier loss, total variation, and the rate of one cycle."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

BATCH = 12


class SuperResolver(nn.Module):
    def __init__(self):
        super().__init__()
        self.entry = nn.Conv2d(1, 12, 3, padding=1)
        self.body = nn.Conv2d(12, 12, 3, padding=1)
        self.shuffle = nn.Sequential(nn.Conv2d(12, 4, 3, padding=1), nn.PixelShuffle(upscale_factor=2))

    def forward(self, images):
        x = F.relu(self.entry(images))
        x = x + 0.2 * self.body(x)
        return self.shuffle(x) + F.interpolate(images, scale_factor=2, mode="bicubic", align_corners=False)


def total_variation(images):
    rows = (images[..., 1:, :] - images[..., :-1, :]).abs().mean()
    columns = (images[..., :, 1:] - images[..., :, :-1]).abs().mean()
    return rows + columns


class Train(nn.Graph):
    def __init__(self, model, optimizer, scheduler):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer, lr_sch=scheduler)

    def build(self, images):
        small = F.interpolate(images, size=(4, 4), mode="area")
        enlarged = self.model(small)
        loss = flow.sqrt((enlarged - images) ** 2 + 1e-6).mean() + 0.01 * total_variation(enlarged)
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(SuperResolver()).to(dtype)
    optimizer = flow.optim.Adam(model.parameters(), lr=1e-3)
    scheduler = flow.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=1e-2, total_steps=24, pct_start=0.25)
    train = Train(model, optimizer, scheduler)
    images, _ = data.digits(20 * BATCH)
    for batch in images.reshape(20, BATCH, 1, 8, 8):
        yield train(flow.tensor(batch, dtype=dtype)).item()
