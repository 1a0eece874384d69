// Emits the two functions of a kernel whose body is nests of loops.
#pragma once

#include "lib/Target/Cpu/Nest/NestParts.h"
#include "lib/Target/Native/KernelFunctions.h"

namespace weir::cpu {

/// Of a vector whose halves are added, and are vectors too.
constexpr int64_t kLeastLanes = 4;

struct NestSchedule {
  int64_t lanes;    ///< of a vector
  int64_t rowBytes; ///< up to which a row of what several loops need is kept in scratch
  /// Elements that a tile computes, about: enough work to be worth handing to a worker, and within its L1.
  int64_t tileElements = 8192;
  /// The loop that both operands of a contraction share is unrolled by at most so many rows: enough independent chains
  /// of additions to hide their latency, and few enough accumulators for the smallest register file.
  int64_t unrollRows = 8;
};

struct KernelSite;
class KernelForm;
/// Of a kernel on linalg and tensors whose body is nests of loops, see NestPlan::isNest.
std::unique_ptr<KernelForm> nestForm(const KernelSite &site);

/// The nest of a kernel whose result is computed row by row, a row being all of its last dimension: as code for a range
/// of rows.
class RowNest {
public:
  /// None where it is not one nest along rows.
  static std::optional<RowNest> of(mlir::func::FuncOp kernel, NestSchedule schedule);

  int64_t scratchBytes() const;
  /// Computes rows [from, to), numbered over all dimensions but the last, and of these the first `columns` elements, or
  /// all if it is null. Operands and scalars are the kernel's.
  void emit(mlir::OpBuilder &builder, mlir::ValueRange operands, mlir::ValueRange scalars, mlir::Value scratch,
            mlir::Value from, mlir::Value to, mlir::Value columns) const;

private:
  RowNest(std::unique_ptr<NestParts> parts, NestSchedule schedule, int64_t rowLength)
      : parts(std::move(parts)), schedule(schedule), rowLength(rowLength) {}

  std::unique_ptr<NestParts> parts;
  NestSchedule schedule;
  int64_t rowLength; ///< as far as it is known
};

} // namespace weir::cpu
