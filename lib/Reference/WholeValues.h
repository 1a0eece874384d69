// What a job's caller gives and keeps: whole values, also where ranks have parts of them.
#pragma once

#include "lib/Reference/Interpreter.h"

namespace weir {

class VariableOp;

/// What a caller gives for an argument, or keeps as a variable: where ranks have parts of it, the whole.
mlir::RankedTensorType wholeTypeOf(mlir::func::FuncOp program, unsigned argument);
mlir::RankedTensorType wholeTypeOf(VariableOp variable);

/// A variable under the name that it had before ranks had parts of it.
struct WholeVariable {
  std::string name;
  mlir::RankedTensorType type;
  bool carried; ///< from one iteration of a job to the next, and unknown to callers
  std::optional<mlir::ElementsAttr> initial;
};
/// Those of a module, but for those that stand for another one.
llvm::SmallVector<WholeVariable> wholeVariables(mlir::ModuleOp module);

/// The same with their initial values.
Result<VariableStore> initialWholes(mlir::ModuleOp module);

} // namespace weir
