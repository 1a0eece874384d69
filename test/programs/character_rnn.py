"""A language model of characters by truncated backpropagation: the state of LSTM cells goes on from part to part."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

TEXT = "the state is carried from part to part and no gradient goes back behind the part where the loss is formed "
LENGTH, BATCH, HIDDEN = 4, 8, 24


class CharacterModel(nn.Module):
    def __init__(self, letters):
        super().__init__()
        self.letters = letters
        self.cells = nn.ModuleList([nn.LSTMCell(letters, HIDDEN), nn.RNNCell(HIDDEN, HIDDEN, nonlinearity="relu")])
        self.output = nn.Linear(HIDDEN, letters)

    def forward(self, text, state):
        h, c, r = state
        logits = []
        for letter in F.one_hot(text, self.letters).to(h.dtype).unbind(1):
            h, c = self.cells[0](letter, (h, c))
            r = self.cells[1](h, r)
            logits.append(self.output(h + r))
        return flow.stack(logits, dim=1), (h, c, r)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, text, following, state):
        logits, state = self.model(text, state)
        loss = F.cross_entropy(logits.reshape(-1, logits.size(-1)), following.reshape(-1))
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        return loss, tuple(each.detach() for each in state)


def losses(data, dtype):
    letters = sorted(set(TEXT))
    text = [letters.index(letter) for letter in TEXT * 9]
    starts = data.labels(BATCH, len(TEXT))
    model = data.init(CharacterModel(len(letters))).to(dtype)
    train = Train(model, flow.optim.Adam(model.parameters(), lr=1e-2))
    state = tuple(flow.zeros(BATCH, HIDDEN, dtype=dtype) for _ in range(3))
    for step in range(20):
        parts = [text[start + step * LENGTH :][: LENGTH + 1] for start in starts]
        given = flow.tensor([part[:-1] for part in parts])
        loss, state = train(given, flow.tensor([part[1:] for part in parts]), state)
        yield loss.item()
