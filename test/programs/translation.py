"""nn.Transformer that turns sentences around: positions in a buffer, masks, teacher forcing, a warm-up."""

import math

import numpy as np

import weir as flow
import weir.nn as nn

WORDS, PAD, BEGIN, END, BATCH, LONGEST = 20, 0, 1, 2, 16, 7


class PositionalEncoding(nn.Module):
    def __init__(self, d_model, max_len=16):
        super().__init__()
        position = np.arange(max_len)[:, None]
        angles = position * np.exp(np.arange(0, d_model, 2) * (-math.log(10000.0) / d_model))
        encoding = np.stack([np.sin(angles), np.cos(angles)], axis=2).reshape(1, max_len, d_model)
        self.register_buffer("encoding", flow.tensor(encoding), persistent=False)

    def forward(self, x):
        return x + self.encoding[:, : x.size(1)]


class Translator(nn.Module):
    def __init__(self, d_model=24):
        super().__init__()
        self.d_model = d_model
        self.source = nn.Embedding(WORDS, d_model, padding_idx=PAD)
        self.target = nn.Embedding(WORDS, d_model, padding_idx=PAD)
        self.positions = PositionalEncoding(d_model)
        self.transformer = nn.Transformer(
            d_model, 4, num_encoder_layers=2, num_decoder_layers=2, dim_feedforward=48, dropout=0.0, batch_first=True
        )
        self.generator = nn.Linear(d_model, WORDS)

    def forward(self, source, target, causal):
        scale = math.sqrt(self.d_model)
        hidden = self.transformer(
            self.positions(self.source(source) * scale),
            self.positions(self.target(target) * scale),
            tgt_mask=causal,
            src_key_padding_mask=source == PAD,
            memory_key_padding_mask=source == PAD,
        )
        return self.generator(hidden)


class Train(nn.Graph):
    def __init__(self, model, optimizer, scheduler, dtype):
        super().__init__()
        self.model = model
        self.criterion = nn.CrossEntropyLoss(ignore_index=PAD, label_smoothing=0.1)
        self.causal = nn.Transformer.generate_square_subsequent_mask(LONGEST + 1, dtype=dtype)
        self.add_optimizer(optimizer, lr_sch=scheduler)

    def build(self, source, target):
        scores = self.model(source, target[:, :-1], self.causal)
        loss = self.criterion(scores.flatten(0, 1), target[:, 1:].flatten())
        loss.backward()
        return loss


def losses(data, dtype):
    model = data.init(Translator()).to(dtype)
    optimizer = flow.optim.Adam(model.parameters(), lr=1.0, betas=(0.9, 0.98), eps=1e-9)
    warmup = 8
    scheduler = flow.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: 0.02 * min((step + 1) ** -0.5, (step + 1) * warmup**-1.5)
    )
    train = Train(model, optimizer, scheduler, dtype)
    for _ in range(20):
        source = np.full((BATCH, LONGEST), PAD)
        target = np.full((BATCH, LONGEST + 2), PAD)
        for row, length in enumerate(3 + data.labels(BATCH, LONGEST - 2)):
            sentence = 3 + data.labels(length, WORDS - 3)
            source[row, :length] = sentence
            target[row, : length + 2] = [BEGIN, *sentence[::-1], END]
        yield train(flow.tensor(source), flow.tensor(target)).item()
