// Registration of the Normalization family: inference and decompositions.
#include "dialects/Weir/Normalization/Ops.h"

#include "dialects/Weir/IR/WideSums.h"
#include "dialects/Weir/Statistics/Formulas.h"
#include "dialects/Weir/Window/Ops.h"
#include "lib/Support/ShapeText.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

namespace weir {

// What the definitions of records call: inference

/// The numbers of the dimensions from `first` on.
static std::vector<int64_t> dimsFrom(int64_t first, size_t rank) {
  std::vector<int64_t> dims;
  for (int64_t d = first; d < static_cast<int64_t>(rank); ++d)
    dims.push_back(d);
  return dims;
}

static std::vector<int64_t> allButFirst(const TensorMeta &input) { return dimsFrom(1, input.shape.size()); }

static std::vector<int64_t> lastDims(const TensorMeta &input, const Attributes &attributes) {
  size_t rank = input.shape.size();
  return dimsFrom(static_cast<int64_t>(rank - attributes.get<std::vector<int64_t>>("normalized_shape").size()), rank);
}

static bool mayEqualShapes(std::span<const DimSize> a, std::span<const DimSize> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), mayEqual);
}

/// The operands behind the first `leading` must all have this shape.
static std::optional<Failure> checkParameters(const Metas &operands, size_t leading, const Shape &shape) {
  for (size_t i = leading; i < operands.size(); ++i)
    if (!mayEqualShapes(operands[i].shape, shape))
      return Failure{"expects parameters of shape " + tupleText(shape) + ", got " + tupleText(operands[i].shape)};
  return std::nullopt;
}

static Result<Metas> inferLastDims(const Metas &operands, const Attributes &attributes) {
  const Shape &input = operands[0].shape, last = fromMarked(attributes.get<std::vector<int64_t>>("normalized_shape"));
  if (last.empty() || last.size() > input.size() || !mayEqualShapes(std::span(input).last(last.size()), last)) {
    std::string expected = tupleText(last);
    return Failure{"expects input of shape (*, " + expected.substr(1, expected.find_last_not_of(",)")) + "), got " +
                   tupleText(input)};
  }
  if (auto failure = checkParameters(operands, 1, last))
    return *failure;
  return Metas{operands[0]};
}

static Result<Metas> inferChannels(const Metas &operands, size_t leastRank, size_t leading = 1) {
  const Shape &input = operands[0].shape;
  if (input.size() < leastRank)
    return Failure{"expects input of shape (N, C, *), got " + tupleText(input)};
  if (auto failure = checkParameters(operands, leading, {input[1]}))
    return *failure;
  return Metas{operands[0]};
}

static Result<Metas> inferGroupNorm(const Metas &operands, const Attributes &attributes) {
  int64_t groups = attributes.get<int64_t>("num_groups");
  const Shape &input = operands[0].shape;
  if (input.size() < 2 || groups < 1 || !input[1].isKnown() || input[1].known() % groups)
    return Failure{"expects input of shape (N, C, *) with C a multiple of " + std::to_string(groups) + ", got " +
                   tupleText(input)};
  return inferChannels(operands, 2);
}

static Result<Metas> inferInstanceNorm(const Metas &operands, const Attributes &) { return inferChannels(operands, 3); }

static Result<Metas> inferBatchNorm(const Metas &operands, const Attributes &) { return inferChannels(operands, 2); }

/// The result, and statistics of (C,), where `valuesFrom` is the first dimension that they are taken over.
static Result<Metas> inferWithStatistics(const Metas &operands, const Attributes &attributes, size_t leastRank,
                                         size_t valuesFrom) {
  Result<Metas> results = inferChannels(operands, leastRank, 2);
  if (!results)
    return results;
  const Shape &input = operands[0].shape;
  bool hasOneEach = true;
  for (size_t d = valuesFrom; d < input.size(); ++d)
    hasOneEach &= d == 1 || input[d] == 1;
  if (hasOneEach || llvm::is_contained(input, DimSize(0)))
    return Failure{"expects more than one value for each channel in training, got " + tupleText(input)};
  if (!operands[1].shape.empty())
    return Failure{"expects momentum to be a scalar, got shape " + tupleText(operands[1].shape)};
  for (int64_t running : {2, 3}) {
    const TensorMeta *statistics = optionalOperand(operands, attributes, running);
    DType own = operands[0].dtype == DType::F64 ? DType::F64 : DType::F32;
    results->push_back({statistics ? statistics->dtype : own, {input[1]}});
  }
  return results;
}

static Result<Metas> inferBatchNormTraining(const Metas &operands, const Attributes &attributes) {
  return inferWithStatistics(operands, attributes, 2, /*valuesFrom=*/0);
}

