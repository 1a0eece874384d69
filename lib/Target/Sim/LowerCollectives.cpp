// Barriers, fences, and ops of the lanes of a warp. The enums of the NVVM dialect and those of SimAbi.h have the same
// numbers.
#include "lib/Target/Sim/OpLowerings.h"

#include "lib/Runtime/Device/Sim/SimAbi.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace weir::sim {

namespace {

static_assert(int(NVVM::BarrierReduction::OR) == WEIR_SIM_BARRIER_OR && int(NVVM::ShflKind::idx) == WEIR_SIM_SHFL_IDX &&
              int(NVVM::VoteSyncKind::uni) == WEIR_SIM_VOTE_UNI &&
              int(NVVM::MatchSyncKind::all) == WEIR_SIM_MATCH_ALL && int(NVVM::ReduxKind::XOR) == WEIR_SIM_REDUX_XOR &&
              int(NVVM::MemScopeKind::SYS) == WEIR_SIM_SCOPE_SYS);

template <typename Kind> Value number(ThreadCode &code, Kind kind) { return code.i32(static_cast<int64_t>(kind)); }

Value truncated(ThreadCode &code, Type type, Value value) {
  return type == value.getType() ? value : Value(LLVM::TruncOp::create(code.builder, code.loc, type, value));
}

/// The simulator's answers of 64 bits: a value, and a truth in bit 32.
Value lowerHalf(ThreadCode &code, Value answer) { return truncated(code, code.builder.getI32Type(), answer); }

Value pairOf(ThreadCode &code, Type type, Value value, Value answer) {
  Value upper = LLVM::LShrOp::create(code.builder, code.loc, answer, code.i64(32));
  Value truth = truncated(code, code.builder.getI1Type(), upper);
  Value pair = LLVM::PoisonOp::create(code.builder, code.loc, type);
  pair = LLVM::InsertValueOp::create(code.builder, code.loc, pair, value, ArrayRef<int64_t>{0});
  return LLVM::InsertValueOp::create(code.builder, code.loc, pair, truth, ArrayRef<int64_t>{1});
}

Value bitcast(ThreadCode &code, Type type, Value value) {
  return type == value.getType() ? value : Value(LLVM::BitcastOp::create(code.builder, code.loc, type, value));
}

LogicalResult lowerBarrier0(NVVM::Barrier0Op, ThreadCode &code) {
  code.call(SimCall::barrier, {code.i32(0), code.i32(0)});
  return code.replace();
}

LogicalResult lowerBarrier(NVVM::BarrierOp op, ThreadCode &code) {
  Value id = op.getBarrierId() ? op.getBarrierId() : code.i32(0);
  Value count = op.getNumberOfThreads() ? op.getNumberOfThreads() : code.i32(0);
  if (std::optional<NVVM::BarrierReduction> reduction = op.getReductionOp())
    return code.replace(
        code.call(SimCall::barrier_reduce, {id, count, number(code, *reduction), op.getReductionPredicate()}));
  code.call(SimCall::barrier, {id, count});
  return code.replace();
}

LogicalResult lowerSyncWarp(NVVM::SyncWarpOp op, ThreadCode &code) {
  code.call(SimCall::syncwarp, op.getMask());
  return code.replace();
}

LogicalResult lowerShuffle(NVVM::ShflOp op, ThreadCode &code) {
  Type type = op.getVal().getType();
  Value answer = code.call(SimCall::shfl, {op.getThreadMask(), bitcast(code, code.builder.getI32Type(), op.getVal()),
                                           op.getOffset(), op.getMaskAndClamp(), number(code, op.getKind())});
  Value value = bitcast(code, type, lowerHalf(code, answer));
  return code.replace(op.getReturnValueAndIsValid() ? pairOf(code, op.getType(), value, answer) : value);
}

LogicalResult lowerVote(NVVM::VoteSyncOp op, ThreadCode &code) {
  Value predicate = LLVM::ZExtOp::create(code.builder, code.loc, code.builder.getI32Type(), op.getPred());
  Value result = code.call(SimCall::vote, {op.getMask(), predicate, number(code, op.getKind())});
  return code.replace(truncated(code, op.getType(), result));
}

LogicalResult lowerRedux(NVVM::ReduxOp op, ThreadCode &code) {
  if (!op.getVal().getType().isInteger(32))
    return code.refuse() << "redux.sync of integers, got " << op.getVal().getType();
  return code.replace(code.call(SimCall::redux, {op.getMaskAndClamp(), op.getVal(), number(code, op.getKind())}));
}

LogicalResult lowerMatch(NVVM::MatchSyncOp op, ThreadCode &code) {
  Value value = op.getVal();
  if (!value.getType().isInteger(64))
    value = LLVM::ZExtOp::create(code.builder, code.loc, code.builder.getI64Type(), value);
  Value answer = code.call(SimCall::match, {op.getThreadMask(), value, number(code, op.getKind())});
  Value mask = lowerHalf(code, answer);
  return code.replace(op.getKind() == NVVM::MatchSyncKind::all ? pairOf(code, op.getType(), mask, answer) : mask);
}

LogicalResult lowerElect(NVVM::ElectSyncOp op, ThreadCode &code) {
  Value mask = op.getMembermask() ? op.getMembermask() : code.i32(-1);
  return code.replace(truncated(code, op.getType(), code.call(SimCall::elect, mask)));
}

LogicalResult lowerMembar(NVVM::MembarOp op, ThreadCode &code) {
  code.call(SimCall::fence, number(code, op.getScope()));
  return code.replace();
}

LogicalResult lowerFence(LLVM::FenceOp op, ThreadCode &code) {
  StringRef scope = op.getSyncscope().value_or("");
  int kind = scope == "block" ? WEIR_SIM_SCOPE_CTA : scope == "device" ? WEIR_SIM_SCOPE_GPU : WEIR_SIM_SCOPE_SYS;
  code.call(SimCall::fence, code.i32(kind));
  return code.replace();
}

} // namespace

void addCollectives(OpLowerings &lowerings) {
  lowerings.add<NVVM::Barrier0Op>(lowerBarrier0);
  lowerings.add<NVVM::BarrierOp>(lowerBarrier);
  lowerings.add<NVVM::SyncWarpOp>(lowerSyncWarp);
  lowerings.add<NVVM::ShflOp>(lowerShuffle);
  lowerings.add<NVVM::VoteSyncOp>(lowerVote);
  lowerings.add<NVVM::ReduxOp>(lowerRedux);
  lowerings.add<NVVM::MatchSyncOp>(lowerMatch);
  lowerings.add<NVVM::ElectSyncOp>(lowerElect);
  lowerings.add<NVVM::MembarOp>(lowerMembar);
  lowerings.add<LLVM::FenceOp>(lowerFence);
}

} // namespace weir::sim
