// Registration of the Layer family: inference and the decompositions of smaller layers; larger ones have files of
// their own.
#include "dialects/Weir/Layer/Ops.h"

#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Layer/AffineGrid.h"
#include "dialects/Weir/Layer/Attention.h"
#include "dialects/Weir/Layer/Convolution.h"
#include "dialects/Weir/Layer/Joining.h"
#include "dialects/Weir/Layer/MultiHead.h"
#include "dialects/Weir/Layer/Noise.h"
#include "dialects/Weir/Layer/Patches.h"
#include "dialects/Weir/Layer/Pooling.h"
#include "dialects/Weir/Layer/Resizing.h"
#include "dialects/Weir/Statistics/Formulas.h"
#include "lib/Support/ShapeText.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

namespace weir {

// What the definitions of records call.

// linear

static std::string linearSpec(const Metas &operands) { return operands.size() == 3 ? "*i,oi,o->*o" : "*i,oi->*o"; }

static Result<Metas> inferLinear(const Metas &operands) {
  const Shape &input = operands[0].shape, &weight = operands[1].shape;
  if (weight.size() != 2 || input.empty() || !mayEqual(input.back(), weight[1]))
    return Failure{"expects weight of shape (out, in) and input of shape (*, in), got " + tupleText(operands[1].shape) +
                   " and " + tupleText(operands[0].shape)};
  if (operands.size() == 3)
    if (auto failure = checkSameDType(operands, {0, 1, 2}))
      return *failure;
  if (auto failure = checkSameDType(operands, {0, 1}))
    return *failure;
  if (operands[0].dtype == DType::Bool)
    return Failure{"expects input and weight to be numbers, got bool"};
  return inferFromFactors(linearSpec(operands), operands);
}

/// A bias is added once, so that sums of parts must not each have it.
static Result<IterationRule> linearRule(const Metas &operands, const Metas &results) {
  Result<IterationRule> rule = ruleFromFactors(linearSpec(operands), Combiner::Sum, operands, results);
  if (rule && operands.size() == 3)
    rule->factors[rule->findFactor("i")].kind = FactorKind::Whole;
  return rule;
}

static Expression linear(Expression input, Expression weight, Expression bias) {
  SmallVector<OpFoldResult> sizes = sizesOf(input);
  OpFoldResult rows = product(input.getBuilder(), input.getLoc(), ArrayRef(sizes).drop_back());
  // The sum with a bias is rounded, not the products before it.
  Type own = input.type().getElementType();
  Type out = bias.isPresent() ? accumulatorFor(std::nullopt, input) : own;
  Expression y = matmul(reshape(input, {rows, sizes.back()}), weight, /*transposeB=*/true, out);
  if (bias.isPresent())
    y = (y + broadcast(bias.cast(out), y, {1})).cast(own);
  sizes.back() = sizesOf(weight)[0];
  return reshape(y, sizes);
}

// addmm

static Result<Metas> inferAddmm(const Metas &operands) {
  if (auto failure = checkSameDType(operands, {0, 1, 2}))
    return *failure;
  if (operands[0].dtype == DType::Bool)
    return Failure{"expects input, mat1 and mat2 to be of numbers, got bool"};
  Result<Metas> product = inferFromFactors("*mk,*kn->*mn", {operands[1], operands[2]});
  if (product && !broadcastsTo(operands[0].shape, (*product)[0].shape))
    return Failure{"expects input to broadcast to " + tupleText((*product)[0].shape) + ", got " +
                   tupleText(operands[0].shape)};
  return product;
}

static Expression addmm(Expression input, Expression mat1, Expression mat2, double beta, double alpha) {
  Type own = input.type().getElementType(), wide = accumulatorFor(std::nullopt, mat1);
  Expression product = matmul(mat1, mat2, /*transposeB=*/false, wide);
  product = alpha == 1 ? product : product * alpha;
  if (beta == 0) // whatever input holds, NaN too
    return product.cast(own);
  Expression scaled = beta == 1 ? input.cast(wide) : input.cast(wide) * beta;
  return (broadcastTrailing(scaled, product) + product).cast(own);
}

// embedding

static Result<Metas> inferEmbedding(const Metas &operands, const Attributes &attributes) {
  const Shape &weight = operands[1].shape;
  if (weight.size() != 2)
    return Failure{"expects weight of 2 dimensions, got " + tupleText(operands[1].shape)};
  if (attributes.has("padding_idx")) {
    int64_t row = attributes.get<int64_t>("padding_idx");
    DimSize rows = weight[0];
    if (rows.isKnown() ? row < -rows.known() || row >= rows.known() : row < 0)
      return Failure{"expects padding_idx to be a row of weight " + tupleText(operands[1].shape) + ", got " +
                     std::to_string(row)};
  }
  TensorMeta rows{operands[1].dtype, operands[0].shape};
  rows.shape.push_back(weight[1]);
  return Metas{rows};
}

/// Rows in the last dimension, each scaled to the norm `most` if its own is larger.
static Expression renormalized(Expression rows, double most, double p) {
  Type narrow = rows.type().getElementType();
  Expression wide = rows.cast(accumulatorFor(std::nullopt, rows));
  int64_t dim = wide.rank() - 1;
  Expression size = norm(wide, {dim}, p);
  Expression factor = select(size > most, most / (size + 1e-7), 1.0);
  return (wide * spread(factor, wide, {dim})).cast(narrow);
}

static Expression embedding(EmbeddingOp op, Expression input, Expression weight) {
  SmallVector<OpFoldResult> sizes = sizesOf(input);
  Expression flat = reshape(input, {product(input.getBuilder(), input.getLoc(), sizes)});
  OpFoldResult width = sizesOf(weight)[1];
  Expression rows = gather(weight, broadcastTo(flat, {sizesOf(flat)[0], width}, {0}), 0);
  sizes.push_back(width);
  rows = reshape(rows, sizes);
  // The difference is 0, and has the gradient.
  if (std::optional<double> most = op.getMaxNorm())
    rows = detach(renormalized(rows, *most, op.getNormType().value_or(2.0))) + (rows - detach(rows));
  std::optional<int64_t> paddingRow = op.getPaddingIdx();
  if (!paddingRow)
    return rows;
  int64_t row = *paddingRow < 0 ? *paddingRow + weight.knownSize(0) : *paddingRow;
  Expression isPadding = input == input.constant(static_cast<double>(row));
  return select(broadcastTo(isPadding, sizes, llvm::to_vector(llvm::seq<int64_t>(0, input.rank()))), detach(rows),
                rows);
}

// one_hot

static Result<Metas> inferOneHot(const TensorMeta &input, const Attributes &attributes) {
  int64_t classes = attributes.get<int64_t>("num_classes");
  if (classes < 1)
    return Failure{"expects num_classes to be at least 1, got " + std::to_string(classes)};
  TensorMeta result{attributes.get<DType>("to"), input.shape};
  result.shape.emplace_back(classes);
  return Metas{result};
}

static Expression oneHot(Expression input, int64_t classes, double on, double off, Type type) {
  SmallVector<OpFoldResult> sizes = sizesOf(input);
  sizes.push_back(input.getBuilder().getIndexAttr(classes));
  Expression named = broadcastTo(input, sizes, llvm::to_vector(llvm::seq<int64_t>(0, input.rank())));
  Expression ofType = named.cast(type);
  return select(named == positionsAlong(named, input.rank()), ofType.constant(on), ofType.constant(off));
}

// triangles

static std::vector<int64_t> lastTwoDims(const TensorMeta &input) {
  int64_t rank = static_cast<int64_t>(input.shape.size());
  return {rank - 2, rank - 1};
}

static Result<Metas> inferTriangle(const TensorMeta &input) {
  if (input.shape.size() < 2)
    return Failure{"expects input of at least 2 dimensions, got " + tupleText(input.shape)};
  return Metas{input};
}

static Expression triangle(Expression x, int64_t diagonal, bool isLower) {
  Expression row = positionsAlong(x, x.rank() - 2), column = positionsAlong(x, x.rank() - 1);
  Expression beyond = row + static_cast<double>(diagonal);
  return select(isLower ? column <= beyond : column >= beyond, x, 0);
}

} // namespace weir

#define GET_OP_CLASSES
#include "dialects/Weir/Layer/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerLayerOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Layer/Ops.cpp.inc"
      >();
}

} // namespace weir
