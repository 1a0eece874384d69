// See GpuCode.h.
#include "lib/Target/Gpu/GpuCode.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace weir::gpu {

Value GpuCode::like(Value other, int64_t number) const {
  return arith::ConstantOp::create(b, loc, b.getIntegerAttr(other.getType(), number));
}

Value GpuCode::i32(int64_t number) const { return arith::ConstantIntOp::create(b, loc, number, 32); }
Value GpuCode::i64(int64_t number) const { return arith::ConstantIntOp::create(b, loc, number, 64); }
Value GpuCode::index(int64_t number) const { return arith::ConstantIndexOp::create(b, loc, number); }

Value GpuCode::toI32(Value value) const {
  if (value.getType().isIndex())
    return b.createOrFold<arith::IndexCastOp>(loc, b.getI32Type(), value);
  return value.getType().isInteger(32) ? value : b.createOrFold<arith::TruncIOp>(loc, b.getI32Type(), value);
}

Value GpuCode::toI64(Value value) const {
  if (value.getType().isIndex())
    return b.createOrFold<arith::IndexCastOp>(loc, b.getI64Type(), value);
  return value.getType().isInteger(64) ? value : b.createOrFold<arith::ExtSIOp>(loc, b.getI64Type(), value);
}

Value GpuCode::toIndex(Value value) const {
  return value.getType().isIndex() ? value : b.createOrFold<arith::IndexCastOp>(loc, b.getIndexType(), value);
}

Value GpuCode::less(Value x, Value y) const {
  return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::slt, x, y);
}

Value GpuCode::isBelow(Value x, int64_t y) const {
  return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::ult, x, like(x, y));
}

Value GpuCode::equal(Value x, Value y) const {
  return b.createOrFold<arith::CmpIOp>(loc, arith::CmpIPredicate::eq, x, y);
}

Value GpuCode::truth(bool value) const { return arith::ConstantIntOp::create(b, loc, value, 1); }

std::optional<int64_t> GpuCode::known(Value value) {
  llvm::APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)))
    return std::nullopt;
  return number.getBitWidth() == 1 ? static_cast<int64_t>(number.getZExtValue()) : number.getSExtValue();
}

Value GpuCode::select(Value condition, Value x, Value y) const {
  return b.createOrFold<arith::SelectOp>(loc, condition, x, y);
}

Value GpuCode::at(Value pointer, Value bytes) const {
  return LLVM::GEPOp::create(b, loc, pointer.getType(), b.getI8Type(), pointer, ArrayRef<LLVM::GEPArg>{bytes});
}

Value GpuCode::at(Value pointer, int64_t bytes) const {
  if (bytes == 0)
    return pointer;
  return LLVM::GEPOp::create(b, loc, pointer.getType(), b.getI8Type(), pointer,
                             ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(bytes)});
}

Value GpuCode::load(Type type, Value pointer, unsigned alignment) const {
  return LLVM::LoadOp::create(b, loc, type, pointer, alignment);
}

void GpuCode::store(Value value, Value pointer, unsigned alignment) const {
  LLVM::StoreOp::create(b, loc, value, pointer, alignment);
}

Value GpuCode::pointerOf(Value memref) const {
  LLVMTypeConverter converter(b.getContext());
  Type descriptor = converter.convertType(memref.getType());
  Value cast = UnrealizedConversionCastOp::create(b, loc, descriptor, memref).getResult(0);
  constexpr int64_t kAlignedPointer = 1;
  return LLVM::ExtractValueOp::create(b, loc, cast, kAlignedPointer);
}

void GpuCode::ifElse(Value condition, Body yes, Body no) const {
  if (std::optional<int64_t> always = known(condition))
    return *always ? yes() : no();
  auto branch = scf::IfOp::create(b, loc, condition, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  yes();
  b.setInsertionPointToStart(branch.elseBlock());
  no();
}

} // namespace weir::gpu
