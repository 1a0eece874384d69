// What collectives mean, on host tensors.
#pragma once

#include "dialects/Interfaces/HostTensor.h"
#include "lib/Support/Status.h"

#include "mlir/IR/Operation.h"

namespace weir {

/// What each member of a group gets in a collective, from what each gives. `ops` are theirs, of one kind, with the same
/// attributes.
Result<std::vector<HostTensor>> evaluateCollective(llvm::ArrayRef<mlir::Operation *> ops,
                                                   llvm::ArrayRef<const HostTensor *> given);

} // namespace weir
