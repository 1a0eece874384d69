// The register tile of convolutions: products of a few rows and the columns of a panel, in accumulators.
#pragma once

#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"

namespace weir::cpu {

struct PanelProduct {
  mlir::Value rows, weights; ///< memref<?xelement>
  mlir::Type element;
  int64_t lanes, vectors;   ///< of the panel
  int64_t rowStride;        ///< elements from row to row
  int64_t rowStep = 1;      ///< elements of a row from one that is multiplied to the next
  int64_t weightStride = 0; ///< elements from one row of weights to the next; 0: they are side by side
  mlir::Value ahead = {};   ///< from weights to those to prefetch, which are used next; null: none
  mlir::Value number = {};  ///< of this product among the `askers` that ask for them, each for its share
  int64_t askers = 1;

  int64_t panel() const { return lanes * vectors; }
};

/// Adds to `sums`, row by row the vectors of the panel, the products of `count` elements of each row, the first row's
/// at `x`, and as many rows of weights, from `w` on.
llvm::SmallVector<mlir::Value> emitPanelSteps(const IndexMath &ix, const PanelProduct &product, mlir::Value x,
                                              mlir::Value w, mlir::Value count, llvm::SmallVector<mlir::Value> sums);

/// The same, which first asks for what is used next.
llvm::SmallVector<mlir::Value> emitPanelProduct(const IndexMath &ix, const PanelProduct &product, mlir::Value x,
                                                mlir::Value w, int64_t count, llvm::SmallVector<mlir::Value> sums);

/// `step` for indices of [from, to), with values carried from one to the next; once, without a loop, where that is
/// known to be enough.
llvm::SmallVector<mlir::Value>
emitCarriedLoop(const IndexMath &ix, mlir::Value from, mlir::Value to, llvm::SmallVector<mlir::Value> carried,
                llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::Value, llvm::SmallVector<mlir::Value>)> step,
                int64_t by = 1);

/// Sums, to which those that `body` makes of zeros are added once: a long chain of additions loses digits. While `body`
/// goes on they wait on the stack.
llvm::SmallVector<mlir::Value>
emitChain(const IndexMath &ix, llvm::SmallVector<mlir::Value> sums,
          llvm::function_ref<llvm::SmallVector<mlir::Value>(llvm::SmallVector<mlir::Value>)> body);

} // namespace weir::cpu
