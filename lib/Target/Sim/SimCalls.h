// The simulator's table of functions (SimCalls.def), as code generation sees it.
#pragma once

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace weir::sim {

/// The functions of weir_sim_calls by their position in it.
enum class SimCall : unsigned {
#define WEIR_SIM_CALL(name, signature, result, parameters) name,
#include "lib/Runtime/Device/Sim/SimCalls.def"
};

llvm::StringRef simCallName(SimCall call);
/// One letter for the result and for each parameter, as SimCalls.def explains them.
llvm::StringRef simCallSignature(SimCall call);
/// The bytes from the start of the table to the function's address.
size_t simCallOffset(SimCall call);
mlir::LLVM::LLVMFunctionType simCallType(mlir::MLIRContext *context, SimCall call);

} // namespace weir::sim
