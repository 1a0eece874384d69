// Lanes on a GPU: threads share the points of loops, and each takes vectors of neighbours where sizes allow.
#pragma once

#include "lib/Target/Gpu/GpuFunction.h"
#include "lib/Target/Nest/Evaluator.h"

#include "llvm/ADT/DenseSet.h"

#include <functional>

namespace weir::gpu {

/// Threads that compute something together: a warp, or all threads of a block.
struct Team {
  mlir::Value rank; ///< of this thread
  mlir::Value size;
  std::optional<int64_t> knownSize;
};

class ThreadEvaluator : public nest::Evaluator {
public:
  /// `function` is null in `prepare`, where only sizes are asked for.
  ThreadEvaluator(const nest::NestPlan &plan, mlir::func::FuncOp kernel, Scope scope, int64_t lanes,
                  GpuFunction *function);

  /// The loop along which vectors lie, if any, for the code that is built from now on.
  void setVectorLoop(std::optional<int> loop) { vectorLoop = loop; }
  /// Who computes reductions at levels up to the current one together; deeper ones are each thread's own.
  void setTeam(const Team &team) {
    this->team = team;
    teamLevel = level();
  }
  void setNoTeam() { team = std::nullopt; }

  /// A number of a point that others are near, and its index in each loop.
  struct Origin {
    mlir::Value number;
    llvm::SmallVector<mlir::Value> indices;
  };
  /// A range of the points of several loops as one, the last loop innermost: [begin, end), of which this thread takes
  /// those from `first` on in steps of `stride`.
  struct Share {
    mlir::Value first, end, stride;
    std::optional<Origin> origin{};      ///< that all of them are less than 2^31 points behind
    std::optional<int64_t> knownCount{}; ///< of steps, at most
  };
  /// What a member of a team takes of [begin, end): every size-th point or vector.
  Share shareOf(const Team &team, mlir::Value begin, mlir::Value end, bool byVectors);
  using PointFn = llvm::function_ref<void(llvm::ArrayRef<nest::DimPosition> positions)>;
  /// Calls `body` at the points of a share, a new level, with the position in each loop. By vectors, the last position
  /// has lanes; the last loop's size must be a multiple of them, or be the only one.
  void forPoints(llvm::ArrayRef<int> loops, const Share &share, bool byVectors, PointFn body);
  /// The indices that the point `number` has in loops of these sizes. The first may be null: it isn't asked for. Near
  /// an origin, numbers of 32 bits are divided, which costs a GPU a fraction of 64.
  llvm::SmallVector<mlir::Value> indicesIn(llvm::ArrayRef<mlir::Value> sizes, mlir::Value number,
                                           const Origin *origin = nullptr);
  llvm::SmallVector<mlir::Value> sizesOf(llvm::ArrayRef<int> loops);
  Origin originOf(llvm::ArrayRef<int> loops, mlir::Value number) { return {number, indicesIn(sizesOf(loops), number)}; }
  /// Indices as positions in the loops; `kind` is of the last.
  llvm::SmallVector<nest::DimPosition> place(llvm::ArrayRef<int> loops, llvm::ArrayRef<mlir::Value> indices,
                                             nest::DimPosition::Kind kind);
  /// The positions that the point `number` has in the loops.
  llvm::SmallVector<nest::DimPosition> split(llvm::ArrayRef<int> loops, mlir::Value number,
                                             nest::DimPosition::Kind kind) {
    return place(loops, indicesIn(sizesOf(loops), number), kind);
  }
  /// Whether a position is one of those that this thread takes of the loop alone.
  bool isShareOf(const nest::DimPosition &position, int loop) const {
    auto share = sharedIndices.find(position.index);
    return share != sharedIndices.end() && share->second == loop;
  }
  /// The product of the loops' sizes.
  mlir::Value pointsOf(llvm::ArrayRef<int> loops);
  std::optional<int64_t> knownPointsOf(llvm::ArrayRef<int> loops) const { return plan.knownPoints(loops); }

  /// How many points the reduction loops of a generic have.
  mlir::Value pointsReduced(mlir::linalg::GenericOp generic);

