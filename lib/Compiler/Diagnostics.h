// Collects a context's diagnostics as text: the user's location, the message, its notes.
#pragma once

#include "mlir/IR/Diagnostics.h"

#include <string>

namespace weir {

class DiagnosticCollector {
public:
  explicit DiagnosticCollector(mlir::MLIRContext *context);

  /// All errors so far, a line each; never empty.
  std::string take();

private:
  std::string text;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace weir
