// What a TraceBuilder holds: the module, and of the job being built its values. For the files that implement it.
#pragma once

#include "lib/Compiler/ReusedContext.h"
#include "lib/Compiler/TraceBuilder.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/Ops.h"

#include "llvm/ADT/StringMap.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <map>

namespace weir {

/// "SUBJECT: RULE (train.py:12, in Model.forward)"
Failure failAt(const TraceLocation &where, std::string_view subject, const std::string &rule);

struct TraceBuilder::State {
  State();

  ReusedContext context;
  mlir::OpBuilder builder;
  mlir::OwningOpRef<mlir::ModuleOp> module;

  llvm::StringMap<VariableOp> variables;
  mlir::Operation *firstJob = nullptr; // which variables stand before

  // The job being built.
  mlir::func::FuncOp job;
  llvm::SmallVector<mlir::Value> values;
  std::map<std::string, Value, std::less<>> reads;
  std::map<std::string, mlir::Value, std::less<>> assigned;
  mlir::Operation *lastRead = nullptr;
  int64_t nextOrdinal = 0;
  int64_t checkpoints = 0; // begun so far
  bool inCheckpoint = false;
  std::string layer; ///< that ops are part of

  mlir::Location location(const TraceLocation &where);

  Value number(mlir::Value value);
  /// The values of these numbers; none for kAbsent.
  Result<llvm::SmallVector<mlir::Value>> lookUp(std::span<const Value> numbers, std::string_view subject,
                                                const TraceLocation &where) const;

  std::optional<Failure> addVariable(std::string_view name, const TensorMeta &meta, std::string_view aliasOf,
                                     bool isCarried, const TraceLocation &where);
  VariableOp variable(std::string_view name) const {
    return variables.lookup(llvm::StringRef(name.data(), name.size()));
  }
  std::optional<Failure> beginJob(std::string_view name, const TraceLocation &where);

  // Ops.
  Result<mlir::Attribute> attribute(const TraceAttribute &value);
  Result<llvm::SmallVector<mlir::NamedAttribute>>
  attributes(const TraceAttributes &given, mlir::RegisteredOperationName info, std::optional<TensorMeta> &sized);
  Result<Metas> infer(mlir::RegisteredOperationName info, mlir::ValueRange operands,
                      llvm::ArrayRef<mlir::NamedAttribute> attributes, const std::optional<TensorMeta> &sized);
  /// Verifies `op` alone; the first error's text without the op's name, if there is one.
  std::optional<std::string> verifyOne(mlir::Operation *op);
};

} // namespace weir
