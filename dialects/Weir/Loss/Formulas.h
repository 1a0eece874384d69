// What losses of several families share: how those of elements or rows are reduced.
#pragma once

#include "dialects/Weir/IR/Expression.h"
#include "lib/Support/Semantics.h"

namespace weir {

/// The losses of elements or rows, or what they are reduced to.
Metas reducedLosses(TensorMeta losses, const Attributes &attributes);
/// Losses of elements are elementwise until they are added up.
Result<IterationRule> lossRule(const Metas &operands, const Metas &results, const Attributes &attributes);
/// The losses, their mean, their sum, or the sum divided by the first dimension.
Expression reducedLoss(Expression losses, llvm::StringRef reduction);

} // namespace weir
