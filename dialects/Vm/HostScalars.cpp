// The table of host scalars and their evaluation.
#include "dialects/Vm/HostScalars.h"

#include "dialects/Vm/Vm.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir::vm {

using Kind = HostScalar::Kind;

/// Sizes are never negative, so signed and unsigned forms agree on them.
static constexpr std::pair<llvm::StringLiteral, Kind> kArithmetic[] = {
    {"arith.constant", Kind::Constant},
    {"arith.addi", Kind::Add},
    {"arith.subi", Kind::Sub},
    {"arith.muli", Kind::Mul},
    {"arith.floordivsi", Kind::FloorDiv},
    {"arith.divui", Kind::FloorDiv},
    {"arith.ceildivsi", Kind::CeilDiv},
    {"arith.ceildivui", Kind::CeilDiv},
    {"arith.remui", Kind::Mod},
    {"arith.minsi", Kind::Min},
    {"arith.minui", Kind::Min},
    {"arith.maxsi", Kind::Max},
    {"arith.maxui", Kind::Max},
};

std::optional<Kind> hostScalarKind(Operation *op) {
  if (isa<SizeOp>(op))
    return Kind::Size;
  if (op->getNumResults() != 1 || !op->getResult(0).getType().isIndex())
    return std::nullopt;
  for (auto [name, kind] : kArithmetic)
    if (op->getName().getStringRef() == name)
      return kind;
  return std::nullopt;
}

std::string hostScalarNames() {
  std::string names = SizeOp::getOperationName().str();
  for (auto [name, kind] : kArithmetic)
    names += ", " + name.str();
  return names;
}

int64_t constantOf(Operation *op) { return cast<IntegerAttr>(cast<arith::ConstantOp>(op).getValue()).getInt(); }

static int64_t floorDiv(int64_t a, int64_t b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

static int64_t apply(Kind kind, int64_t lhs, int64_t rhs) {
  int64_t divisor = rhs == 0 ? 1 : rhs;
  switch (kind) {
  case Kind::Add:
    return lhs + rhs;
  case Kind::Sub:
    return lhs - rhs;
  case Kind::Mul:
    return lhs * rhs;
  case Kind::FloorDiv:
    return floorDiv(lhs, divisor);
  case Kind::CeilDiv:
    return -floorDiv(-lhs, divisor);
  case Kind::Mod:
    return lhs - floorDiv(lhs, divisor) * divisor;
  case Kind::Min:
    return std::min(lhs, rhs);
  case Kind::Max:
    return std::max(lhs, rhs);
  case Kind::Constant:
  case Kind::Size:
    break;
  }
  llvm_unreachable("constants and sizes have no operands");
}

int64_t evaluate(Value scalar, int64_t assumed) {
  Operation *op = scalar.getDefiningOp();
  Kind kind = *hostScalarKind(op);
  if (kind == Kind::Size)
    return assumed;
  if (kind == Kind::Constant)
    return constantOf(op);
  return apply(kind, evaluate(op->getOperand(0), assumed), evaluate(op->getOperand(1), assumed));
}

} // namespace weir::vm
