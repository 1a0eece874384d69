// Which functions are jobs, and which can be.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace weir {

/// On a job's arguments: the job may overwrite the input.
inline constexpr llvm::StringLiteral kDonatedAttr = "weir.donated";

/// Fails, with an error emitted, unless the job has one block, tensors of Weir's as arguments and results, and none of
/// both where it derives variables.
mlir::LogicalResult verifyJobSignature(mlir::func::FuncOp job);

/// Makes jobs of the functions that can be some where the module has none: they are public, nobody calls them, they
/// have a job's signature, and a result or, with arguments, a weir.assign: a function without both is a test.
void markJobs(mlir::ModuleOp module);

/// Fails, with an error emitted that says what to write, where the module has functions and none is a job, and where a
/// call is no weir.call.
mlir::LogicalResult verifyJobs(mlir::ModuleOp module);

/// Emits that a call of another dialect has to be a weir.call.
mlir::LogicalResult reportForeignCall(mlir::Operation *call);

} // namespace weir
