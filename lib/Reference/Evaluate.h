// Evaluates single ops on concrete tensors: works out sizes, rule and boxes, then calls the op's eval.
#pragma once

#include "lib/Reference/Models.h"

namespace weir {

/// The scope of `op` (which has SemanticsInterface) on whole operands of static metas. `sizes` are the values of its
/// index operands. Fails where the op's inference does, and where results don't fit the op's result types.
Result<EvalScope> wholeScope(mlir::Operation *op, const Metas &operands, llvm::ArrayRef<int64_t> sizes,
                             bool widened = false);

/// The same op on a sub-box of its factors, and on the parts of its operands that this touches.
EvalScope partScope(const EvalScope &whole, Box box);

/// Calls the eval of `op`, or evaluates its decomposition, on operands that are cut to the boxes of `scope`, and checks
/// that the results are as it says.
Result<Tensors> evaluate(mlir::Operation *op, llvm::ArrayRef<HostTensor> operands, const EvalScope &scope);

/// Fails unless `actual`, which is static, fits `declared`, which may hold `?`. `what` names the value.
std::optional<Failure> checkFits(const std::string &what, const TensorMeta &declared, const TensorMeta &actual);

} // namespace weir
