"""lit's format of all tests: a shell test in which words of op_runs stand for other commands in each file. A module,
because lit's processes hand each other tests with their format."""

import op_runs
from lit.formats import ShTest


class OpTest(ShTest):
    def __init__(self, root):
        super().__init__(execute_external=False)
        self.composites = op_runs.composite_ops(root)

    def execute(self, test, lit_config):
        path = test.getSourcePath()
        meant = {
            runs.word: " && ".join([runs.interpreted, *op_runs.compiled_runs(runs, path, self.composites)])
            for runs in op_runs.ALL
        }
        return ShTest(self.execute_external, list(meant.items())).execute(test, lit_config)
