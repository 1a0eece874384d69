"""Writes a case's network as ONNX, for the inputs beside it: python export_onnx.py CASE FOLDER, with PyTorch."""

import sys
from pathlib import Path

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from network_cases import CASES  # before contender_torch, as it says where the examples are
from contender_torch import inputs_of, network_of


def main() -> None:
    case, folder = CASES[sys.argv[1]], Path(sys.argv[2])
    inputs = tuple(inputs_of(case, folder))
    with sdpa_kernel(SDPBackend.MATH):  # others give strides that the exporter forgets: a view of Swin-T's fails
        torch.onnx.export(network_of(case), inputs, str(folder / "network.onnx"), dynamo=True, verbose=False)


if __name__ == "__main__":
    main()
