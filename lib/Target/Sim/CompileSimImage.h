// From a module of LLVM and NVVM ops to an image for the simulator.
#pragma once

#include "dialects/Kernel/Target.h"
#include "lib/Artifact/Program.h"
#include "lib/Target/Sim/ThreadCode.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include <string_view>

namespace weir::sim {

/// The CPU of all images, never the one at hand: what a kernel computes must not depend on where it was compiled.
inline constexpr std::string_view kSimCpu = "x86-64-v3";

/// The machine of images whose accesses to memory are not checked (WEIR_SIM_ARCH_UNCHECKED). The simulator can't check
/// the rest of such a kernel either, because it doesn't see what was written.
inline constexpr std::string_view kUncheckedSim = "unchecked";

/// Compiles the phases, whose symbols are functions of `kernels` and whose shared memory is what they have beside
/// static arrays. Ends with the table of locations in `image`, which becomes the kernel's: a site is a position in it.
mlir::FailureOr<KernelImage> compileSimImage(mlir::gpu::GPUModuleOp kernels, llvm::ArrayRef<KernelPhase> phases,
                                             SimImage &image, TargetInterface::DumpFn dump = nullptr);

} // namespace weir::sim
