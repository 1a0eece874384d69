// Runs functions of weir ops on the host: the meaning that every pass has to keep and every target has to meet.
#pragma once

#include "dialects/Interfaces/Eval.h"
#include "lib/Support/Status.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <map>
#include <string>

namespace weir {

/// Values of variables by name. Variables that share storage (`alias`) have one entry, under the name of the last one
/// in the chain.
using VariableStore = std::map<std::string, HostTensor>;

/// Sees what an op that computes tensors made of its operands, and may change it.
using AfterOpFn = std::function<void(mlir::Operation *op, const EvalScope &scope, llvm::ArrayRef<HostTensor> operands,
                                     std::vector<HostTensor> &results)>;

struct InterpretOptions {
  bool widened = false;                   ///< floats stay f64 and casts between them are identities
  int64_t memoryLimit = int64_t{4} << 30; ///< bytes that the values of a run may take together
  AfterOpFn afterOp = nullptr;
};

/// Results of a composite op by itself: it is run as its decomposition says.
Result<std::vector<HostTensor>> evaluateComposite(mlir::Operation *op, llvm::ArrayRef<HostTensor> operands,
                                                  const InterpretOptions &options);

/// What a variable starts as: these elements, or zeros.
Result<HostTensor> initialValue(std::optional<mlir::ElementsAttr> initial, const StaticMeta &meta);

/// The variables of a module with their initial values.
Result<VariableStore> initialVariables(mlir::ModuleOp module);

/// Results of `function` on `inputs`; an input or result of type index is a scalar i64 tensor. Variables are read as
/// they are at the start; assigned values take their places only if the whole run succeeds. A failure names op and
/// location: "model.mlir:12:8: 'weir.gather' op expects index to be in [0, 10), got 12 at position [3, 0]".
Result<std::vector<HostTensor>> interpret(mlir::func::FuncOp function, llvm::ArrayRef<HostTensor> inputs,
                                          VariableStore &variables, const InterpretOptions &options = {});

} // namespace weir
