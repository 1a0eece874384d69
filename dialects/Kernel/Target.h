// What the stages ask of a target. Everything that depends on the machine stands behind this interface.
#pragma once

#include "lib/Support/DType.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace weir {

struct Kernel; // lib/Artifact/Program.h

/// A product's operand in the order in which a target's kernels read it fastest.
struct PackedLayout {
  int64_t panel = 0; ///< columns of a panel; 0: the target packs nothing
};

class TargetInterface {
public:
  virtual ~TargetInterface() = default;

  virtual llvm::StringRef name() const = 0;

  /// The description of a machine by name, or of the one at hand where `machine` is empty; fails for unknown names.
  virtual mlir::FailureOr<mlir::DictionaryAttr> describe(mlir::MLIRContext *context, llvm::StringRef machine) const = 0;

  /// Whether one kernel can hold several independent nests of loops; grouping merges them then.
  virtual bool mergesIndependentNests() const { return false; }

  /// How a constant second operand of a product is packed for this machine.
  virtual PackedLayout packedLayout(mlir::DictionaryAttr description, DType dtype) const { return {}; }

  /// Compiles one kernel: a function of weir ops on tensors in a module of its own (which it may destroy). May be
  /// called from several threads, on different modules. `dump`, if set, is given the module after each step of the
  /// lowering.
  using DumpFn = llvm::function_ref<void(llvm::StringRef step, mlir::ModuleOp module)>;
  virtual mlir::FailureOr<Kernel> compile(mlir::ModuleOp module, mlir::func::FuncOp kernel,
                                          mlir::DictionaryAttr description, DumpFn dump) const = 0;
};

} // namespace weir
