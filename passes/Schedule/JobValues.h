// The values of a job: which share bytes, which ops compute them, and which outlive the job.
#pragma once

#include "dialects/Kernel/Kernel.h"
#include "dialects/Weir/Control/Jobs.h"
#include "dialects/Weir/Control/Ops.h"

#include "llvm/ADT/MapVector.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace weir {

/// On ops of a job that repeats: they are for its last iteration alone.
inline constexpr llvm::StringLiteral kLastAttr = "weir.last";

bool isDonated(mlir::func::FuncOp job, unsigned input);

/// A value that outlives the job: as result `result`, or as the new value of the variable named `variable`.
struct JobOutput {
  mlir::Value value;
  mlir::Operation *origin = nullptr; ///< weir.assign or func.return
  unsigned result = 0;
  mlir::FlatSymbolRefAttr variable; ///< null for a result

  /// Whether it is of the last iteration alone.
  bool isLast() const { return origin->hasAttr(kLastAttr); }
};

/// The operand that the op's result is another shape of, or null where the op is no view.
mlir::Value viewedBy(mlir::Operation *op);

class JobValues {
public:
  /// Fails where verifyLaunchedJob does.
  static mlir::FailureOr<JobValues> of(mlir::func::FuncOp job);

  /// Follows views. All reads of one storage have one root, so that a root stands for bytes.
  mlir::Value root(mlir::Value value) const;

  /// The ops that make bytes and that something depends on, in order: kernel calls, fills of unknown size, and what
  /// ranks cut and exchange.
  llvm::ArrayRef<mlir::Operation *> makers() const { return needed; }

  llvm::ArrayRef<JobOutput> outputs() const { return outputList; }

  /// The variable whose old value `root` is, else null.
  mlir::FlatSymbolRefAttr variableOf(mlir::Value root) const { return variables.lookup(root); }
  /// The root of the variable's old value; null if the job doesn't read it.
  mlir::Value oldValueOf(mlir::FlatSymbolRefAttr variable) const { return oldValues.lookup(variable); }
  /// The variables that the job reads or assigns and that don't outlive its run, with what they start from.
  const llvm::MapVector<mlir::Attribute, VariableOp> &carried() const { return carriedVariables; }

private:
  /// The variable that owns the storage of the named one, which may be an alias.
  mlir::FlatSymbolRefAttr ownerOf(mlir::FlatSymbolRefAttr name, mlir::SymbolTable &symbols);
  void readOps(mlir::func::FuncOp job);
  void findMakers(mlir::func::FuncOp job);

  llvm::DenseMap<mlir::Value, mlir::FlatSymbolRefAttr> variables; ///< by what is read of them
  llvm::DenseMap<mlir::Attribute, mlir::Value> oldValues;         ///< by variable
  llvm::MapVector<mlir::Attribute, VariableOp> carriedVariables;
  llvm::SmallVector<JobOutput> outputList;
  llvm::SmallVector<mlir::Operation *> needed;
};

} // namespace weir
