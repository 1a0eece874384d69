// Random numbers of distributions, made of random bits. The runtime makes the same numbers outside of jobs.
#include "dialects/Weir/Random/Draws.h"

#include "dialects/Weir/IR/KnownElements.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Search/Formulas.h"
#include "dialects/Weir/Sequence/Ops.h"
#include "dialects/Weir/Shape/Ops.h"
#include "lib/Support/ShapeText.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <cmath>
#include <numbers>

using namespace mlir;

namespace weir {

// inference

std::optional<Failure> checkStream(const TensorMeta &seed, const TensorMeta &step) {
  if (!seed.shape.empty() || !step.shape.empty())
    return Failure{"expects seed and step to be scalars, got " + toString(seed) + " and " + toString(step)};
  return std::nullopt;
}

static TensorMeta drawn(const Attributes &attributes) {
  return {attributes.get<DType>("dtype"), attributes.get<Shape>("shape")};
}

Result<Metas> inferDraw(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkStream(operands[0], operands[1]))
    return *failure;
  return Metas{drawn(attributes)};
}

Result<Metas> inferGeometric(const Metas &operands, const Attributes &attributes) {
  if (double p = attributes.get<double>("p"); !(p > 0 && p < 1))
    return Failure{"expects p in (0, 1), got " + std::to_string(p)};
  return inferDraw(operands, attributes);
}

Result<Metas> inferRandomIntegers(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkStream(operands[0], operands[1]))
    return *failure;
  int64_t low = attributes.get<int64_t>("low"), high = attributes.get<int64_t>("high");
  constexpr uint64_t kMostNumbers = uint64_t(1) << 53;
  if (high <= low || static_cast<uint64_t>(high) - static_cast<uint64_t>(low) > kMostNumbers)
    return Failure{"expects high above low by at most 2^53, got low " + std::to_string(low) + ", high " +
                   std::to_string(high)};
  return Metas{drawn(attributes)};
}

Result<Metas> inferRandomPermutation(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkStream(operands[0], operands[1]))
    return *failure;
  TensorMeta result = drawn(attributes);
  if (result.dtype != DType::I64 || result.shape.size() != 1)
    return Failure{"expects the result to be a vector of i64, got " + toString(result)};
  return Metas{result};
}

Result<Metas> inferBernoulli(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkStream(operands[1], operands[2]))
    return *failure;
  return Metas{{attributes.get<DType>("to"), operands[0].shape}};
}

Result<Metas> inferMultinomial(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkStream(operands[1], operands[2]))
    return *failure;
  Shape shape = operands[0].shape;
  int64_t count = attributes.get<int64_t>("num_samples");
  bool fits = (shape.size() == 1 || shape.size() == 2) && count >= 1 && shape.back().isKnown() &&
              (attributes.has("replacement") || count <= shape.back().known());
  if (!fits)
    return Failure{"expects a vector or a matrix with at least as many columns as samples, got " + tupleText(shape) +
                   " and " + std::to_string(count)};
  shape.back() = DimSize(count);
  return Metas{{DType::I64, shape}};
}

// decomposition

namespace {

/// A draw of numbers in this shape.
class Draw {
public:
  Draw(OpBuilder &builder, Location loc, Value seed, Value step, uint64_t ordinal, ArrayRef<OpFoldResult> shape)
      : builder(builder), loc(loc), seed(seed), step(step), ordinal(ordinal), shape(shape) {}

  template <typename Op>
  Draw(Op op, OpBuilder &builder)
      : Draw(builder, op.getLoc(), op.getSeed(), op.getStep(), op.getOrdinal(),
             mlir::getMixedValues(op.getY().getType().getShape(), op.getSizes(), builder)) {}

  /// Uniform in [0, 1), in f64: 24 bits of one word, or 53 of two.
  Expression units(bool isDouble) const {
    return isDouble ? reshape(unitsAt(positions(), isDouble), shape) : ofWord(words());
  }

