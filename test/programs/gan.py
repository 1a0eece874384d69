"""A generative adversarial network of digits: two networks, two optimizers, two graphs that share them."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

LATENT, BATCH = 16, 32


class Generator(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(LATENT, 64),
            nn.LeakyReLU(0.2),
            nn.Linear(64, 128),
            nn.LeakyReLU(0.2),
            nn.Linear(128, 64),
            nn.Sigmoid(),
        )

    def forward(self, noise):
        return self.layers(noise)


class Discriminator(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(64, 96)
        self.output = nn.Linear(96, 1)

    def forward(self, images):
        return self.output(F.leaky_relu(self.hidden(images), 0.2)).squeeze(1)


class TrainDiscriminator(nn.Graph):
    def __init__(self, generator, discriminator, optimizer):
        super().__init__()
        self.generator = generator
        self.discriminator = discriminator
        self.loss = nn.BCEWithLogitsLoss()
        self.add_optimizer(optimizer)

    def build(self, images, noise):
        faked = self.generator(noise).detach()
        real, fake = self.discriminator(images), self.discriminator(faked)
        loss = self.loss(real, flow.ones_like(real)) + self.loss(fake, flow.zeros_like(fake))
        loss.backward()
        return loss


class TrainGenerator(nn.Graph):
    def __init__(self, generator, discriminator, optimizer):
        super().__init__()
        self.generator = generator
        self.discriminator = discriminator
        self.loss = nn.BCEWithLogitsLoss()
        self.add_optimizer(optimizer)

    def build(self, noise):
        fooled = self.discriminator(self.generator(noise))
        loss = self.loss(fooled, flow.ones_like(fooled))
        loss.backward()
        return loss


def losses(data, dtype):
    generator = data.init(Generator()).to(dtype)
    discriminator = data.init(Discriminator()).to(dtype)
    discriminate = TrainDiscriminator(
        generator, discriminator, flow.optim.Adam(discriminator.parameters(), lr=2e-3, betas=(0.5, 0.999))
    )
    generate = TrainGenerator(
        generator, discriminator, flow.optim.Adam(generator.parameters(), lr=2e-3, betas=(0.5, 0.999))
    )
    images, _ = data.digits(10 * BATCH)
    for step in range(10):
        real = flow.tensor(images[step * BATCH : (step + 1) * BATCH], dtype=dtype)
        yield discriminate(real, flow.tensor(data.normal(BATCH, LATENT), dtype=dtype)).item()
        yield generate(flow.tensor(data.normal(BATCH, LATENT), dtype=dtype)).item()
