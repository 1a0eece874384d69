"""Double Q-learning: a network learns from a replay memory, a target network takes its weights now and then."""

import copy

import numpy as np

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

STATES, ACTIONS, BATCH, GAMMA = 6, 3, 32, 0.95


class DuelingNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.trunk = nn.Sequential(nn.Linear(STATES, 32), nn.ReLU(), nn.Linear(32, 32), nn.ReLU())
        self.value = nn.Linear(32, 1)
        self.advantage = nn.Linear(32, ACTIONS)

    def forward(self, state):
        x = self.trunk(state)
        advantage = self.advantage(x)
        return self.value(x) + advantage - advantage.mean(dim=1, keepdim=True)


class Learn(nn.Graph):
    def __init__(self, online, target, optimizer):
        super().__init__()
        self.online = online
        self.target = target
        self.add_optimizer(optimizer)

    def build(self, state, action, reward, following, done):
        q = self.online(state).gather(1, action.unsqueeze(1)).squeeze(1)
        with flow.no_grad():
            best = self.online(following).argmax(dim=1, keepdim=True)
            expected = reward + GAMMA * (1 - done) * self.target(following).gather(1, best).squeeze(1)
        loss = F.smooth_l1_loss(q, expected)
        loss.backward()
        nn.utils.clip_grad_value_(self.online.parameters(), 0.5)
        return loss


class ReplayMemory:
    """Transitions of a linear system whose actions push one state each."""

    def __init__(self, data, size):
        self.data = data
        self.state = data.normal(size, STATES)
        self.action = data.labels(size, ACTIONS)
        push = 0.5 * np.eye(STATES)[self.action]
        self.following = 0.9 * self.state + push + 0.1 * data.normal(size, STATES)
        self.reward = -np.abs(self.following).mean(axis=1)
        self.done = (data.uniform(size) < 0.1).astype(float)

    def sample(self, count, dtype):
        rows = self.data.labels(count, len(self.state))
        numbers = (self.state, self.reward, self.following, self.done)
        state, reward, following, done = (flow.tensor(each[rows], dtype=dtype) for each in numbers)
        return state, flow.tensor(self.action[rows]), reward, following, done


def losses(data, dtype):
    online = data.init(DuelingNet()).to(dtype)
    target = copy.deepcopy(online)
    for parameter in target.parameters():
        parameter.requires_grad_(False)
    learn = Learn(online, target, flow.optim.Adam(online.parameters(), lr=2e-3))
    memory = ReplayMemory(data, 500)
    for step in range(20):
        if step % 5 == 0:
            target.load_state_dict(online.state_dict())
        yield learn(*memory.sample(BATCH, dtype)).item()
