// Emits the two functions of a kernel whose body is nests of loops.
#pragma once

#include "lib/Target/Cpu/Nest/NestParts.h"
#include "lib/Target/Native/KernelFunctions.h"

namespace weir::cpu {

struct NestVectors {
  int64_t lanes;    ///< of a vector
  int64_t rowBytes; ///< up to which a row of what several loops need is kept in scratch
};

/// `kernel` is on linalg and tensors, see NestPlan::isNest. Adds `prepare` and `run` to the module.
void emitNests(mlir::ModuleOp module, mlir::func::FuncOp kernel, const KernelSignature &signature, NestVectors form);

/// The nest of a kernel whose result is computed row by row, a row being all of its last dimension: as code for a range
/// of rows.
class RowNest {
public:
  /// None where it is not one nest along rows.
  static std::optional<RowNest> of(mlir::func::FuncOp kernel, NestVectors form);

  int64_t scratchBytes() const;
  /// Computes rows [from, to), numbered over all dimensions but the last, and of these the first `columns` elements, or
  /// all if it is null. Operands and scalars are the kernel's.
  void emit(mlir::OpBuilder &builder, mlir::ValueRange operands, mlir::ValueRange scalars, mlir::Value scratch,
            mlir::Value from, mlir::Value to, mlir::Value columns) const;

private:
  RowNest(std::unique_ptr<NestParts> parts, NestVectors form) : parts(std::move(parts)), form(form) {}

  std::unique_ptr<NestParts> parts;
  NestVectors form;
};

} // namespace weir::cpu