  /// Standard normal, in f64. Each element is one side of its pair, computed for itself: so vectors are of many pairs.
  Expression normals(bool isDouble) const {
    Expression place = positions(), side = place & place.constant(1);
    Expression first = unitsAt(place & place.constant(-2), isDouble);
    Expression second = unitsAt(place | place.constant(1), isDouble);
    Expression radius = sqrt(log(1.0 - first) * -2.0), angle = second * (2 * std::numbers::pi);
    // The sine is a cosine, to the last digits of a double.
    Expression turned = isDouble ? select(side > 0.0, sin(angle), cos(angle))
                                 : cos(angle - side.cast(builder.getF64Type()) * (std::numbers::pi / 2));
    return reshape(radius * turned, shape);
  }

private:
  /// 0 to the number of elements.
  Expression positions() const {
    SmallVector<int64_t> known;
    SmallVector<Value> unknown;
    dispatchIndexOpFoldResults(product(builder, loc, shape), unknown, known);
    return {builder, loc, IotaOp::create(builder, loc, RankedTensorType::get(known, builder.getI64Type()), unknown)};
  }

  Expression unitsAt(Expression places, bool isDouble) const {
    if (!isDouble)
      return ofWord(wordsAt(places));
    Expression twice = places + places;
    Expression high = floor(wordsAt(twice) * 0x1p-5), low = floor(wordsAt(twice | twice.constant(1)) * 0x1p-6);
    return (high * 0x1p26 + low) * 0x1p-53;
  }

  static Expression ofWord(Expression word) { return floor(word * 0x1p-8) * 0x1p-24; }

  /// 32 random bits of each element as an integer from 0, in f64, which holds it.
  Expression words() const {
    SmallVector<int64_t> known;
    SmallVector<Value> unknown;
    dispatchIndexOpFoldResults(shape, unknown, known);
    auto type = RankedTensorType::get(known, builder.getI32Type());
    return unsignedNumbers(RandomBitsOp::create(builder, loc, type, seed, step, number(), unknown));
  }

  /// Those of the elements that have these numbers.
  Expression wordsAt(Expression places) const {
    Type type = places.type().clone(builder.getI32Type());
    return unsignedNumbers(RandomBitsAtOp::create(builder, loc, type, seed, step, number(), places));
  }

  Expression unsignedNumbers(Value bits) const {
    Expression numbers = Expression(builder, loc, bits).cast(builder.getF64Type());
    return select(numbers < 0.0, numbers + 0x1p32, numbers);
  }

  Value number() const {
    auto scalar = RankedTensorType::get({}, builder.getI64Type());
    return knownElements(builder, loc, scalar, static_cast<double>(ordinal));
  }

  OpBuilder &builder;
  Location loc;
  Value seed, step;
  uint64_t ordinal;
  SmallVector<OpFoldResult> shape;
};

/// What is narrower than f32 is rounded from it.
Type drawnType(Type element) { return element.isF64() ? element : Float32Type::get(element.getContext()); }

} // namespace

/// Uniform in [0, 1).
template <typename Op> static Expression unitsOf(Op op, OpBuilder &builder) {
  Type wide = drawnType(op.getY().getType().getElementType());
  return Draw(op, builder).units(wide.isF64()).cast(wide);
}

/// Normal with the op's mean and standard deviation.
template <typename Op> static Expression normalsOf(Op op, OpBuilder &builder) {
  Type wide = drawnType(op.getY().getType().getElementType());
  double mean = op.getMean(), deviation = op.getStd();
  Expression normals = Draw(op, builder).normals(wide.isF64()).cast(wide);
  return mean == 0 && deviation == 1 ? normals : normals * deviation + mean;
}

Expression randomUniform(RandomUniformOp op, OpBuilder &builder) {
  double low = op.getLow(), high = op.getHigh();
  Expression units = unitsOf(op, builder);
  return low == 0 && high == 1 ? units : units * (high - low) + low;
}

Expression randomNormal(RandomNormalOp op, OpBuilder &builder) { return normalsOf(op, builder); }

Expression randomLogNormal(RandomLogNormalOp op, OpBuilder &builder) { return exp(normalsOf(op, builder)); }

Expression randomExponential(RandomExponentialOp op, OpBuilder &builder) {
  return log1p(-unitsOf(op, builder)) / -op.getRate();
}

Expression randomCauchy(RandomCauchyOp op, OpBuilder &builder) {
  Expression angle = (unitsOf(op, builder) - 0.5) * std::numbers::pi;
  Expression tangent(builder, op.getLoc(), TanOp::create(builder, op.getLoc(), Value(angle)));
  return tangent * op.getSigma() + op.getMedian();
}

Expression randomGeometric(RandomGeometricOp op, OpBuilder &builder) {
  return floor(log1p(-unitsOf(op, builder)) / std::log1p(-op.getP())) + 1;
}

