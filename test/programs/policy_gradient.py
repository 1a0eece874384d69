"""REINFORCE with a baseline: episodes of a chain, whose actions the data draws from the policy's probabilities."""

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

LENGTH, EPISODES, STEPS, GAMMA = 8, 12, 6, 0.9


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.hidden = nn.Linear(LENGTH, 24)
        self.output = nn.Linear(24, 2)

    def forward(self, states):
        return self.output(F.softplus(self.hidden(states)))


class Act(nn.Graph):
    def __init__(self, policy):
        super().__init__()
        self.policy = policy

    def build(self, states):
        with flow.no_grad():
            return F.softmax(self.policy(states), dim=-1)


class Learn(nn.Graph):
    def __init__(self, policy, optimizer):
        super().__init__()
        self.policy = policy
        self.add_optimizer(optimizer)

    def build(self, states, actions, returns):
        log_probs = F.log_softmax(self.policy(states), dim=-1)
        chosen = log_probs.gather(-1, actions.unsqueeze(-1)).squeeze(-1)
        advantage = (returns - returns.mean()) / (returns.std() + 1e-6)
        entropy = -(log_probs.exp() * log_probs).sum(-1).mean()
        loss = -(chosen * advantage).mean() - 0.01 * entropy
        loss.backward()
        return loss


def episodes(data, act, dtype):
    """States, actions and discounted returns of walks to the left and right: the right end pays."""
    place = np.full(EPISODES, LENGTH // 2)
    states, actions, rewards = [], [], []
    for _ in range(STEPS):
        states.append(np.eye(LENGTH)[place])
        right = act(flow.tensor(states[-1], dtype=dtype)).numpy()[:, 1]
        # A draw as near to the probability as rounding is would be another action in another precision.
        actions.append((data.uniform(EPISODES) < np.round(right, 4)).astype(np.int64))
        place = np.clip(place + 2 * actions[-1] - 1, 0, LENGTH - 1)
        rewards.append(np.where(place == LENGTH - 1, 1.0, -0.05))
    returns = np.zeros((STEPS, EPISODES))
    following = np.zeros(EPISODES)
    for step in reversed(range(STEPS)):
        following = returns[step] = rewards[step] + GAMMA * following
    return np.concatenate(states), np.concatenate(actions), returns.reshape(-1)


def losses(data, dtype):
    policy = data.init(Policy()).to(dtype)
    act, learn = Act(policy), Learn(policy, flow.optim.Adam(policy.parameters(), lr=1e-2))
    for _ in range(20):
        states, actions, returns = episodes(data, act, dtype)
        yield learn(flow.tensor(states, dtype=dtype), flow.tensor(actions), flow.tensor(returns, dtype=dtype)).item()
