// Runs the programs of several ranks together.
#pragma once

#include "lib/Reference/Interpreter.h"

namespace weir {

class VariableOp;

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

/// What a job's caller gives for an argument, or keeps as a variable: where ranks have parts of it, the whole.
mlir::RankedTensorType wholeTypeOf(mlir::func::FuncOp program, unsigned argument);
mlir::RankedTensorType wholeTypeOf(VariableOp variable);

/// A variable as a job's caller knows it: whole, under the name that it had before ranks had parts of it.
struct WholeVariable {
  std::string name;
  mlir::RankedTensorType type;
  std::optional<mlir::ElementsAttr> initial;
};
/// Those of a module. None that stands for another one or that a job's iterations hand on.
llvm::SmallVector<WholeVariable> wholeVariables(mlir::ModuleOp module);

/// Runs all programs of a partitioned job on whole values: each rank is given its parts, and what the ranks leave is
/// put together. `variables` are those of the program before it was partitioned. Ranks that hold the same part of a
/// result or variable have to leave the same numbers.
Result<std::vector<HostTensor>> interpretPartitioned(mlir::ModuleOp module, llvm::StringRef job,
                                                     llvm::ArrayRef<HostTensor> arguments, VariableStore &variables,
                                                     const InterpretOptions &options = {});

} // namespace weir
