"""Advantage actor-critic with Gaussian actions: log-probabilities written out, a learned scale, clipped norms."""

import math

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

STATES, ACTIONS, BATCH, GAMMA = 5, 2, 32, 0.97


class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(STATES, 32), nn.Tanh())
        self.mean = nn.Linear(32, ACTIONS)
        self.log_std = nn.Parameter(flow.zeros(ACTIONS))
        self.critic = nn.Linear(32, 1)

    def forward(self, states):
        x = self.body(states)
        return self.mean(x), self.log_std.expand(x.size(0), -1), self.critic(x).squeeze(-1)


def log_prob(actions, mean, log_std):
    normalized = (actions - mean) * flow.exp(-log_std)
    return (-0.5 * normalized.square() - log_std - 0.5 * math.log(2 * math.pi)).sum(dim=-1)


class Learn(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, states, noise, following):
        mean, log_std, value = self.model(states)
        actions = (mean + log_std.exp() * noise).detach()
        rewards = -(following[:, :ACTIONS] - actions).abs().sum(-1)
        with flow.no_grad():
            expected = rewards + GAMMA * self.model(following)[2]
        advantage = expected - value
        actor = -(log_prob(actions, mean, log_std) * advantage.detach()).mean()
        critic = F.huber_loss(value, expected, delta=0.5)
        entropy = (0.5 + 0.5 * math.log(2 * math.pi) + log_std).sum(-1).mean()
        loss = actor + 0.5 * critic - 1e-2 * entropy
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), max_norm=1.0)
        return loss, critic


def losses(data, dtype):
    model = data.init(ActorCritic()).to(dtype)
    learn = Learn(model, flow.optim.RMSprop(model.parameters(), lr=3e-3, alpha=0.95, eps=1e-5, centered=True))
    for _ in range(20):
        states, noise = data.normal(BATCH, STATES), data.normal(BATCH, ACTIONS)
        following = 0.8 * states + 0.1 * data.normal(BATCH, STATES)
        loss, critic = learn(*(flow.tensor(each, dtype=dtype) for each in (states, noise, following)))
        yield loss.item() + critic.item()
