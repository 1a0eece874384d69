// Steps of arith ops on index values: the sizes and counts that a launch works out on the host. Results that don't fit
// in 64 bits are errors, because no size is meant to wrap.
#include "lib/Reference/Frame.h"

#include "llvm/Support/MathExtras.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir {

using HostNumber = Result<int64_t>;

static const char *const kTooLarge = "expects index arithmetic to stay in 64 bits";

static HostNumber add(int64_t x, int64_t y) {
  int64_t sum;
  return __builtin_add_overflow(x, y, &sum) ? HostNumber(Failure{kTooLarge}) : HostNumber(sum);
}

static HostNumber sub(int64_t x, int64_t y) {
  int64_t difference;
  return __builtin_sub_overflow(x, y, &difference) ? HostNumber(Failure{kTooLarge}) : HostNumber(difference);
}

static HostNumber mul(int64_t x, int64_t y) {
  int64_t product;
  return __builtin_mul_overflow(x, y, &product) ? HostNumber(Failure{kTooLarge}) : HostNumber(product);
}

template <int64_t (*divide)(int64_t, int64_t)> static HostNumber divided(int64_t x, int64_t y) {
  if (y == 0)
    return Failure{"expects a nonzero divisor, got " + std::to_string(x) + " / 0"};
  if (x == INT64_MIN && y == -1)
    return Failure{kTooLarge};
  return divide(x, y);
}

static int64_t truncatingDivide(int64_t x, int64_t y) { return x / y; }
static int64_t floorDivide(int64_t x, int64_t y) { return x / y - (x % y != 0 && (x < 0) != (y < 0)); }
static int64_t ceilDivide(int64_t x, int64_t y) { return x / y + (x % y != 0 && (x < 0) == (y < 0)); }
static int64_t remainder(int64_t x, int64_t y) { return x % y; }
static HostNumber minimum(int64_t x, int64_t y) { return std::min(x, y); }
static HostNumber maximum(int64_t x, int64_t y) { return std::max(x, y); }

/// Of numbers from 0 on, unsigned arithmetic is as signed arithmetic.
template <HostNumber (*function)(int64_t, int64_t)> static HostNumber ofNaturals(int64_t x, int64_t y) {
  if (x < 0 || y < 0)
    return Failure{"expects unsigned arithmetic of numbers from 0 on, got " + std::to_string(x < 0 ? x : y)};
  return function(x, y);
}

static std::optional<Fault> checkIndex(Operation *op) {
  Type type = op->getResult(0).getType();
  if (type.isIndex())
    return std::nullopt;
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return Fault("expects host scalars to be of type index, got " + text);
}

static std::optional<Fault> runConstant(Operation *op, Frame &frame) {
  if (auto fault = checkIndex(op))
    return fault;
  frame.bind(op->getResult(0), HostValue(cast<IntegerAttr>(cast<arith::ConstantOp>(op).getValue()).getInt()));
  return std::nullopt;
}

template <HostNumber (*function)(int64_t, int64_t)> static std::optional<Fault> runBinary(Operation *op, Frame &frame) {
  if (auto fault = checkIndex(op))
    return fault;
  HostNumber result = function(frame.scalar(op->getOperand(0)), frame.scalar(op->getOperand(1)));
  if (!result)
    return Fault(result.failure());
  frame.bind(op->getResult(0), HostValue(*result));
  return std::nullopt;
}

void addHostScalarSteps(StepTable &table) {
  table.add<arith::ConstantOp>(runConstant);
  table.add<arith::AddIOp>(runBinary<add>);
  table.add<arith::SubIOp>(runBinary<sub>);
  table.add<arith::MulIOp>(runBinary<mul>);
  table.add<arith::DivSIOp>(runBinary<divided<truncatingDivide>>);
  table.add<arith::FloorDivSIOp>(runBinary<divided<floorDivide>>);
  table.add<arith::CeilDivSIOp>(runBinary<divided<ceilDivide>>);
  table.add<arith::RemSIOp>(runBinary<divided<remainder>>);
  table.add<arith::MinSIOp>(runBinary<minimum>);
  table.add<arith::MaxSIOp>(runBinary<maximum>);
  table.add<arith::DivUIOp>(runBinary<ofNaturals<divided<truncatingDivide>>>);
  table.add<arith::CeilDivUIOp>(runBinary<ofNaturals<divided<ceilDivide>>>);
  table.add<arith::RemUIOp>(runBinary<ofNaturals<divided<remainder>>>);
  table.add<arith::MinUIOp>(runBinary<ofNaturals<minimum>>);
  table.add<arith::MaxUIOp>(runBinary<ofNaturals<maximum>>);
}

} // namespace weir
