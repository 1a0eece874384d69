// The nests of a kernel, each as a kernel of its own, so that equal ones are compiled once.
#pragma once

#include "lib/Target/Nest/CollapseLoops.h"
#include "lib/Target/Nest/NestPlan.h"

namespace weir::cpu {

/// One nest. Its function is on linalg; what it reads and gives are some of the kernel's operands and scalars.
struct NestPart {
  mlir::func::FuncOp function;
  const nest::NestPlan *plan;                    ///< of the function, with this one nest
  size_t number;                                 ///< of the function: equal nests have one
  llvm::SmallVector<unsigned> operands, scalars; ///< by number in the kernel's signature
  unsigned numInputs;                            ///< of the operands, the first ones
  /// Which dimensions of each operand are one in the function.
  llvm::SmallVector<llvm::SmallVector<mlir::ReassociationIndices>> groups;

  const nest::Nest &nest() const { return plan->nests().front(); }
  /// Its own operands of the kernel's, as the function has them, and its own scalars.
  llvm::SmallVector<mlir::Value> ownOperands(mlir::OpBuilder &builder, mlir::ValueRange kernelOperands) const;
  llvm::SmallVector<mlir::Value> ownScalars(mlir::ValueRange kernelScalars) const {
    return llvm::map_to_vector(scalars, [&](unsigned number) { return kernelScalars[number]; });
  }
};

class NestParts {
public:
  explicit NestParts(mlir::func::FuncOp kernel);

  /// In the order of the kernel's nests.
  llvm::ArrayRef<NestPart> all() const { return parts; }
  size_t numFunctions() const { return plans.size(); }

private:
  void addPart(mlir::func::FuncOp kernel, const nest::NestPlan &plan, const nest::Nest &nest);

  llvm::SmallVector<NestPart> parts;
  llvm::SmallVector<mlir::OwningOpRef<mlir::func::FuncOp>> functions;
  llvm::SmallVector<std::unique_ptr<nest::NestPlan>> plans; ///< by function
  llvm::StringMap<size_t> numbers;                          ///< of functions, by their text
};

} // namespace weir::cpu
