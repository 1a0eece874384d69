// Which kernels the ops of a program end up in.
#pragma once

#include "lib/Compiler/Compile.h"

namespace weir {

/// One launch: the kernel's name, the numbers of the ops that it computes or differentiates, and what it costs at
/// least: arithmetic by the ops' records, and the bytes of operands and results. A cost is 0 where sizes are not
/// static.
struct KernelUse {
  std::string kernel;
  std::vector<int64_t> ops;
  int64_t flops = 0, bytes = 0;
};

/// The launches of a module's jobs, in program order. Ops that compute from operands are numbered in their order; one
/// that was folded or merged away is in no launch.
Result<std::vector<KernelUse>> kernelsOfOps(std::string_view mlirText, const CompileOptions &options);

} // namespace weir
