// Loops over lanes and bytes, written in the LLVM dialect's own text.
#include "lib/Target/Sim/LaneLoops.h"

#include "mlir/Parser/Parser.h"

using namespace mlir;

namespace weir::sim {

namespace {

constexpr StringLiteral kCheckLanes = "sim_check_lanes", kCopyBytes = "sim_copy_bytes", kFillBytes = "sim_fill_bytes";

constexpr StringLiteral kLoops = R"mlir(
llvm.func internal @sim_check_lanes(%check: !llvm.ptr, %thread: !llvm.ptr, %site: i32, %address: !llvm.ptr, %mask: i64,
                                %lanes: i64, %bytes: i64) attributes {convergent, no_unwind} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %bytes32 = llvm.trunc %bytes : i64 to i32
  llvm.br ^head(%zero : i64)
^head(%lane: i64):
  %more = llvm.icmp "ult" %lane, %lanes : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %shifted = llvm.lshr %mask, %lane : i64
  %isSet = llvm.trunc %shifted : i64 to i1
  %next = llvm.add %lane, %one : i64
  llvm.cond_br %isSet, ^check, ^head(%next : i64)
^check:
  %offset = llvm.mul %lane, %bytes : i64
  %element = llvm.getelementptr %address[%offset] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.call %check(%thread, %site, %element, %bytes32, %bytes32) {convergent, no_unwind}
    : !llvm.ptr, (!llvm.ptr, i32, !llvm.ptr, i32, i32) -> ()
  llvm.br ^head(%next : i64)
^end:
  llvm.return
}

llvm.func internal @sim_copy_bytes(%target: !llvm.ptr, %source: !llvm.ptr, %length: i64) attributes {no_unwind} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^head(%zero : i64)
^head(%i: i64):
  %more = llvm.icmp "ult" %i, %length : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %from = llvm.getelementptr %source[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %to = llvm.getelementptr %target[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  %byte = llvm.load %from : !llvm.ptr -> i8
  llvm.store %byte, %to : i8, !llvm.ptr
  %next = llvm.add %i, %one : i64
  llvm.br ^head(%next : i64)
^end:
  llvm.return
}

llvm.func internal @sim_fill_bytes(%target: !llvm.ptr, %byte: i8, %length: i64) attributes {no_unwind} {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^head(%zero : i64)
^head(%i: i64):
  %more = llvm.icmp "ult" %i, %length : i64
  llvm.cond_br %more, ^body, ^end
^body:
  %to = llvm.getelementptr %target[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.store %byte, %to : i8, !llvm.ptr
  %next = llvm.add %i, %one : i64
  llvm.br ^head(%next : i64)
^end:
  llvm.return
}
)mlir";

/// The loop of that name in the image's module.
LLVM::LLVMFuncOp loopOf(ThreadCode &code, StringRef name) {
  auto module = code.builder.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  OwningOpRef<ModuleOp> loops = parseSourceString<ModuleOp>(kLoops, module.getContext());
  auto loop = loops->lookupSymbol<LLVM::LLVMFuncOp>(name);
  loop->remove();
  module.push_back(loop);
  return loop;
}

void callLoop(ThreadCode &code, StringRef name, ValueRange arguments) {
  LLVM::CallOp::create(code.builder, code.loc, loopOf(code, name), arguments);
}

} // namespace

void callForLanes(ThreadCode &code, SimCall check, Value address, Value mask, int64_t lanes, int64_t bytes) {
  Value bits = mask;
  if (lanes < 64)
    bits = LLVM::ZExtOp::create(code.builder, code.loc, code.builder.getI64Type(), mask);
  callLoop(
      code, kCheckLanes,
      {code.function(check), code.thread(), code.i32(code.site()), address, bits, code.i64(lanes), code.i64(bytes)});
}

void callCopy(ThreadCode &code, Value target, Value source, Value length) {
  callLoop(code, kCopyBytes, {target, source, length});
}

void callFill(ThreadCode &code, Value target, Value byte, Value length) {
  callLoop(code, kFillBytes, {target, byte, length});
}

} // namespace weir::sim
