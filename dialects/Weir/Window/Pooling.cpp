// Pooling: inference, iteration rules, gradients.
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/Window/Geometry.h"
#include "dialects/Weir/Window/Ops.h"
#include "dialects/Weir/Window/Sizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir {

/// The shape of what windows over `x` give, one element for each.
static Result<Shape> windowsOf(const Shape &x, const Attributes &attributes) {
  Result<WindowDims> windows = windowDims(attributes, x.size());
  if (!windows)
    return windows.failure();
  Shape shape;
  for (auto [size, window] : llvm::zip(x, *windows)) {
    Result<DimSize> count = window.countIn(size);
    if (!count)
      return count.failure();
    shape.push_back(*count);
  }
  return shape;
}

static Result<Metas> inferPooled(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &x = operands[0];
  if (x.dtype == DType::Bool)
    return Failure{"expects x to be of numbers, got bool"};
  Result<Shape> shape = windowsOf(x.shape, attributes);
  if (!shape)
    return shape.failure();
  return Metas{{x.dtype, std::move(*shape)}};
}

/// Factors i0, i1, ... over windows, then k0, k1, ... over the elements of a window where it has several.
static Result<IterationRule> pooledRule(const Metas &operands, const Metas &results, const Attributes &attributes,
                                        Combiner combiner, bool indexed = false) {
  Result<WindowDims> windows = windowDims(attributes, operands[0].shape.size());
  if (!windows)
    return windows.failure();
  IterationRule rule;
  rule.operands.resize(operands.size());
  rule.results.resize(1);
  size_t rank = windows->size();
  for (size_t d = 0; d < rank; ++d)
    rule.factors.push_back({.name = "i" + std::to_string(d), .size = results[0].shape[d]});
  for (size_t d = 0; d < rank; ++d) {
    const WindowDim &window = (*windows)[d];
    if (!window.isTrivial())
      rule.factors.push_back({.name = "k" + std::to_string(d),
                              .size = window.size,
                              .kind = FactorKind::Reduction,
                              .combiner = combiner,
                              .indexed = indexed,
                              .heldWhole = indexed ? "elements of a window are numbered" : nullptr});
    int factor = static_cast<int>(d), element = static_cast<int>(rule.factors.size()) - 1;
    rule.operands[0].push_back(window.map(factor, element));
    for (size_t other = 1; other < operands.size(); ++other)
      rule.operands[other].push_back({.terms = {{factor, 1}}});
    rule.results[0].push_back({.terms = {{factor, 1}}});
  }
  return rule;
}

static Value buildPooledSize(Operation *op, OpBuilder &builder, int64_t dim, SizeOfFn sizeOf) {
  Result<WindowDims> windows =
      windowDims(plainAttributes(op), cast<RankedTensorType>(op->getOperand(0).getType()).getRank());
  const WindowDim &window = (*windows)[dim];
  Value size = arith::ConstantIndexOp::create(builder, op->getLoc(), window.size.known());
  return buildWindowCount(builder, op->getLoc(), sizeOf(0, dim), size, window);
}

// window_sum

Result<Metas> WindowSumOp::inferResults(const Metas &operands, const Attributes &attributes) {
  return inferPooled(operands, attributes);
}

Result<IterationRule> WindowSumOp::iterationRule(const Metas &operands, const Metas &results,
                                                 const Attributes &attributes) {
  Result<IterationRule> rule = pooledRule(operands, results, attributes, Combiner::Sum);
  if (rule)
    rule->linearGroups = {{0}};
  return rule;
}

Value WindowSumOp::buildSize(OpBuilder &builder, unsigned, int64_t dim, SizeOfFn sizeOf) {
  return buildPooledSize(*this, builder, dim, sizeOf);
}

void WindowSumOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                SmallVectorImpl<Value> &operandGradients) {
  operandGradients.push_back(WindowSpreadOp::create(builder, getLoc(), getX().getType(), resultGradients[0],
                                                    dynamicSizes(builder, getLoc(), getX()), getWindow(), getStrides(),
                                                    getPaddingLow(), getPaddingHigh(), getDilations()));
}

