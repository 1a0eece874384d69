// Between ops and the plain data of lib/Support: metas and attributes of an op, its iteration rule, its verification.
#pragma once

#include "lib/Support/Semantics.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

namespace weir {

/// The dtype of an element type, or none where Weir has no such dtype.
std::optional<DType> dtypeOf(mlir::Type elementType);
mlir::Type elementType(DType dtype, mlir::MLIRContext *context);

TensorMeta metaOf(mlir::RankedTensorType type);
/// Of a type whose sizes are all known.
StaticMeta staticMetaOf(mlir::RankedTensorType type);
mlir::RankedTensorType typeOf(const TensorMeta &meta, mlir::MLIRContext *context);

/// Metas of the tensors among `values`; operands of type index are skipped.
Metas metasOf(mlir::TypeRange types);

/// The op's attributes as plain data. An op with the trait `ResultSized` also has "shape" and "dtype", of its result.
Attributes plainAttributes(mlir::DictionaryAttr attributes);
Attributes plainAttributes(mlir::Operation *op);

/// Whether a string attribute is one of these words.
bool isOneOf(mlir::Attribute attribute, llvm::ArrayRef<llvm::StringRef> words);

/// Builds the size of a dimension of the operand with this number among those that are tensors.
using SizeOfFn = llvm::function_ref<mlir::Value(unsigned tensor, int64_t dim)>;

/// The iteration rule of an op with SemanticsInterface; an error is emitted at the op.
mlir::FailureOr<IterationRule> iterationRuleOf(mlir::Operation *op);

mlir::LogicalResult verifySemantics(mlir::Operation *op);

/// The body of every `inferReturnTypes` of ops whose results follow from their operands.
mlir::LogicalResult inferReturnTypes(InferResultsFn infer, mlir::MLIRContext *context,
                                     std::optional<mlir::Location> location, mlir::ValueRange operands,
                                     mlir::DictionaryAttr attributes, llvm::SmallVectorImpl<mlir::Type> &inferred);

/// Marks ops whose result sizes don't follow from operands: they take one index operand per `?` dimension.
template <typename ConcreteOp> class ResultSized : public mlir::OpTrait::TraitBase<ConcreteOp, ResultSized> {
public:
  static mlir::LogicalResult verifyTrait(mlir::Operation *op);
};

mlir::LogicalResult verifyResultSized(mlir::Operation *op);

template <typename ConcreteOp> mlir::LogicalResult ResultSized<ConcreteOp>::verifyTrait(mlir::Operation *op) {
  return verifyResultSized(op);
}

} // namespace weir

#include "dialects/Interfaces/Semantics.h.inc"
