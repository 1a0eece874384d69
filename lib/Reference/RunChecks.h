// Runs the functions of a module that test themselves. What weir-run --interpret does.
#pragma once

#include "lib/Reference/Interpreter.h"

namespace weir {

struct CheckedRun {
  std::string function;
  std::optional<Failure> failure;
};

/// The functions of `module` that are tests: public, with a body, without arguments.
std::vector<mlir::func::FuncOp> testFunctions(mlir::ModuleOp module);

/// Interprets each of `functions`, on variables of its own. A function that makes no check fails too.
std::vector<CheckedRun> runChecks(llvm::ArrayRef<mlir::func::FuncOp> functions, const InterpretOptions &options = {});

} // namespace weir
