// Where an epilogue stands: at the result's position, of which it is known where in the result's array it is.
#pragma once

#include "lib/Target/Cpu/Nest/VectorEvaluator.h"

namespace weir::cpu {

/// Reads operands of the result's shape, at its position, as arrays: their positions are known as one offset.
class SiteEvaluator : public VectorEvaluator {
public:
  SiteEvaluator(const nest::NestPlan &plan, mlir::func::FuncOp kernel, Scope scope, int64_t lanes, mlir::Value mask,
                llvm::ArrayRef<int64_t> resultShape)
      : VectorEvaluator(plan, kernel, scope, lanes, mask), resultShape(resultShape) {}

  /// Where the result's element at `positions` stands, in the first lane.
  void setSite(nest::Positions positions, mlir::Value offset) {
    site = std::move(positions);
    siteOffset = offset;
  }

protected:
  mlir::Value load(mlir::Value memory, const nest::Positions &positions) override;

private:
  llvm::ArrayRef<int64_t> resultShape;
  nest::Positions site;
  mlir::Value siteOffset;
};

} // namespace weir::cpu
