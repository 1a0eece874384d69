// Loads, stores, atomics, variables and globals. A check stands in front of what a thread does to memory that others
// can see; its own variables are left to the CPU, which can keep them in registers then.
#include "lib/Target/Sim/OpLowerings.h"

#include "lib/Runtime/Device/Sim/SimAbi.h"
#include "lib/Target/Sim/LaneLoops.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace weir::sim {

namespace {

int64_t bytesOf(Type type) {
  if (isa<LLVM::LLVMPointerType>(type))
    return sizeof(void *);
  if (auto vector = dyn_cast<VectorType>(type); vector && !vector.getElementType().isInteger(1))
    return vector.getNumElements() * bytesOf(vector.getElementType());
  if (auto vector = dyn_cast<VectorType>(type))
    return llvm::divideCeil(vector.getNumElements(), 8);
  if (auto array = dyn_cast<LLVM::LLVMArrayType>(type))
    return array.getNumElements() * bytesOf(array.getElementType());
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

bool hasBytes(Type type) {
  if (auto array = dyn_cast<LLVM::LLVMArrayType>(type))
    return hasBytes(array.getElementType());
  return isa<VectorType, LLVM::LLVMPointerType>(type) || type.isIntOrFloat();
}

/// As LLVM has it where an access doesn't say.
int64_t alignmentOf(Type type) {
  if (auto array = dyn_cast<LLVM::LLVMArrayType>(type))
    return alignmentOf(array.getElementType());
  return llvm::PowerOf2Ceil(bytesOf(type));
}

/// Whether the address points into a variable of the thread.
bool isPrivate(Value address) {
  while (Operation *op = address.getDefiningOp()) {
    if (isa<LLVM::AllocaOp>(op))
      return true;
    if (!isa<LLVM::GEPOp, LLVM::AddrSpaceCastOp, LLVM::BitcastOp>(op))
      return false;
    address = op->getOperand(0);
  }
  return false;
}

LogicalResult checkAccess(ThreadCode &code, SimCall check, Value address, Type type, std::optional<int64_t> alignment) {
  if (!hasBytes(type))
    return code.refuse() << "accesses of numbers, vectors and arrays, got " << type;
  if (code.image.check && !isPrivate(address))
    code.call(check, {address, code.i32(bytesOf(type)), code.i32(alignment.value_or(alignmentOf(type)))});
  return success();
}

/// Accesses that are atomic without being a read-modify-write race with plain ones alone, as those do.
SimCall checkFor(LLVM::AtomicOrdering ordering, SimCall plain) {
  return ordering == LLVM::AtomicOrdering::not_atomic ? plain : SimCall::check_atomic;
}

LogicalResult lowerLoad(LLVM::LoadOp op, ThreadCode &code) {
  return checkAccess(code, checkFor(op.getOrdering(), SimCall::check_load), op.getAddr(), op.getType(),
                     op.getAlignment());
}

LogicalResult lowerStore(LLVM::StoreOp op, ThreadCode &code) {
  return checkAccess(code, checkFor(op.getOrdering(), SimCall::check_store), op.getAddr(), op.getValue().getType(),
                     op.getAlignment());
}

LogicalResult lowerAtomic(LLVM::AtomicRMWOp op, ThreadCode &code) {
  Type type = op.getVal().getType();
  if (type.isBF16())
    return code.refuse() << "atomics of integers, f16, f32 or f64, got " << type;
  return checkAccess(code, SimCall::check_atomic, op.getPtr(), type, op.getAlignment());
}

LogicalResult lowerCompareExchange(LLVM::AtomicCmpXchgOp op, ThreadCode &code) {
  return checkAccess(code, SimCall::check_atomic, op.getPtr(), op.getVal().getType(), op.getAlignment());
}

/// The lanes of a masked access one by one, because each may be in bounds or not.
void checkLanes(ThreadCode &code, SimCall check, Value address, Value mask, VectorType type) {
  if (!code.image.check || isPrivate(address))
    return;
  int64_t lanes = type.getNumElements();
  Value bits = LLVM::BitcastOp::create(code.builder, code.loc, code.builder.getIntegerType(lanes), mask);
  callForLanes(code, check, address, bits, lanes, bytesOf(type.getElementType()));
}

LogicalResult lowerMaskedLoad(LLVM::MaskedLoadOp op, ThreadCode &code) {
  checkLanes(code, SimCall::check_load, op.getData(), op.getMask(), cast<VectorType>(op.getType()));
  return success();
}

LogicalResult lowerMaskedStore(LLVM::MaskedStoreOp op, ThreadCode &code) {
  checkLanes(code, SimCall::check_store, op.getData(), op.getMask(), cast<VectorType>(op.getValue().getType()));
  return success();
}

// Blocks of bytes

void checkBytes(ThreadCode &code, SimCall check, Value address, Value bytes) {
  if (!code.image.check || isPrivate(address))
    return;
  Value count = LLVM::TruncOp::create(code.builder, code.loc, code.builder.getI32Type(), bytes);
  code.call(check, {address, count, code.i32(1)});
}

Value wide(ThreadCode &code, Value length) {
  Type i64 = code.builder.getI64Type();
  return length.getType() == i64 ? length : Value(LLVM::ZExtOp::create(code.builder, code.loc, i64, length));
}

LogicalResult copyBytes(ThreadCode &code, Value target, Value source, Value length) {
  checkBytes(code, SimCall::check_load, source, length);
  checkBytes(code, SimCall::check_store, target, length);
  callCopy(code, target, source, length);
  return code.replace();
}

LogicalResult fillBytes(ThreadCode &code, Value target, Value byte, Value length) {
  checkBytes(code, SimCall::check_store, target, length);
  callFill(code, target, byte, length);
  return code.replace();
}

// Variables

LogicalResult lowerVariable(LLVM::AllocaOp op, ThreadCode &code) {
  APInt count;
  if (!matchPattern(op.getArraySize(), m_ConstantInt(&count)) || !op->getBlock()->isEntryBlock())
    return code.refuse() << "variables of a known size in a function's first block";
  if (!hasBytes(op.getElemType()))
    return code.refuse() << "variables that are numbers, vectors and arrays, got " << op.getElemType();
  code.image.stackBytes += count.getSExtValue() * bytesOf(op.getElemType());
  return success();
}

LogicalResult lowerAddressOf(LLVM::AddressOfOp op, ThreadCode &code) {
  auto shared = code.image.sharedOffsets.find(op.getGlobalNameAttr().getAttr());
  if (shared == code.image.sharedOffsets.end()) {
    SymbolTableCollection symbols;
    return op.getGlobal(symbols) ? success()
                                 : LogicalResult(code.refuse() << "addresses of variables, not of functions");
  }
  auto pointer = LLVM::LLVMPointerType::get(code.builder.getContext());
  Value base = code.field(offsetof(weir_sim_thread, shared), pointer);
  return code.replace(LLVM::GEPOp::create(code.builder, code.loc, pointer, code.builder.getI8Type(), base,
                                          ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(shared->second)}));
}

LogicalResult lowerPointerToInteger(LLVM::PtrToIntOp op, ThreadCode &code) {
  if (op.getType().isInteger(64))
    return success();
  return code.refuse() << "addresses of 64 bits, got " << op.getType();
}

LogicalResult lowerIntegerToPointer(LLVM::IntToPtrOp op, ThreadCode &code) {
  if (op.getArg().getType().isInteger(64))
    return success();
  return code.refuse() << "addresses of 64 bits, got " << op.getArg().getType();
}

} // namespace

