// How evals are attached to ops: one external model per op, one function per family. Knows no interpreter.
#pragma once

#include "dialects/Interfaces/Eval.h"
#include "dialects/Interfaces/Semantics.h"

namespace weir {

using Tensors = std::vector<HostTensor>;

/// Results as their dtypes hold them: integers wrapped, floats rounded unless the evaluation is widened.
Tensors inOwnTypes(Tensors results, bool widened);

/// Makes `function` the eval of `Op`. What it returns is put in the results' own types after it.
template <typename Op, Result<Tensors> (*function)(Op, llvm::ArrayRef<HostTensor>, const EvalScope &)>
struct EvalModel : EvalInterface::ExternalModel<EvalModel<Op, function>, Op> {
  Result<Tensors> eval(mlir::Operation *op, llvm::ArrayRef<HostTensor> operands, const EvalScope &scope) const {
    Result<Tensors> results = function(mlir::cast<Op>(op), operands, scope);
    if (!results)
      return results;
    return inOwnTypes(std::move(*results), scope.widened);
  }
};

template <typename Op, Result<Tensors> (*function)(Op, llvm::ArrayRef<HostTensor>, const EvalScope &)>
void attachEval(mlir::MLIRContext &context) {
  Op::template attachInterface<EvalModel<Op, function>>(context);
}

void attachMathEvals(mlir::MLIRContext &context);
void attachContractEvals(mlir::MLIRContext &context);
void attachReduceEvals(mlir::MLIRContext &context);
void attachShapeEvals(mlir::MLIRContext &context);
void attachIndexEvals(mlir::MLIRContext &context);
void attachRandomEvals(mlir::MLIRContext &context);
void attachOptimEvals(mlir::MLIRContext &context);
void attachConvolutionEvals(mlir::MLIRContext &context);
void attachPoolingEvals(mlir::MLIRContext &context);
void attachLayoutEvals(mlir::MLIRContext &context);
void attachSequenceEvals(mlir::MLIRContext &context);
void attachSbpEvals(mlir::MLIRContext &context);

} // namespace weir
