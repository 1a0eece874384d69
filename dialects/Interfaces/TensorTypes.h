// Which of MLIR's tensor types are tensors of Weir's.
#pragma once

#include "mlir/IR/Operation.h"

namespace weir {

/// Fails, with an error emitted at `op`, where a ranked tensor has none of Weir's dtypes, too many dimensions or more
/// bytes than fit. Other types pass. `role` says what of the op is of this type.
mlir::LogicalResult verifyTensor(mlir::Operation *op, mlir::Type type, const llvm::Twine &role);

} // namespace weir