static Result<Metas> inferInstanceNormTraining(const Metas &operands, const Attributes &attributes) {
  return inferWithStatistics(operands, attributes, 3, /*valuesFrom=*/2);
}

static Result<Metas> inferLocalResponseNorm(const Metas &operands, const Attributes &attributes) {
  if (int64_t size = attributes.get<int64_t>("size"); size < 1)
    return Failure{"expects size to be at least 1, got " + std::to_string(size)};
  return inferChannels(operands, 3, 1);
}

static Result<Metas> inferAlongDims(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkDims(operands[0], attributes.get<std::vector<int64_t>>("dims")))
    return *failure;
  return Metas{operands[0]};
}

static Result<Metas> inferSimilarity(const Metas &operands, const Attributes &attributes) {
  if (!mayEqualShapes(operands[0].shape, operands[1].shape))
    return Failure{"expects x1 and x2 of one shape, got " + tupleText(operands[0].shape) + " and " +
                   tupleText(operands[1].shape)};
  return inferReduced({commonFloat(operands), operands[0].shape}, {attributes.get<int64_t>("dim")}, false);
}

// Decompositions

static SmallVector<int64_t> lastDims(Expression input, ArrayRef<int64_t> shape) {
  return llvm::to_vector(llvm::seq(input.rank() - static_cast<int64_t>(shape.size()), input.rank()));
}

static SmallVector<int64_t> spatialDims(Expression input) {
  return llvm::to_vector(llvm::seq<int64_t>(2, input.rank()));
}

static SmallVector<int64_t> allButChannels(Expression input) {
  SmallVector<int64_t> dims = {0};
  llvm::append_range(dims, spatialDims(input));
  return dims;
}

/// y times weight, plus bias, whose dimensions are `dims` of y.
static Expression affine(Expression y, Expression weight, Expression bias, ArrayRef<int64_t> dims) {
  if (weight.isPresent())
    y = y * broadcast(weight, y, dims);
  return bias.isPresent() ? y + broadcast(bias, y, dims) : y;
}

/// The mean, rounded once: equal numbers have the mean that they are.
static Expression exactMean(Expression x, ArrayRef<int64_t> dims) {
  return wideMean(x, dims).cast(x.type().getElementType());
}

static Expression centered(Expression x, ArrayRef<int64_t> dims) { return x - spread(exactMean(x, dims), x, dims); }

static Expression inverseDeviation(Expression centered, ArrayRef<int64_t> dims, double eps) {
  return rsqrt(mean(centered * centered, dims) + eps);
}

/// What gives `centered` the variance 1 over `dims`.
static Expression scaleOf(Expression centered, ArrayRef<int64_t> dims, double eps) {
  return spread(inverseDeviation(centered, dims, eps), centered, dims);
}

static Expression standardizedFormula(Expression x, ArrayRef<int64_t> dims, double eps) {
  Expression around = centered(x, dims);
  return around * scaleOf(around, dims, eps);
}

/// The two means know nothing of each other, so that one loop over `dims` has both.
static Expression standardizedGradient(Expression x, Expression y, Expression dy, ArrayRef<int64_t> dims, double eps) {
  Expression alongY = y * spread(mean(dy * y, dims), y, dims);
  return scaleOf(centered(x, dims), dims, eps) * (dy - spread(mean(dy, dims), y, dims) - alongY);
}

static Expression standardizedChannels(Expression x, Expression weight, Expression bias, double eps) {
  return affine(standardizedFormula(x, allButChannels(x), eps), weight, bias, {1});
}

static Expression channelsWeightGradient(Expression x, Expression dy, double eps) {
  SmallVector<int64_t> dims = allButChannels(x);
  return sum(dy * standardizedFormula(x, dims, eps), dims);
}

static Expression channelsGradient(Expression x, Expression weight, Expression dy, double eps) {
  SmallVector<int64_t> dims = allButChannels(x);
  Expression y = standardizedFormula(x, dims, eps);
  Expression alongY = y * spread(mean(dy * y, dims), y, dims);
  return broadcast(weight * inverseDeviation(centered(x, dims), dims, eps), x, {1}) *
         (dy - spread(mean(dy, dims), y, dims) - alongY);
}

/// x with mean 0 and variance 1 over `dims`: an op, which has a gradient of its own.
static Expression standardized(Expression x, ArrayRef<int64_t> dims, double eps);

/// Of each channel, over all other dimensions, times weight, plus bias; by an op with a gradient where both are there.
static Expression standardizedByBatch(Expression x, Expression weight, Expression bias, double eps);

static Expression byRootMeanSquare(Expression x, ArrayRef<int64_t> dims, double eps) {
  return x * spread(rsqrt(mean(x * x, dims) + eps), x, dims);
}

