// From a module of loops, vectors and memrefs to machine code for a CPU.
#pragma once

#include "dialects/Kernel/Target.h"
#include "lib/Artifact/Program.h"
#include "lib/Target/Native/Image.h"
#include "lib/Target/Native/KernelFunctions.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/CodeGen.h"

namespace weir {

/// The CPU that a target description names: "cpu" and "features" as LLVM spells them.
struct CpuName {
  std::string cpu, features;
};
CpuName cpuName(mlir::DictionaryAttr description);
CpuName hostCpu();

/// {cpu, features} of a CPU that LLVM knows by name, or of the host where `machine` is empty. Fails with an error for
/// CPUs that lack an instruction which all kernels may use.
mlir::FailureOr<mlir::DictionaryAttr> describeCpu(mlir::MLIRContext *context, llvm::StringRef machine);

/// The places that a kernel's size checks name, in their order.
std::vector<Location> checkLocations(const KernelSignature &signature);

/// Lowers the module's functions to the LLVM dialect: math and casts are expanded first, checks of indices become
/// faults. Fails where verifyKernelMemory does. `locations` gets the op and line of every check, in the order of the
/// faults' ordinals.
mlir::LogicalResult lowerToLLVM(mlir::ModuleOp module, std::vector<Location> &locations, TargetInterface::DumpFn dump);

/// The functions of a host kernel's image, in the order in which makeKernel expects them: `prepare`, and one for each
/// phase that the module has.
llvm::SmallVector<std::string> hostFunctions(mlir::ModuleOp module);

/// On a module whose code is as its emitter wants it: LLVM only joins the address arithmetic that lowering repeats, for
/// the rest of its optimizer would read much and gain nothing.
inline constexpr llvm::StringLiteral kOptimizedAttr = "weir.optimized";

/// On a module whose code runs less long than it takes to compile, or whose time passes elsewhere, in the simulator's
/// checks: it is hardly optimized, and instructions are selected the quickest way.
inline constexpr llvm::StringLiteral kQuicklyAttr = "weir.quickly";

/// What LLVM generates of a module of the LLVM dialect in which only `functions` are seen from outside; errors are
/// emitted at the module.
mlir::FailureOr<llvm::SmallVector<char, 0>> generateCode(mlir::ModuleOp module, const CpuName &cpu,
                                                         llvm::ArrayRef<std::string> functions,
                                                         llvm::CodeGenFileType type,
                                                         TargetInterface::DumpFn dump = nullptr);

/// The same as an image; the module must define the functions.
mlir::FailureOr<Image> compileToImage(mlir::ModuleOp module, const CpuName &cpu, llvm::ArrayRef<std::string> functions,
                                      TargetInterface::DumpFn dump = nullptr);

/// What the runtime needs of a compiled kernel. The image's first function is `prepare`, the others are phases.
Kernel makeKernel(const KernelSignature &signature, llvm::StringRef target, Image image,
                  std::vector<Location> locations);

/// The op's name, with the composite op that it comes from, and the first file and line that `loc` holds.
Location sourceLocation(mlir::Location loc, llvm::StringRef op);

} // namespace weir
