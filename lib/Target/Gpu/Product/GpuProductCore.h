// How the threads of a block multiply two tiles in shared memory. A thread holds sums in registers; it loads fragments
// of both tiles, step by step along the depth, and adds their products.
#pragma once

#include "lib/Target/Gpu/Product/GpuProductTile.h"

#include <memory>

namespace weir::gpu {

class ProductCore {
public:
  virtual ~ProductCore() = default;

  /// Steps in a tile's depth.
  virtual int64_t steps() const = 0;
  /// How many sums, all f32, a thread has.
  virtual int64_t numSums() const = 0;
  /// This thread's registers of both factors; `stage` points to A's tile, with B's behind it.
  virtual llvm::SmallVector<mlir::Value> load(mlir::Value stage, int64_t step) const = 0;
  virtual void multiplyAdd(llvm::ArrayRef<mlir::Value> fragments, llvm::MutableArrayRef<mlir::Value> sums) const = 0;
  /// Writes this thread's sums to a row-major matrix of f32 in shared memory, whose rows are `rowBytes` apart.
  virtual void store(llvm::ArrayRef<mlir::Value> sums, mlir::Value matrix, int64_t rowBytes) const = 0;
};

struct CoreSite {
  const GpuCode &code;
  const ProductTile &tile;
  const TileLayout &a, &b;
  mlir::Type multiplied;
  mlir::Value thread; ///< i32
};

/// By tensor cores, of bf16, f16 or tf32: a block is 2 x 2 warps.
std::unique_ptr<ProductCore> mmaCore(const CoreSite &site);
/// By FMAs of f32: a block is 16 x 16 threads.
std::unique_ptr<ProductCore> fmaCore(const CoreSite &site);

} // namespace weir::gpu
