// The Layout family of ops; see Ops.td.
#pragma once

#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Gradient.h"
#include "dialects/Interfaces/Precision.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/IR/Dialect.h"
#include "dialects/Weir/Window/Geometry.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace weir {

/// How pack and matmul_packed cut a matrix.
struct Panels {
  int64_t panel, group;

  static Result<Panels> of(const Attributes &attributes);
  /// [panels, rows of a panel, elements of such a row] of a matrix of these sizes.
  Shape shapeOf(DimSize rows, DimSize columns) const;
};

/// How conv_packed reads a kernel: element [o, c, k] stands at [o / panel, [c / block, k, c mod block], o mod panel].
struct PackedKernel {
  int64_t columns, channels;   ///< of the result, of x
  int64_t panel, block;        ///< columns of a panel, channels that stand together
  std::vector<int64_t> window; ///< spatial sizes

  static Result<PackedKernel> of(const Attributes &attributes);
  int64_t points() const; ///< of a window
  int64_t panels() const { return columns / panel + (columns % panel != 0); }
};

/// How conv_winograd reads a kernel: what term (q, r) takes of channel c for column o stands at
/// [o / panel, (4 * q + r) * channels + c, o mod panel].
struct WinogradKernel {
  int64_t columns, channels; ///< of the result, of x
  int64_t panel;             ///< columns of a panel
  WindowDims windows;        ///< along both dimensions

  static Result<WinogradKernel> of(const Attributes &attributes);
  int64_t panels() const { return columns / panel + (columns % panel != 0); }
  int64_t rows() const; ///< of a panel
};

} // namespace weir

#define GET_OP_CLASSES
#include "dialects/Weir/Layout/Ops.h.inc"
