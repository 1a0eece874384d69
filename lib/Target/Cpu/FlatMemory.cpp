// See FlatMemory.h.
#include "lib/Target/Cpu/FlatMemory.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <limits>

using namespace mlir;

namespace weir::cpu {

Value flatView(OpBuilder &builder, mlir::Location loc, Value memref) {
  auto type = MemRefType::get({ShapedType::kDynamic}, cast<MemRefType>(memref.getType()).getElementType());
  OpFoldResult none = builder.getIndexAttr(0), one = builder.getIndexAttr(1);
  Value everything = arith::ConstantIndexOp::create(builder, loc, std::numeric_limits<int64_t>::max());
  return memref::ReinterpretCastOp::create(builder, loc, type, memref, none, ArrayRef<OpFoldResult>{everything},
                                           ArrayRef{one});
}

Value linearIndices(OpBuilder &builder, mlir::Location loc, Value memref, ValueRange positions) {
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, loc, memref);
  Value sum;
  for (auto [position, stride] : llvm::zip(positions, metadata.getStrides())) {
    Value strides = vector::BroadcastOp::create(builder, loc, position.getType(), stride);
    Value term = arith::MulIOp::create(builder, loc, position, strides);
    sum = sum ? Value(arith::AddIOp::create(builder, loc, sum, term)) : term;
  }
  return sum;
}

} // namespace weir::cpu
