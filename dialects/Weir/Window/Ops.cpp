// Registration of the Window family, and sizes as host arithmetic.
#include "dialects/Weir/Window/Ops.h"

#include "dialects/Weir/Window/Sizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Weir/Window/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerWindowOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Window/Ops.cpp.inc"
      >();
}

Value buildWindowCount(OpBuilder &builder, Location loc, Value extent, Value size, const WindowDim &window) {
  auto constant = [&](int64_t number) -> Value { return arith::ConstantIndexOp::create(builder, loc, number); };
  // (extent + low + high - (dilation * (size - 1) + 1)) / stride + 1, never below 0
  Value span = arith::MulIOp::create(builder, loc, size, constant(window.dilation));
  Value positions = arith::AddIOp::create(builder, loc, extent,
                                          constant(window.low + window.high + window.dilation - 1 + window.stride));
  Value rest = arith::SubIOp::create(builder, loc, positions, span);
  rest = arith::MaxSIOp::create(builder, loc, rest, constant(0));
  return arith::DivUIOp::create(builder, loc, rest, constant(window.stride));
}

} // namespace weir
