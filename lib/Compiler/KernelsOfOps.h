// Which kernels the ops of a program end up in.
#pragma once

#include "lib/Compiler/Compile.h"

namespace weir {

/// One launch: the kernel's name, and the numbers of the ops that it computes or differentiates.
struct KernelUse {
  std::string kernel;
  std::vector<int64_t> ops;
};

/// The launches of a module's jobs, in program order. Ops that compute from operands are numbered in their order; one
/// that was folded or merged away is in no launch.
Result<std::vector<KernelUse>> kernelsOfOps(std::string_view mlirText, const CompileOptions &options);

} // namespace weir
