// Parses modules and runs the stage `schedule` on them, for tests.
#pragma once

#include "dialects/Vm/Vm.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

namespace weir {

class ScheduleRun {
public:
  ScheduleRun();

  /// The parsed module; a test failure and null where it is wrong.
  mlir::OwningOpRef<mlir::ModuleOp> parse(const std::string &text);
  /// All passes of the stage; false and a test failure where one fails.
  bool schedule(mlir::ModuleOp module);

  /// Stand-ins for compiled code, one per kernel function.
  static std::vector<Kernel> kernelsOf(mlir::ModuleOp module);

private:
  mlir::MLIRContext context;
};

} // namespace weir
