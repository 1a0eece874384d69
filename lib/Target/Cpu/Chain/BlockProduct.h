// A product of blocks of rows, with elementwise ops behind it, by the generator of products.
#pragma once

#include "lib/Target/Cpu/Product/ProductEmitter.h"

namespace weir::cpu {

/// Rows of one product of a batch, where code is built.
struct RowBlock {
  mlir::ValueRange batch;  ///< an index per batch dimension
  mlir::Value first, rows; ///< of M
  mlir::Value seen;        ///< of the dimension that is cut: so many, the first ones
};

/// The dimension of a product of which a block takes a part alone, a multiple of kCutUnit.
enum class CutDimension { None, Columns, Depth };
constexpr int64_t kCutUnit = 64;

class BlockProduct {
public:
  /// A kernel on linalg that is a product of matrices in memory. `rows` of a block, if all have as many.
  static std::optional<BlockProduct> of(mlir::func::FuncOp part, std::optional<int64_t> rows, CutDimension cut,
                                        const CpuThroughput &cpu);

  /// Emits the generator's functions, whose names begin with `name`.
  void emitFunctions(mlir::ModuleOp module, llvm::StringRef name);
  mlir::Value scratchBytes(mlir::OpBuilder &builder, mlir::Value rows, mlir::ValueRange operands) const;
  /// Computes a block. `operands` are the part's, inputs before the result; A's or C's rows stand in `a` or `c`, if it
  /// isn't null, the block's first row at its beginning.
  void emit(mlir::OpBuilder &builder, const RowBlock &block, mlir::ValueRange operands, mlir::ValueRange scalars,
            mlir::Value a, mlir::Value c, mlir::Value scratch) const;

  llvm::ArrayRef<mlir::MemRefType> operandTypes() const { return signature->operands; }
  bool readsRows() const { return product.a.depthInner; } ///< of A, and not its transpose
  int64_t batchRank() const { return product.a.batchDims.size(); }

private:
  BlockProduct(mlir::func::FuncOp part, const MatrixProduct &product, std::optional<int64_t> rows, CutDimension cut,
               const CpuThroughput &cpu);
  GemmDescription describe(std::optional<int64_t> rows) const;
  mlir::Value epilogue(mlir::OpBuilder &builder, const EpilogueSite &site) const;
  /// Of a block, or of the whole product where `seen` is null.
  mlir::Value columns(mlir::OpBuilder &builder, mlir::ValueRange operands, mlir::Value seen) const;
  mlir::Value depth(mlir::OpBuilder &builder, mlir::ValueRange operands, mlir::Value seen) const;
  llvm::SmallVector<mlir::Value> prepare(mlir::OpBuilder &builder, mlir::Value rows, mlir::Value seen,
                                         mlir::ValueRange operands) const;

  mlir::func::FuncOp part;
  mlir::Location loc;
  MatrixProduct product;
  CutDimension cut;
  std::unique_ptr<KernelSignature> signature;
  std::unique_ptr<nest::NestPlan> plan;
  GemmDescription description;
  GemmParameters parameters;
  GemmFunctions functions;
};

} // namespace weir::cpu
