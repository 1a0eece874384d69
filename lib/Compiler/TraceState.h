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
  llvm::SmallVector<Shape, 0> named;              ///< of these, with what stands for sizes that are open
  llvm::DenseMap<int64_t, mlir::Value> openSizes; ///< by what stands for them; nothing before an input has one
  std::map<std::string, Value, std::less<>> reads;
  std::map<std::string, mlir::Value, std::less<>> assigned;
  mlir::Operation *lastRead = nullptr;
  int64_t nextOrdinal = 0;
  int64_t checkpoints = 0; // begun so far
  bool inCheckpoint = false;
  std::string layer; ///< that ops are part of

  mlir::Location location(const TraceLocation &where);

  Value number(mlir::Value value);
  Value number(mlir::Value value, Shape shape);
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
  Result<Metas> infer(mlir::RegisteredOperationName info, const Metas &operands,
                      llvm::ArrayRef<mlir::NamedAttribute> attributes, const std::optional<TensorMeta> &sized);

  // Sizes.
  std::vector<SizeFormula> formulas;
  bool isOpen(DimSize size) const { return size.isKnown() && openSizes.contains(size.known()); }
  /// With `?` in the place of what stands for open sizes.
  Shape opened(Shape shape) const;
  /// The values of the open sizes among these, which are computed where they are asked for first.
  llvm::SmallVector<mlir::Value> valuesOf(const Shape &sizes) const;
  /// Reads open sizes that no value before this one has.
  void readSizes(mlir::Value value, const Shape &shape);
  /// What stands for the sizes of an op's results, which are `inferred`: what the same op of sizes that are no other's
  /// has. It may tell more of them than `?` did.
  Result<Metas> nameSizes(mlir::RegisteredOperationName info, std::span<const Value> operands,
                          llvm::ArrayRef<mlir::NamedAttribute> attributes, const std::optional<TensorMeta> &sized,
                          Metas &inferred);
  /// Adds a formula for each size that is none of the operands', or that numbers among the attributes may have changed;
  /// where these may decide nothing but whether the op takes its operands, one for that.
  void addFormulas(mlir::RegisteredOperationName info, const Metas &operands,
                   llvm::ArrayRef<mlir::NamedAttribute> attributes, const Metas &inferred, const Metas &names);
  /// Verifies `op` alone; the first error's text without the op's name, if there is one.
  std::optional<std::string> verifyOne(mlir::Operation *op);
};

} // namespace weir
