// Test functions as programs that any runner can run: inputs are given from outside, and what checks compare are
// results.
#pragma once

#include "dialects/Check/CompareTensors.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

namespace weir {

struct TestProgram {
  struct Check {
    std::string op; ///< "file:line:column: 'check.expect_eq' op", for messages
    Tolerance tolerance;
  };

  mlir::OwningOpRef<mlir::ModuleOp> module; ///< of its own: this function, variables, and what may be called
  mlir::func::FuncOp function;              ///< a job
  std::vector<HostTensor> inputs;
  std::vector<Check> checks; ///< check i compares result 2 * i with result 2 * i + 1, the expected one
};

enum class TestForm {
  Static,  ///< types as they are written; constants become inputs, but for splats beside operands that nothing can fold
  Dynamic, ///< and every size is `?`: one program for all sizes, which it learns from its inputs
};

/// The test function in a form of its own. In the dynamic form it may hold ops of tensors and host scalars alone.
Result<TestProgram> testProgram(mlir::func::FuncOp test, TestForm form);

/// The first check that the results of a run don't pass.
std::optional<Failure> checkResults(const TestProgram &program, llvm::ArrayRef<HostTensor> results);

} // namespace weir
