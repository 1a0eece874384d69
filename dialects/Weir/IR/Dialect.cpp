// The weir dialect; every family registers its own ops.
#include "dialects/Weir/IR/Dialect.h"

#include "dialects/Weir/Math/FoldSplats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Builders.h"

#include "dialects/Weir/IR/Dialect.cpp.inc"

void weir::WeirDialect::initialize() {
  registerMathOps();
  registerActivationOps();
  registerCompoundOps();
  registerStatisticsOps();
  registerNormalizationOps();
  registerLossOps();
  registerLayerOps();
  registerContractOps();
  registerReduceOps();
  registerShapeOps();
  registerIndexOps();
  registerRandomOps();
  registerOptimOps();
  registerWindowOps();
  registerControlOps();
  registerLayoutOps();
  registerSequenceOps();
  registerSpecialOps();
  registerMarginOps();
  registerSearchOps();
}

mlir::Operation *weir::WeirDialect::materializeConstant(mlir::OpBuilder &builder, mlir::Attribute value,
                                                        mlir::Type type, mlir::Location loc) {
  return mlir::arith::ConstantOp::materialize(builder, value, type, loc);
}

void weir::WeirDialect::getCanonicalizationPatterns(mlir::RewritePatternSet &patterns) const {
  populateSplatFolding(patterns);
}
