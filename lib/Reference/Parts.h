// Cutting tensors into parts and joining them again, as ranks and workers hold them.
#pragma once

#include "dialects/Interfaces/HostTensor.h"
#include "lib/Support/IterationRule.h"
#include "lib/Support/Status.h"

namespace weir {

/// The part of `whole` that lies in `box`.
HostTensor cut(const HostTensor &whole, const Box &box);

/// Puts a part in its place in `whole`.
void paste(const HostTensor &part, const Box &box, HostTensor &whole);

/// Two partial results as one.
double combined(Combiner combiner, double x, double y);
int64_t combined(Combiner combiner, int64_t x, int64_t y);

/// What partial results of nothing are.
double identityOf(Combiner combiner);
int64_t identityOf(Combiner combiner, DType integer);

/// Joins partial results elementwise; fails for a combiner that is an op's own.
Result<HostTensor> combine(Combiner combiner, const HostTensor &x, const HostTensor &y);

} // namespace weir
