// See GemmFlat.h.
#include "lib/Target/Cpu/Gemm/GemmFlat.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <limits>

using namespace mlir;

namespace weir::cpu {

Value FlatMatrix::at(const IndexMath &ix, Value i, Value j) const {
  return ix.add(ix.add(offset, ix.mul(i, outer)), ix.mul(j, inner));
}

// Both have the same descriptor in LLVM, where the cast disappears.
Value viewElements(OpBuilder &builder, Location loc, Value memref, MemRefType type) {
  if (memref.getType() == type)
    return memref;
  return UnrealizedConversionCastOp::create(builder, loc, type, memref).getResult(0);
}

Value viewBits(const IndexMath &ix, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  if (!isa<FloatType>(type.getElementType()) || type.getElementTypeBitWidth() != 16)
    return memref;
  MemRefType bits = MemRefType::Builder(type).setElementType(ix.b.getI16Type());
  return viewElements(ix.b, ix.loc, memref, bits);
}

FlatMatrix flatten(const IndexMath &ix, Value matrix) {
  auto type = cast<MemRefType>(matrix.getType());
  auto [strides, start] = type.getStridesAndOffset();
  auto metadata = memref::ExtractStridedMetadataOp::create(ix.b, ix.loc, matrix);
  auto known = [&](int64_t fact, Value dynamic) { return ShapedType::isDynamic(fact) ? dynamic : ix.constant(fact); };
  auto flatType = MemRefType::get({ShapedType::kDynamic}, type.getElementType());
  OpFoldResult none = ix.b.getIndexAttr(0), one = ix.b.getIndexAttr(1);
  OpFoldResult everything = ix.constant(std::numeric_limits<int64_t>::max()); // the size is not used
  FlatMatrix flat;
  Value data =
      memref::ReinterpretCastOp::create(ix.b, ix.loc, flatType, metadata.getBaseBuffer(), none, {everything}, {one});
  flat.data = viewBits(ix, data);
  flat.offset = known(start, metadata.getOffset());
  flat.outer = known(strides[0], metadata.getStrides()[0]);
  flat.inner = known(strides[1], metadata.getStrides()[1]);
  return flat;
}

} // namespace weir::cpu
