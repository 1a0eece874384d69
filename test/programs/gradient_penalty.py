"""A critic with a gradient penalty (WGAN-GP): the norm of the gradient by the inputs is part of the loss."""

import weir as flow
import weir.nn as nn

LATENT, BATCH = 8, 24


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(64, 32), nn.Softplus(beta=2), nn.Linear(32, 16), nn.Tanh(), nn.Linear(16, 1)
        )

    def forward(self, x):
        return self.layers(x).squeeze(1)


class Criticize(nn.Graph):
    def __init__(self, critic, generator, optimizer):
        super().__init__()
        self.critic = critic
        self.generator = generator
        self.add_optimizer(optimizer)

    def build(self, real, latent, mixing):
        with flow.no_grad():
            fake = self.generator(latent)
        between = (mixing * real + (1 - mixing) * fake).requires_grad_(True)
        scores = self.critic(between)
        (gradient,) = flow.autograd.grad(
            outputs=scores, inputs=between, grad_outputs=flow.ones_like(scores), create_graph=True, retain_graph=True
        )
        penalty = ((gradient.norm(2, dim=1) - 1) ** 2).mean()
        loss = self.critic(fake).mean() - self.critic(real).mean() + 10 * penalty
        loss.backward()
        return loss


class Generate(nn.Graph):
    def __init__(self, critic, generator, optimizer):
        super().__init__()
        self.critic = critic
        self.generator = generator
        self.add_optimizer(optimizer)

    def build(self, latent):
        loss = -self.critic(self.generator(latent)).mean()
        loss.backward()
        return loss


def losses(data, dtype):
    critic = data.init(Critic()).to(dtype)
    generator = data.init(nn.Sequential(nn.Linear(LATENT, 32), nn.ELU(), nn.Linear(32, 64), nn.Sigmoid())).to(dtype)
    rates = {"lr": 2e-3, "betas": (0.0, 0.9)}
    criticize = Criticize(critic, generator, flow.optim.Adam(critic.parameters(), **rates))
    generate = Generate(critic, generator, flow.optim.Adam(generator.parameters(), **rates))
    images, _ = data.digits(16 * BATCH)
    for step, real in enumerate(images.reshape(16, BATCH, 64), 1):
        latent, mixing = data.normal(BATCH, LATENT), data.uniform(BATCH, 1)
        yield criticize(*(flow.tensor(each, dtype=dtype) for each in (real, latent, mixing))).item()
        if step % 4 == 0:
            yield generate(flow.tensor(data.normal(BATCH, LATENT), dtype=dtype)).item()
