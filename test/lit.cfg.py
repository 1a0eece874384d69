# The lit suite: every .mlir or .test file below test/ that has RUN lines. Paths come from lit.site.cfg.py.
import os

import lit.formats

config.name = "weir"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.weir_build_dir + "/test"

# Ours first: weir-opt, weir-run, …; then FileCheck, not, count.
config.environment["PATH"] = os.pathsep.join([config.weir_tools_dir, config.llvm_tools_dir, os.environ.get("PATH", "")])

# What test/ops runs: each function on the interpreter, and compiled: as it is written, with every size `?`, where one
# kernel serves several sizes, and with inputs whose elements lie apart; and for a CPU without AVX-512. The simulator
# checks every access.
device_runs = "weir-run %s --device={} --modes=static,dynamic,strided --shared-kernels"
op_runs = ["weir-run %s --interpret --modes=static,dynamic", device_runs.format("naive"), device_runs.format("cpu"),
           device_runs.format("sim"), "weir-run %s --device=cpu --machine=x86-64-v3"]
config.substitutions.append(("%op_runs", " && ".join(op_runs)))
config.substitutions.append(("%python", config.python))
config.substitutions.append(("%llvm_tools", config.llvm_tools_dir))
config.substitutions.append(("%weir_source", config.weir_source_dir))
config.substitutions.append(("%weir_build", config.weir_build_dir))
