// The sbp dialect: meshes, signatures, constraints.
#pragma once

#include "dialects/Interfaces/Gradient.h"
#include "dialects/Interfaces/Precision.h"
#include "dialects/Interfaces/Semantics.h"
#include "lib/Support/Exchange.h"
#include "lib/Support/SplitCandidates.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace weir {

/// Combiners are written by name.
inline llvm::raw_ostream &operator<<(llvm::raw_ostream &stream, Combiner combiner) {
  return stream << llvm::StringRef(name(combiner));
}

} // namespace weir

template <> struct mlir::FieldParser<weir::Combiner> {
  static FailureOr<weir::Combiner> parse(AsmParser &parser);
};

#include "dialects/Sbp/Dialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/Sbp/Attributes.h.inc"

#define GET_OP_CLASSES
#include "dialects/Sbp/Ops.h.inc"

namespace weir::sbp {

/// On ops, functions and variables: a SignatureAttr.
inline constexpr llvm::StringLiteral kSignatureAttr = "sbp.signature";
/// On jobs: a PlacementAttr.
inline constexpr llvm::StringLiteral kPlacementAttr = "sbp.placement";

/// On jobs: their results are held as what comes in makes them, by ops that move the fewest bytes, not as the fastest
/// program would hold them. For calls of single ops.
inline constexpr llvm::StringLiteral kAsComputedAttr = "sbp.as_computed";

/// How a value is held on each axis of a mesh, and the attribute that says so.
llvm::SmallVector<Holding> holdingsOf(mlir::Attribute sbp);
mlir::Attribute attributeOf(mlir::MLIRContext *context, llvm::ArrayRef<Holding> axes);

/// The members of a group at the places of a mesh: all, unless an attribute says which.
Grid gridOf(llvm::ArrayRef<int64_t> mesh, GridAttr some);

/// Whether the attribute says how a value is held: split, broadcast, partial, or nd of them.
bool isSbp(mlir::Attribute attribute);

/// Fails unless a tensor of `type` can be held so. `what` names the value in the message.
mlir::LogicalResult verifyHeldAs(llvm::function_ref<mlir::InFlightDiagnostic()> emitError, mlir::Attribute sbp,
                                 mlir::Type type, const llvm::Twine &what);

/// Fails unless the signature has the op's operands and results and, on each axis, the op's iteration rule offers it.
/// An op without a rule sees whole values. Parts of unequal size are the business of who knows the mesh.
mlir::LogicalResult verifySignature(mlir::Operation *op, SignatureAttr signature);

/// Of the tensors among an op's operands and results.
ValueShapes valueShapes(mlir::Operation *op);

/// The split that an op's signature takes along one axis; nothing where all is broadcast, or the rule doesn't offer it.
std::optional<SplitCandidate> takenSplit(const IterationRule &rule, const ValueShapes &shapes, SignatureAttr signature,
                                         unsigned axis);

} // namespace weir::sbp
