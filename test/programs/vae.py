"""A variational autoencoder of digits: noise is an input, the weight of the KL divergence grows."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

LATENT, BATCH = 6, 48


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(64, 48), nn.Softplus())
        self.mean = nn.Linear(48, LATENT)
        self.log_variance = nn.Linear(48, LATENT)
        self.decoder = nn.Sequential(nn.Linear(LATENT, 48), nn.Softplus(), nn.Linear(48, 64))

    def forward(self, images, noise):
        hidden = self.encoder(images)
        mean, log_variance = self.mean(hidden), self.log_variance(hidden)
        z = mean + flow.exp(0.5 * log_variance) * noise
        return self.decoder(z), mean, log_variance


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, images, noise, beta):
        decoded, mean, log_variance = self.model(images, noise)
        reconstruction = F.binary_cross_entropy(flow.sigmoid(decoded), images, reduction="none").sum(-1).mean()
        divergence = -0.5 * flow.sum(1 + log_variance - mean.pow(2) - log_variance.exp(), dim=1).mean()
        loss = reconstruction + beta * divergence
        loss.backward()
        return {"loss": loss, "divergence": divergence}


def losses(data, dtype):
    model = data.init(VAE()).to(dtype)
    train = Train(model, flow.optim.Adamax(model.parameters(), lr=4e-3))
    images, _ = data.digits(20 * BATCH)
    for step in range(20):
        batch = flow.tensor(images[step * BATCH : (step + 1) * BATCH], dtype=dtype)
        results = train(batch, flow.tensor(data.normal(BATCH, LATENT), dtype=dtype), min(1.0, step / 10))
        assert results["divergence"].item() >= 0
        yield results["loss"].item()
