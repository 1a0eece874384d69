// A hand in the compilation, for those who test that it is noticed.
#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace weir {

/// Changes what a step leaves. Must do the same to the same module every time.
class Tamper {
public:
  virtual ~Tamper() = default;
  virtual void afterStage(llvm::StringRef stage, mlir::ModuleOp module) const {}
  virtual void afterLoweringStep(llvm::StringRef step, mlir::ModuleOp module) const {}
};

} // namespace weir
