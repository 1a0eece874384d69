// Evals of elementwise arithmetic. Written from the ops' summaries; knows nothing of buildScalars.
#include "dialects/Weir/Math/Ops.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Numbers.h"
#include "lib/Reference/Positions.h"

#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

using namespace mlir;

namespace weir {

using Operands = ArrayRef<HostTensor>;

/// y[i] = function(x[i]...) for operands of one element type.
template <typename Function, typename Y, typename... X>
static void apply(Function function, std::vector<Y> &y, const std::vector<X> &...x) {
  for (size_t i = 0; i < y.size(); ++i)
    y[i] = function(x[i]...);
}

static Result<Tensors> onFloats(Operands x, const EvalScope &scope, double (*function)(double)) {
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  apply(function, y.floats, x[0].floats);
  return Tensors{y};
}

/// One function for floats, one for integers.
static Result<Tensors> onNumbers(Operands x, const EvalScope &scope, double (*floats)(double),
                                 int64_t (*integers)(int64_t)) {
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  apply(floats, y.floats, x[0].floats);
  apply(integers, y.integers, x[0].integers);
  return Tensors{y};
}

static Result<Tensors> onNumbers(Operands x, const EvalScope &scope, double (*floats)(double, double),
                                 int64_t (*integers)(int64_t, int64_t)) {
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  apply(floats, y.floats, x[0].floats, x[1].floats);
  apply(integers, y.integers, x[0].integers, x[1].integers);
  return Tensors{y};
}

static Result<Tensors> evalAdd(AddOp, Operands x, const EvalScope &scope) {
  return onNumbers(x, scope, [](double lhs, double rhs) { return lhs + rhs; }, wrappingAdd);
}

static Result<Tensors> evalSub(SubOp, Operands x, const EvalScope &scope) {
  return onNumbers(x, scope, [](double lhs, double rhs) { return lhs - rhs; }, wrappingSub);
}

static Result<Tensors> evalMul(MulOp, Operands x, const EvalScope &scope) {
  return onNumbers(x, scope, [](double lhs, double rhs) { return lhs * rhs; }, wrappingMul);
}

/// Fails where an integer of rhs is 0.
static std::optional<Failure> checkDivisors(Operands x, const EvalScope &scope) {
  for (auto [i, divisor] : llvm::enumerate(x[1].integers))
    if (divisor == 0)
      return Failure{"expects rhs to be nonzero, got 0 at position " +
                     positionText(inWhole(positionAt(i, x[1].meta.shape), scope.operands[1].box))};
  return std::nullopt;
}

static int64_t truncatedQuotient(int64_t lhs, int64_t rhs) {
  return rhs == -1 ? wrappingSub(0, lhs) : lhs / rhs; // the smallest integer has no negative
}

static int64_t truncatedRemainder(int64_t lhs, int64_t rhs) { return rhs == -1 ? 0 : lhs % rhs; }

/// Whether a division that truncates leaves a remainder that one that rounds down doesn't.
template <typename T> static bool isBelow(T remainder, T rhs) { return remainder != 0 && (remainder < 0) != (rhs < 0); }

static Result<Tensors> evalDiv(DivOp, Operands x, const EvalScope &scope) {
  if (auto failure = checkDivisors(x, scope))
    return *failure;
  return onNumbers(x, scope, [](double lhs, double rhs) { return lhs / rhs; }, truncatedQuotient);
}

static Result<Tensors> evalFmod(FmodOp, Operands x, const EvalScope &scope) {
  if (auto failure = checkDivisors(x, scope))
    return *failure;
  return onNumbers(x, scope, std::fmod, truncatedRemainder);
}

static Result<Tensors> evalRemainder(RemainderOp, Operands x, const EvalScope &scope) {
  if (auto failure = checkDivisors(x, scope))
    return *failure;
  auto floats = [](double lhs, double rhs) {
    double left = std::fmod(lhs, rhs);
    return isBelow(left, rhs) ? left + rhs : left;
  };
  auto integers = [](int64_t lhs, int64_t rhs) {
    int64_t left = truncatedRemainder(lhs, rhs);
    return isBelow(left, rhs) ? left + rhs : left;
  };
  return onNumbers(x, scope, floats, integers);
}

/// The quotient of floats less what is left over, which leaves an integer but for the rounding of large ones.
static double floorQuotient(double lhs, double rhs) {
  if (rhs == 0)
    return lhs / rhs;
  double left = std::fmod(lhs, rhs), quotient = (lhs - left) / rhs - (isBelow(left, rhs) ? 1 : 0);
  return quotient == 0 ? std::copysign(0.0, lhs / rhs) : std::nearbyint(quotient);
}

static Result<Tensors> evalFloorDivide(FloorDivideOp, Operands x, const EvalScope &scope) {
  if (auto failure = checkDivisors(x, scope))
    return *failure;
  auto integers = [](int64_t lhs, int64_t rhs) {
    return wrappingSub(truncatedQuotient(lhs, rhs), isBelow(truncatedRemainder(lhs, rhs), rhs) ? 1 : 0);
  };
  return onNumbers(x, scope, floorQuotient, integers);
}

/// On the bits of integers and bools.
template <typename Function, typename... X>
static Result<Tensors> onBits(const EvalScope &scope, Function function, const X &...x) {
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  apply(function, y.integers, x.integers...);
  return Tensors{y};
}

static Result<Tensors> evalBitwiseAnd(BitwiseAndOp, Operands x, const EvalScope &scope) {
  return onBits(scope, std::bit_and<int64_t>(), x[0], x[1]);
}
static Result<Tensors> evalBitwiseOr(BitwiseOrOp, Operands x, const EvalScope &scope) {
  return onBits(scope, std::bit_or<int64_t>(), x[0], x[1]);
}
static Result<Tensors> evalBitwiseXor(BitwiseXorOp, Operands x, const EvalScope &scope) {
  return onBits(scope, std::bit_xor<int64_t>(), x[0], x[1]);
}
/// The number of bits of an integer dtype.
static int64_t bitsOf(DType integer) {
  return std::bit_width(static_cast<uint64_t>(largestOf(integer)) - static_cast<uint64_t>(smallestOf(integer)));
}

static Result<Tensors> evalBitwiseLeftShift(BitwiseLeftShiftOp, Operands x, const EvalScope &scope) {
  int64_t bits = bitsOf(x[0].meta.dtype);
  auto shifted = [bits](int64_t number, int64_t by) {
    return by < 0 || by >= bits ? 0 : static_cast<int64_t>(static_cast<uint64_t>(number) << by);
  };
  return onBits(scope, shifted, x[0], x[1]);
}
static Result<Tensors> evalBitwiseRightShift(BitwiseRightShiftOp, Operands x, const EvalScope &scope) {
  int64_t bits = bitsOf(x[0].meta.dtype);
  auto shifted = [bits](int64_t number, int64_t by) { return number >> (by < 0 || by >= bits ? 63 : by); };
  return onBits(scope, shifted, x[0], x[1]);
}
static Result<Tensors> evalBitwiseNot(BitwiseNotOp, Operands x, const EvalScope &scope) {
  return onBits(scope, std::bit_not<int64_t>(), x[0]);
}

static Result<Tensors> evalMaximum(MaximumOp, Operands x, const EvalScope &scope) {
  return onNumbers(x, scope, maximumOf, [](int64_t lhs, int64_t rhs) { return std::max(lhs, rhs); });
}

static Result<Tensors> evalMinimum(MinimumOp, Operands x, const EvalScope &scope) {
  return onNumbers(x, scope, minimumOf, [](int64_t lhs, int64_t rhs) { return std::min(lhs, rhs); });
}

static Result<Tensors> evalPow(PowOp, Operands x, const EvalScope &scope) {
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  apply([](double lhs, double rhs) { return std::pow(lhs, rhs); }, y.floats, x[0].floats, x[1].floats);
  return Tensors{y};
}

static Result<Tensors> evalNeg(NegOp, Operands x, const EvalScope &scope) {
  return onNumbers(x, scope, [](double x) { return -x; }, [](int64_t x) { return wrappingSub(0, x); });
}

template <typename Op> static Result<Tensors> evalIdentity(Op, Operands x, const EvalScope &) { return Tensors{x[0]}; }

static Result<Tensors> evalAbs(AbsOp, Operands x, const EvalScope &scope) {
  return onNumbers(x, scope, std::fabs, [](int64_t x) { return x < 0 ? wrappingSub(0, x) : x; });
}

/// Of NaN and both zeros 0.
template <typename T> static T signOf(T x) { return static_cast<T>((x > 0) - (x < 0)); }

static Result<Tensors> evalSign(SignOp, Operands x, const EvalScope &scope) {
  return onNumbers(x, scope, signOf<double>, signOf<int64_t>);
}

static Result<Tensors> evalSquare(SquareOp, Operands x, const EvalScope &scope) {
  return onNumbers(x, scope, [](double x) { return x * x; }, [](int64_t x) { return wrappingMul(x, x); });
}

static Result<Tensors> evalExp(ExpOp, Operands x, const EvalScope &scope) { return onFloats(x, scope, std::exp); }
static Result<Tensors> evalLog(LogOp, Operands x, const EvalScope &scope) { return onFloats(x, scope, std::log); }
static Result<Tensors> evalSqrt(SqrtOp, Operands x, const EvalScope &scope) { return onFloats(x, scope, std::sqrt); }

static Result<Tensors> evalRelu(ReluOp, Operands x, const EvalScope &scope) {
  return onNumbers(
      x, scope, [](double x) { return maximumOf(x, 0); }, [](int64_t x) { return std::max<int64_t>(x, 0); });
}

static Result<Tensors> evalFloor(FloorOp, Operands x, const EvalScope &scope) { return onFloats(x, scope, std::floor); }
static Result<Tensors> evalCeil(CeilOp, Operands x, const EvalScope &scope) { return onFloats(x, scope, std::ceil); }
static Result<Tensors> evalRound(RoundOp, Operands x, const EvalScope &scope) {
  return onFloats(x, scope, std::nearbyint);
}
static Result<Tensors> evalTrunc(TruncOp, Operands x, const EvalScope &scope) { return onFloats(x, scope, std::trunc); }

static Result<Tensors> evalRsqrt(RsqrtOp, Operands x, const EvalScope &scope) {
  return onFloats(x, scope, [](double x) { return 1 / std::sqrt(x); });
}

// Where exp(-x) overflows in f64, sigmoid and silu are not 0 yet.
static Result<Tensors> evalSigmoid(SigmoidOp, Operands x, const EvalScope &scope) {
  return onFloats(x, scope, [](double x) { return x < 0 ? std::exp(x) / (1 + std::exp(x)) : 1 / (1 + std::exp(-x)); });
}

static Result<Tensors> evalSilu(SiluOp, Operands x, const EvalScope &scope) {
  return onFloats(x, scope, [](double x) {
    long double wide = x;
    return static_cast<double>(wide / (1 + std::exp(-wide)));
  });
}

static Result<Tensors> evalTanh(TanhOp, Operands x, const EvalScope &scope) { return onFloats(x, scope, std::tanh); }

static Result<Tensors> evalSin(SinOp, Operands x, const EvalScope &scope) { return onFloats(x, scope, std::sin); }

static Result<Tensors> evalCos(CosOp, Operands x, const EvalScope &scope) { return onFloats(x, scope, std::cos); }

static Result<Tensors> evalExpm1(Expm1Op, Operands x, const EvalScope &scope) { return onFloats(x, scope, std::expm1); }

static Result<Tensors> evalLog1p(Log1pOp, Operands x, const EvalScope &scope) { return onFloats(x, scope, std::log1p); }

static Result<Tensors> evalErf(ErfOp, Operands x, const EvalScope &scope) { return onFloats(x, scope, std::erf); }

/// Newton's steps from 0, which never pass the result, because erf bends down. Beyond 1/2 they are taken on 1 - erf, of
/// which more digits are left.
static double inverseErf(double x) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double size = std::fabs(x), y = 0, step = 1;
  if (!(size < 1))
    return size == 1 ? x * infinity : std::numeric_limits<double>::quiet_NaN();
  for (int i = 0; i < 200 && std::fabs(step) > y * 1e-17; ++i) {
    double rest = size < 0.5 ? size - std::erf(y) : std::erfc(y) - (1 - size);
    step = rest * std::exp(y * y) * (std::sqrt(std::numbers::pi) / 2);
    y += step;
  }
  return std::copysign(y, x);
}

