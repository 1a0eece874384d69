// One phase of a kernel on a GPU (KernelAbi.h) under construction: unpacks its parameters into memrefs and index
// values, and holds what threads of a block share.
#pragma once

#include "lib/Target/Native/KernelFunctions.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace weir::gpu {

/// Memory spaces of memrefs and pointers.
enum GpuMemory : unsigned { kGlobalMemory = 1, kSharedMemory = 3 };

constexpr int64_t kWarpSize = 32;

/// A block of threads computes the tile of its number; `builder` stands in the function's body.
class GpuFunction {
public:
  GpuFunction(mlir::gpu::GPUModuleOp module, mlir::Location loc, llvm::StringRef name, const KernelSignature &signature,
              int64_t threads);

  /// Memrefs of global memory in the order of the signature.
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<mlir::Value> scalars;
  mlir::gpu::GPUFuncOp function;
  mlir::OpBuilder builder;
  mlir::Location loc;

  /// How many threads a block has; the numbers of block and thread, of type index.
  const int64_t threads;
  mlir::Value block, thread;

  mlir::Value result(unsigned number) const { return operands[numInputs + number]; }
  mlir::TypeRange inputTypes() const { return mlir::ValueRange(operands).take_front(numInputs).getTypes(); }
  /// What `prepare` left by setScalar.
  mlir::Value launchScalar(unsigned index);
  /// `count` elements from byte `offset` of the launch's workspace on: memref<?xelement>.
  mlir::Value workspace(mlir::Type element, mlir::Value offset, mlir::Value count);
  /// An array in the block's shared memory, from byte `offset` on.
  mlir::Value shared(mlir::Type element, int64_t count, int64_t offset);
  /// Bytes of shared memory that arrays reach into.
  int64_t sharedBytes() const { return sharedEnd; }

  /// At least so many blocks are resident on a multiprocessor at once, which bounds the registers of a thread.
  void setMinBlocksPerSm(int64_t blocks);

  void finish();

private:
  mlir::Value view(mlir::MemRefType type, mlir::Value pointer, mlir::ValueRange sizes, mlir::ValueRange strides);
  void unpack(const KernelSignature &signature);

  const unsigned numInputs;
  mlir::Value sharedBase;
  unsigned firstLaunchScalar = 0; ///< among the function's arguments
  int64_t sharedEnd = 0;
};

/// What a phase begins with: it does nothing where its run has failed (KernelAbi.h).
void addStopCheck(mlir::LLVM::LLVMFuncOp kernel);
/// The address of the weir_fault of the GPU function that `op` stands in.
mlir::Value gpuFaultOf(mlir::Operation *op);
/// Fills in the fault unless another thread was first; the values are of type index.
void buildGpuFault(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value fault, int32_t code, int32_t ordinal,
                   mlir::Value first, mlir::Value second);

} // namespace weir::gpu
