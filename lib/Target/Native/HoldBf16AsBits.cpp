// bf16 values as i16 in the LLVM dialect.
#include "lib/Target/Native/HoldBf16AsBits.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace weir {
namespace {

Type bitsOf(Type type) {
  auto i16 = IntegerType::get(type.getContext(), 16);
  if (type.isBF16())
    return i16;
  auto vector = dyn_cast<VectorType>(type);
  return vector && vector.getElementType().isBF16() ? vector.clone(i16) : type;
}

bool isBf16(Value value) { return getElementTypeOrSelf(value.getType()).isBF16(); }

void setTypes(ValueRange values) {
  for (Value value : values)
    value.setType(bitsOf(value.getType()));
}

Attribute bitsOf(Attribute value) {
  if (auto number = dyn_cast<FloatAttr>(value); number && number.getType().isBF16())
    return IntegerAttr::get(bitsOf(number.getType()), number.getValue().bitcastToAPInt());
  if (auto elements = dyn_cast<DenseElementsAttr>(value); elements && elements.getElementType().isBF16())
    return elements.bitcast(bitsOf(elements.getElementType()));
  return value;
}

void setFunctionType(LLVM::LLVMFuncOp function) {
  LLVM::LLVMFunctionType type = function.getFunctionType();
  auto parameters = llvm::map_to_vector(type.getParams(), [](Type parameter) { return bitsOf(parameter); });
  function.setFunctionType(LLVM::LLVMFunctionType::get(bitsOf(type.getReturnType()), parameters, type.isVarArg()));
}

/// An intrinsic takes and gives bf16 itself.
void castAround(LLVM::CallIntrinsicOp call) {
  OpBuilder builder(call);
  for (OpOperand &operand : call->getOpOperands())
    if (isBf16(operand.get()))
      operand.set(LLVM::BitcastOp::create(builder, call.getLoc(), operand.get().getType(), operand.get()));
  builder.setInsertionPointAfter(call);
  for (Value result : call->getResults())
    if (isBf16(result)) {
      auto bits = LLVM::BitcastOp::create(builder, call.getLoc(), bitsOf(result.getType()), result);
      result.replaceAllUsesExcept(bits, bits);
    }
}

} // namespace

void holdBf16AsBits(ModuleOp module) {
  SmallVector<LLVM::CallIntrinsicOp> intrinsics;
  SmallVector<Operation *> others;
  module.walk([&](Operation *op) {
    if (auto intrinsic = dyn_cast<LLVM::CallIntrinsicOp>(op))
      intrinsics.push_back(intrinsic);
    else
      others.push_back(op);
  });
  // The casts to bf16 that this makes are no part of `others`.
  for (LLVM::CallIntrinsicOp intrinsic : intrinsics)
    castAround(intrinsic);
  for (Operation *op : others) {
    setTypes(op->getResults());
    for (Region &region : op->getRegions())
      for (Block &block : region)
        setTypes(block.getArguments());
    if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op))
      setFunctionType(function);
    else if (auto constant = dyn_cast<LLVM::ConstantOp>(op))
      constant.setValueAttr(bitsOf(constant.getValue()));
    else if (auto address = dyn_cast<LLVM::GEPOp>(op))
      address.setElemType(bitsOf(address.getElemType()));
  }
}

} // namespace weir