void addMemory(OpLowerings &lowerings) {
  lowerings.add<LLVM::LoadOp>(lowerLoad);
  lowerings.add<LLVM::StoreOp>(lowerStore);
  lowerings.add<LLVM::AtomicRMWOp>(lowerAtomic);
  lowerings.add<LLVM::AtomicCmpXchgOp>(lowerCompareExchange);
  lowerings.add<LLVM::MaskedLoadOp>(lowerMaskedLoad);
  lowerings.add<LLVM::MaskedStoreOp>(lowerMaskedStore);
  lowerings.add<LLVM::MemcpyOp>([](LLVM::MemcpyOp op, ThreadCode &code) {
    return copyBytes(code, op.getDst(), op.getSrc(), wide(code, op.getLen()));
  });
  lowerings.add<LLVM::MemcpyInlineOp>([](LLVM::MemcpyInlineOp op, ThreadCode &code) {
    return copyBytes(code, op.getDst(), op.getSrc(), code.i64(op.getLen().getSExtValue()));
  });
  lowerings.add<LLVM::MemsetOp>([](LLVM::MemsetOp op, ThreadCode &code) {
    return fillBytes(code, op.getDst(), op.getVal(), wide(code, op.getLen()));
  });
  lowerings.add<LLVM::MemsetInlineOp>([](LLVM::MemsetInlineOp op, ThreadCode &code) {
    return fillBytes(code, op.getDst(), op.getVal(), code.i64(op.getLen().getSExtValue()));
  });
  lowerings.add<LLVM::AllocaOp>(lowerVariable);
  lowerings.add<LLVM::AddressOfOp>(lowerAddressOf);
  lowerings.add<LLVM::PtrToIntOp>(lowerPointerToInteger);
  lowerings.add<LLVM::IntToPtrOp>(lowerIntegerToPointer);
  lowerings.keep<LLVM::LifetimeStartOp, LLVM::LifetimeEndOp, LLVM::AssumeOp, LLVM::NoAliasScopeDeclOp>();
}

} // namespace weir::sim
