// Attention: inference and decomposition.
#pragma once

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Layer/Ops.h"

namespace weir {

Result<Metas> inferAttention(const Metas &operands, const Attributes &attributes);
Expression attention(AttentionOp op, Expression query, Expression key, Expression value, Expression mask,
                     Expression seed, Expression step);

Result<Metas> inferAttentionWeights(const Metas &operands, const Attributes &attributes);
Expression attentionWeights(AttentionWeightsOp op, Expression query, Expression key, Expression mask, Expression seed,
                            Expression step);

} // namespace weir
