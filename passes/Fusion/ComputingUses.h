// The ops that read the results of a group, directly or through recomputed movements and views.
#pragma once

#include "passes/Fusion/OpRoles.h"

namespace weir {

class ComputingUses {
public:
  struct Use {
    mlir::Operation *user;
    bool throughView; ///< of what is stored in between
    bool operator==(const Use &) const = default;
  };

  /// `isGrouped` says which ops are a group's own; others are movements that groups recompute, views, or compute
  /// nothing.
  ComputingUses(mlir::Block &block, const OpRoles &roles, llvm::function_ref<bool(mlir::Operation *)> isGrouped);

  /// Each user once, or twice where it reads the value both ways.
  llvm::SmallVector<Use> of(mlir::Value value) const;

private:
  const OpRoles &roles;
  llvm::function_ref<bool(mlir::Operation *)> isGrouped;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Use>> behind; ///< movements and views
};

} // namespace weir
