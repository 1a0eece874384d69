// Builds the code that computes one element, or one vector of elements, of a tensor value of a kernel: on demand, from
// the operands' memory up, each value at the outermost loop level where its operands are known. Targets define how
// lanes are read, written and reduced.
#pragma once

#include "lib/Target/Nest/NestPlan.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

#include <functional>
#include <map>

namespace weir::nest {

/// Where along one dimension of a tensor.
struct DimPosition {
  enum class Kind {
    Scalar, ///< all lanes at `index`
    Lane,   ///< lane l at `index` + l * `stride`
    Vector, ///< lane l at `index`[l]
  };
  mlir::Value index;
  Kind kind = Kind::Scalar;
  int level = 0; ///< of loops inside which `index` is known
  int64_t stride = 1;

  bool operator<(const DimPosition &other) const {
    return std::make_tuple(index.getAsOpaquePointer(), kind, stride) <
           std::make_tuple(other.index.getAsOpaquePointer(), other.kind, other.stride);
  }
};
using Positions = llvm::SmallVector<DimPosition>;

using IndexRange = std::pair<int64_t, int64_t>; ///< from the first to the second

using Accumulators = llvm::SmallVectorImpl<mlir::Value>;

/// One loop of a reduction: over indices [begin, end) by `step`.
struct ReductionLoop {
  mlir::Value begin, end, step;
  std::optional<int64_t> knownCount;            ///< of iterations, at most where threads share them
  std::function<void(mlir::Value index)> enter; ///< called in each iteration, at the loop's level
  std::function<void(Accumulators &)> rest{};   ///< joins what is behind the last step, if anything is
};

/// How a sum of floats is cut: into blocks of at most so many terms, which are added to a RunningSum. The error is that
/// of one block, and independent of their number.
struct SumBlocks {
  int64_t mostTerms;
  bool areUnrolled = false; ///< the terms of a block are joined by code of their own for each
  bool mayBeShort = true;   ///< few terms are one block in their own type, although equal ones may lose a digit
  bool halvesLanes = false; ///< the halves of a block's lanes are added, so that half are left

  bool operator==(const SumBlocks &) const = default;
};

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
  virtual ~Evaluator() = default;

  /// The value's element at `positions`: a vector if any position it depends on has lanes, else a scalar.
  mlir::Value evaluate(mlir::Value tensor, const Positions &positions);
  /// The same where it has been computed, or bound; else null.
  mlir::Value known(mlir::Value tensor, const Positions &positions) const;
  /// Writes `value` to an operand of the kernel, a result's memory.
  virtual void store(mlir::Value memory, mlir::Value value, const Positions &positions) = 0;

  /// From now on a reduction over `loop` is one over [begin, end) of it.
  void restrict(int loop, mlir::Value begin, mlir::Value end) { restricted = {loop, begin, end}; }
  /// A sum before it was rounded.
  mlir::Value unroundedOf(mlir::Value sum) const { return unrounded.lookup_or(sum, sum); }
  /// The memory of an operand of the kernel.
  mlir::Value memoryOf(mlir::BlockArgument operand);
  /// The number of iterations of a loop, an index.
  mlir::Value extent(int loop);
  std::optional<int64_t> knownExtent(int loop) const {
    return loop == shortened.loop ? std::nullopt : plan.knownExtent(loop);
  }
  /// From now on the loop has `count` iterations, the first ones.
  void shorten(int loop, mlir::Value count) { shortened = {loop, count}; }

  /// Calls `body` inside a loop of indices [begin, end) by `step`, a new level.
  using BodyFn = llvm::function_ref<void(mlir::Value index, int level)>;
  void forLoop(mlir::Value begin, mlir::Value end, mlir::Value step, BodyFn body);
  void forLoop(mlir::Value begin, mlir::Value end, int64_t step, BodyFn body) {
    forLoop(begin, end, constant(step), body);
  }
  /// Emits an `if` around `body`, which is a new level; `mask` says in which lanes `condition` holds.
  void ifThen(mlir::Value condition, mlir::Value mask, llvm::function_ref<void(int level)> body);
  /// Calls one of two bodies, each a new level.
  void ifElse(mlir::Value condition, llvm::function_ref<void()> then, llvm::function_ref<void()> otherwise);

  /// Binds a value for `tensor` at `positions` that the caller has computed at the current level.
  void define(mlir::Value tensor, const Positions &positions, mlir::Value value);
  /// Opens a level at the end of the block where `builder` stands, with a mask or null for its lanes.
  void openLevel(mlir::OpBuilder::InsertPoint at, mlir::Value mask);
  void closeLevel();
  int level() const { return static_cast<int>(levels.size()) - 1; }
  mlir::OpBuilder &build() { return scope.builder; }
  mlir::Value constant(int64_t number);

