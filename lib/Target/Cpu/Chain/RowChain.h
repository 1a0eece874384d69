// A kernel of products and of rows that pass from one to the other: taken apart into functions of their own.
#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>
#include <vector>

namespace weir::cpu {

/// A function on linalg of some of the kernel's operands and scalars and, as its last inputs, of what other parts give.
struct ChainPart {
  mlir::OwningOpRef<mlir::func::FuncOp> function;
  llvm::SmallVector<unsigned> operands, scalars; ///< by number in the kernel's signature
};

/// As in attention and its gradient: scores with what is elementwise behind them; rows that follow from them; and
/// products of these rows, or of their columns, with other operands.
struct RowChain {
  /// A product whose A are rows, or with `ofColumns` the transposed rows: then it sums over the blocks that come one
  /// after the other, and its part adds to what its last input says.
  struct Values {
    ChainPart part;
    unsigned rows; ///< by number among those of the chain: the part's last input, or the one before
    bool ofColumns = false;
    std::optional<ChainPart> end; ///< what is elementwise behind such sums; none where they are the result
    unsigned result;              ///< of the kernel
  };

  llvm::SmallVector<ChainPart> scores;
  ChainPart rows;                                  ///< reads all scores
  llvm::SmallVector<std::optional<unsigned>> kept; ///< for each of the rows: which result of the kernel they are
  std::vector<Values> values;

  bool sumsOverBlocks() const {
    return llvm::any_of(values, [](const Values &product) { return product.ofColumns; });
  }

  /// None where the kernel isn't put together like this.
  static std::optional<RowChain> of(mlir::func::FuncOp kernel);
};

} // namespace weir::cpu
