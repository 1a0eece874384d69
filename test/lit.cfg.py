# The lit suite: every .mlir or .test file below test/ that has RUN lines. Paths come from lit.site.cfg.py.
import os
import sys
from pathlib import Path

sys.path.append(os.path.join(config.weir_source_dir, "tools", "dev"))
import op_runs
import op_test
import run_tests
import suite_sample

config.name = "weir"
config.test_format = op_test.OpTest(config.weir_source_dir)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.weir_build_dir + "/test"

# Ours first: weir-opt, weir-run, …; then FileCheck, not, count.
config.environment["PATH"] = os.pathsep.join([config.weir_tools_dir, config.llvm_tools_dir, os.environ.get("PATH", "")])

config.substitutions.append(("%python", config.python))
# Loads libraries of the build.
settings = run_tests.python_settings(Path(config.weir_build_dir), config.environment.get("ASAN_OPTIONS", ""))
loading = " ".join(["env", *(f"{name}={value}" for name, value in settings.items()), config.python])
config.substitutions.append(("%loading_python", loading))
config.substitutions.append(("%llvm_tools", config.llvm_tools_dir))
config.substitutions.append(("%weir_source", config.weir_source_dir))
config.substitutions.append(("%weir_build", config.weir_build_dir))

runs, of_all = op_runs.share(os.path.join(config.test_source_root, "ops"), config.test_format.composites)
lit_config.note(f"test/ops: {runs} of {of_all} compiled runs; {suite_sample.described()}")
