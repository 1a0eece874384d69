// Concrete sizes for the `?` of a function's arguments, such that its ops accept them.
#pragma once

#include "lib/Support/IterationRule.h"
#include "lib/Support/Shape.h"

#include "llvm/ADT/DenseMap.h"
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

  /// As chosen; of a tensor that occurs in the function.
  Shape shapeOf(mlir::Value tensor) const;
  /// As chosen; of an argument of type index.
  int64_t scalarOf(mlir::Value index) const;

private:
  using Size = std::pair<mlir::Value, int64_t>; ///< a tensor's dimension, or (index value, -1)

  int node(Size size);
  int rootOf(int node) const;
  void unite(Size a, Size b);
  void uniteThrough(mlir::Operation *op);
  void uniteByRole(mlir::Operation *op);
  void uniteValues(mlir::Value a, mlir::Value b);
  void uniteLoops(mlir::Operation *op);
  int64_t numElements(mlir::Value tensor, llvm::SmallVectorImpl<int> &open) const;
  void keepElements(mlir::Operation *reshape);

  llvm::DenseMap<Size, int> nodes;
  std::vector<int> parents;    ///< of each node; itself where it is its class's root
  std::vector<int64_t> known;  ///< of roots: the size that types say, or kDynamic
  std::vector<int64_t> chosen; ///< of roots
  /// A size that several loops make up: positions are sums of their indices times coefficients.
  struct Merge {
    struct Term {
      int node;     ///< of the loop's size, or -1
      int64_t size; ///< where there is no node
      int64_t coefficient;
    };
    int node;
    std::vector<Term> terms;
  };
  void addMerge(Size size, const DimMap &map, const std::vector<Factor> &factors,
                llvm::ArrayRef<std::optional<Size>> loops);
  void makeUp(const Merge &merge);

  std::vector<Merge> merges;
  std::vector<mlir::Operation *> reshapes;
  bool allStatic = true;
};

} // namespace weir
