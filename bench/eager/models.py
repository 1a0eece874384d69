"""Models that Weir and PyTorch build by one text: each takes the library."""


def digits(library):
    nn = library.nn
    return nn.Sequential(
        nn.Conv2d(1, 16, 3, padding=1),
        nn.BatchNorm2d(16),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Conv2d(16, 32, 3, padding=1),
        nn.BatchNorm2d(32),
        nn.ReLU(),
        nn.MaxPool2d(2),
        nn.Flatten(),
        nn.Linear(128, 10),
    )


def _shortcut(nn, inputs, outputs, stride):
    if stride == 1 and inputs == outputs:
        return nn.Identity()
    return nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride=stride, bias=False), nn.BatchNorm2d(outputs))


def _residual(nn, body, shortcut):
    class Residual(nn.Module):
        def __init__(self):
            super().__init__()
            self.body, self.shortcut, self.relu = nn.Sequential(*body), shortcut, nn.ReLU(inplace=True)

        def forward(self, x):
            return self.relu(self.body(x) + self.shortcut(x))

    return Residual()


def _basic(nn, inputs, width, stride):
    body = [
        nn.Conv2d(inputs, width, 3, stride=stride, padding=1, bias=False),
        nn.BatchNorm2d(width),
        nn.ReLU(inplace=True),
        nn.Conv2d(width, width, 3, padding=1, bias=False),
        nn.BatchNorm2d(width),
    ]
    return _residual(nn, body, _shortcut(nn, inputs, width, stride)), width


def _bottleneck(nn, inputs, width, stride):
    body = [
        nn.Conv2d(inputs, width, 1, bias=False),
        nn.BatchNorm2d(width),
        nn.ReLU(inplace=True),
        nn.Conv2d(width, width, 3, stride=stride, padding=1, bias=False),
        nn.BatchNorm2d(width),
        nn.ReLU(inplace=True),
        nn.Conv2d(width, 4 * width, 1, bias=False),
        nn.BatchNorm2d(4 * width),
    ]
    return _residual(nn, body, _shortcut(nn, inputs, 4 * width, stride)), 4 * width


def _resnet(library, block, counts, classes):
    nn = library.nn
    layers = [
        nn.Conv2d(3, 64, 7, stride=2, padding=3, bias=False),
        nn.BatchNorm2d(64),
        nn.ReLU(inplace=True),
        nn.MaxPool2d(3, stride=2, padding=1),
    ]
    channels = 64
    for stage, count in enumerate(counts):
        for number in range(count):
            stride = 2 if stage and not number else 1
            made, channels = block(nn, channels, 64 << stage, stride)
            layers.append(made)
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, classes))


def resnet18(library):
    return _resnet(library, _basic, (2, 2, 2, 2), 10)


def resnet50(library):
    return _resnet(library, _bottleneck, (3, 4, 6, 3), 1000)


def gpt(library, width=128, heads=4, length=64, layers=4, vocabulary=256):
    nn = library.nn

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.before, self.behind = nn.LayerNorm(width), nn.LayerNorm(width)
            self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
            self.wide, self.narrow = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

        def forward(self, x):
            batch, count, _ = x.shape
            parts = self.qkv(self.before(x)).chunk(3, -1)
            q, k, v = (part.reshape(batch, count, heads, width // heads).transpose(1, 2) for part in parts)
            mixed = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + self.out(mixed.transpose(1, 2).reshape(batch, count, width))
            return x + self.narrow(nn.functional.gelu(self.wide(self.behind(x))))

    class Gpt(nn.Module):
        def __init__(self):
            super().__init__()
            self.words, self.places = nn.Embedding(vocabulary, width), nn.Embedding(length, width)
            self.blocks = nn.Sequential(*[Block() for _ in range(layers)])
            self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, vocabulary)

        def forward(self, words):
            x = self.words(words) + self.places(library.arange(words.shape[1]))
            return self.head(self.norm(self.blocks(x))).transpose(1, 2)

    return Gpt()
