// The normal form of jobs, which holds from the stage `graph` to the stage `layout`.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace weir {

/// What may still stand in jobs because the stage that removes it is to come.
struct NormalForm {
  bool gradients = false; ///< weir.gradient and composite ops, until autograd
  bool amp = false;       ///< the attribute `weir.amp`, until precision
  bool sbp = false;       ///< meshes, constraints and signatures, until partition
  bool ranks = false;     ///< ops of comm: programs of several ranks, from partition on
};

/// Fails, with an error emitted, unless in each job of the module
/// - arguments and results are tensors, and there is one block;
/// - ops belong to the dialects weir, sbp, comm, arith (index arithmetic) and func (return), and none of them is a
/// weir.call;
/// - no op is composite;
/// - a storage is assigned at most once: a variable and its aliases are one storage;
/// - nothing stands between the first weir.assign and the return but assigns;
/// - what is said of repetition makes sense (Repetition.h);
/// and assigns stand in jobs only, a job with `weir.derive` has neither arguments nor results, and what it assigns no
/// other job does.
mlir::LogicalResult verifyNormalForm(mlir::ModuleOp module, const NormalForm &form);

/// The name of the variable that holds the storage of `variable`: the one that it is an alias of, or itself.
mlir::StringAttr storageOf(const mlir::SymbolTable &symbols, mlir::StringAttr variable);

} // namespace weir