static Result<Tensors> evalErfinv(ErfinvOp, Operands x, const EvalScope &scope) {
  return onFloats(x, scope, inverseErf);
}

static Result<Tensors> evalAsin(AsinOp, Operands x, const EvalScope &scope) {
  return onFloats(x, scope, [](double x) { return std::asin(x); });
}

static Result<Tensors> evalAcos(AcosOp, Operands x, const EvalScope &scope) {
  return onFloats(x, scope, [](double x) { return std::acos(x); });
}

static Result<Tensors> evalAtan(AtanOp, Operands x, const EvalScope &scope) {
  return onFloats(x, scope, [](double x) { return std::atan(x); });
}

static Result<Tensors> evalTan(TanOp, Operands x, const EvalScope &scope) {
  return onFloats(x, scope, [](double x) { return std::tan(x); });
}

static Result<Tensors> evalSinh(SinhOp, Operands x, const EvalScope &scope) {
  return onFloats(x, scope, [](double x) { return std::sinh(x); });
}

static Result<Tensors> evalCosh(CoshOp, Operands x, const EvalScope &scope) {
  return onFloats(x, scope, [](double x) { return std::cosh(x); });
}

static Result<Tensors> evalExp2(Exp2Op, Operands x, const EvalScope &scope) {
  return onFloats(x, scope, [](double x) { return std::exp2(x); });
}