/// Weight and bias are multiplied and added while channels stand in groups, in one kernel with the rest.
static Expression byGroups(Expression x, int64_t groups, Expression weight, Expression bias, double eps) {
  OpBuilder &builder = x.getBuilder();
  SmallVector<OpFoldResult> sizes = sizesOf(x),
                            ofGroups = {builder.getIndexAttr(groups), builder.getIndexAttr(x.knownSize(1) / groups)};
  SmallVector<OpFoldResult> parted = {sizes[0], ofGroups[0], ofGroups[1]};
  parted.push_back(product(builder, x.getLoc(), ArrayRef(sizes).drop_front(2)));
  auto perChannel = [&](Expression value) { return value.isPresent() ? reshape(value, ofGroups) : value; };
  Expression y = standardized(reshape(x, parted), {2, 3}, eps);
  return reshape(affine(y, perChannel(weight), perChannel(bias), {1, 2}), sizes);
}

/// One product and one sum for each element.
static Expression byStatistics(Expression x, Expression mean, Expression variance, Expression weight, Expression bias,
                               double eps) {
  Expression scale = rsqrt(variance + eps);
  if (weight.isPresent())
    scale = scale * weight;
  Expression shift = -mean * scale;
  if (bias.isPresent())
    shift = shift + bias;
  return x * broadcast(scale, x, {1}) + broadcast(shift, x, {1});
}

/// `running`, which takes up a part of the batch's statistics; these themselves where there are none.
static Expression collected(Expression running, Expression batch, Expression momentum) {
  Expression fresh = detach(batch);
  return running.isPresent() ? running + (fresh - running) * broadcast(momentum, fresh, {}) : fresh;
}

static SmallVector<Value> byBatch(Expression x, Expression momentum, Expression weight, Expression bias,
                                  Expression runningMean, Expression runningVariance, double eps) {
  SmallVector<int64_t> dims = allButChannels(x);
  Expression around = centered(x, dims);
  Expression variance = mean(around * around, dims);
  Expression count = countAlong(x, dims);
  Expression unbiased = variance * broadcast(count / (count - 1), variance, {});
  return {standardizedByBatch(x, weight, bias, eps), collected(runningMean, exactMean(x, dims), momentum),
          collected(runningVariance, unbiased, momentum)};
}

static SmallVector<Value> bySamples(Expression x, Expression momentum, Expression weight, Expression bias,
                                    Expression runningMean, Expression runningVariance, double eps) {
  SmallVector<int64_t> dims = spatialDims(x);
  Expression around = centered(x, dims), count = countAlong(x, dims);
  Expression variance = mean(mean(around * around, dims), {0});
  Expression unbiased = variance * broadcast(count / (count - 1), variance, {});
  return {affine(standardized(x, dims, eps), weight, bias, {1}),
          collected(runningMean, mean(exactMean(x, dims), {0}), momentum),
          collected(runningVariance, unbiased, momentum)};
}

static Expression byNeighbours(Expression x, int64_t size, double alpha, double beta, double k) {
  SmallVector<int64_t> ones(x.rank(), 1), window = ones, low(x.rank(), 0), high = low;
  window[1] = size;
  low[1] = size / 2;
  high[1] = size - 1 - size / 2;
  Expression total(x.getBuilder(), x.getLoc(),
                   WindowSumOp::create(x.getBuilder(), x.getLoc(), Value(x * x), window, ones, low, high, ones));
  return x / pow(total * (alpha / static_cast<double>(size)) + k, beta);
}

static Expression normalized(Expression x, double p, ArrayRef<int64_t> dims, double eps) {
  return x / spread(maximum(norm(x, dims, p), eps), x, dims);
}

} // namespace weir

#define GET_OP_CLASSES
#include "dialects/Weir/Normalization/Ops.cpp.inc"

namespace weir {

Expression standardized(Expression x, ArrayRef<int64_t> dims, double eps) {
  OpBuilder &builder = x.getBuilder();
  return {
      builder, x.getLoc(),
      StandardizeOp::create(builder, x.getLoc(), x, builder.getDenseI64ArrayAttr(dims), builder.getF64FloatAttr(eps))};
}

Expression standardizedByBatch(Expression x, Expression weight, Expression bias, double eps) {
  if (!weight.isPresent() || !bias.isPresent())
    return affine(standardized(x, allButChannels(x), eps), weight, bias, {1});
  OpBuilder &builder = x.getBuilder();
  return {builder, x.getLoc(),
          StandardizeChannelsOp::create(builder, x.getLoc(), x, weight, bias, builder.getF64FloatAttr(eps))};
}

void WeirDialect::registerNormalizationOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Normalization/Ops.cpp.inc"
      >();
}

} // namespace weir
