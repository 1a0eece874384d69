// cp.async, and ops of a warp on matrices.
#include "lib/Target/Sim/OpLowerings.h"

#include "lib/Runtime/Device/Sim/SimAbi.h"
#include "lib/Target/Sim/Passes.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace weir::sim {

namespace {

LogicalResult lowerCopy(NVVM::CpAsyncOp op, ThreadCode &code) {
  Value bytes = code.i32(op.getSize());
  code.call(SimCall::cp_async, {op.getDst(), op.getSrc(), bytes, op.getCpSize() ? op.getCpSize() : bytes});
  return code.replace();
}

LogicalResult lowerCommit(NVVM::CpAsyncCommitGroupOp, ThreadCode &code) {
  code.call(SimCall::cp_async_commit, {});
  return code.replace();
}

LogicalResult lowerWait(NVVM::CpAsyncWaitGroupOp op, ThreadCode &code) {
  code.call(SimCall::cp_async_wait, code.i32(op.getN()));
  return code.replace();
}

bool isDeferred(Operation *op) { return op->hasAttr(kDeferredAttr); }

/// The op that does the work of a deferred one: the next of its kind in the block that is not deferred itself.
Operation *doerOf(Operation *op) {
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode())
    if (next->getName() == op->getName() && !isDeferred(next))
      return next;
  return nullptr;
}

/// Puts what the simulator leaves in `registers` in the place of the op's result, a register or a struct of them.
LogicalResult replaceByRegisters(Operation *op, ThreadCode &code, Value registers) {
  if (isDeferred(op)) {
    Operation *doer = doerOf(op);
    if (!doer)
      return code.refuse() << "a deferred op to be followed by one of its kind that is not";
    code.builder.setInsertionPointAfter(doer);
  }
  Type type = op->getResult(0).getType();
  auto registerTypes = dyn_cast<LLVM::LLVMStructType>(type);
  if (!registerTypes)
    return code.replace(code.loadRegister(registers, 0, type));
  Value result = LLVM::PoisonOp::create(code.builder, code.loc, type);
  for (auto [i, part] : llvm::enumerate(registerTypes.getBody()))
    result = LLVM::InsertValueOp::create(code.builder, code.loc, result, code.loadRegister(registers, i, part),
                                         ArrayRef<int64_t>{static_cast<int64_t>(i)});
  return code.replace(result);
}

Value flagsOf(ThreadCode &code, Operation *op, bool transposed) {
  return code.i32((transposed ? WEIR_SIM_MATRIX_TRANSPOSED : 0) | (isDeferred(op) ? WEIR_SIM_MATRIX_DEFERRED : 0));
}

/// Matrices of 8x8 elements of 16 bits, which is all that sm_80 and sm_90 load.
template <typename Op> bool isPlain(Op op) {
  return op.getShape().getM() == 8 && op.getShape().getN() == 8 && op.getEltType() == NVVM::LdStMatrixEltType::B16;
}

LogicalResult lowerLoadMatrix(NVVM::LdMatrixOp op, ThreadCode &code) {
  if (!isPlain(op))
    return code.refuse() << "ldmatrix of 8x8 matrices of b16";
  Value registers = code.registers(op.getNum());
  code.call(SimCall::ldmatrix,
            {op.getPtr(), code.i32(op.getNum()), flagsOf(code, op, op.getLayout() == NVVM::MMALayout::col), registers});
  return replaceByRegisters(op, code, registers);
}

LogicalResult lowerStoreMatrix(NVVM::StMatrixOp op, ThreadCode &code) {
  if (!isPlain(op))
    return code.refuse() << "stmatrix of 8x8 matrices of b16";
  unsigned count = op.getSources().size();
  Value registers = code.registers(count);
  for (auto [i, value] : llvm::enumerate(op.getSources()))
    code.storeRegister(registers, i, value);
  code.call(SimCall::stmatrix,
            {op.getPtr(), code.i32(count), flagsOf(code, op, op.getLayout() == NVVM::MMALayout::col), registers});
  return code.replace();
}

/// The WEIR_SIM_MMA of an op, if the simulator has it.
std::optional<int> kindOf(NVVM::MmaOp op) {
  NVVM::MMAShapeAttr shape = op.getShape();
  bool rowCol = op.getLayoutA() == NVVM::MMALayout::row && op.getLayoutB() == NVVM::MMALayout::col;
  NVVM::MMATypes accumulator = op.accumPtxType();
  std::optional<NVVM::MMATypes> type = op.getMultiplicandAPtxType();
  if (!type)
    type = NVVM::MmaOp::inferOperandMMAType(op.getOperandA().front().getType(), /*isAccumulator=*/false);
  bool narrow = accumulator == NVVM::MMATypes::f16;
  if (shape.getM() != 16 || shape.getN() != 8 || !rowCol || op.resultPtxType() != accumulator ||
      !(narrow || accumulator == NVVM::MMATypes::f32))
    return std::nullopt;
  int depth = shape.getK();
  if (type == NVVM::MMATypes::f16 && (depth == 8 || depth == 16))
    return WEIR_SIM_MMA(WEIR_SIM_F16, depth, narrow);
  if (type == NVVM::MMATypes::bf16 && (depth == 8 || depth == 16) && !narrow)
    return WEIR_SIM_MMA(WEIR_SIM_BF16, depth, 0);
  if (type == NVVM::MMATypes::tf32 && (depth == 4 || depth == 8) && !narrow)
    return WEIR_SIM_MMA(WEIR_SIM_TF32, depth, 0);
  return std::nullopt;
}

Value registersOf(ThreadCode &code, ValueRange values) {
  Value registers = code.registers(values.size());
  for (auto [i, value] : llvm::enumerate(values))
    code.storeRegister(registers, i, value);
  return registers;
}

LogicalResult lowerMultiply(NVVM::MmaOp op, ThreadCode &code) {
  std::optional<int> kind = kindOf(op);
  if (!kind)
    return code.refuse()
           << "mma.sync.m16n8 of f16, bf16 or tf32 with rows of A and columns of B, and C and D of one type";
  unsigned results = cast<LLVM::LLVMStructType>(op.getType()).getBody().size();
  Value d = code.registers(results);
  Value a = registersOf(code, op.getOperandA()), b = registersOf(code, op.getOperandB());
  Value c = registersOf(code, op.getOperandC());
  code.call(SimCall::mma, {code.i32(*kind), flagsOf(code, op, /*transposed=*/false), a, b, c, d});
  return replaceByRegisters(op, code, d);
}

} // namespace

void addMatrixOps(OpLowerings &lowerings) {
  lowerings.add<NVVM::CpAsyncOp>(lowerCopy);
  lowerings.add<NVVM::CpAsyncCommitGroupOp>(lowerCommit);
  lowerings.add<NVVM::CpAsyncWaitGroupOp>(lowerWait);
  lowerings.add<NVVM::LdMatrixOp>(lowerLoadMatrix);
  lowerings.add<NVVM::StMatrixOp>(lowerStoreMatrix);
  lowerings.add<NVVM::MmaOp>(lowerMultiply);
}

} // namespace weir::sim
