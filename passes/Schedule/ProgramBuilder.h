// Writes a vm.program from a job and the decisions about its storage. Decides nothing.
#pragma once

#include "dialects/Vm/Vm.h"
#include "passes/Schedule/StorageDecisions.h"

#include "mlir/IR/Builders.h"

#include <functional>
#include <map>

namespace weir {

class ProgramBuilder {
public:
  ProgramBuilder(mlir::func::FuncOp job, const JobValues &values, const StorageDecisions &decisions);

  /// Stands before the job.
  vm::ProgramOp build();

private:
  // Host scalars.
  mlir::Value scalar(mlir::Value index);
  mlir::Value constantScalar(int64_t number);
  mlir::Value sizeOf(mlir::Value tensor, int64_t dim);
  llvm::SmallVector<mlir::Value> sizesOf(mlir::Value tensor);

  // Buffers; each is declared when it is first asked for.
  void declarePorts();
  mlir::Value bufferOf(mlir::Value tensor, bool fromTemporary = false);
  mlir::Value rootBufferOf(mlir::Value root);
  mlir::Value constantOrArena(mlir::Value root);
  mlir::Value arena(mlir::Value tensor);
  mlir::Value temporaryOf(mlir::Value root);
  mlir::Value variable(mlir::FlatSymbolRefAttr name, mlir::Value tensor);
  mlir::Value carried(mlir::FlatSymbolRefAttr name, mlir::Value tensor);
  void planStart(VariableOp variable, mlir::Value buffer);
  mlir::Value targetOf(const ProgramStep &step);

  // Instructions; their operands are declared at once, they themselves stand behind all declarations.
  void plan(const ProgramStep &step);
  void planCall(kernel::CallOp call, vm::When when);
  void planPart(mlir::Operation *op, vm::When when);

  mlir::func::FuncOp job;
  const JobValues &values;
  const StorageDecisions &decisions;
  mlir::OpBuilder builder;
  std::vector<std::function<void()>> first, instructions, last; ///< in this order
  llvm::SmallVector<mlir::Value> inputs, results;
  std::map<int64_t, mlir::Value> constantScalars;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, mlir::Value> inputSizes;
  llvm::DenseMap<mlir::Value, mlir::Value> scalars, roots, temporaries, views, temporaryViews;
  llvm::DenseMap<mlir::Attribute, mlir::Value> variables, constants;
};

} // namespace weir