  /// From now on, values are placed at the current level or deeper, even if they depend on no loop.
  void setBase() { base = level(); }

  mlir::Location loc; ///< of what is built
  const int64_t lanes;

protected:
  // What targets do in their own way.

  /// The element, or the vector of elements, of an operand's memory.
  virtual mlir::Value load(mlir::Value memory, const Positions &positions) = 0;
  /// A result of a generic with reduction loops; `loops` are the positions of its parallel ones.
  virtual mlir::Value reduce(mlir::linalg::GenericOp generic, unsigned result, Positions loops) = 0;

  /// The element, or the vector, of a generic's result, if it was computed into memory of the kernel's own; else null.
  virtual mlir::Value findComputed(mlir::Value tensor, const Positions &positions) { return nullptr; }

  /// Operations of a sum's term up to which a block of terms is code of its own for each.
  virtual int64_t mostUnrolledOperations() const { return 8; }

  // What they do it with.

  /// Joins elements, or parts, to accumulators.
  using JoinFn = llvm::function_ref<void(Accumulators &)>;
  /// Reduces over nested loops, outer first. The accumulators are identities at first; `join` joins one point to each.
  /// What becomes of them may be wider than they, until somebody rounds it: f64 where a sum is cut into blocks.
  void reduceOver(llvm::ArrayRef<ReductionLoop> loops, Accumulators &accumulators, std::optional<SumBlocks> blocks,
                  JoinFn join);
  /// The same where `mayJoinInChains`, for one accumulator that nothing is joined to yet: several chains side by side
  /// hide the latency of a step. `combine` joins two of them.
  mlir::Value reduceInChains(llvm::ArrayRef<ReductionLoop> loops, mlir::Value accumulator, JoinFn join,
                             llvm::function_ref<mlir::Value(mlir::Value, mlir::Value)> combine);
  /// Whether elements may be joined in several chains: in any order without a difference, or, of products, with as many
  /// roundings.
  static bool mayJoinInChains(mlir::linalg::GenericOp generic, unsigned result);
  /// How a reduction is cut; not at all where it doesn't add floats.
  std::optional<SumBlocks> blocksOf(mlir::linalg::GenericOp generic, unsigned result);
  /// With an accumulator of f32 or f64: a narrower one is what one addition after the other gives.
  static bool addsFloats(mlir::linalg::GenericOp generic, unsigned result);
  /// The loop over a whole dimension, which places `points` in it.
  ReductionLoop overDim(mlir::linalg::GenericOp generic, unsigned dim, llvm::MutableArrayRef<Positions> points);
  /// While an op is open, the code of the levels that stand where it does goes in front of it, and then behind it.
  void enter(mlir::Operation *op);
  void leave(mlir::Operation *op);
  /// What `body` computes inside a level of its own whose code stands where the current level's does.
  mlir::Value underMask(mlir::Value mask, llvm::function_ref<mlir::Value()> body);
  /// What reduceOver has left of an accumulator, in the result's type. A conversion to f64 takes it as it was.
  mlir::Value rounded(mlir::linalg::GenericOp generic, unsigned result, mlir::Value value);
  /// What the accumulator starts from.
  mlir::Value identity(mlir::linalg::GenericOp generic, unsigned result);
  /// The accumulator with the element at `loops` joined to it.
  mlir::Value accumulate(mlir::linalg::GenericOp generic, unsigned result, const Positions &loops,
                         mlir::Value accumulator);
  /// Two accumulators as one, by the op that joins elements.
  mlir::Value join(mlir::linalg::GenericOp generic, unsigned result, mlir::Value a, mlir::Value b);
  /// Joins the lanes of a vector accumulator, in halves, until so many are left; a scalar if it is one.
  mlir::Value combineLanes(mlir::linalg::GenericOp generic, unsigned result, mlir::Value vector, int64_t left = 1);

  /// What `body` builds before all loops.
  mlir::Value atOutermostLevel(llvm::function_ref<mlir::Value()> body);

  mlir::Value indexVector(const DimPosition &position);
  mlir::Value broadcast(mlir::Value value);
  mlir::VectorType vectorOf(mlir::Type element) const { return mlir::VectorType::get({lanes}, element); }
  static bool hasLanes(const Positions &positions);
  /// Whether something is put into a part of lines, so that conditions are asked along them.
  bool hasPartsOfLines();
  /// The least and the most index, of all lanes, if they are known: of numbers, of loops between numbers, and of sums
  /// and products of these.
  std::optional<IndexRange> rangeOf(const DimPosition &position) const;
  static std::optional<IndexRange> rangeOf(mlir::Value index);
  /// Whether lanes are neighbours in memory.
  static bool areNeighbours(mlir::Value memory, const Positions &positions);
  /// How far the elements of neighbouring lanes are from each other, if that is known and equal for all lanes.
  static std::optional<int64_t> strideOfLanes(mlir::Value memory, const Positions &positions);
  static llvm::SmallVector<mlir::Value> indicesOf(const Positions &positions);
  /// The mask of the level at which lanes were opened, or null where all are on.
  mlir::Value maskOf(const Positions &positions) const;
  mlir::Value currentMask() const { return levels.back().mask; }

