"""Proximal policy optimization: generalized advantages, several epochs over shuffled minibatches, clipped ratios."""

import numpy as np

import weir as flow
import weir.nn as nn

STATES, ACTIONS, ROLLOUT, MINIBATCH, CLIP = 4, 3, 64, 32, 0.2


class Agent(nn.Module):
    def __init__(self):
        super().__init__()
        self.critic = nn.Sequential(nn.Linear(STATES, 32), nn.Tanh(), nn.Linear(32, 1))
        self.actor = nn.Sequential(nn.Linear(STATES, 32), nn.Tanh(), nn.Linear(32, ACTIONS))

    def forward(self, states, actions):
        log_probs = self.actor(states).log_softmax(-1)
        entropy = -(log_probs.exp() * log_probs).sum(-1)
        return log_probs.gather(-1, actions[:, None])[:, 0], entropy, self.critic(states)[:, 0]


class Rollout(nn.Graph):
    def __init__(self, agent):
        super().__init__()
        self.agent = agent

    def build(self, states, actions):
        with flow.no_grad():
            log_probs, _, values = self.agent(states, actions)
        return log_probs, values


class Update(nn.Graph):
    def __init__(self, agent, optimizer, scheduler):
        super().__init__()
        self.agent = agent
        self.add_optimizer(optimizer, lr_sch=scheduler)

    def build(self, states, actions, old_log_probs, advantages, returns, old_values):
        log_probs, entropy, values = self.agent(states, actions)
        ratio = flow.exp(log_probs - old_log_probs)
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        policy = flow.max(-advantages * ratio, -advantages * flow.clamp(ratio, 1 - CLIP, 1 + CLIP)).mean()
        clipped = old_values + flow.clamp(values - old_values, -CLIP, CLIP)
        value = 0.5 * flow.maximum((values - returns) ** 2, (clipped - returns) ** 2).mean()
        loss = policy - 0.01 * entropy.mean() + 0.5 * value
        loss.backward()
        nn.utils.clip_grad_norm_(self.agent.parameters(), 0.5)
        return loss


def advantages_of(rewards, values, gamma=0.95, decay=0.9):
    advantages, following = np.zeros(ROLLOUT), 0.0
    for t in reversed(range(ROLLOUT - 1)):
        following = rewards[t] + gamma * values[t + 1] - values[t] + gamma * decay * following
        advantages[t] = following
    return advantages


def losses(data, dtype):
    agent = data.init(Agent()).to(dtype)
    optimizer = flow.optim.Adam(agent.parameters(), lr=3e-3, eps=1e-5)
    scheduler = flow.optim.lr_scheduler.LinearLR(optimizer, start_factor=1.0, end_factor=0.1, total_iters=20)
    rollout, update = Rollout(agent), Update(agent, optimizer, scheduler)
    for _ in range(5):
        states, actions = data.normal(ROLLOUT, STATES), data.labels(ROLLOUT, ACTIONS)
        rewards = (states[:, :ACTIONS].argmax(1) == actions).astype(float)
        log_probs, values = rollout(flow.tensor(states, dtype=dtype), flow.tensor(actions))
        advantages = advantages_of(rewards, values.numpy())
        numbers = (log_probs.numpy(), advantages, advantages + values.numpy(), values.numpy())
        for _ in range(2):
            order = data.uniform(ROLLOUT).argsort()
            for rows in (order[:MINIBATCH], order[MINIBATCH:]):
                rest = (flow.tensor(each[rows], dtype=dtype) for each in numbers)
                yield update(flow.tensor(states[rows], dtype=dtype), flow.tensor(actions[rows]), *rest).item()