  mlir::Value load(mlir::Value memory, const nest::Positions &positions) override;
  void store(mlir::Value memory, mlir::Value value, const nest::Positions &positions) override;
  /// A copy of a part of an operand in shared memory.
  struct Stage {
    mlir::Value operand, copy;
    /// Where in the copy the element, or the vector, is that the operand has at the positions.
    std::function<std::optional<nest::DimPosition>(const nest::Positions &positions)> find;
    mlir::Value isFilled; ///< null: it is
  };
  /// Lets loads take the copy from now on.
  void addStage(Stage stage) { stages.push_back(std::move(stage)); }
  void clearStages() { stages.clear(); }
  /// Copies this thread's share of a row of an operand, at `row` and along `loop`.
  void copyRow(mlir::Value operand, const nest::Positions &row, int loop, mlir::Value copy, const Share &share,
               bool byVectors);
  /// Room in the block's shared memory; its offset in bytes.
  int64_t takeShared(int64_t bytes) {
    return std::exchange(nextShared, llvm::alignTo(nextShared + bytes, kSharedAlignment));
  }
  void releaseShared() { nextShared = 0; }

  /// One of `parts` parts of a reduction's value: by the team, or by this thread if there is none.
  mlir::Value reducePart(mlir::linalg::GenericOp generic, unsigned result, nest::Positions loops, mlir::Value part,
                         mlir::Value parts);
  /// What the team gets by joining `count` elements of an array from `first` on, as the generic joins them.
  mlir::Value reduceArray(mlir::linalg::GenericOp generic, unsigned result, mlir::Value array, mlir::Value first,
                          mlir::Value count);
  /// Waits until all of the team have got here.
  void syncTeam(const Team &team);

protected:
  mlir::Value reduce(mlir::linalg::GenericOp generic, unsigned result, nest::Positions loops) override;
  /// Other threads hide latencies, and each term takes registers for the vectors and addresses of all that it reads.
  int64_t mostUnrolledOperations() const override { return 4; }

private:
  /// The reduction dimensions, the vector loop last, and whether the team may take vectors along it.
  std::pair<llvm::SmallVector<unsigned>, bool> reductionDims(mlir::linalg::GenericOp generic) const;
  llvm::SmallVector<int> loopsOf(mlir::linalg::GenericOp generic, llvm::ArrayRef<unsigned> dims) const;
  /// What this thread gets for its share of the points.
  mlir::Value reduceShare(mlir::linalg::GenericOp generic, unsigned result, llvm::ArrayRef<unsigned> dims,
                          nest::Positions &loops, const Share &share, bool byVectors);
  /// One value of a reduction over `over`, whose loops place `point`.
  mlir::Value reducePoints(mlir::linalg::GenericOp generic, unsigned result, const nest::Positions &point,
                           llvm::ArrayRef<nest::ReductionLoop> over, bool ofVectors);
  /// The same sum of all members' values, at each of them.
  mlir::Value reduceTeam(mlir::linalg::GenericOp generic, unsigned result, mlir::Value value);
  mlir::Value reduceWarp(mlir::linalg::GenericOp generic, unsigned result, mlir::Value value, int64_t members);
  mlir::Value reduceWarps(mlir::linalg::GenericOp generic, unsigned result, mlir::Value value);
  mlir::Value shuffleXor(mlir::Value value, int64_t distance);

  /// x / y, which is less than 2^31, for an x less than y + 2^31.
  mlir::Value divideNear(mlir::Value x, mlir::Value y);

  /// Past the copies in shared memory.
  mlir::Value loadDirectly(mlir::Value memory, const nest::Positions &positions);
  mlir::Value loadVector(mlir::Value memory, const nest::Positions &positions, int64_t alignment);
  mlir::Value loadElements(mlir::Value memory, const nest::Positions &positions);
  mlir::Value flatIndex(mlir::Value memory, const nest::Positions &positions, int64_t lane);
  mlir::Value flatView(mlir::Value memory);
  /// Whether lanes at these positions are one access where the operand's memory is aligned; how it must be then.
  std::optional<int64_t> alignmentOf(mlir::Value memory, const nest::Positions &positions) const;
  int64_t accessBytes(mlir::Value memory) const;
  mlir::Value isAligned(mlir::Value memory, int64_t alignment);
  mlir::Value select(mlir::Value condition, llvm::function_ref<mlir::Value()> then,
                     llvm::function_ref<mlir::Value()> otherwise);

  static constexpr int64_t kSharedAlignment = 16;

  GpuFunction *function;
  std::optional<int> vectorLoop;
  std::optional<Team> team;
  int teamLevel = 0;
  llvm::DenseSet<mlir::Value> vectorIndices;      ///< multiples of `lanes`
  llvm::DenseMap<mlir::Value, int> sharedIndices; ///< loops of which they are this thread's share
  llvm::SmallVector<Stage> stages;
  llvm::DenseMap<mlir::Value, mlir::Value> aligned;
  int64_t nextShared = 0;
};

} // namespace weir::gpu
