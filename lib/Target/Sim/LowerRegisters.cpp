// Special registers.
#include "lib/Target/Sim/OpLowerings.h"

#include "lib/Runtime/Device/Sim/SimAbi.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;

namespace weir::sim {

namespace {

template <typename Op> void addField(OpLowerings &lowerings, size_t offset) {
  lowerings.add<Op>(
      [offset](Op, ThreadCode &code) { return code.replace(code.field(offset, code.builder.getI32Type())); });
}

template <typename... Op> void addConstant(OpLowerings &lowerings, int64_t value) {
  auto lower = [value](auto, ThreadCode &code) { return code.replace(code.i32(value)); };
  (lowerings.add<Op>(lower), ...);
}

/// `bits` shifted to the thread's lane, plus `added`: masks of lanes that stand in a relation to it.
template <typename Op> void addLaneMask(OpLowerings &lowerings, int64_t bits, int64_t added) {
  lowerings.add<Op>([=](Op, ThreadCode &code) {
    Value lane = code.field(offsetof(weir_sim_thread, lane), code.builder.getI32Type());
    Value shifted = LLVM::ShlOp::create(code.builder, code.loc, code.i32(bits), lane);
    return code.replace(LLVM::AddOp::create(code.builder, code.loc, shifted, code.i32(added)));
  });
}

} // namespace

void addRegisters(OpLowerings &lowerings) {
  addField<NVVM::ThreadIdXOp>(lowerings, offsetof(weir_sim_thread, tid));
  addField<NVVM::BlockDimXOp>(lowerings, offsetof(weir_sim_thread, ntid));
  addField<NVVM::BlockIdXOp>(lowerings, offsetof(weir_sim_thread, ctaid));
  addField<NVVM::GridDimXOp>(lowerings, offsetof(weir_sim_thread, nctaid));
  addField<NVVM::LaneIdOp>(lowerings, offsetof(weir_sim_thread, lane));
  addField<NVVM::WarpIdOp>(lowerings, offsetof(weir_sim_thread, warp));
  addConstant<NVVM::ThreadIdYOp, NVVM::ThreadIdZOp, NVVM::BlockIdYOp, NVVM::BlockIdZOp>(lowerings, 0);
  addConstant<NVVM::BlockDimYOp, NVVM::BlockDimZOp, NVVM::GridDimYOp, NVVM::GridDimZOp>(lowerings, 1);
  addConstant<NVVM::WarpSizeOp>(lowerings, WEIR_SIM_WARP_SIZE);
  addLaneMask<NVVM::LaneMaskEqOp>(lowerings, 1, 0);
  addLaneMask<NVVM::LaneMaskLtOp>(lowerings, 1, -1);
  addLaneMask<NVVM::LaneMaskLeOp>(lowerings, 2, -1); // a shift of 2 by 31 is 0: all lanes
  addLaneMask<NVVM::LaneMaskGeOp>(lowerings, -1, 0);
  addLaneMask<NVVM::LaneMaskGtOp>(lowerings, -2, 0);
}

} // namespace weir::sim