static Result<Tensors> evalLog2(Log2Op, Operands x, const EvalScope &scope) {
  return onFloats(x, scope, [](double x) { return std::log2(x); });
}

static Result<Tensors> evalLog10(Log10Op, Operands x, const EvalScope &scope) {
  return onFloats(x, scope, [](double x) { return std::log10(x); });
}

static Result<Tensors> evalReciprocal(ReciprocalOp, Operands x, const EvalScope &scope) {
  return onFloats(x, scope, [](double x) { return 1 / x; });
}

template <typename T> static bool holds(ComparePredicate predicate, T lhs, T rhs) {
  switch (predicate) {
  case ComparePredicate::eq:
    return lhs == rhs;
  case ComparePredicate::ne:
    return lhs != rhs;
  case ComparePredicate::lt:
    return lhs < rhs;
  case ComparePredicate::le:
    return lhs <= rhs;
  case ComparePredicate::gt:
    return lhs > rhs;
  case ComparePredicate::ge:
    return lhs >= rhs;
  }
  llvm_unreachable("every predicate is listed");
}

static Result<Tensors> evalCompare(CompareOp op, Operands x, const EvalScope &scope) {
  auto compare = [predicate = op.getPredicate()](auto lhs, auto rhs) -> int64_t { return holds(predicate, lhs, rhs); };
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  if (isFloat(x[0].meta.dtype))
    apply(compare, y.integers, x[0].floats, x[1].floats);
  else
    apply(compare, y.integers, x[0].integers, x[1].integers);
  return Tensors{y};
}

