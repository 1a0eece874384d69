"""A text CNN: filters of several widths, max over time, a mask for dropout from the data, sentences of two lengths."""

import weir as flow
import weir.nn as nn
import weir.nn.functional as F

WORDS, WIDTH, FILTERS, BATCH, KEEP = 60, 16, 8, 16, 0.7


class TextCNN(nn.Module):
    def __init__(self, widths=(2, 3, 4)):
        super().__init__()
        self.embedding = nn.Embedding(WORDS, WIDTH, padding_idx=0)
        self.convolutions = nn.ModuleList([nn.Conv2d(1, FILTERS, (width, WIDTH)) for width in widths])
        self.classifier = nn.Linear(FILTERS * len(widths), 4)

    def forward(self, words, kept):
        x = self.embedding(words).unsqueeze(1)
        x = [F.relu(convolution(x)).squeeze(3) for convolution in self.convolutions]
        x = [F.max_pool1d(each, each.size(2)).squeeze(2) for each in x]
        return self.classifier(flow.cat(x, 1) * kept / KEEP)


class Train(nn.Graph):
    def __init__(self, model, optimizer):
        super().__init__()
        self.model = model
        self.add_optimizer(optimizer)

    def build(self, words, kept, labels):
        logits = self.model(words, kept)
        loss = F.cross_entropy(logits, labels)
        loss.backward()
        accuracy = (logits.argmax(dim=-1) == labels).float().mean()
        return loss, accuracy


def losses(data, dtype):
    model = data.init(TextCNN()).to(dtype)
    train = Train(model, flow.optim.Adadelta(model.parameters(), lr=0.5, rho=0.95))
    for step in range(20):
        words = 1 + data.labels(BATCH, 12 if step % 2 else 8, WORDS - 1)
        labels = words[:, :3].sum(axis=1) // 16 % 4
        words[:, 6:][data.uniform(BATCH, words.shape[1] - 6) < 0.3] = 0
        kept = (data.uniform(BATCH, 3 * FILTERS) < KEEP).astype(float)
        loss, _ = train(flow.tensor(words), flow.tensor(kept, dtype=dtype), flow.tensor(labels))
        yield loss.item()
