"""Writes a case's network as ONNX, for the inputs beside it: python export_onnx.py CASE FOLDER, with PyTorch."""

import sys
from pathlib import Path

import numpy as np
import torch
from network_cases import CASES
from contender_torch import network_of


def main() -> None:
    case, folder = CASES[sys.argv[1]], Path(sys.argv[2])
    with np.load(folder / "inputs.npz") as file:
        inputs = tuple(torch.tensor(file[name]) for name in file.files)
    torch.onnx.export(network_of(case), inputs, str(folder / "network.onnx"), dynamo=True, verbose=False)


if __name__ == "__main__":
    main()
