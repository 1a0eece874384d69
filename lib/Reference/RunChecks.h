// Runs the functions of a module that test themselves. What weir-run --interpret does.
#pragma once

#include "lib/Reference/Interpreter.h"
#include "lib/Reference/TestProgram.h"

namespace weir {

struct CheckedRun {
  std::string function;
  std::optional<Failure> failure;
};

/// The functions of `module` that are tests: public, with a body, without arguments.
std::vector<mlir::func::FuncOp> testFunctions(mlir::ModuleOp module);

/// What is wrong with a test function that makes no check.
std::optional<Failure> missingCheck(mlir::func::FuncOp function);

/// Interprets each of `functions`, on variables of its own, in the given form or else as it is written. A function that
/// makes no check fails too.
std::vector<CheckedRun> runChecks(llvm::ArrayRef<mlir::func::FuncOp> functions, std::optional<TestForm> form = {},
                                  const InterpretOptions &options = {});

} // namespace weir
