// Layers that draw random numbers: inference and decomposition.
#pragma once

#include "dialects/Weir/IR/Expression.h"
#include "lib/Support/Semantics.h"

namespace weir {

Result<Metas> inferDropout(const Metas &operands, const Attributes &attributes);
Expression dropped(Expression x, Expression seed, Expression step, double p, int64_t ordinal, int64_t shared);
Expression alphaDropped(Expression x, Expression seed, Expression step, double p, int64_t ordinal, int64_t shared);

Result<Metas> inferRrelu(const Metas &operands, const Attributes &attributes);
Expression randomlySloped(Expression x, Expression seed, Expression step, double lower, double upper, int64_t ordinal);

Result<Metas> inferGumbelSoftmax(const Metas &operands, const Attributes &attributes);
Expression gumbelSoftmax(Expression x, Expression seed, Expression step, double tau, bool isHard, int64_t dim,
                         int64_t ordinal);

} // namespace weir
