// LLVM's descriptions of CPUs, kept from one kernel to the next.
#pragma once

#include "lib/Target/Native/Codegen.h"

#include "llvm/Target/TargetMachine.h"

namespace weir {

struct GiveBack {
  std::vector<std::unique_ptr<llvm::TargetMachine>> *idle;
  void operator()(llvm::TargetMachine *machine) const;
};
/// Nobody else uses it meanwhile.
using BorrowedMachine = std::unique_ptr<llvm::TargetMachine, GiveBack>;

/// One for a CPU and a level, or null with an error. To make one, and its subtarget, is to look up the names of all
/// features, which takes as long as to optimize a small kernel: those that were given back are used again.
BorrowedMachine borrowTargetMachine(const CpuName &cpu, llvm::CodeGenOptLevel level, std::string &error);

} // namespace weir
