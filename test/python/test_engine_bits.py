"""What is trained doesn't depend on threads, on whether calls wait, or on how many runs may overlap."""

import pytest
from digits_step import printed_by

EPOCHS = 3
PROGRAM = f"""
import sys
from digits_step import Network, Towers, Training, perceptron
from digits import fingerprint
network, parts = {{"cnn": (Network, 1), "mlp": (perceptron, 1), "towers in parts": (Towers, 2)}}[sys.argv[1]]
training = Training(network, parts)
for _ in range({EPOCHS} * (len(training.images) // 64)):
    training()
print(fingerprint(training.network))
"""
WAYS = {
    "two threads": {"WEIR_NUM_THREADS": "2"},
    "each call completed": {"WEIR_NUM_THREADS": "2", "WEIR_SYNC": "1"},
    "two frames": {"WEIR_NUM_THREADS": "2", "WEIR_FRAMES": "2"},
    "one thread, two frames": {"WEIR_NUM_THREADS": "1", "WEIR_FRAMES": "2"},
}


def trained(network, **env):
    return printed_by(PROGRAM, network, **env)


@pytest.fixture(scope="module")
def expected():
    """Of one thread, each call completed, one frame."""
    found = {}

    def of(network):
        if network not in found:
            found[network] = trained(network, WEIR_NUM_THREADS="1", WEIR_SYNC="1", WEIR_FRAMES="1")
        return found[network]

    return of


@pytest.mark.sampled(3)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("network", ["mlp", "cnn", "towers in parts"])
def test_weights_are_bit_equal(network, way, expected):
    assert trained(network, **WAYS[way]) == expected(network)
