// A product of blocks of rows, with elementwise ops behind it, by the generator of products.
#pragma once

#include "lib/Target/Cpu/Product/ProductEmitter.h"

namespace weir::cpu {

/// Rows of one product of a batch, where code is built.
struct RowBlock {
  mlir::ValueRange batch;  ///< an index per batch dimension
  mlir::Value first, rows; ///< of M, or of the depth
  mlir::Value seen;        ///< of the dimension that is cut: so many, the first ones
};

/// The dimension of a product of which a block takes a part alone, a multiple of kCutUnit.
enum class CutDimension { None, Rows, Columns, Depth };
constexpr int64_t kCutUnit = 64;

/// What blocks of a product are.
struct BlockKind {
  bool ofDepth = false;        ///< parts of what is summed over, and not rows of the result
  std::optional<int64_t> rows; ///< if all have as many
  CutDimension cut = CutDimension::None;

  bool operator==(const BlockKind &) const = default;
};

/// Memory of a block's own, from its beginning; null where the product's operands have it.
struct BlockMemory {
  mlir::Value a, packedB, c;
};

class BlockProduct {
public:
  /// A kernel on linalg that is a product of matrices in memory.
  static std::optional<BlockProduct> of(mlir::func::FuncOp part, const BlockKind &kind, const CpuThroughput &cpu);

  /// Emits the generator's functions, whose names begin with `name`, or takes those of an equal product.
  void emitFunctions(mlir::ModuleOp module, llvm::StringRef name, llvm::ArrayRef<const BlockProduct *> others);
  mlir::Value scratchBytes(mlir::OpBuilder &builder, mlir::Value rows, mlir::ValueRange operands) const;
  /// Computes a block. `operands` are the part's, inputs before the result.
  void emit(mlir::OpBuilder &builder, const RowBlock &block, mlir::ValueRange operands, mlir::ValueRange scalars,
            const BlockMemory &memory, mlir::Value scratch) const;

  /// Whether all blocks of a matrix read its B as `emitPack` leaves it.
  bool packsB() const { return description.packedB; }
  mlir::Value packedBytes(mlir::OpBuilder &builder, mlir::ValueRange operands) const;
  /// For the blocks that `all` is the whole of.
  void emitPack(mlir::OpBuilder &builder, const RowBlock &all, mlir::ValueRange operands, mlir::Value packed) const;
  mlir::Type packedElement() const;

  /// Of the batch and, behind it, of all rows of A.
  llvm::SmallVector<mlir::Value> rowSizes(mlir::OpBuilder &builder, mlir::ValueRange operands) const;
  llvm::ArrayRef<mlir::MemRefType> operandTypes() const { return signature->operands; }
  bool readsRows() const { return product.a.depthInner; } ///< of A, and not its transpose
  int64_t batchRank() const { return product.a.batchDims.size(); }

private:
  BlockProduct(mlir::func::FuncOp part, const MatrixProduct &product, const BlockKind &kind, const CpuThroughput &cpu);
  GemmDescription describe() const;
  mlir::Value epilogue(mlir::OpBuilder &builder, const EpilogueSite &site) const;
  /// M, N and K of a block, which takes `seen` of the dimension that is cut, or all of it where this is null.
  llvm::SmallVector<mlir::Value, 3> sizes(mlir::OpBuilder &builder, mlir::Value rows, mlir::Value seen,
                                          mlir::ValueRange operands) const;
  llvm::SmallVector<mlir::Value> prepare(mlir::OpBuilder &builder, mlir::ValueRange sizes) const;
  GemmDescription unpacked() const;

  mlir::func::FuncOp part;
  mlir::Location loc;
  MatrixProduct product;
  BlockKind kind;
  std::unique_ptr<KernelSignature> signature;
  std::unique_ptr<nest::NestPlan> plan;
  GemmDescription description;
  GemmParameters parameters;
  GemmFunctions functions;
  mlir::func::FuncOp pack; ///< of B
};

} // namespace weir::cpu
