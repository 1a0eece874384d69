// How the work of one nest of loops is distributed over blocks and threads.
#pragma once

#include "lib/Target/Gpu/Nest/ThreadEvaluator.h"

#include <map>

namespace weir::gpu {

/// What a form is made of.
struct NestSite {
  const nest::NestPlan &plan;
  const nest::Nest &nest;
  int64_t threads; ///< of a block
  int64_t lanes;   ///< of a vector
};

/// Where a form builds the code of one block.
struct BlockSite {
  ThreadEvaluator &evaluator;
  GpuFunction &function;
  unsigned phase;
  mlir::Value tile;      ///< the number of the block's tile among the form's in this phase
  mlir::Value workspace; ///< offset in bytes of the form's part of the workspace

  mlir::OpBuilder &builder() const { return function.builder; }
  mlir::Location loc() const { return function.loc; }
};

class NestForm {
public:
  explicit NestForm(const NestSite &site)
      : plan(site.plan), nest(site.nest), threads(site.threads), lanes(site.lanes) {}
  virtual ~NestForm() = default;

  virtual unsigned numPhases() const { return 1; }
  /// How many tiles a phase has, and how much workspace is needed; both follow from sizes alone.
  virtual mlir::Value tiles(ThreadEvaluator &evaluator, unsigned phase) = 0;
  virtual mlir::Value workspaceBytes(ThreadEvaluator &evaluator) { return evaluator.constant(0); }
  /// The code by which the threads of a block compute a tile.
  virtual void emit(const BlockSite &block) = 0;

protected:
  using Places = std::map<int, nest::DimPosition>; ///< by loop

  /// Evaluates the results at these places, all before one is stored, because a result may lie in an operand's memory.
  void storeOutputs(const BlockSite &block, llvm::ArrayRef<unsigned> outputs, const Places &at);
  /// The same for results that all of a team know: one of it stores them, once all have read what might lie there.
  void storeOutputsOnce(const BlockSite &block, const Team &team, llvm::ArrayRef<unsigned> outputs, const Places &at);
  /// `loops` with the lane loop last, if it is one of them.
  llvm::SmallVector<int> withLaneLast(llvm::ArrayRef<int> loops) const;
  void placeRows(ThreadEvaluator &evaluator, mlir::Value row, Places &at) const;
  mlir::Value rowCount(ThreadEvaluator &evaluator) const;

  /// Calls `body` for code with vectors along the lane loop where its size is a multiple of theirs, else for code
  /// without; under a condition where that isn't known.
  void forEitherWidth(const BlockSite &block, llvm::function_ref<void(bool byVectors)> body) const;

  const nest::NestPlan &plan;
  const nest::Nest &nest;
  const int64_t threads, lanes;

private:
  bool mayOverwrite(const BlockSite &block, unsigned number) const;
  void storeOutput(const BlockSite &block, unsigned number, mlir::Value value, const nest::Positions &positions);
};

/// Each thread computes elements, or vectors of them, by itself.
std::unique_ptr<NestForm> elementForm(const NestSite &site);
/// Each thread computes elements of square tiles of which the block reads an operand along another loop first; null
/// where there is no such operand.
std::unique_ptr<NestForm> transposeForm(const NestSite &site);
/// A warp or a block computes a row.
std::unique_ptr<NestForm> rowForm(const NestSite &site);
/// Few results that much is summed for: parts of the sums in one phase, the results from these in the next. `whole`
/// serves sizes for which that isn't so.
std::unique_ptr<NestForm> splitForm(const NestSite &site, std::unique_ptr<NestForm> whole);

/// How many sums, one behind the other, each of some sums needs.
class SumLevels {
public:
  explicit SumLevels(llvm::ArrayRef<mlir::linalg::GenericOp> sums);
  unsigned of(mlir::linalg::GenericOp sum) const { return levels.lookup(sum); }

private:
  unsigned find(mlir::linalg::GenericOp generic);

  llvm::DenseMap<mlir::Operation *, unsigned> levels; ///< of what they read, too
};

/// The form that fits.
std::unique_ptr<NestForm> chooseForm(const NestSite &site);

} // namespace weir::gpu
