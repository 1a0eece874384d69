// What all GPU targets have in common: a kernel of weir ops becomes host code with `prepare` and a module of LLVM and
// NVVM ops with its phases, from which each target makes an image of its own.
#pragma once

#include "dialects/Kernel/Target.h"
#include "lib/Artifact/Program.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/OwningOpRef.h"

namespace weir::gpu {

/// A phase without an image: its function's name, threads, and shared memory.
using GpuPhase = KernelPhase;

struct GpuKernel {
  Kernel kernel;                            ///< complete but for the images
  mlir::OwningOpRef<mlir::ModuleOp> device; ///< holds one gpu.module with an llvm.func per phase
  llvm::SmallVector<GpuPhase> phases;
  std::string sourceHash; ///< of the gpu.module

  mlir::gpu::GPUModuleOp gpuModule() { return *device->getOps<mlir::gpu::GPUModuleOp>().begin(); }
};

/// TargetInterface::mergedOperandWords of GPU targets: 8 KiB, of the 32,764 bytes of parameters that a kernel may have.
/// More would save few launches, and cost compile time that grows with a kernel's length.
inline constexpr int64_t kGpuMergedOperandWords = 1024;

/// TargetInterface::packedKernel of GPU targets: all columns stand in one panel and all channels in one block, so that
/// a kernel is the matrix [window and channels, columns]. Rows begin at multiples of 16 bytes.
PackedKernelLayout gpuPackedKernel(DType dtype, int64_t columns, int64_t channels);

/// TargetInterface::compile of GPU targets but for their images. The host code is for `description`'s CPU, or a generic
/// one. `dump` is called after the steps `linalg`, `blocks`, `expanded` and `nvvm`.
mlir::FailureOr<GpuKernel> compileGpuKernel(mlir::ModuleOp module, mlir::func::FuncOp kernel,
                                            mlir::DictionaryAttr description, TargetInterface::DumpFn dump);

/// Lowers the gpu.funcs in `device` to llvm.funcs with NVVM ops. Math and casts are expanded first, checks become
/// faults that no other thread has filled in yet; `locations` gets the op and line of every check.
mlir::LogicalResult lowerToNvvm(mlir::ModuleOp device, std::vector<Location> &locations, TargetInterface::DumpFn dump);

/// The dialects and models of upstream interfaces that GPU targets need.
void registerGpuLowering(mlir::DialectRegistry &registry);

} // namespace weir::gpu
