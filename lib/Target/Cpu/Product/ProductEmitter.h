// Emits the two functions of a kernel that is a matrix product with elementwise ops behind it.
#pragma once

#include "dialects/Kernel/Target.h"
#include "lib/Target/Cpu/CpuThroughput.h"
#include "lib/Target/Cpu/Gemm/Gemm.h"
#include "lib/Target/Native/KernelFunctions.h"
#include "lib/Target/Nest/Contraction.h"
#include "lib/Target/Nest/NestPlan.h"

namespace weir::cpu {

/// The order in which products read a packed B of `element` fastest; no panels where products convert its elements
/// while they pack them.
PackedLayout packedLayout(mlir::Type element, const CpuThroughput &cpu);

/// C[batch, m, n] += A * B with A read at [batch, m, k] or [batch, k, m], and B at [batch, k, n], [batch, n, k] or,
/// without a batch, in panels.
struct MatrixProduct {
  nest::Contraction sum;
  nest::ProductFactor a, b;
  PackedLayout packed; ///< how B is packed, if it comes so: then it has no dimensions of its own for n and k
};

/// A kernel on linalg that is a product with elementwise ops behind it.
struct ProductKernel {
  const nest::NestPlan &plan;
  mlir::func::FuncOp kernel;
  const KernelSignature &signature;
  const MatrixProduct &product;
};

/// An operand that stands in memory as this type says, its matrices behind `batchRank` dimensions.
GemmOperand describeOperand(mlir::MemRefType type, unsigned batchRank, bool transposed);

/// What the kernel stores where its sums stand at `row` of a matrix; the site's first operands are the signature's.
mlir::Value finishProduct(mlir::OpBuilder &builder, const ProductKernel &of, const EpilogueSite &site,
                          mlir::ValueRange scalars, mlir::ValueRange batch, mlir::Value row);

/// The product that a sum is, where both factors are matrices in memory.
std::optional<MatrixProduct> asProductOfMatrices(const nest::Contraction &sum);

struct KernelSite;
class KernelForm;

/// Of a product with elementwise ops behind it, which are its epilogue; null where nests of loops take less time, or
/// where B comes in panels of another machine.
std::unique_ptr<KernelForm> productForm(const KernelSite &site);

} // namespace weir::cpu
