// Concrete sizes for the `?` of a function's arguments, such that its ops accept them.
#pragma once

#include "dialects/Interfaces/OpLoops.h"

#include "llvm/ADT/MapVector.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weir {

/// Sizes that must be equal, because an op's loop runs over both, form one class; one size per class is chosen. A size
/// that an op's loops make up together, such as panels of columns, follows from theirs; a reshape keeps the number of
/// elements.
class InputShapes {
public:
  explicit InputShapes(mlir::func::FuncOp function);

  /// Whether every argument's size is written in its type.
  bool isStatic() const { return allStatic; }

  /// Gives the classes without a known size the sizes of `palette` in turn.
  void choose(llvm::ArrayRef<int64_t> palette);
  /// Instead of what was chosen for this dimension of an argument, or the argument itself, and for those equal to it.
  void give(mlir::BlockArgument argument, size_t dim, int64_t size);

  /// As chosen; of a tensor that occurs in the function.
  Shape shapeOf(mlir::Value tensor) const;
  /// As chosen; of an argument of type index.
  int64_t scalarOf(mlir::Value index) const;

private:
  using Loop = LoopSpace::Loop;
  using Size = std::pair<mlir::Value, size_t>; ///< a tensor's dimension, or (index value, 0)

  Loop meet(Size size);
  void unite(Size a, Size b);
  void uniteThrough(mlir::Operation *op);
  void uniteByRole(mlir::Operation *op);
  void uniteValues(mlir::Value a, mlir::Value b);
  void uniteLoops(mlir::Operation *op);
  void addMerges(mlir::Operation *op, mlir::Value value, const ValueMap &map);
  std::optional<Loop> classOf(Size size) const;
  int64_t numElements(mlir::Value tensor, llvm::SmallVectorImpl<Loop> &open) const;
  void keepElements(mlir::Operation *reshape);

  OpLoops loops{LoopSpace::TwoPositions::Joined};
  /// Sizes of values in the order in which they were met, the arguments' first.
  llvm::MapVector<Size, Loop> sizes;
  std::vector<DimSize> known;  ///< by class: the size that types say
  std::vector<DimSize> chosen; ///< by class; `?` where no value has the size
  /// A size that several loops make up: positions are sums of their indices times coefficients.
  struct Merge {
    struct Term {
      Loop loop;
      int64_t coefficient;
    };
    Loop size;
    std::vector<Term> terms;
  };
  void makeUp(const Merge &merge);

  std::vector<Merge> merges;
  std::vector<mlir::Operation *> reshapes;
  bool allStatic = true;
};

} // namespace weir
