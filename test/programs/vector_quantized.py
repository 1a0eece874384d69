"""A vector-quantized autoencoder: nearest codes, a straight-through estimator, a codebook moved by averages."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

CODES, WIDTH, BATCH = 16, 6, 16


class Quantizer(nn.Module):
    """A codebook whose rows are averages of what they stood for, with a decay."""

    def __init__(self, codes, decay=0.9, eps=1e-5):
        super().__init__()
        self.decay, self.eps = decay, eps
        self.register_buffer("codebook", codes)
        self.register_buffer("counts", flow.ones(CODES))
        self.register_buffer("sums", codes.clone())

    def forward(self, z):
        flat = z.reshape(-1, WIDTH)
        distances = flat.pow(2).sum(1, keepdim=True) - 2 * flat @ self.codebook.t() + self.codebook.pow(2).sum(1)
        index = distances.argmin(dim=1)
        quantized = F.embedding(index, self.codebook).view_as(z)
        if self.training:
            with flow.no_grad():
                chosen = F.one_hot(index, CODES).to(z.dtype)
                self.counts.mul_(self.decay).add_(chosen.sum(0), alpha=1 - self.decay)
                self.sums.mul_(self.decay).add_(chosen.t() @ flat, alpha=1 - self.decay)
                total = self.counts.sum()
                smoothed = (self.counts + self.eps) / (total + CODES * self.eps) * total
                self.codebook.copy_(self.sums / smoothed.unsqueeze(1))
        commitment = F.mse_loss(z, quantized.detach())
        return z + (quantized - z).detach(), commitment


class VQVAE(nn.Module):
    def __init__(self, codes):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(16, 24), nn.ReLU(), nn.Linear(24, WIDTH))
        self.quantizer = Quantizer(codes)
        self.decoder = nn.Sequential(nn.Linear(WIDTH, 24), nn.ReLU(), nn.Linear(24, 16))

    def forward(self, images):
        patches = F.unfold(images, kernel_size=4, stride=4).transpose(1, 2)
        quantized, commitment = self.quantizer(self.encoder(patches))
        decoded = self.decoder(quantized).transpose(1, 2)
        return F.fold(decoded, output_size=(8, 8), kernel_size=4, stride=4), commitment


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, images):
        decoded, commitment = self.model(images)
        loss = F.l1_loss(decoded, images) + 0.25 * commitment
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(VQVAE(flow.tensor(data.normal(CODES, WIDTH)))).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=5e-3))
    images, _ = data.digits(20 * BATCH)
    for batch in images.reshape(20, BATCH, 1, 8, 8):
        yield train(flow.tensor(batch, dtype=dtype)).item()