static Result<Tensors> evalSelect(SelectOp, Operands x, const EvalScope &scope) {
  auto choose = [](int64_t condition, auto ifTrue, auto ifFalse) { return condition ? ifTrue : ifFalse; };
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  apply(choose, y.floats, x[0].integers, x[1].floats, x[2].floats);
  apply(choose, y.integers, x[0].integers, x[1].integers, x[2].integers);
  return Tensors{y};
}

static Result<Tensors> evalCast(CastOp, Operands operands, const EvalScope &scope) {
  const HostTensor &x = operands[0];
  DType to = scope.results[0].whole.dtype;
  HostTensor y = HostTensor::zeros(scope.results[0].part());
  if (isFloat(x.meta.dtype) && isFloat(to))
    y.floats = x.floats; // rounding to the result's dtype is the cast
  else if (isFloat(x.meta.dtype) && to == DType::Bool)
    apply([](double x) -> int64_t { return x != 0; }, y.integers, x.floats);
  else if (isFloat(x.meta.dtype))
    apply([to](double x) { return truncatedTo(to, x); }, y.integers, x.floats);
  else if (isFloat(to) && scope.widened)
    apply([](int64_t x) { return convertedTo(DType::F64, x); }, y.floats, x.integers);
  else if (isFloat(to))
    apply([to](int64_t x) { return convertedTo(to, x); }, y.floats, x.integers);
  else if (to == DType::Bool)
    apply([](int64_t x) -> int64_t { return x != 0; }, y.integers, x.integers);
  else
    y.integers = x.integers; // wrapping to the result's dtype is the cast
  return Tensors{y};
}

