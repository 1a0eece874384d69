// Jobs of which ranks have programs, on whole values.
#pragma once

#include "dialects/Comm/Comm.h"
#include "dialects/Weir/Control/Ops.h"
#include "lib/Reference/Interpreter.h"

namespace weir {

/// Jobs of one mesh in turn, each on all of its ranks together: each rank is given its parts, and what the ranks leave
/// is put together. Ranks that hold the same part of a result or variable have to leave the same numbers.
class PartitionedRun {
public:
  /// Of jobs with the mesh of `ranks`. Variables have these values, which are those of the program before it was
  /// partitioned; others are as they start, or as the ranks derive them.
  static Result<PartitionedRun> start(mlir::ModuleOp module, comm::RanksAttr ranks, const VariableStore &wholes,
                                      const InterpretOptions &options);

  Result<std::vector<HostTensor>> run(llvm::StringRef job, llvm::ArrayRef<HostTensor> arguments,
                                      const InterpretOptions &options);

  /// Puts the variables that ranks have parts of together.
  std::optional<Failure> finish(VariableStore &wholes) const;

private:
  using Programs = std::vector<mlir::func::FuncOp>; // by place

  PartitionedRun(mlir::ModuleOp module, comm::RanksAttr ranks);

  Result<Programs> programsOf(llvm::StringRef job, llvm::ArrayRef<HostTensor> arguments) const;
  std::optional<Failure> checkProgram(mlir::func::FuncOp first, mlir::func::FuncOp program, size_t place,
                                      llvm::ArrayRef<HostTensor> arguments) const;
  std::optional<Failure> checkPart(comm::PartAttr of, mlir::Type type, size_t place, const std::string &what,
                                   const StaticMeta *given = nullptr) const;
  std::optional<Failure> startVariable(llvm::StringRef name, size_t place, const HostTensor &whole);

  bool isSharedOut(llvm::StringRef name) const;
  bool isOfMesh(mlir::Operation *op) const;
  bool isOnMesh(comm::PartAttr part) const;
  VariableOp variable(llvm::StringRef name, size_t place) const;
  HostTensor part(comm::PartAttr of, const HostTensor &whole, size_t place) const;
  Result<HostTensor> join(comm::PartAttr of, llvm::ArrayRef<const HostTensor *> parts, const std::string &what) const;

  mlir::ModuleOp module;
  comm::RanksAttr ranks;
  std::vector<VariableStore> stores;                                          // by place
  llvm::DenseMap<std::pair<mlir::StringAttr, int64_t>, VariableOp> variables; ///< by name and place
};

/// Runs a job so, with variables as they are before and after it.
Result<std::vector<HostTensor>> interpretPartitioned(mlir::ModuleOp module, llvm::StringRef job,
                                                     llvm::ArrayRef<HostTensor> arguments, VariableStore &variables,
                                                     const InterpretOptions &options = {});

} // namespace weir
