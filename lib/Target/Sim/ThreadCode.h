// Builds what a thread does in the place of one op: reads its registers, calls the simulator.
#pragma once

#include "lib/Artifact/Program.h"
#include "lib/Target/Sim/SimCalls.h"

#include "mlir/IR/Builders.h"

#include <functional>

namespace weir::sim {

/// What the ops of one image share while they are lowered.
struct SimImage {
  bool check = true;                                         ///< whether memory accesses are checked
  std::vector<Location> locations;                           ///< by site
  std::function<std::string(mlir::Location)> opNames;        ///< of the ops at a place in the source; may be null
  llvm::DenseMap<mlir::StringAttr, int64_t> sharedOffsets{}; ///< of globals in shared memory
  int64_t stackBytes = 0;                                    ///< of all functions' variables
};

class ThreadCode {
public:
  ThreadCode(mlir::Operation *op, SimImage &image);

  SimImage &image;
  mlir::OpBuilder builder; ///< in front of the op
  mlir::Location loc;

  mlir::Value i32(int64_t value);
  mlir::Value i64(int64_t value);
  mlir::Value f32(float value);
  /// The hidden parameter.
  mlir::Value thread();
  /// A field of weir_sim_thread; they don't change while a thread runs.
  mlir::Value field(size_t offset, mlir::Type type);
  /// The address of one of the simulator's functions.
  mlir::Value function(SimCall call);
  /// Calls the simulator with the thread, the op's site and the operands; null where it returns nothing.
  mlir::Value call(SimCall call, mlir::ValueRange operands);

  /// Registers of 32 bits in the thread's memory, for ops that take arrays of them.
  mlir::Value registers(unsigned count);
  void storeRegister(mlir::Value base, unsigned index, mlir::Value value);
  mlir::Value loadRegister(mlir::Value base, unsigned index, mlir::Type type);

  /// The op's number in the table of locations.
  uint32_t site();

  /// The op is erased; `value` stands in for its result, if it has one.
  mlir::LogicalResult replace(mlir::Value value = nullptr);
  /// An error at the op that goes on after `expects `.
  mlir::InFlightDiagnostic refuse();

private:
  mlir::Value load(mlir::Type type, mlir::Value base, size_t offset);

  mlir::Operation *op;
  std::optional<uint32_t> number;
};

/// Room for variables in a function's frame; counts in `image`.
mlir::Value buildVariable(mlir::LLVM::LLVMFuncOp function, mlir::Type type, unsigned alignment);

} // namespace weir::sim
