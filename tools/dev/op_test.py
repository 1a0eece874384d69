"""lit's format of all tests: a shell test in which `%op_runs` stands for other commands in each file. A module, because
lit's processes hand each other tests with their format."""

import op_runs
from lit.formats import ShTest


class OpTest(ShTest):
    def __init__(self, root):
        super().__init__(execute_external=False)
        self.composites = op_runs.composite_ops(root)

    def execute(self, test, lit_config):
        commands = [op_runs.INTERPRETER, *op_runs.compiled_runs(test.getSourcePath(), self.composites)]
        return ShTest(self.execute_external, [(op_runs.WORD, " && ".join(commands))]).execute(test, lit_config)
