"""A vector quantizing autoencoder: forward assigns the codebook, a buffer, and counts its steps in another."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

CODES, WIDTH, BATCH = 12, 8, 64


class Codebook(nn.Module):
    def __init__(self, codes, decay=0.9):
        super().__init__()
        self.decay = decay
        self.register_buffer("codes", codes)
        self.register_buffer("counts", flow.ones(CODES, dtype=codes.dtype))
        self.register_buffer("sums", codes.clone())
        self.register_buffer("updates", flow.tensor(0))

    def forward(self, x):
        distances = x.pow(2).sum(1, keepdim=True) - 2 * x @ self.codes.t() + self.codes.pow(2).sum(1)
        nearest = distances.argmin(dim=1)
        if self.training:
            with flow.no_grad():
                chosen = F.one_hot(nearest, CODES).to(x.dtype)
                self.counts = self.decay * self.counts + (1 - self.decay) * chosen.sum(0)
                self.sums = self.decay * self.sums + (1 - self.decay) * chosen.t() @ x
                self.updates += 1
        quantized = self.codes[nearest]
        if self.training:
            self.codes = self.sums / self.counts.clamp(min=1e-3).unsqueeze(1)
        return x + (quantized - x).detach(), F.mse_loss(x, quantized.detach())


class Autoencoder(nn.Module):
    def __init__(self, codes):
        super().__init__()
        self.encoder = nn.Linear(64, WIDTH)
        self.codebook = Codebook(codes)
        self.decoder = nn.Linear(WIDTH, 64)

    def forward(self, images):
        quantized, commitment = self.codebook(self.encoder(images))
        return flow.sigmoid(self.decoder(quantized)), commitment


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, images):
        decoded, commitment = self.model(images)
        loss = F.mse_loss(decoded, images) + 0.25 * commitment
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Autoencoder(flow.tensor(data.normal(CODES, WIDTH), dtype=dtype)).to(dtype))
    train = Train(model.train(), flow.optim.Adam(model.parameters(), lr=5e-3))
    images, _ = data.digits(20 * BATCH)
    for at in range(0, len(images), BATCH):
        yield train(flow.tensor(images[at : at + BATCH], dtype=dtype)).item()
    assert model.codebook.updates.item() == 20
