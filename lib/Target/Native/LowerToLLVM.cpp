// From loops, vectors and memrefs to the LLVM dialect.
#include "lib/Target/Native/Codegen.h"
#include "lib/Target/Native/Conversions.h"
#include "lib/Target/Native/ConvertToLlvm.h"
#include "lib/Target/Native/HoldBf16AsBits.h"
#include "lib/Target/Native/LowerChecks.h"
#include "lib/Target/Native/StreamedTiles.h"
#include "lib/Target/Native/VerifyKernelMemory.h"

#include "dialects/Kernel/KeptPasses.h"
#include "dialects/Kernel/Kernel.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/X86Vector/Transforms.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace weir {

static bool takesFault(func::FuncOp function) {
  return function.getNumArguments() > 0 && isa<LLVM::LLVMPointerType>(function.getArgumentTypes().back());
}

/// `run` takes the fault as its last parameter. So do, from here on, all functions with a check in them or in what they
/// call.
static void handFaultOn(ModuleOp module) {
  SetVector<func::FuncOp> takers;
  auto add = [&](Operation *op) {
    if (auto function = op->getParentOfType<func::FuncOp>(); !takesFault(function))
      takers.insert(function);
  };
  module.walk([&](Operation *op) {
    if (isa<kernel::CheckIndexOp, kernel::CheckDivisorOp>(op))
      add(op);
  });
  if (takers.empty())
    return;
  SymbolTableCollection symbols;
  SymbolUserMap users(symbols, module);
  for (size_t i = 0; i < takers.size(); ++i)
    llvm::for_each(users.getUsers(takers[i]), add);
  auto pointer = LLVM::LLVMPointerType::get(module.getContext());
  for (func::FuncOp function : takers)
    (void)function.insertArgument(function.getNumArguments(), pointer, /*argAttrs=*/nullptr, function.getLoc());
  for (func::FuncOp function : takers)
    for (Operation *user : users.getUsers(function))
      user->insertOperands(user->getNumOperands(), user->getParentOfType<func::FuncOp>().getArguments().back());
}

static void buildHostFault(OpBuilder &builder, Operation *check, const FaultFields &fields) {
  Value fault = check->getParentOfType<func::FuncOp>().getArguments().back();
  buildFault(builder, check->getLoc(), fault, fields.code, fields.ordinal, fields.first, fields.second);
}

static void addX86Rules(LLVMTypeConverter &types, LLVMConversionTarget &target, RewritePatternSet &patterns) {
  configureX86VectorLegalizeForExportTarget(target);
  populateX86VectorLegalizeForLLVMExportPatterns(types, patterns);
}

/// Verified once, at the end.
static void addConversions(PassManager &passes) {
  passes.enableVerifier(false);
  passes.addPass(createExpandViewsPass());
  passes.addPass(createConvertToLlvmPass(addX86Rules));
  passes.addPass(createReconcileUnrealizedCastsPass());
}

LogicalResult lowerToLLVM(ModuleOp module, std::vector<Location> &locations, TargetInterface::DumpFn dump) {
  if (failed(verifyKernelMemory(module)))
    return failure();
  handFaultOn(module);
  lowerChecks(module, locations, buildHostFault);
  if (failed(expandNumbers(module)))
    return failure();
  if (dump)
    dump("expanded", module);
  if (failed(runKeptPasses("to llvm", module, addConversions)))
    return failure();
  streamMarkedTiles(module);
  holdBf16AsBits(module);
  if (failed(verify(module)))
    return failure();
  if (dump)
    dump("llvm", module);
  return success();
}

} // namespace weir