  const NestPlan &plan;

  /// The iterations of a loop that reductions go over.
  struct Range {
    int loop = -1;
    mlir::Value begin, end;
  };
  Range restricted;
  struct {
    int loop = -1;
    mlir::Value count;
  } shortened;

private:
  using Key = std::pair<void *, Positions>;
  struct Level {
    mlir::OpBuilder::InsertPoint at;
    std::map<Key, mlir::Value> known;
    mlir::Value mask; ///< of lanes, for loads and stores; null: all on
  };

  void move(mlir::OpBuilder::InsertPoint from, mlir::OpBuilder::InsertPoint to);
  void reduceLoop(const ReductionLoop &over, Accumulators &accumulators,
                  llvm::function_ref<void(mlir::Value index, Accumulators &)> body);
  // `sums` are the parts of running sums of what is like `none`, -0.
  void addBlock(Accumulators &sums, mlir::Value none, const SumBlocks &blocks, JoinFn join);
  void addChains(ReductionLoop loop, int64_t steps, llvm::ArrayRef<ReductionLoop> inner, Accumulators &sums,
                 mlir::Value none, const SumBlocks &blocks, JoinFn join);
  void addUnrolled(ReductionLoop loop, llvm::ArrayRef<ReductionLoop> inner, const SumBlocks &blocks, Accumulators &sums,
                   mlir::Value none, JoinFn join);
  using TermFn = llvm::function_ref<void(int64_t number, Accumulators &)>;
  void joinUnrolled(int64_t first, int64_t count, Accumulators &joined, TermFn join);
  void joinSteps(const ReductionLoop &loop, mlir::Value first, int64_t count, bool withRest,
                 llvm::ArrayRef<ReductionLoop> inner, Accumulators &joined, JoinFn join);
  void joinOver(llvm::ArrayRef<ReductionLoop> loops, Accumulators &accumulators, JoinFn join);
  int64_t operationsInside(llvm::ArrayRef<int> loops, mlir::Value value);
  mlir::Value compute(mlir::Value tensor, const Positions &positions);
  mlir::Value computeHere(mlir::Value tensor, const Positions &positions);
  /// An element of a fill with a tensor inserted: the tensor's where the position lies inside, read nowhere else.
  mlir::Value computeInserted(mlir::tensor::InsertSliceOp insertion, const Positions &positions);
  struct InsertedPositions;
  InsertedPositions positionsInSource(mlir::tensor::InsertSliceOp insertion, const Positions &positions);
  /// What `body` computes inside a level of its own where `condition` holds, else `padding`.
  mlir::Value evaluateUnder(mlir::Value condition, bool isVector, mlir::Value padding,
                            llvm::function_ref<mlir::Value()> body);
  llvm::SmallVector<mlir::Value> computePointwise(mlir::linalg::GenericOp generic, const Positions &loops);
  llvm::SmallVector<mlir::Value> inputElements(mlir::linalg::GenericOp generic, const Positions &loops);
  llvm::SmallVector<mlir::Value> cloneBody(mlir::linalg::GenericOp generic, mlir::ValueRange elements,
                                           const Positions &loops);
  void cloneOp(mlir::Operation *op, mlir::IRMapping &mapping, const Positions &loops);
  std::optional<bool> knownOf(mlir::arith::CmpIOp compare, const Positions &loops) const;
  void cloneComputation(mlir::Operation *op, mlir::IRMapping &mapping);
  DimPosition apply(mlir::AffineExpr position, const Positions &loops);
  /// Where the elements of a slice are in what it is taken from.
  Positions positionsBehind(mlir::tensor::ExtractSliceOp slice, const Positions &positions);
  DimPosition combine(mlir::AffineExprKind kind, DimPosition lhs, DimPosition rhs);
  /// A value of the kernel's function that is no tensor, computed before all loops.
  mlir::Value hostValue(mlir::Value value);
  mlir::Value hostValue(mlir::OpFoldResult value);
  mlir::Value tensorSize(mlir::Value tensor, int64_t dim);

  mlir::func::FuncOp kernel;
  Scope scope;
  llvm::SmallVector<Level> levels;
  int base = 0;
  llvm::DenseMap<int, mlir::Value> extents;
  llvm::DenseMap<mlir::Value, mlir::Value> unrounded; ///< sums in f64, by what they are rounded to
  mlir::IRMapping hostValues;
};

} // namespace weir::nest
