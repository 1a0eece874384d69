// Attention of several heads: projections, heads, masks around weir.attention.
#include "dialects/Weir/Layer/MultiHead.h"

#include "dialects/Weir/IR/KnownElements.h"
#include "dialects/Weir/Shape/Ops.h"
#include "dialects/Weir/Statistics/Ops.h"
#include "lib/Support/ShapeText.h"

#include <cmath>

using namespace mlir;

namespace weir {

// The operands, of which those from kInBias on are optional.
enum : unsigned { kQuery, kKey, kValue, kQueryWeight, kKeyWeight, kValueWeight, kOutWeight };
enum : int64_t {
  kInBias,
  kOutBias,
  kKeyBias,
  kValueBias,
  kStaticKey,
  kStaticValue,
  kAttnMask,
  kPaddingMask,
  kSeed,
  kStep
};

// inference

namespace {

bool agree(const Shape &a, const Shape &b) { return std::equal(a.begin(), a.end(), b.begin(), b.end(), mayEqual); }

/// The sizes that operands have to have, and whether they do.
class MultiHeadSizes {
public:
  MultiHeadSizes(const Metas &operands, const Attributes &attributes)
      : operands(operands), attributes(attributes), heads(attributes.get<int64_t>("num_heads")) {}

  std::optional<Failure> check() {
    if (auto failure = checkSameDType(operands, {0, 1, 2, 3, 4, 5, 6}))
      return failure;
    for (unsigned i : {kQuery, kKey, kValue})
      if (operands[i].shape.size() != 3)
        return Failure{"expects query (L, N, E), key (S, N, Ek) and value (S, N, Ev), got " + shapeOf(kQuery) + ", " +
                       shapeOf(kKey) + " and " + shapeOf(kValue)};
    length = operands[kQuery].shape[0];
    batch = operands[kQuery].shape[1];
    DimSize embedding = operands[kQuery].shape[2];
    if (!embedding.isKnown() || heads < 1 || embedding.known() % heads != 0)
      return Failure{"expects an embedding of " + std::to_string(heads) + " heads, got " + shapeOf(kQuery)};
    embed = embedding.known();
    keys = operands[kKey].shape[0];
    if (const TensorMeta *given = optional(kStaticKey); given && given->shape.size() == 3)
      keys = given->shape[1];
    if (auto failure = checkWeights())
      return failure;
    return checkOptionals();
  }

  TensorMeta output() const { return {operands[0].dtype, {length, batch, operands[kOutWeight].shape[0]}}; }

  TensorMeta weights() const {
    int64_t added = (optional(kKeyBias) ? 1 : 0) + (attributes.has("add_zero_attn") ? 1 : 0);
    DimSize all = keys.isKnown() ? DimSize(keys.known() + added) : keys;
    if (attributes.has("average"))
      return {operands[0].dtype, {batch, length, all}};
    return {operands[0].dtype, {batch, DimSize(heads), length, all}};
  }

private:
  const TensorMeta *optional(int64_t number) const { return optionalOperand(operands, attributes, number); }
  std::string shapeOf(unsigned number) const { return tupleText(operands[number].shape); }

  std::optional<Failure> checkWeights() const {
    const Shape &key = operands[kKey].shape, &value = operands[kValue].shape, &out = operands[kOutWeight].shape;
    if (!agree({key[0], key[1]}, {value[0], value[1]}) || !mayEqual(key[1], batch))
      return Failure{"expects query, key and value of one batch, got " + shapeOf(kQuery) + ", " + shapeOf(kKey) +
                     " and " + shapeOf(kValue)};
    for (unsigned i : {kQuery, kKey, kValue})
      if (Shape wanted = {DimSize(embed), operands[i].shape[2]}; !agree(operands[i + kQueryWeight].shape, wanted))
        return Failure{"expects weights (E, *) of query, key and value, got " + shapeOf(i + kQueryWeight) + " for " +
                       shapeOf(i)};
    if (out.size() != 2 || !mayEqual(out[1], DimSize(embed)))
      return Failure{"expects out_weight of shape (*, " + std::to_string(embed) + "), got " + tupleText(out)};
    return std::nullopt;
  }

  std::optional<Failure> checkOptional(const char *name, int64_t number, const Shape &wanted) const {
    const TensorMeta *given = optional(number);
    if (!given || agree(given->shape, wanted))
      return std::nullopt;
    return Failure{"expects " + std::string(name) + " of shape " + tupleText(wanted) + ", got " +
                   tupleText(given->shape)};
  }

