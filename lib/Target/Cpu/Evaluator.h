// Builds the code that computes one element, or one vector of elements, of a tensor value of a kernel: on demand, from
// the operands' memory up, each value at the outermost level of loops where it can be known.
#pragma once

#include "lib/Target/Cpu/NestPlan.h"

#include "mlir/IR/IRMapping.h"

#include <map>

namespace weir::cpu {

/// Where along one dimension of a tensor.
struct Position {
  enum class Kind {
    Scalar, ///< all lanes at `index`
    Lane,   ///< lane l at `index` + l
    Vector, ///< lane l at `index`[l]
  };
  mlir::Value index;
  Kind kind = Kind::Scalar;
  int level = 0; ///< of loops inside which `index` is known

  bool operator<(const Position &other) const {
    return std::make_tuple(index.getAsOpaquePointer(), kind) <
           std::make_tuple(other.index.getAsOpaquePointer(), other.kind);
  }
};
using Positions = llvm::SmallVector<Position>;

class Evaluator {
public:
  /// What stands for the kernel's arguments where code is built.
  struct Scope {
    mlir::OpBuilder &builder;
    mlir::ValueRange operands; ///< memrefs, inputs before results
    mlir::ValueRange scalars;
    unsigned numInputs;
  };

  /// Level 0 is where the scope's builder stands; `mask` is of its lanes. Vectors have `lanes` elements.
  Evaluator(const NestPlan &plan, mlir::func::FuncOp kernel, Scope scope, int64_t lanes, mlir::Value mask = nullptr);

  /// The value's element at `positions`: a vector if any position it depends on has lanes, else a scalar.
  mlir::Value evaluate(mlir::Value tensor, const Positions &positions);
  /// Writes `value` to an operand of the kernel, a result's memory.
  void store(mlir::Value memory, mlir::Value value, const Positions &positions);

  /// The number of iterations of a loop, an index.
  mlir::Value extent(int loop);
  std::optional<int64_t> knownExtent(int loop) const;

  /// Calls `body` inside a loop of indices [begin, end) by `step`, a new level.
  using BodyFn = llvm::function_ref<void(mlir::Value index, int level)>;
  void forLoop(mlir::Value begin, mlir::Value end, int64_t step, BodyFn body);
  /// Calls `body` for the vectors of [begin, end): full ones in a loop, then, under a mask, the rest.
  void forLanes(mlir::Value begin, mlir::Value end, std::optional<int64_t> knownCount, BodyFn body);

  /// Lets `tensor` at `positions` be `value`, which somebody else computed at the current level.
  void define(mlir::Value tensor, const Positions &positions, mlir::Value value);
  /// Opens a level at the end of the block where `builder` stands, with a mask or null for its lanes.
  void openLevel(mlir::OpBuilder::InsertPoint at, mlir::Value mask);
  void closeLevel();
  int level() const { return static_cast<int>(levels.size()) - 1; }
  mlir::OpBuilder &build() { return scope.builder; }
  mlir::Value constant(int64_t number);

  /// The loop along which reductions over it are vectorized.
  void setLane(std::optional<int> loop) { laneLoop = loop; }
  /// Values are computed inside the current level or deeper until the next call, even if they depend on no loop.
  void setBase() { base = level(); }

  mlir::Location loc;
  const int64_t lanes;

private:
  using Key = std::pair<void *, Positions>;
  struct Level {
    mlir::OpBuilder::InsertPoint at;
    std::map<Key, mlir::Value> known;
    mlir::Value mask; ///< of lanes, for loads and stores; null: all on
  };

  mlir::Value compute(mlir::Value tensor, const Positions &positions);
  llvm::SmallVector<mlir::Value> computePointwise(mlir::linalg::GenericOp generic, const Positions &loops);
  mlir::Value computeReduction(mlir::linalg::GenericOp generic, unsigned result, Positions loops);
  using StepFn = llvm::function_ref<mlir::Value(mlir::Value index, mlir::Value accumulator)>;
  mlir::Value reduceLoop(mlir::Value end, int64_t step, mlir::Value start, StepFn body);
  mlir::Value reduceDims(mlir::linalg::GenericOp generic, unsigned result, llvm::ArrayRef<unsigned> dims,
                         Positions &loops, mlir::Value accumulator);
  mlir::Value reduceLanes(mlir::linalg::GenericOp generic, unsigned result, unsigned dim, Positions &loops,
                          mlir::Value accumulator);
  mlir::Value combineLanes(mlir::linalg::GenericOp generic, unsigned result, mlir::Value vector);
  mlir::Value accumulate(mlir::linalg::GenericOp generic, unsigned result, const Positions &loops,
                         mlir::Value accumulator);

  llvm::SmallVector<mlir::Value> inputElements(mlir::linalg::GenericOp generic, const Positions &loops);
  llvm::SmallVector<mlir::Value> cloneBody(mlir::linalg::GenericOp generic, mlir::ValueRange elements,
                                           const Positions &loops);
  void cloneOp(mlir::Operation *op, mlir::IRMapping &mapping, const Positions &loops);
  void cloneComputation(mlir::Operation *op, mlir::IRMapping &mapping);
  Position apply(mlir::AffineExpr position, const Positions &loops);
  /// A value of the kernel's function that is no tensor, computed before all loops.
  mlir::Value hostValue(mlir::Value value);
  mlir::Value tensorSize(mlir::Value tensor, int64_t dim);

  mlir::Value load(mlir::Value memory, const Positions &positions);
  mlir::Value linearIndices(mlir::Value memory, const Positions &positions);
  mlir::Value flatView(mlir::Value memory);
  mlir::Value indexVector(const Position &position);
  mlir::Value broadcast(mlir::Value value);
  mlir::Value maskOf(const Positions &positions);
  mlir::Value fullMask();
  mlir::VectorType vectorOf(mlir::Type element) const { return mlir::VectorType::get({lanes}, element); }
  static bool hasLanes(const Positions &positions);

  const NestPlan &plan;
  mlir::func::FuncOp kernel;
  Scope scope;
  llvm::SmallVector<Level> levels;
  std::optional<int> laneLoop;
  int base = 0;
  llvm::DenseMap<int, mlir::Value> extents;
  mlir::IRMapping hostValues;
};

} // namespace weir::cpu
