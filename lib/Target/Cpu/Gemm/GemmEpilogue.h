// From finished accumulators to C: the epilogue's call, narrowing, masked stores. Knows not how they are computed.
#pragma once

#include "lib/Target/Cpu/Gemm/GemmFlat.h"
#include "lib/Target/Cpu/Gemm/GemmForm.h"
#include "lib/Target/Cpu/Gemm/GemmIndexMath.h"

namespace weir::cpu {

struct GemmEpilogue {
  EpilogueFn apply = nullptr;
  bool deferred = false; ///< done once per register tile in a loop over a copy of its sums, not unrolled

  bool changesSums(const GemmForm &form) const { return apply || form.d.resultType != form.accumulator; }
};

/// Defers what is long: unrolled over all vectors and variants of a register tile it would be most of the code.
GemmEpilogue planEpilogue(const GemmForm &form, mlir::OpBuilder &builder, EpilogueFn apply);

/// The vector to store at `site`, of the result's element type; i16 for a 16-bit one. Null where it has been stored.
mlir::Value finishVector(const GemmForm &form, const IndexMath &ix, const GemmEpilogue &epilogue,
                         const EpilogueSite &site);

/// Values that the end of a register tile needs.
struct FinishCall {
  FlatMatrix c;
  mlir::Value n, stage, row, column, rows;
  mlir::ValueRange batch, operands;
};

/// Calls `<name>.finish`, made on first use: finishes `rows` rows of nr sums in `stage` and stores them to C. Among
/// tiles it is no call: behind one, the shapes of the registers are set again, which takes as long as four products.
void emitFinishCall(const GemmForm &form, const IndexMath &ix, mlir::ModuleOp module, const GemmEpilogue &epilogue,
                    const FinishCall &call);

mlir::Value loadVector(const IndexMath &ix, mlir::VectorType type, mlir::Value memref, mlir::ValueRange indices,
                       mlir::Value mask = {});
void storeVector(const IndexMath &ix, mlir::Value vector, mlir::Value memref, mlir::ValueRange indices,
                 mlir::Value mask = {});

} // namespace weir::cpu
