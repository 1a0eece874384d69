// Code of a thread, and the table of the ops that it names to the simulator.
#include "lib/Target/Sim/ThreadCode.h"

#include "lib/Runtime/Device/Sim/SimAbi.h"
#include "lib/Target/Native/Codegen.h"

using namespace mlir;

namespace weir::sim {

ThreadCode::ThreadCode(Operation *op, SimImage &image) : image(image), builder(op), loc(op->getLoc()), op(op) {}

Value ThreadCode::i32(int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), builder.getI32IntegerAttr(value));
}

Value ThreadCode::i64(int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), builder.getI64IntegerAttr(value));
}

Value ThreadCode::f32(float value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getF32Type(), builder.getF32FloatAttr(value));
}

Value ThreadCode::thread() { return op->getParentOfType<LLVM::LLVMFuncOp>().getArgument(0); }

Value ThreadCode::load(Type type, Value base, size_t offset) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Value address = LLVM::GEPOp::create(builder, loc, pointer, builder.getI8Type(), base,
                                      ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
  auto load = LLVM::LoadOp::create(builder, loc, type, address);
  load.setInvariant(true);
  return load;
}

Value ThreadCode::field(size_t offset, Type type) { return load(type, thread(), offset); }

Value ThreadCode::function(SimCall call) {
  auto pointer = LLVM::LLVMPointerType::get(builder.getContext());
  return load(pointer, field(offsetof(weir_sim_thread, calls), pointer), simCallOffset(call));
}

Value ThreadCode::call(SimCall callee, ValueRange operands) {
  SmallVector<Value> arguments{function(callee), thread(), i32(site())};
  llvm::append_range(arguments, operands);
  auto call = LLVM::CallOp::create(builder, loc, simCallType(builder.getContext(), callee), arguments);
  call.setConvergent(true);
  call.setNoUnwind(true);
  return call.getResult();
}

Value buildVariable(LLVM::LLVMFuncOp function, Type type, unsigned alignment) {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
  mlir::Location loc = function.getLoc();
  Value one = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), builder.getI32IntegerAttr(1));
  return LLVM::AllocaOp::create(builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), type, one, alignment);
}

Value ThreadCode::registers(unsigned count) {
  constexpr unsigned kWordBytes = 4, kAlignment = 16;
  image.stackBytes += count * kWordBytes;
  return buildVariable(op->getParentOfType<LLVM::LLVMFuncOp>(), LLVM::LLVMArrayType::get(builder.getI32Type(), count),
                       kAlignment);
}

static Value registerAt(OpBuilder &builder, mlir::Location loc, Value base, unsigned index) {
  return LLVM::GEPOp::create(builder, loc, base.getType(), builder.getI32Type(), base,
                             ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(index)});
}

void ThreadCode::storeRegister(Value base, unsigned index, Value value) {
  LLVM::StoreOp::create(builder, loc, value, registerAt(builder, loc, base, index), /*alignment=*/4);
}

Value ThreadCode::loadRegister(Value base, unsigned index, Type type) {
  return LLVM::LoadOp::create(builder, loc, type, registerAt(builder, loc, base, index), /*alignment=*/4);
}

uint32_t ThreadCode::site() {
  if (!number) {
    number = static_cast<uint32_t>(image.locations.size());
    std::string name = op->getName().getStringRef().str();
    if (std::string made = image.opNames ? image.opNames(loc) : std::string(); !made.empty())
      name += " of " + made;
    image.locations.push_back(sourceLocation(loc, name));
  }
  return *number;
}

LogicalResult ThreadCode::replace(Value value) {
  if (value)
    op->getResult(0).replaceAllUsesWith(value);
  op->erase();
  return success();
}

InFlightDiagnostic ThreadCode::refuse() { return op->emitError("expects "); }

} // namespace weir::sim
