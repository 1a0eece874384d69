// What the families' patterns share: types in storage, loops from iteration rules, elements in their computing type.
#pragma once

#include "passes/Lowering/WeirToLinalg/KernelLoops.h"

#include "dialects/Interfaces/Elementwise.h"
#include "lib/Support/IterationRule.h"

#include "mlir/Transforms/DialectConversion.h"

namespace weir {

/// An element type as kernels store it: bool and ui8 are bytes.
mlir::Type storageType(mlir::Type element);
/// The type in which arithmetic on `element` is done: f32 for narrower floats, i1 for bool, i32 for ui8.
mlir::Type computeType(mlir::Type element);
/// The type in which reductions in the weir type `accumulator` are formed: itself, i32 for ui8, a byte for bool.
mlir::Type accumulatorType(mlir::Type accumulator);

/// A stored element in its computing type or in that of an accumulator, and from there back.
mlir::Value loadElement(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value stored, mlir::Type weirElement);
mlir::Value loadElement(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value stored, mlir::Type weirElement,
                        mlir::Type accumulator);
mlir::Value storeElement(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value computed, mlir::Type weirElement);

mlir::AffineMap affineMap(const ValueMap &map, size_t numFactors, mlir::MLIRContext *context);

/// The sizes of the op's result #`index`: known ones, size operands, or sizes of operands that share the factor.
llvm::SmallVector<mlir::OpFoldResult> resultSizes(mlir::OpBuilder &builder, mlir::Operation *op,
                                                  mlir::ValueRange convertedOperands, const IterationRule &rule,
                                                  unsigned index = 0);

mlir::Value emptyTensor(mlir::OpBuilder &builder, mlir::Location loc, llvm::ArrayRef<mlir::OpFoldResult> sizes,
                        mlir::Type element);

/// A tensor of sizes `sizes` that holds element i of `tensor` at `offsets` + i * `strides`, and the stored scalar
/// `padding` elsewhere.
mlir::Value insertInto(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                       llvm::ArrayRef<mlir::OpFoldResult> sizes, llvm::ArrayRef<mlir::OpFoldResult> offsets,
                       llvm::ArrayRef<int64_t> strides, mlir::Value padding);

using BodyFn = llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::OpBuilder &, mlir::ValueRange elements)>;

/// A linalg.generic over the factors of the op's rule whose body sees the elements of `inputs` (stored) and then of
/// `outputs`.
mlir::linalg::GenericOp buildGeneric(mlir::OpBuilder &builder, mlir::Operation *op, const IterationRule &rule,
                                     mlir::ValueRange inputs, mlir::ValueRange outputs, BodyFn body);

/// What a reduction of nothing is, in the type `accumulator`; `element` says what numbers of it there are.
mlir::TypedAttr identityOf(Combiner combiner, mlir::Type element, mlir::Type accumulator);
/// Two partial results as one, by one op, which whoever joins partial results repeats. Bools are bytes of 0 and 1.
Scalar combine(Combiner combiner, Scalar x, Scalar y);

/// A tensor of the elements and loops of the op's result in their computing type, and one of sums or computed elements
/// as the result is stored; itself where that is the same.
mlir::Value loadTensor(mlir::OpBuilder &builder, mlir::Operation *op, mlir::Value tensor);
mlir::Value storeTensor(mlir::OpBuilder &builder, mlir::Operation *op, mlir::Value tensor);

/// The size of `tensor` along `dim`, from what sizes it was made of, so that it need not be computed for that.
mlir::Value sizeAlong(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor, int64_t dim);

/// The element of `tensor` at a position. What is computed element by element is computed there, from what is in
/// memory.
mlir::Value elementAt(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value tensor,
                      llvm::ArrayRef<mlir::Value> position);

void populateContractPatterns(const mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateReducePatterns(const mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateShapePatterns(const mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateIndexPatterns(const mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateLayoutPatterns(const mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateConvolutionPatterns(const mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateWinogradPatterns(const mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populatePoolingPatterns(const mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateRandomPatterns(const mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);
void populateSequencePatterns(const mlir::TypeConverter &types, mlir::RewritePatternSet &patterns);

} // namespace weir
