// Which ops the simulator knows, and the lowering of each; a file for each kind.
#pragma once

#include "lib/Target/Sim/ThreadCode.h"

#include "llvm/ADT/DenseMap.h"

namespace weir::sim {

class OpLowerings {
public:
  /// `lower` replaces the op or puts code in front of it; or it fails with an error at the op.
  template <typename Op, typename Lower> void add(Lower lower) {
    functions[mlir::TypeID::get<Op>()] = [lower](mlir::Operation *op, ThreadCode &code) -> mlir::LogicalResult {
      return lower(mlir::cast<Op>(op), code);
    };
  }
  /// The op stays as it is.
  template <typename... Op> void keep() {
    auto nothing = [](auto, ThreadCode &) { return mlir::success(); };
    (add<Op>(nothing), ...);
  }

  /// Lowers an op of a function that has its hidden parameter; emits an error if the simulator doesn't know it.
  mlir::LogicalResult lower(mlir::Operation *op, SimImage &image) const;

private:
  using LowerFn = std::function<mlir::LogicalResult(mlir::Operation *, ThreadCode &)>;
  llvm::DenseMap<mlir::TypeID, LowerFn> functions;
};

/// Where a thread stands, and who it is.
void addRegisters(OpLowerings &lowerings);
/// Barriers, fences, and ops of the lanes of a warp.
void addCollectives(OpLowerings &lowerings);
/// cp.async, and ops of a warp on matrices.
void addMatrixOps(OpLowerings &lowerings);
/// Casts to and arithmetic in narrow formats, functions of the special function unit, PTX text.
void addNumbers(OpLowerings &lowerings);
/// Loads, stores, atomics, variables and globals.
void addMemory(OpLowerings &lowerings);

} // namespace weir::sim
