// Programs that tests put on several ranks: an op whose values are held in ways that its rule offers, and a step of a
// small network.
#pragma once

#include "dialects/Comm/Comm.h"
#include "lib/Reference/Interpreter.h"
#include "unittests/Reference/OpInstances.h"
#include "unittests/Support/MeshPairs.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weir {

/// How an op's values are held, by axis of a mesh.
struct Choice {
  std::vector<SplitCandidate> axes;

  std::vector<Holding> of(bool isResult, size_t value) const;
};

/// The splits of an op's rule, some along parts of its factors' ranges, and all whole.
std::vector<SplitCandidate> choicesOf(const IterationRule &rule, mlir::Operation *op);

/// Composite ops have been expanded before, and what the stage layout makes comes later.
bool isSeenByPartition(mlir::Operation *op);

/// An instance as a job whose op has a signature, and whose arguments and results are whole everywhere.
class RankJob {
public:
  RankJob(const OpInstance &instance, mlir::MLIRContext &context);

  /// Puts it on a mesh. False where the holdings don't fit the op's values.
  bool sign(const Choice &choice, llvm::ArrayRef<int64_t> mesh);

  ParsedInstance parsed;
  mlir::func::FuncOp function;

private:
  mlir::MLIRContext &context;
};

/// How inputs and variables of the step are held.
struct StepHints {
  std::string name;
  std::vector<int64_t> mesh;
  const char *ids, *target, *table, *up, *down;
};
/// By data, columns, rows, vocabulary, and on grids.
std::vector<StepHints> stepHints();

/// A step of training with sums of its batch, dropout by random bits and an embedding, its gradients expanded.
struct RankStep {
  static constexpr const char *kName = "step";

  RankStep(int64_t batch, mlir::MLIRContext &context);
  /// Puts it on a mesh.
  void hold(const StepHints &hints);

  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<HostTensor> arguments;
  VariableStore variables;
};

/// A job named "move" whose value is moved from one mesh to another.
mlir::OwningOpRef<mlir::ModuleOp> moveProgram(const Sizes &shape, const MeshPair &meshes,
                                              const std::vector<Holding> &from, const std::vector<Holding> &to,
                                              mlir::MLIRContext &context);

std::string textOf(mlir::ModuleOp module);

} // namespace weir
