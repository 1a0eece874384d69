// A hook by which tests plant a miscompile, to see that the checks find it.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace weir {

/// Changes the IR after a step. Must make the same change to the same module every time.
class Tamper {
public:
  virtual ~Tamper() = default;
  virtual void afterStage(llvm::StringRef stage, mlir::ModuleOp module) const {}
  virtual void afterLoweringStep(llvm::StringRef step, mlir::ModuleOp module) const {}
};

} // namespace weir
