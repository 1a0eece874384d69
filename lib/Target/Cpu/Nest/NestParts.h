// The nests of a kernel, each as a kernel of its own, so that equal ones are compiled once.
#pragma once

#include "lib/Target/Nest/NestPlan.h"

#include "mlir/IR/OwningOpRef.h"

namespace weir::cpu {

/// One nest. Its function is on linalg; what it reads and gives are some of the kernel's operands and scalars.
struct NestPart {
  mlir::func::FuncOp function;
  const nest::NestPlan *plan;                    ///< of the function, with this one nest
  size_t number;                                 ///< of the function: equal nests have one
  llvm::SmallVector<unsigned> operands, scalars; ///< by number in the kernel's signature
  unsigned numInputs;                            ///< of the operands, the first ones

  const nest::Nest &nest() const { return plan->nests().front(); }
  llvm::SmallVector<mlir::Value> ownOf(mlir::ValueRange kernelValues, llvm::ArrayRef<unsigned> numbers) const {
    return llvm::map_to_vector(numbers, [&](unsigned number) { return kernelValues[number]; });
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
