"""Writes a case's program as it is traced: python bench/networks/export_mlir.py CASE FILE. Its variables are zeros."""

import sys

from contender_weir import Evaluate, Train, network_of
from network_cases import CASES

import weir as flow


def main(name, file):
    case = CASES[name]
    network = network_of(case)
    graph = Train(network, case.training) if case.training else Evaluate(network)
    graph(*(flow.tensor(array) for array in case.inputs()))
    with open(file, "w", encoding="utf-8") as stream:
        stream.write(graph.mlir())


if __name__ == "__main__":
    main(*sys.argv[1:])
