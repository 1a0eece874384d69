// See GemmDot.h.
#include "lib/Target/Cpu/Gemm/X86/GemmDot.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"

using namespace mlir;

namespace weir::cpu::x86 {

Value emitBf16Dot(OpBuilder &b, Location loc, Value sum, Value x, Value y) {
  auto words = cast<VectorType>(x.getType());
  auto pairs = VectorType::get({words.getNumElements() * 2}, b.getBF16Type());
  Value xPairs = vector::BitCastOp::create(b, loc, pairs, x), yPairs = vector::BitCastOp::create(b, loc, pairs, y);
  return x86vector::DotBF16Op::create(b, loc, sum.getType(), sum, xPairs, yPairs);
}

} // namespace weir::cpu::x86
