// Contexts of earlier compilations: to make one, with all its dialects, takes as long as to compile a small job.
#pragma once

#include "mlir/IR/MLIRContext.h"

#include <functional>
#include <memory>

namespace weir {

/// A context with Weir's dialects, which goes back when this ends. What is left in it is types and attributes that
/// nobody uses any more, so one serves so many times and is given up then.
class ReusedContext {
public:
  using Threading = mlir::MLIRContext::Threading;

  explicit ReusedContext(Threading threading);
  /// One of its own, which nobody else gets: with more dialects.
  explicit ReusedContext(const std::function<void(mlir::DialectRegistry &)> &extend);
  ~ReusedContext();
  ReusedContext(const ReusedContext &) = delete;
  ReusedContext &operator=(const ReusedContext &) = delete;

  mlir::MLIRContext *get() const { return context.get(); }
  mlir::MLIRContext *operator->() const { return context.get(); }
  /// It has held much, and isn't used again.
  void giveUp() { usesLeft = 0; }

private:
  std::unique_ptr<mlir::MLIRContext> context;
  Threading threading = Threading::ENABLED;
  int usesLeft = 0;
};

} // namespace weir