// window_max

Result<Metas> WindowMaxOp::inferResults(const Metas &operands, const Attributes &attributes) {
  return inferPooled(operands, attributes);
}

Result<IterationRule> WindowMaxOp::iterationRule(const Metas &operands, const Metas &results,
                                                 const Attributes &attributes) {
  return pooledRule(operands, results, attributes, Combiner::Max);
}

Value WindowMaxOp::buildSize(OpBuilder &builder, unsigned, int64_t dim, SizeOfFn sizeOf) {
  return buildPooledSize(*this, builder, dim, sizeOf);
}

void WindowMaxOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                SmallVectorImpl<Value> &operandGradients) {
  Value index = WindowIndexOp::create(builder, getLoc(), getX(), getY(), getWindow(), getStrides(), getPaddingLow(),
                                      getPaddingHigh(), getDilations());
  operandGradients.push_back(WindowSpreadToOp::create(builder, getLoc(), getX().getType(), resultGradients[0], index,
                                                      dynamicSizes(builder, getLoc(), getX()), getWindow(),
                                                      getStrides(), getPaddingLow(), getPaddingHigh(), getDilations()));
}

// window_index

/// Checks that an operand has an element for each window, and takes over what it knows of sizes.
static std::optional<Failure> refineByPooled(const char *operand, const Shape &given, TensorMeta &pooled) {
  bool fits = given.size() == pooled.shape.size();
  for (size_t d = 0; fits && d < given.size(); ++d)
    fits = mayEqual(given[d], pooled.shape[d]);
  if (!fits)
    return Failure{std::string("expects ") + operand + " to be of sizes " + toString(pooled.shape) +
                   ", as x and the windows say, got " + toString(given)};
  for (auto [size, known] : llvm::zip(pooled.shape, given))
    size = refine(size, known);
  return std::nullopt;
}

Result<Metas> WindowIndexOp::inferResults(const Metas &operands, const Attributes &attributes) {
  Result<Metas> pooled = inferPooled(operands, attributes);
  if (!pooled)
    return pooled;
  TensorMeta &index = pooled->front();
  if (operands[0].dtype != operands[1].dtype)
    return Failure{"expects x and y to have one dtype, got " + toString(operands[0]) + " and " + toString(operands[1])};
  if (auto failure = refineByPooled("y", operands[1].shape, index))
    return *failure;
  index.dtype = DType::I64;
  return pooled;
}

Result<IterationRule> WindowIndexOp::iterationRule(const Metas &operands, const Metas &results,
                                                   const Attributes &attributes) {
  return pooledRule(operands, results, attributes, Combiner::Min, /*indexed=*/true);
}

Value WindowIndexOp::buildSize(OpBuilder &builder, unsigned, int64_t dim, SizeOfFn sizeOf) { return sizeOf(1, dim); }

// window_pick

Result<Metas> WindowPickOp::inferResults(const Metas &operands, const Attributes &attributes) {
  Result<Metas> pooled = inferPooled(operands, attributes);
  if (!pooled)
    return pooled;
  if (auto failure = refineByPooled("index", operands[1].shape, pooled->front()))
    return *failure;
  return pooled;
}

Result<IterationRule> WindowPickOp::iterationRule(const Metas &operands, const Metas &results,
                                                  const Attributes &attributes) {
  Result<IterationRule> rule = pooledRule(operands, results, attributes, Combiner::Sum, /*indexed=*/true);
  if (rule)
    rule->linearGroups = linearOver(results[0].dtype, {{0}});
  return rule;
}

Value WindowPickOp::buildSize(OpBuilder &builder, unsigned, int64_t dim, SizeOfFn sizeOf) { return sizeOf(1, dim); }

void WindowPickOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                 SmallVectorImpl<Value> &operandGradients) {
  operandGradients.push_back(WindowSpreadToOp::create(builder, getLoc(), getX().getType(), resultGradients[0],
                                                      getIndex(), dynamicSizes(builder, getLoc(), getX()), getWindow(),
                                                      getStrides(), getPaddingLow(), getPaddingHigh(), getDilations()));
  operandGradients.push_back(nullptr);
}

// window_spread, window_spread_to

static Result<Metas> inferSpread(const Metas &operands, const Attributes &attributes) {
  const TensorMeta &x = operands[0];
  TensorMeta y{x.dtype, attributes.get<Shape>("shape")};
  if (x.dtype == DType::Bool)
    return Failure{"expects x to be of numbers, got bool"};
  Result<Shape> windows = windowsOf(y.shape, attributes);
  if (!windows)
    return windows.failure();
  for (const TensorMeta &operand : operands) {
    bool fits = operand.shape.size() == windows->size();
    for (size_t d = 0; fits && d < windows->size(); ++d)
      fits = mayEqual((*windows)[d], operand.shape[d]);
    if (!fits)
      return Failure{"expects operands of sizes " + toString(*windows) + ", as the result and the windows say, got " +
                     toString(operand)};
  }
  return Metas{y};
}

/// Which elements of x reach a position follows from the position, so no part of x along windows is enough.
static Result<IterationRule> spreadRule(const Metas &operands, const Metas &results, const Attributes &attributes) {
  Result<WindowDims> windows = windowDims(attributes, operands[0].shape.size());
  if (!windows)
    return windows.failure();
  IterationRule rule;
  rule.results.resize(1);
  ValueMap operand;
  size_t rank = windows->size();
  for (size_t d = 0; d < rank; ++d) {
    bool isTrivial = (*windows)[d].isTrivial();
    DimMap own{.terms = {{static_cast<int>(d), 1}}};
    rule.factors.push_back(
        {.name = "i" + std::to_string(d),
         .size = results[0].shape[d],
         .indexed = !isTrivial,
         .heldWhole = isTrivial ? nullptr : "which windows reach an element follows from its position"});
    rule.results[0].push_back(own);
    operand.push_back(isTrivial ? own : DimMap{.indirect = true});
  }
  for (size_t d = 0; d < rank; ++d)
    if (!(*windows)[d].isTrivial())
      rule.factors.push_back({.name = "k" + std::to_string(d),
                              .size = (*windows)[d].size,
                              .kind = FactorKind::Reduction,
                              .indexed = true,
                              .heldWhole = "which windows reach an element follows from its position"});
  rule.operands.assign(operands.size(), operand);
  rule.linearGroups = linearOver(results[0].dtype, {{0}});
  return rule;
}

Result<Metas> WindowSpreadOp::inferResults(const Metas &operands, const Attributes &attributes) {
  return inferSpread(operands, attributes);
}

Result<IterationRule> WindowSpreadOp::iterationRule(const Metas &operands, const Metas &results,
                                                    const Attributes &attributes) {
  return spreadRule(operands, results, attributes);
}

void WindowSpreadOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                   SmallVectorImpl<Value> &operandGradients) {
  operandGradients.push_back(WindowSumOp::create(builder, getLoc(), resultGradients[0], getWindow(), getStrides(),
                                                 getPaddingLow(), getPaddingHigh(), getDilations()));
}

void WindowSpreadToOp::buildGradient(OpBuilder &builder, ValueRange resultGradients,
                                     SmallVectorImpl<Value> &operandGradients) {
  operandGradients.push_back(WindowPickOp::create(builder, getLoc(), resultGradients[0], getIndex(), getWindow(),
                                                  getStrides(), getPaddingLow(), getPaddingHigh(), getDilations()));
  operandGradients.push_back(nullptr);
}

Result<Metas> WindowSpreadToOp::inferResults(const Metas &operands, const Attributes &attributes) {
  return inferSpread(operands, attributes);
}

Result<IterationRule> WindowSpreadToOp::iterationRule(const Metas &operands, const Metas &results,
                                                      const Attributes &attributes) {
  return spreadRule(operands, results, attributes);
}

} // namespace weir
