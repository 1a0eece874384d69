// Attention: inference and decomposition. Scores, weights and their sums are in f32 where operands are narrower.
#include "dialects/Weir/Layer/Attention.h"

#include "dialects/Weir/Activation/Formulas.h"
#include "lib/Support/ShapeText.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace weir {

// inference

static Failure refused(const Metas &operands) {
  return Failure{"expects query (*, heads, L, E), key (*, heads, S, E) and value (*, heads, S, E') that agree, got " +
                 tupleText(operands[0].shape) + ", " + tupleText(operands[1].shape) + " and " +
                 tupleText(operands[2].shape)};
}

/// Whether heads of key or value serve those of query: as many, or one for several, which has to be known.
static bool servesHeads(DimSize queryHeads, DimSize heads, bool isGrouped) {
  if (!isGrouped)
    return mayEqual(queryHeads, heads);
  return queryHeads.isKnown() && heads.knownOr(0) > 0 && queryHeads.known() % heads.known() == 0;
}

static bool agree(const Metas &operands, bool isGrouped) {
  const Shape &query = operands[0].shape, &key = operands[1].shape, &value = operands[2].shape;
  size_t rank = query.size();
  if (rank < (isGrouped ? 3 : 2) || key.size() != rank || value.size() != rank)
    return false;
  for (size_t d = 0; d + 2 < rank; ++d) {
    bool isHeads = isGrouped && d + 3 == rank;
    if (!servesHeads(query[d], key[d], isHeads) || !mayEqual(key[d], value[d]))
      return false;
  }
  return mayEqual(query[rank - 1], key[rank - 1]) && mayEqual(key[rank - 2], value[rank - 2]);
}

/// The mask beside the scores, and the step where weights are dropped.
static std::optional<Failure> checkMaskAndStep(const Metas &operands, const Attributes &attributes,
                                               const Shape &scores) {
  if (const TensorMeta *mask = optionalOperand(operands, attributes, 0)) {
    if (!broadcastsTo(mask->shape, scores))
      return Failure{"expects attn_mask to broadcast to " + tupleText(scores) + ", got " + tupleText(mask->shape)};
    if (mask->dtype != DType::Bool && !isFloat(mask->dtype))
      return Failure{"expects attn_mask to be of bool or floats, got " + std::string(name(mask->dtype))};
  }
  if (double p = attributes.get<double>("dropout_p"); !(p >= 0 && p < 1))
    return Failure{"expects dropout_p in [0, 1), got " + std::to_string(p)};
  else if (p > 0 && !(optionalOperand(operands, attributes, 1) && optionalOperand(operands, attributes, 2)))
    return Failure{"expects seed and step where weights are dropped, got none"};
  return std::nullopt;
}

Result<Metas> inferAttention(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkSameDType(operands, {0, 1, 2}))
    return *failure;
  if (!agree(operands, attributes.has("enable_gqa")))
    return refused(operands);
  TensorMeta result = operands[0];
  result.shape.back() = operands[2].shape.back();
  Shape scores = operands[0].shape;
  scores.back() = operands[1].shape[scores.size() - 2];
  if (auto failure = checkMaskAndStep(operands, attributes, scores))
    return *failure;
  return Metas{result};
}

Result<Metas> inferAttentionWeights(const Metas &operands, const Attributes &attributes) {
  const Shape &query = operands[0].shape, &key = operands[1].shape;
  if (auto failure = checkSameDType(operands, {0, 1}))
    return *failure;
  bool fits = query.size() >= 2 && key.size() == query.size() && mayEqual(query.back(), key.back());
  for (size_t d = 0; fits && d + 2 < query.size(); ++d)
    fits = mayEqual(query[d], key[d]);
  if (!fits)
    return Failure{"expects query (*, L, E) and key (*, S, E) that agree, got " + tupleText(query) + " and " +
                   tupleText(key)};
  TensorMeta result = operands[0];
  result.shape.back() = key[key.size() - 2];
  if (auto failure = checkMaskAndStep(operands, attributes, result.shape))
    return *failure;
  return Metas{result};
}

