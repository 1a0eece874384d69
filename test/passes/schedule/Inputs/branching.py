"""Writes branching-200.mlir: a job of 200 kernel calls in blocks of parallel branches, with skips from block to block.

Usage: branching.py > branching-200.mlir. The same Python gives the same file.
"""

import random

OPS = 200
SIZES = [256, 512, 1024, 1536, 2048, 3072, 4096, 8192]

HEADER = """\
// 200 calls in blocks of branches that widen, narrow and join, with skips between blocks, some of them far. Written by
// Inputs/branching.py. The peak stays close to what must be live, and to what any of 1,000 random orders must hold.
// RUN: %python %S/Inputs/branching.py | diff - %s
// RUN: weir-opt %s --pass-pipeline="builtin.module(vm-from-kernel-calls,vm.program(vm-order,vm-plan-memory,\\
// RUN:   vm-report-memory{orders=1000 live-limit=1.05 random-limit=1.10}),vm-verify)" 2>&1 | FileCheck %s
// CHECK: remark: @branching: peak {{[0-9]+}}, live bound {{[0-9]+}}, least live bound of 1000 random orders
// CHECK-COUNT-200: vm.call
// CHECK-NOT: vm.call
"""


def tensor(size):
    return f"tensor<{size}xf32>"


class Graph:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.kernels = {}
        self.calls = []
        self.unused = []

    def kernel(self, inputs, output):
        key = (tuple(inputs), output)
        return self.kernels.setdefault(key, f"k{len(self.kernels)}")

    def call(self, inputs, size):
        """Appends a call on values (name, size); its value."""
        value = (f"%v{len(self.calls)}", size)
        self.unused = [v for v in self.unused if v not in inputs] + [value]
        name = self.kernel([s for _, s in inputs], size)
        same = [i for i, (_, s) in enumerate(inputs) if s == size]
        in_place = f" {{in_place = array<i64: {same[0]}>}}" if same and self.random.random() < 0.5 else ""
        types = ", ".join(tensor(s) for _, s in inputs)
        names = ", ".join(n for n, _ in inputs)
        self.calls.append(f"  {value[0]} = kernel.call @{name}({names}){in_place} : ({types}) -> {tensor(size)}")
        return value

    def block(self, sources):
        """Branches from `sources`, some of their inner values left for later, joined."""
        ends = []
        for _ in range(self.random.randint(2, 4)):
            value = self.random.choice(sources)
            for _ in range(self.random.randint(1, 3)):
                value = self.call([value], self.random.choice(SIZES))
            ends.append(value)
        kept = ends if self.random.random() < 0.7 else ends[1:]
        self.call(kept, self.random.choice(SIZES))

    def finish(self):
        """Joins what nobody has used until one value is left."""
        while len(self.unused) > 1:
            self.call(self.unused[:4], self.random.choice(SIZES))


def main():
    graph = Graph(seed=200)
    values = [("%x", 1024)]
    while len(graph.calls) + len(graph.unused) < OPS - 16:
        near = graph.unused[-3:] or values
        far = [graph.random.choice(values)] if graph.random.random() < 0.3 else []
        before = len(graph.calls)
        graph.block(near + far)
        values += [v for v in graph.unused if int(v[0][2:]) >= before]
    graph.finish()
    while len(graph.calls) < OPS:
        graph.call(graph.unused, graph.random.choice(SIZES))
    (last,) = graph.unused

    print(HEADER)
    for (inputs, output), name in graph.kernels.items():
        arguments = ", ".join(f"%a{i}: {tensor(s)}" for i, s in enumerate(inputs))
        type = tensor(output)
        print(f"func.func private @{name}({arguments}) -> {type} attributes {{kernel.kernel}} "
              f"{{ %0 = weir.constant dense<0.0> : {type} -> {type} return %0 : {type} }}")
    print(f"func.func @branching(%x: {tensor(1024)}) -> {tensor(last[1])} attributes {{weir.job}} {{")
    print("\n".join(graph.calls))
    print(f"  return {last[0]} : {tensor(last[1])}\n}}")


if __name__ == "__main__":
    main()
