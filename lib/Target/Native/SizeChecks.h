// Which sizes of a kernel's operands must agree, from the iteration rules of its ops.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weir {

/// A size that a launch is given: of a dimension of a tensor operand, or a host scalar.
struct GivenSize {
  unsigned number = 0; ///< among the tensor operands, or among the scalars
  unsigned dim = 0;
  bool isScalar = false;
  std::optional<int64_t> known = {}; ///< by the type; no launch gives it
};

struct SizeCheck {
  /// Where slices take elements from.
  struct Stride {
    int64_t start, step;
  };
  GivenSize size, expected;
  std::optional<Stride> slice; ///< `size` is enough for `expected` elements; none: both are equal
  mlir::Location loc;          ///< of the op that needs them to agree
  std::string op;              ///< its name
};

/// `size` is 0 only where one of `indices` is: an index finds no position in a dimension without any.
struct PickCheck {
  GivenSize size;
  llvm::SmallVector<GivenSize> indices;
  mlir::Location loc; ///< of the op that picks
  std::string op;     ///< its name
};

struct LaunchChecks {
  llvm::SmallVector<SizeCheck> sizes;
  llvm::SmallVector<PickCheck> picks;
};

/// What `prepare` has to compare, because types leave it open: jobs may be given inputs whose `?` sizes don't fit.
/// Fails with an error at an op that has no iteration rule. `kernel` is a function of weir ops.
mlir::FailureOr<LaunchChecks> launchChecks(mlir::func::FuncOp kernel);

} // namespace weir
