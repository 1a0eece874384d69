// Registration of the Margin family: inference and decompositions.
#include "dialects/Weir/Margin/Ops.h"

#include "dialects/Weir/Loss/Formulas.h"
#include "dialects/Weir/Sequence/Ops.h"
#include "dialects/Weir/Statistics/Formulas.h"
#include "lib/Support/ShapeText.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

namespace weir {

// What the definitions of records call: inference

static bool agree(const Shape &a, const Shape &b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), mayEqual);
}

static std::string shapesText(const Metas &operands) {
  std::string text;
  for (const TensorMeta &operand : operands)
    text += (text.empty() ? "" : ", ") + tupleText(operand.shape);
  return text;
}

/// Differences are formed of floats, or of integers of one dtype.
static std::optional<Failure> checkSubtractable(const Metas &operands) {
  bool haveFloats = llvm::any_of(operands, [](const TensorMeta &operand) { return isFloat(operand.dtype); });
  for (size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].dtype == DType::Bool || (haveFloats && !isFloat(operands[i].dtype)))
      return Failure{"expects operands of floats, or all of integers, got " + toString(operands[i])};
    if (auto failure = haveFloats ? std::nullopt : checkSameDType(operands, {0, i}))
      return failure;
  }
  return std::nullopt;
}

static Result<Metas> inferDistance(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkSubtractable(operands))
    return *failure;
  TensorMeta result{commonFloat(operands), operands[0].shape};
  if (result.shape.empty() || !agree(operands[0].shape, operands[1].shape))
    return Failure{"expects x1 and x2 of one shape (*, M), got " + shapesText(operands)};
  return inferReduced(result, {static_cast<int64_t>(result.shape.size()) - 1}, attributes.has("keepdim"));
}

static Result<Metas> inferDistances(const Metas &operands, const Attributes &attributes) {
  Shape first = operands[0].shape, second = operands[1].shape;
  size_t rank = first.size();
  bool fits = rank >= 2 && second.size() == rank && mayEqual(first.back(), second.back());
  for (size_t d = 0; fits && d + 2 < rank; ++d)
    fits = mayEqual(first[d], second[d]);
  if (!fits)
    return Failure{"expects x1 (*, P, M) and x2 (*, R, M) that agree, got " + shapesText(operands)};
  if (double p = attributes.get<double>("p"); !(p >= 0))
    return Failure{"expects p to be at least 0, got " + std::to_string(p)};
  first.back() = second[rank - 2];
  return Metas{{commonFloat(operands), first}};
}

/// All operands have one shape.
static Result<Metas> inferAlike(const Metas &operands, const Attributes &attributes) {
  for (const TensorMeta &operand : operands)
    if (!agree(operands[0].shape, operand.shape))
      return Failure{"expects operands of one shape, got " + shapesText(operands)};
  return reducedLosses({commonFloat(operands), operands[0].shape}, attributes);
}

static Result<Metas> inferRanking(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkSubtractable(operands))
    return *failure;
  return inferAlike(operands, attributes);
}

static Result<Metas> inferCosineEmbedding(const Metas &operands, const Attributes &attributes) {
  Shape rows = operands[0].shape;
  if (!rows.empty())
    rows.pop_back();
  if (operands[0].shape.empty() || !agree(operands[0].shape, operands[1].shape) || !agree(rows, operands[2].shape))
    return Failure{"expects input1 and input2 of shape (*, M) and target of shape (*,), got " + shapesText(operands)};
  return reducedLosses({commonFloat(operands), rows}, attributes);
}

static Result<Metas> inferTripletMargin(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkSubtractable(operands))
    return *failure;
  Shape rows = operands[0].shape;
  if (rows.empty() || !agree(rows, operands[1].shape) || !agree(rows, operands[2].shape))
    return Failure{"expects anchor, positive and negative of one shape (*, M), got " + shapesText(operands)};
  if (double margin = attributes.get<double>("margin"); !(margin > 0))
    return Failure{"expects margin to be above 0, got " + std::to_string(margin)};
  rows.pop_back();
  return reducedLosses({commonFloat(operands), rows}, attributes);
}

static Result<Metas> inferMultiMargin(const Metas &operands, const Attributes &attributes) {
  const Shape &input = operands[0].shape;
  Shape rows = input;
  if (!rows.empty())
    rows.pop_back();
  if ((input.size() != 1 && input.size() != 2) || !agree(rows, operands[1].shape))
    return Failure{"expects input of shape (N, C) and target of shape (N,), got " + shapesText(operands)};
  if (double p = attributes.get<double>("p"); p != 1 && p != 2)
    return Failure{"expects p to be 1 or 2, got " + std::to_string(p)};
  if (const TensorMeta *weight = optionalOperand(operands, attributes, 0);
      weight && !agree(weight->shape, {input.back()}))
    return Failure{"expects weight of shape " + tupleText(Shape{input.back()}) + ", got " + tupleText(weight->shape)};
  return reducedLosses({operands[0].dtype, rows}, attributes);
}

static Result<Metas> inferMultilabelMargin(const Metas &operands, const Attributes &attributes) {
  Shape rows = operands[0].shape;
  if ((rows.size() != 1 && rows.size() != 2) || !agree(rows, operands[1].shape))
    return Failure{"expects input and target of one shape (N, C), got " + shapesText(operands)};
  rows.pop_back();
  return reducedLosses({operands[0].dtype, rows}, attributes);
}

static Result<Metas> inferMultilabelSoftMargin(const Metas &operands, const Attributes &attributes) {
  Shape rows = operands[0].shape;
  if (rows.empty() || !agree(rows, operands[1].shape))
    return Failure{"expects input and target of one shape (*, C), got " + shapesText(operands)};
  if (const TensorMeta *weight = optionalOperand(operands, attributes, 0); weight && !broadcastsTo(weight->shape, rows))
    return Failure{"expects weight to broadcast to " + tupleText(rows) + ", got " + tupleText(weight->shape)};
  rows.pop_back();
  return reducedLosses({commonFloat(operands), rows}, attributes);
}

