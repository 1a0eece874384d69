// From a module of NVVM ops to code that calls the simulator.
#ifndef WEIR_TARGET_SIM_TD
#define WEIR_TARGET_SIM_TD

include "mlir/Pass/PassBase.td"

def LowerToSimPass : Pass<"weir-lower-to-sim", "::mlir::ModuleOp"> {
  let summary = "Replaces a gpu.module of LLVM and NVVM ops by functions of the LLVM dialect that call the simulator.";
  let description = [{
    Every function gets a hidden first parameter, the thread that executes it. Entries read their parameters from the
    launch's words. NVVM ops become calls through the thread's table of functions; a call that checks stands in front
    of each access to memory that other threads see. Address spaces are gone.

    ```mlir
    gpu.module @device {
      llvm.func @phase0(%x: !llvm.ptr<1>) attributes {nvvm.kernel} {
        nvvm.barrier0
        ...
    ```
    becomes
    ```mlir
    llvm.func @phase0(%thread: !llvm.ptr, %words: !llvm.ptr) {
      %x = llvm.load %words invariant : !llvm.ptr -> !llvm.ptr
      ...
      llvm.call %barrier(%thread, %site, %id, %count) {convergent, no_unwind} : ...
    ```
    Ops that the simulator doesn't know are errors, reported together.
  }];
  let options = [Option<"check", "check", "bool", "true", "Whether accesses to memory are checked">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def DeferMatrixOpsPass : Pass<"weir-defer-matrix-ops", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Has a warp do runs of ldmatrix, or of mma.sync, at once in the simulator.";
  let description = [{
    In a run of ops of one kind whose results nobody needs in between, all but the last are marked `deferred`: the
    simulator notes them and does all of them with the last. The lanes of a warp then meet once per run. Ops without
    effects that use results move behind the run. weir-lower-to-sim begins with this.
  }];
}

#endif
