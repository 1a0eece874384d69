// What collectives mean, on host tensors; and parts of tensors that lie apart.
#pragma once

#include "dialects/Interfaces/HostTensor.h"
#include "lib/Support/Holding.h"
#include "lib/Support/Status.h"

#include "mlir/IR/Operation.h"

namespace weir {

/// The elements of `whole` at these positions of each dimension.
HostTensor partAt(const HostTensor &whole, llvm::ArrayRef<HeldRanges> positions);

/// Puts a part in its place in `whole`.
void putAt(const HostTensor &part, llvm::ArrayRef<HeldRanges> positions, HostTensor &whole);

/// What each member of a group gets in a collective, from what each gives. `ops` are theirs, of one kind, with the same
/// attributes.
Result<std::vector<HostTensor>> evaluateCollective(llvm::ArrayRef<mlir::Operation *> ops,
                                                   llvm::ArrayRef<const HostTensor *> given);

} // namespace weir