// distances

/// What was made of integers, in f32.
static Expression inFloats(Expression x) {
  return isa<FloatType>(x.type().getElementType()) ? x : x.cast(x.getBuilder().getF32Type());
}

static Expression distance(Expression x1, Expression x2, double p, double eps) {
  return norm(inFloats(x1 - x2) + eps, {x1.rank() - 1}, p);
}

static Expression distances(Expression x1, Expression x2, double p) {
  int64_t rank = x1.rank();
  SmallVector<OpFoldResult> sizes = sizesOf(x1);
  sizes.insert(sizes.begin() + rank - 1, sizesOf(x2)[rank - 2]);
  SmallVector<int64_t> first = llvm::to_vector(llvm::seq<int64_t>(0, rank)), second = first;
  first[rank - 1] = second[rank - 1] = rank;
  second[rank - 2] = rank - 1;
  return norm(broadcastTo(x1, sizes, first) - broadcastTo(x2, sizes, second), {rank}, p);
}

// losses

/// max(0, x); where both are equal, x has the gradient, and NaN has none.
static Expression hinge(Expression x) { return select(x >= 0.0, x, select(x < 0.0, 0.0, detach(x))); }

static Expression marginRanking(Expression x1, Expression x2, Expression target, double margin) {
  return hinge(inFloats(target * (x2 - x1)) + margin);
}

static Expression softplus(Expression x) { return maximum(x, 0) + log1p(exp(-abs(x))); }

static Expression hingeEmbedding(Expression input, Expression target, double margin) {
  return select(target == 1.0, 0.0, hinge(margin - input)) + select(target == -1.0, 0.0, input);
}

static Expression cosineEmbedding(Expression x1, Expression x2, Expression target, double margin) {
  constexpr double kLeast = 1e-12; // so that squared lengths of 0 have roots with gradients
  SmallVector<int64_t, 1> last = {x1.rank() - 1};
  Expression lengths = (sum(x1 * x1, last) + kLeast) * (sum(x2 * x2, last) + kLeast);
  Expression cosine = sum(x1 * x2, last) / sqrt(lengths);
  return select(target == 1.0, 1 - cosine, select(target == -1.0, hinge(cosine - margin), 0));
}

static Expression tripletMargin(Expression anchor, Expression positive, Expression negative, double margin, double p,
                                double eps, bool swap) {
  Expression near = distance(anchor, positive, p, eps), far = distance(anchor, negative, p, eps);
  if (swap)
    far = minimum(far, distance(positive, negative, p, eps));
  return hinge(near - far + margin);
}

static Expression meanOverClasses(Expression losses) { return mean(losses, {losses.rank() - 1}); }

static Expression multiMargin(Expression input, Expression target, Expression weight, double p, double margin) {
  int64_t classes = input.rank() - 1;
  Expression own = gather(input, unsqueezed(target, classes), classes);
  Expression losses = hinge(input - spread(without(own, classes), input, {classes}) + margin);
  losses = p == 1 ? losses : losses * losses;
  Expression named = spread(target, input, {classes});
  losses = select(named == positionsAlong(named, classes), 0.0, losses);
  Expression means = meanOverClasses(losses);
  if (!weight.isPresent())
    return means;
  // One row of weights for each target.
  Expression rows = reshape(target, {product(target.getBuilder(), target.getLoc(), sizesOf(target))});
  return means * reshape(gather(weight, rows, 0), sizesOf(target));
}

static Expression multilabelMargin(Expression input, Expression target) {
  OpBuilder &builder = input.getBuilder();
  Location loc = input.getLoc();
  int64_t classes = input.rank() - 1;
  // Those before the first -1 count.
  Expression isEnd = (target < target.constant(0)).cast(builder.getI64Type());
  Expression ends(builder, loc, CumsumOp::create(builder, loc, Value(isEnd), classes, /*reverse=*/false));
  Expression isLabel = ends == ends.constant(0), label = select(isLabel, target, target.constant(0));
  Expression scores = gather(input, label, classes);

  // Over labels along `classes` and over classes along the dimension behind it.
  SmallVector<OpFoldResult> sizes = sizesOf(input);
  sizes.push_back(sizes.back());
  SmallVector<int64_t> ofLabels = llvm::to_vector(llvm::seq<int64_t>(0, classes + 1)), ofClasses = ofLabels;
  ofClasses.back() = classes + 1;
  Expression named = broadcastTo(label, sizes, ofLabels), counts = broadcastTo(isLabel, sizes, ofLabels);
  Expression isNamed = counts & (named == positionsAlong(named, classes + 1));
  Expression isTarget = max(isNamed.cast(builder.getI64Type()), {classes}) > 0;
  Expression losses = hinge(1 - broadcastTo(scores, sizes, ofLabels) + broadcastTo(input, sizes, ofClasses));
  Expression isCounted = counts & ~broadcastTo(isTarget, sizes, ofClasses);
  return meanOverClasses(sum(select(isCounted, losses, 0), {classes}));
}

static Expression multilabelSoftMargin(Expression input, Expression target, Expression weight) {
  Expression losses = target * softplus(-input) + (1 - target) * softplus(input);
  return meanOverClasses(weight.isPresent() ? losses * broadcastTrailing(weight, losses) : losses);
}

} // namespace weir

#define GET_OP_CLASSES
#include "dialects/Weir/Margin/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerMarginOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Margin/Ops.cpp.inc"
      >();
}

} // namespace weir
