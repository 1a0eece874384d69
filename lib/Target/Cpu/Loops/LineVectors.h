// Neighbouring iterations of a loop as the lanes of vectors, whatever loops they have inside.
#pragma once

#include "lib/Target/Native/LoopPhases.h"

namespace weir::cpu {

/// What is known of a value in several iterations of the last loop of a point.
enum class LaneKind {
  Uniform, ///< the same in all of them
  Lane,    ///< their index, or that and something uniform
  Varying,
};

class LineVectors {
public:
  /// Of the iterations of the last of `points`' loops, where they read and write neighbours in memory and do all of
  /// them the same; else nothing. The body has no affine ops.
  static std::optional<LineVectors> of(const PointLoop &points, int64_t lanes);

  int64_t lanes;

  /// Clones iterations of `points` as vectors; `mapping` knows the index of the first one, and `mask` which of them
  /// there are, or is null.
  void clone(mlir::OpBuilder &builder, const PointLoop &points, mlir::IRMapping mapping, mlir::Value mask) const;

private:
  explicit LineVectors(int64_t lanes) : lanes(lanes) {}

  llvm::DenseMap<mlir::Value, LaneKind> kinds; ///< of what isn't uniform
};

} // namespace weir::cpu
