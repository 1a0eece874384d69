"""A Wasserstein GAN on a ring of points: several steps of the critic, whose weights are clamped after each."""

import numpy as np

import weir as flow
import weir.nn as nn

BATCH, LATENT, CLAMP = 64, 4, 0.05


def network(inputs, outputs):
    return nn.Sequential(nn.Linear(inputs, 32), nn.ReLU(True), nn.Linear(32, 32), nn.ReLU(True), nn.Linear(32, outputs))


class TrainCritic(nn.Graph):
    def __init__(self, critic, generator, optimizer):
        super().__init__()
        self.critic = critic
        self.generator = generator
        self.optimizer = optimizer
        self.add_optimizer(optimizer)

    def build(self, real, noise):
        with flow.no_grad():
            fake = self.generator(noise)
        loss = self.critic(fake).mean() - self.critic(real).mean()
        loss.backward()
        return loss


class ClampWeights(nn.Graph):
    def __init__(self, critic):
        super().__init__()
        self.critic = critic

    def build(self):
        with flow.no_grad():
            for parameter in self.critic.parameters():
                parameter.clamp_(-CLAMP, CLAMP)


class TrainGenerator(nn.Graph):
    def __init__(self, critic, generator, optimizer):
        super().__init__()
        self.critic = critic
        self.generator = generator
        self.add_optimizer(optimizer)

    def build(self, noise):
        loss = -self.critic(self.generator(noise)).mean()
        loss.backward()
        return loss


def ring(data):
    angle = data.uniform(BATCH, high=2 * np.pi)
    return np.stack([np.cos(angle), np.sin(angle)], axis=1) + 0.05 * data.normal(BATCH, 2)


def losses(data, dtype):
    critic, generator = data.init(network(2, 1)).to(dtype), data.init(network(LATENT, 2)).to(dtype)
    train_critic = TrainCritic(critic, generator, flow.optim.RMSprop(critic.parameters(), lr=2e-3))
    train_generator = TrainGenerator(critic, generator, flow.optim.RMSprop(generator.parameters(), lr=2e-3))
    clamp = ClampWeights(critic)
    noise = lambda: flow.tensor(data.normal(BATCH, LATENT), dtype=dtype)  # noqa: E731
    for _ in range(5):
        for _ in range(3):
            yield train_critic(flow.tensor(ring(data), dtype=dtype), noise()).item()
            clamp()
        yield train_generator(noise()).item()
