// The loops of a kernel on linalg: which generics share loops, which loops are rows, along which one vectors lie.
#pragma once

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace weir::nest {

/// Results that are computed by one nest of loops.
struct Nest {
  llvm::SmallVector<unsigned> outputs; ///< numbers of the kernel's results
  llvm::SmallVector<int> rows;         ///< loops around everything, outer first: parallel, in every output, in every
                                       ///< reduction's result
  /// Generics with reduction loops, a generic behind those that it reads.
  llvm::SmallVector<mlir::linalg::GenericOp> reductions;
  /// A generic that sums products, with vectors along a row or, as dots, along what it sums; and a row loop which not
  /// all of its operands depend on. Null where there is none.
  mlir::linalg::GenericOp contraction, dots;
  std::optional<int> shared;
  std::optional<int> lane; ///< the loop that vectors lie along; none: all dimensions are of size one
};

/// The generic that computes `value`, itself, what it is a slice of, or what is inserted into a fill to make it; null
/// for operands.
mlir::linalg::GenericOp producerOf(mlir::Value value);

/// Whether the value is an operand of the kernel, or neighbours in one, from some element on.
bool liesInMemory(mlir::Value value);

/// Whether the kernel has fills with a tensor inserted, which are read under conditions.
bool readsInsertions(mlir::func::FuncOp kernel);

/// Loops are numbers; a dimension of a tensor value is indexed by one loop or by an expression of several.
class NestPlan {
public:
  /// The kernel's body must be generics, fills, insertions into fills, slices, and sizes; see `isNest`.
  explicit NestPlan(mlir::func::FuncOp kernel);

  static bool isNest(mlir::func::FuncOp kernel);

  llvm::ArrayRef<Nest> nests() const { return all; }
  mlir::Value output(unsigned number) const;
  /// The loop of each dimension of a result of the kernel.
  llvm::ArrayRef<int> outputLoops(unsigned number) const { return loopsOfOutput[number]; }
  /// The loop of the generic's iteration dimension `dim`.
  int loopOf(mlir::linalg::GenericOp generic, unsigned dim) const;
  /// A tensor dimension that has the loop's size; known sizes are preferred.
  struct Extent {
    mlir::Value tensor;
    int64_t dim;
  };
  Extent extentOf(int loop) const { return extents.lookup(loop); }
  /// How many iterations a loop has, and how many points several have, if that is known.
  std::optional<int64_t> knownExtent(int loop) const;
  std::optional<int64_t> knownPoints(llvm::ArrayRef<int> loops) const;

private:
  void numberLoops();
  void join(int loop, int other);
  void findExtents();
  llvm::SmallSetVector<mlir::Operation *, 4> producersOf(mlir::Operation *generic) const;
  void formNests();
  bool haveCommonLoops(unsigned output, unsigned other) const;
  llvm::SmallVector<Nest> apartByLoops(const Nest &nest) const;
  void chooseRows(Nest &nest);
  void chooseLane(Nest &nest, llvm::ArrayRef<mlir::linalg::GenericOp> members);
  void findContraction(Nest &nest);
  void findDots(Nest &nest);
  std::optional<int> innermostLoop(mlir::linalg::GenericOp generic, mlir::OpOperand *operand) const;
  int64_t extentOrNone(std::optional<int> loop) const;
  std::optional<int> rowBeside(const Nest &nest, mlir::linalg::GenericOp generic, mlir::OpOperand *operand,
                               int lane) const;
  void joinReductionsWithLane(const Nest &nest, llvm::ArrayRef<mlir::linalg::GenericOp> members);

  llvm::SmallVector<mlir::linalg::GenericOp> generics;
  llvm::SmallVector<mlir::Value> results;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<int>> loopsOfGeneric;
  llvm::SmallVector<llvm::SmallVector<int>> loopsOfOutput;
  llvm::DenseMap<int, Extent> extents;
  llvm::DenseSet<int> reduced;
  llvm::DenseSet<mlir::Operation *> numbers; ///< generics without loops that read no others
  llvm::SmallVector<Nest> all;
};

} // namespace weir::nest