void attachMathEvals(MLIRContext &context) {
  attachEval<AddOp, evalAdd>(context);
  attachEval<SubOp, evalSub>(context);
  attachEval<MulOp, evalMul>(context);
  attachEval<DivOp, evalDiv>(context);
  attachEval<FmodOp, evalFmod>(context);
  attachEval<RemainderOp, evalRemainder>(context);
  attachEval<FloorDivideOp, evalFloorDivide>(context);
  attachEval<BitwiseAndOp, evalBitwiseAnd>(context);
  attachEval<BitwiseOrOp, evalBitwiseOr>(context);
  attachEval<BitwiseXorOp, evalBitwiseXor>(context);
  attachEval<BitwiseLeftShiftOp, evalBitwiseLeftShift>(context);
  attachEval<BitwiseRightShiftOp, evalBitwiseRightShift>(context);
  attachEval<BitwiseNotOp, evalBitwiseNot>(context);
  attachEval<MaximumOp, evalMaximum>(context);
  attachEval<MinimumOp, evalMinimum>(context);
  attachEval<PowOp, evalPow>(context);
  attachEval<NegOp, evalNeg>(context);
  attachEval<DetachOp, evalIdentity<DetachOp>>(context);
  attachEval<OptimizationBarrierOp, evalIdentity<OptimizationBarrierOp>>(context);
  attachEval<AbsOp, evalAbs>(context);
  attachEval<SignOp, evalSign>(context);
  attachEval<SquareOp, evalSquare>(context);
  attachEval<ExpOp, evalExp>(context);
  attachEval<LogOp, evalLog>(context);
  attachEval<SqrtOp, evalSqrt>(context);
  attachEval<ReluOp, evalRelu>(context);
  attachEval<FloorOp, evalFloor>(context);
  attachEval<CeilOp, evalCeil>(context);
  attachEval<RoundOp, evalRound>(context);
  attachEval<TruncOp, evalTrunc>(context);
  attachEval<RsqrtOp, evalRsqrt>(context);
  attachEval<SigmoidOp, evalSigmoid>(context);
  attachEval<SiluOp, evalSilu>(context);
  attachEval<TanhOp, evalTanh>(context);
  attachEval<SinOp, evalSin>(context);
  attachEval<CosOp, evalCos>(context);
  attachEval<Expm1Op, evalExpm1>(context);
  attachEval<Log1pOp, evalLog1p>(context);
  attachEval<ErfOp, evalErf>(context);
  attachEval<ErfinvOp, evalErfinv>(context);
  attachEval<AsinOp, evalAsin>(context);
  attachEval<AcosOp, evalAcos>(context);
  attachEval<AtanOp, evalAtan>(context);
  attachEval<TanOp, evalTan>(context);
  attachEval<SinhOp, evalSinh>(context);
  attachEval<CoshOp, evalCosh>(context);
  attachEval<Exp2Op, evalExp2>(context);
  attachEval<Log2Op, evalLog2>(context);
  attachEval<Log10Op, evalLog10>(context);
  attachEval<ReciprocalOp, evalReciprocal>(context);
  attachEval<CompareOp, evalCompare>(context);
  attachEval<SelectOp, evalSelect>(context);
  attachEval<CastOp, evalCast>(context);
}

} // namespace weir