  std::optional<Failure> checkOptionals() const {
    DimSize rows = batch.isKnown() ? DimSize(batch.known() * heads) : batch;
    Shape one = {DimSize(1), DimSize(1), DimSize(embed)}, fixed = {rows, keys, DimSize(embed / heads)};
    const TensorMeta *mask = optional(kAttnMask), *padding = optional(kPaddingMask);
    Shape ofScores = mask && mask->shape.size() == 3 ? Shape{rows, length, keys} : Shape{length, keys};
    const struct {
      const char *name;
      int64_t number;
      Shape wanted;
    } all[] = {{"in_bias", kInBias, {DimSize(3 * embed)}},
               {"out_bias", kOutBias, {operands[kOutWeight].shape[0]}},
               {"bias_k", kKeyBias, one},
               {"bias_v", kValueBias, one},
               {"static_k", kStaticKey, fixed},
               {"static_v", kStaticValue, fixed},
               {"attn_mask", kAttnMask, ofScores},
               {"key_padding_mask", kPaddingMask, {batch, keys}}};
    for (const auto &each : all)
      if (auto failure = checkOptional(each.name, each.number, each.wanted))
        return failure;
    for (const TensorMeta *given : {mask, padding})
      if (given && given->dtype != DType::Bool && !isFloat(given->dtype))
        return Failure{"expects masks of bool or floats, got " + std::string(name(given->dtype))};
    if ((optional(kKeyBias) != nullptr) != (optional(kValueBias) != nullptr))
      return Failure{"expects bias_k and bias_v, or neither, got one"};
    if (double p = attributes.get<double>("dropout_p"); !(p >= 0 && p < 1))
      return Failure{"expects dropout_p in [0, 1), got " + std::to_string(p)};
    else if (p > 0 && !(optional(kSeed) && optional(kStep)))
      return Failure{"expects seed and step where weights are dropped, got none"};
    return std::nullopt;
  }