Expression randomIntegers(RandomIntegersOp op, OpBuilder &builder) {
  auto low = static_cast<int64_t>(op.getLow()), high = static_cast<int64_t>(op.getHigh());
  Expression parts = Draw(op, builder).units(/*isDouble=*/true) * static_cast<double>(high - low);
  Expression numbers = floor(parts).cast(builder.getI64Type());
  auto scalar = RankedTensorType::get({}, builder.getI64Type());
  Expression first(builder, op.getLoc(),
                   ConstantOp::create(builder, op.getLoc(), scalar,
                                      DenseElementsAttr::get(scalar, ArrayRef<int64_t>{low}), ValueRange()));
  return numbers + broadcast(first, numbers, {});
}

Expression randomPermutation(RandomPermutationOp op, OpBuilder &builder) {
  Expression keys = Draw(op, builder).units(/*isDouble=*/true);
  auto sorted = SortOp::create(builder, op.getLoc(), Value(keys), /*dim=*/0, /*descending=*/false);
  return {builder, op.getLoc(), sorted.getIndices()};
}

Expression unitsLike(Expression x, Expression seed, Expression step, int64_t ordinal) {
  Type wide = x.type().getElementType();
  Draw draw(x.getBuilder(), x.getLoc(), seed, step, static_cast<uint64_t>(ordinal), sizesOf(x));
  return draw.units(wide.isF64()).cast(wide);
}

Expression bernoulli(BernoulliOp op, Expression p, Expression seed, Expression step) {
  return (unitsLike(p, seed, step, static_cast<int64_t>(op.getOrdinal())) < p).cast(op.getTo());
}

/// Positions of the first waits to end, exponential with the weights as rates. Those of rate 0 are infinite.
static Expression firstToCome(MultinomialOp op, Expression weights, const Expression &units, int64_t last) {
  Expression waits = -log1p(-units) / weights;
  auto first =
      SortFirstOp::create(weights.getBuilder(), op.getLoc(), waits, op.getNumSamples(), last, /*largest=*/false);
  return {weights.getBuilder(), op.getLoc(), first.getIndices()};
}

/// Where the weights of a row are no rates, or too few of them are positive, its positions are out of range, which the
/// run reports.
static Expression drawnFrom(Expression weights, Expression positions, int64_t needed) {
  int64_t last = weights.rank() - 1;
  Type number = weights.getBuilder().getI64Type();
  Expression isRate = (weights >= 0.0) & (weights < std::numeric_limits<double>::infinity());
  Expression bad = sum((~isRate).cast(number), {last}), positive = sum((weights > 0.0).cast(number), {last});
  SmallVector<int64_t> rows = llvm::to_vector(llvm::seq<int64_t>(0, last));
  Expression fits = broadcast((bad < 1) & (positive >= static_cast<double>(needed)), positions, rows);
  Expression places = select(fits, positions, static_cast<double>(weights.knownSize(last)));
  return gather(positionsAlong(weights, last), places, last);
}

Expression multinomial(MultinomialOp op, Expression weights, Expression seed, Expression step) {
  OpBuilder &builder = weights.getBuilder();
  Type wide = weights.type().getElementType();
  int64_t last = weights.rank() - 1, size = weights.knownSize(last);
  auto unitsIn = [&](ArrayRef<OpFoldResult> shape) {
    return Draw(builder, op.getLoc(), seed, step, op.getOrdinal(), shape).units(wide.isF64()).cast(wide);
  };
  auto count = static_cast<int64_t>(op.getNumSamples());
  if (!op.getReplacement())
    return drawnFrom(weights, firstToCome(op, weights, unitsIn(sizesOf(weights)), last), count);
  Expression sums(
      builder, op.getLoc(),
      CumsumOp::create(builder, op.getLoc(), Value(weights), static_cast<uint64_t>(last), /*reverse=*/false));
  SmallVector<OpFoldResult> shape = sizesOf(weights);
  shape[last] = builder.getIndexAttr(count);
  SmallVector<int64_t> rows = llvm::to_vector(llvm::seq<int64_t>(0, last));
  Expression total = broadcastTo(without(slice(sums, last, size - 1, 1), last), shape, rows);
  return drawnFrom(weights, searched(sums, unitsIn(shape) * total, /*right=*/true), 1);
}

} // namespace weir
