"""A convolutional autoencoder: digits with noise in, strided convolutions, transposed ones, digits out."""

import weir as flow
import weir.nn as nn

BATCH = 16


class Autoencoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(
            nn.Conv2d(1, 8, 3, stride=2, padding=1),
            nn.PReLU(8),
            nn.Conv2d(8, 16, 3, stride=2, padding=1),
            nn.PReLU(16),
            nn.Flatten(),
            nn.Linear(64, 10),
        )
        self.expand = nn.Linear(10, 64)
        self.decoder = nn.Sequential(
            nn.PReLU(),
            nn.ConvTranspose2d(16, 8, 3, stride=2, padding=1, output_padding=1),
            nn.PReLU(),
            nn.ConvTranspose2d(8, 1, 4, stride=2, padding=1),
        )

    def forward(self, images):
        code = self.encoder(images)
        return self.decoder(self.expand(code).view(-1, 16, 2, 2)).sigmoid(), code


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.reconstruction = nn.BCELoss()
        self.add_optimizer(optimizer)

    def build(self, noisy, clean):
        images, code = self.model(noisy)
        loss = self.reconstruction(images, clean) + 1e-3 * code.abs().mean()
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Autoencoder()).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=3e-3))
    images, _ = data.digits(20 * BATCH)
    for batch in images.reshape(20, BATCH, 1, 8, 8):
        noisy = (batch + 0.2 * data.normal(*batch.shape)).clip(0, 1)
        yield train(flow.tensor(noisy, dtype=dtype), flow.tensor(batch, dtype=dtype)).item()
