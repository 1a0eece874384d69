// Types of the simulator's functions from their signatures.
#include "lib/Target/Sim/SimCalls.h"

#include "lib/Runtime/Device/Sim/SimAbi.h"

#include "llvm/ADT/STLExtras.h"
#include "mlir/IR/Builders.h"

#include <cstddef>

using namespace mlir;

namespace weir::sim {

namespace {

struct SimCallEntry {
  StringLiteral name, signature;
  size_t offset;
};

constexpr SimCallEntry kEntries[] = {
#define WEIR_SIM_CALL(name, signature, result, parameters) {#name, signature, offsetof(weir_sim_calls, name)},
#include "lib/Runtime/Device/Sim/SimCalls.def"
};

const SimCallEntry &entryOf(SimCall call) { return kEntries[static_cast<unsigned>(call)]; }

Type typeOf(MLIRContext *context, char letter) {
  Builder builder(context);
  switch (letter) {
  case 't':
  case 'p':
    return LLVM::LLVMPointerType::get(context);
  case 'i':
    return builder.getI32Type();
  case 'l':
    return builder.getI64Type();
  case 'f':
    return builder.getF32Type();
  case 'd':
    return builder.getF64Type();
  default:
    return LLVM::LLVMVoidType::get(context);
  }
}

} // namespace

StringRef simCallName(SimCall call) { return entryOf(call).name; }

StringRef simCallSignature(SimCall call) { return entryOf(call).signature; }

size_t simCallOffset(SimCall call) { return entryOf(call).offset; }

LLVM::LLVMFunctionType simCallType(MLIRContext *context, SimCall call) {
  StringRef signature = simCallSignature(call);
  auto parameters = llvm::map_to_vector(signature.drop_front(), [&](char letter) { return typeOf(context, letter); });
  return LLVM::LLVMFunctionType::get(typeOf(context, signature.front()), parameters);
}

} // namespace weir::sim
