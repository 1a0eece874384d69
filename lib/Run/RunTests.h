// Runs test functions as compiled code: all stages, an artifact in memory, the runtime's C interface. What weir-run
// --device does.
#pragma once

#include "lib/Reference/RunChecks.h"

namespace weir {

enum class TestMode {
  Static,  ///< sizes as they are written
  Dynamic, ///< every size `?`
  Strided, ///< inputs whose elements lie apart, which kernels read where they are
};

struct RunTestsOptions {
  std::string target = "cpu";
  std::string machine; ///< a CPU by name; the host if empty
  llvm::ArrayRef<TestMode> modes;
  std::optional<uint64_t> drawnSchedules; ///< see CompileOptions
  bool expectSharedKernels = false;       ///< a dynamic kernel has to serve two functions of different sizes
};

/// Runs each of `functions` in each mode. Those of all modes are compiled to one artifact, so that equal kernels are
/// one kernel; where that fails, each to one of its own.
std::vector<CheckedRun> runTests(llvm::ArrayRef<mlir::func::FuncOp> functions, const RunTestsOptions &options);

} // namespace weir
