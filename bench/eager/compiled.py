"""How many modules a process compiles for training steps of a small network."""

import weir as flow
from weir import _extension


def main():
    mlir, count = _extension.mlir(), [0]

    def counting(compile_module):
        def counted(*arguments):
            count[0] += 1
            return compile_module(*arguments)

        return counted

    mlir.compile, mlir.start_compiling = counting(mlir.compile), counting(mlir.start_compiling)
    network = flow.nn.Sequential(flow.nn.Linear(8, 16), flow.nn.ReLU(), flow.nn.Linear(16, 4))
    optimizer = flow.optim.SGD(network.parameters(), lr=0.1)
    for _ in range(2):
        loss = flow.nn.functional.cross_entropy(network(flow.ones(6, 8)), flow.arange(6) % 4)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    loss.item()
    print(f"compiled: {count[0]}")


if __name__ == "__main__":
    main()