// decomposition

/// Heads of x, each `times` times, which makes them as many as those of `query`.
static Expression repeatedHeads(Expression x, int64_t times, Expression query) {
  if (times == 1)
    return x;
  int64_t heads = x.rank() - 3;
  SmallVector<OpFoldResult> sizes = sizesOf(x), repeated = sizes;
  repeated.insert(repeated.begin() + heads + 1, x.getBuilder().getIndexAttr(times));
  SmallVector<int64_t> dims;
  for (int64_t d = 0; d < x.rank(); ++d)
    dims.push_back(d <= heads ? d : d + 1);
  sizes[heads] = sizesOf(query)[heads];
  return reshape(broadcastTo(x, repeated, dims), sizes);
}

/// Whether a query sees a key, in the shape of the scores: compared for one head, and the same in all.
static Expression upToQuery(Expression scores) {
  SmallVector<OpFoldResult> sizes = sizesOf(scores), ofHead(ArrayRef(sizes).take_back(2));
  int64_t first = scores.rank() - 2;
  Expression row = broadcastTo(positionsOf(scores, first), ofHead, {0});
  Expression column = broadcastTo(positionsOf(scores, first + 1), ofHead, {1});
  return broadcast(column <= row, scores, {first, first + 1});
}

template <typename Op> static Expression masked(Op op, Expression scores, Expression mask) {
  constexpr double kNothing = -std::numeric_limits<double>::infinity();
  if (mask.isPresent()) {
    Expression spreadMask = broadcastTrailing(mask, scores);
    bool isBool = mask.type().getElementType().isInteger(1);
    scores = isBool ? select(spreadMask, scores, kNothing) : scores + spreadMask.cast(scores.type().getElementType());
  }
  return op.getIsCausal() ? select(upToQuery(scores), scores, kNothing) : scores;
}

/// In f32 where operands are narrower.
template <typename Op>
static Expression weightsOf(Op op, Expression query, Expression key, Expression mask, Expression seed,
                            Expression step) {
  Type wide = accumulatorFor(std::nullopt, query);
  Expression scores = matmul(query, key, /*transposeB=*/true, wide);
  if (std::optional<double> scale = op.getScale())
    scores = scores * *scale;
  else if (!query.type().isDynamicDim(query.rank() - 1))
    scores = scores * (1 / std::sqrt(static_cast<double>(query.knownSize(query.rank() - 1))));
  else
    scores = scores * broadcast(1.0 / sqrt(countAlong(query.cast(wide), {query.rank() - 1})), scores, {});
  Expression weights = maskedSoftmax(masked(op, scores, mask), scores.rank() - 1);
  if (double p = op.getDropoutP(); p > 0) {
    auto ordinal = static_cast<int64_t>(op.getOrdinal());
    weights = select(keptAtRandom(weights, seed, step, p, ordinal, 0), weights * (1 / (1 - p)), 0);
  }
  return weights;
}

Expression attention(AttentionOp op, Expression query, Expression key, Expression value, Expression mask,
                     Expression seed, Expression step) {
  if (op.getEnableGqa()) {
    // Those of value are as many as those of key, though they may be a `?`.
    int64_t heads = query.rank() - 3, times = query.knownSize(heads) / key.knownSize(heads);
    key = repeatedHeads(key, times, query);
    value = repeatedHeads(value, times, query);
  }
  Type own = query.type().getElementType();
  return matmul(weightsOf(op, query, key, mask, seed, step).cast(own), value, /*transposeB=*/false, own);
}

Expression attentionWeights(AttentionWeightsOp op, Expression query, Expression key, Expression mask, Expression seed,
                            Expression step) {
  return weightsOf(op, query, key, mask, seed, step);
}

} // namespace weir
