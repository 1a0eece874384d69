// Runs the programs of several ranks together.
#pragma once

#include "lib/Reference/Interpreter.h"

namespace weir {

/// One rank: its program, what it is given, and its variables.
struct RankRun {
  mlir::func::FuncOp program;
  int64_t rank = 0;
  std::vector<HostTensor> arguments;
  VariableStore variables = {};
};

/// Results of each rank. Ranks run op by op; where one comes to a collective it waits until all members of its group
/// are at theirs, which have to be the same one. Variables change only if all ranks come to their ends. A failure names
/// the rank, op and place; where no rank can go on, each that waits, its op, and who isn't there.
Result<std::vector<std::vector<HostTensor>>> interpretRanks(llvm::MutableArrayRef<RankRun> ranks,
                                                            const InterpretOptions &options = {});

} // namespace weir