  const Metas &operands;
  const Attributes &attributes;
  int64_t heads, embed = 0;
  DimSize length, batch, keys; ///< before others are added, as masks know them
};

} // namespace

Result<Metas> inferMultiHead(const Metas &operands, const Attributes &attributes) {
  MultiHeadSizes sizes(operands, attributes);
  if (auto failure = sizes.check())
    return *failure;
  return Metas{sizes.output()};
}

Result<Metas> inferMultiHeadWeights(const Metas &operands, const Attributes &attributes) {
  MultiHeadSizes sizes(operands, attributes);
  if (auto failure = sizes.check())
    return *failure;
  return Metas{sizes.output(), sizes.weights()};
}

// decomposition

namespace {

/// What both ops are made of.
template <typename Op> class MultiHead {
public:
  MultiHead(Op op, OpBuilder &builder) : op(op), builder(builder), loc(op.getLoc()), inside(builder, op, false) {
    query = heads(projected(kQuery));
    Expression projectedKey = projected(kKey), projectedValue = projected(kValue);
    if (optional(kKeyBias).isPresent()) {
      projectedKey = withRow(projectedKey, optional(kKeyBias));
      projectedValue = withRow(projectedValue, optional(kValueBias));
    }
    key = withZeros(fixedOr(kStaticKey, heads(projectedKey)));
    value = withZeros(fixedOr(kStaticValue, heads(projectedValue)));
  }

  Expression attended() const {
    SmallVector<int64_t> present;
    SmallVector<Value> optionals = besideScores(present);
    return made(AttentionOp::create(builder, loc, query, key, value, optionals, present, op.getDropoutP(), isCausal(),
                                    FloatAttr(), /*enable_gqa=*/false, op.getOrdinal()));
  }

  Expression weights() const {
    SmallVector<int64_t> present;
    SmallVector<Value> optionals = besideScores(present);
    return made(AttentionWeightsOp::create(builder, loc, query, key, optionals, present, op.getDropoutP(), isCausal(),
                                           FloatAttr(), op.getOrdinal()));
  }

  Expression weighted(Expression weights) const {
    return matmul(weights, value, /*transposeB=*/false, weights.type().getElementType());
  }

  /// (N, heads, L, D) as (L, N, E), projected.
  Expression output(Expression attended) const {
    Expression rows = transposed(attended, {2, 0, 1, 3});
    SmallVector<OpFoldResult> sizes = sizesOf(rows);
    sizes.pop_back();
    sizes.back() = builder.getIndexAttr(embed());
    return linear(reshape(rows, sizes), inside.operand(kOutWeight), optional(kOutBias));
  }

private:
  Expression made(Value value) const { return {builder, loc, value}; }
  Expression optional(int64_t number) const { return inside.optional(number, op.getPresent(), op.getOptionals()); }
  int64_t embed() const { return inside.operand(kQuery).knownSize(2); }
  int64_t numHeads() const { return static_cast<int64_t>(op.getNumHeads()); }
  bool isCausal() const { return op.getIsCausal() && !optional(kAttnMask).isPresent(); }

  Expression transposed(Expression x, ArrayRef<int64_t> permutation) const {
    return made(TransposeOp::create(builder, loc, Value(x), permutation));
  }

  Expression joined(Expression front, Expression back, int64_t dim) const {
    return made(ConcatOp::create(builder, loc, front, back, static_cast<uint64_t>(dim)));
  }

  Expression linear(Expression x, Expression weight, Expression bias) const {
    SmallVector<Value> optionals;
    SmallVector<int64_t> present;
    if (bias.isPresent()) {
      optionals.push_back(bias);
      present.push_back(0);
    }
    return made(LinearOp::create(builder, loc, x, weight, optionals, present));
  }

  Expression projected(unsigned number) const {
    Expression bias = optional(kInBias);
    if (bias.isPresent())
      bias = slice(bias, 0, number * embed(), embed());
    return linear(inside.operand(number), inside.operand(number + kQueryWeight), bias);
  }

  /// x (S, N, E) with one more row, the same (1, 1, E) for all of the batch.
  Expression withRow(Expression x, Expression row) const {
    SmallVector<OpFoldResult> sizes = sizesOf(x);
    sizes[0] = builder.getIndexAttr(1);
    return joined(x, broadcastTo(without(without(row, 0), 0), sizes, {2}), 0);
  }

  /// (L, N, E) as (N, heads, L, D).
  Expression heads(Expression x) const {
    SmallVector<OpFoldResult> sizes = sizesOf(x);
    sizes.back() = builder.getIndexAttr(numHeads());
    sizes.push_back(builder.getIndexAttr(embed() / numHeads()));
    return transposed(reshape(x, sizes), {1, 2, 0, 3});
  }

  /// (N * heads, *) as (N, heads, *).
  Expression perHead(Expression x) const {
    SmallVector<OpFoldResult> sizes = sizesOf(x);
    sizes[0] = sizesOf(inside.operand(kQuery))[1];
    sizes.insert(sizes.begin() + 1, builder.getIndexAttr(numHeads()));
    return reshape(x, sizes);
  }

  Expression fixedOr(int64_t number, Expression own) const {
    Expression given = optional(number);
    return given.isPresent() ? perHead(given) : own;
  }

  Expression withZeros(Expression x) const { return op.getAddZeroAttn() ? joined(x, zerosBeside(x, 2), 2) : x; }

  /// Zeros in the shape of x, but of size 1 along `dim`.
  Expression zerosBeside(Expression x, int64_t dim) const {
    SmallVector<OpFoldResult> sizes = sizesOf(x);
    sizes[dim] = builder.getIndexAttr(1);
    auto scalar = RankedTensorType::get({}, x.type().getElementType());
    return broadcastTo(knownElements(builder, loc, scalar, {0.0}), sizes, {});
  }

  /// What a mask adds to scores.
  Expression addend(Expression mask) const {
    Type own = query.type().getElementType();
    if (!mask.type().getElementType().isInteger(1))
      return mask.cast(own);
    return select(mask, -INFINITY, mask.cast(own).constant(0));
  }

  /// What is added to scores (N, heads, L, S), of both masks; keys that were added at the end take part.
  Expression mask() const {
    Expression own = optional(kAttnMask), padding = optional(kPaddingMask);
    if (!own.isPresent() && !padding.isPresent())
      return own;
    std::optional<Expression> total;
    if (own.isPresent())
      total = addend(own.rank() == 3 ? perHead(own) : own);
    if (padding.isPresent()) {
      // (N, S) as (N, 1, 1, S).
      Expression rows = addend(unsqueezed(unsqueezed(padding, 1), 1));
      total = total ? bothOf(*total, rows) : rows;
    }
    int64_t added = (optional(kKeyBias).isPresent() ? 1 : 0) + (op.getAddZeroAttn() ? 1 : 0), last = total->rank() - 1;
    Expression zeros = zerosBeside(*total, last);
    for (int64_t i = 0; i < added; ++i)
      total = joined(*total, zeros, last);
    return *total;
  }

  /// The sum in the shape of scores before keys are added.
  Expression bothOf(Expression own, Expression rows) const {
    SmallVector<OpFoldResult> sizes = sizesOf(query);
    sizes.back() = sizesOf(rows).back();
    auto row = without(without(rows, 1), 1);
    SmallVector<int64_t> dims = own.rank() == 2 ? SmallVector<int64_t>{2, 3} : SmallVector<int64_t>{0, 1, 2, 3};
    return broadcastTo(own, sizes, dims) + broadcastTo(row, sizes, {0, 3});
  }

  /// The optional operands of weir.attention and their numbers.
  SmallVector<Value> besideScores(SmallVector<int64_t> &present) const {
    SmallVector<Value> given;
    const Expression all[] = {mask(), optional(kSeed), optional(kStep)};
    for (auto [number, each] : llvm::enumerate(all))
      if (each.isPresent() && (number == 0 || op.getDropoutP() > 0)) {
        given.push_back(each);
        present.push_back(static_cast<int64_t>(number));
      }
    return given;
  }

  mutable Op op; ///< whose getters are not const
  OpBuilder &builder;
  Location loc;
  Composition inside;
  Expression query{builder, loc, Value()}, key = query, value = query;
};

} // namespace

Expression multiHead(MultiHeadAttentionOp op, OpBuilder &builder) {
  MultiHead<MultiHeadAttentionOp> parts(op, builder);
  return parts.output(parts.attended());
}

SmallVector<Value> multiHead(MultiHeadAttentionWeightsOp op, OpBuilder &builder) {
  MultiHead<MultiHeadAttentionWeightsOp> parts(op, builder);
  Expression weights = parts.weights();
  Expression output = parts.output(parts.weighted(weights));
  if (!op.getAverage())
    return {output, weights};
  return {output, MeanOp::create(builder, op.getLoc(), Value(weights), ArrayRef<int64_t>{1}, /*keepdim=*/false)};
}

} // namespace weir
