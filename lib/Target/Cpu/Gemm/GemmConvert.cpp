// See GemmConvert.h.
#include "lib/Target/Cpu/Gemm/GemmConvert.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace weir::cpu {
namespace {

Type withElement(Type shapeOf, Type element) {
  if (auto vector = dyn_cast<VectorType>(shapeOf))
    return VectorType::get(vector.getShape(), element);
  return element;
}

Value bitcast(OpBuilder &b, Location loc, Value x, Type element) {
  Type type = withElement(x.getType(), element);
  if (type == x.getType())
    return x;
  return arith::BitcastOp::create(b, loc, type, x);
}

} // namespace

Value extendBits(OpBuilder &b, Location loc, Value x) {
  return arith::ExtUIOp::create(b, loc, withElement(x.getType(), b.getI32Type()), x);
}

Value shiftLeft16(OpBuilder &b, Location loc, Value x) {
  Value amount = arith::ConstantOp::create(b, loc, b.getIntegerAttr(b.getI32Type(), 16));
  if (isa<VectorType>(x.getType()))
    amount = vector::BroadcastOp::create(b, loc, x.getType(), amount);
  return arith::ShLIOp::create(b, loc, x, amount);
}

Value widenFloat(OpBuilder &b, Location loc, Value x, Type from, Type to) {
  if (from.isBF16()) { // the bits of a bf16 are the upper half of the f32 of the same value
    x = bitcast(b, loc, shiftLeft16(b, loc, extendBits(b, loc, x)), b.getF32Type());
    from = b.getF32Type();
  }
  if (from == to)
    return x;
  if (from.isF16())
    x = bitcast(b, loc, x, from);
  return arith::ExtFOp::create(b, loc, withElement(x.getType(), to), x);
}

} // namespace weir::cpu
