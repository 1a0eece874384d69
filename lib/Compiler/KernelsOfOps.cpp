// Ops get their numbers as names of their locations, which passes carry along into the launches.
#include "lib/Compiler/KernelsOfOps.h"

#include "dialects/Interfaces/Cost.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Kernel.h"
#include "lib/Compiler/Compilation.h"
#include "lib/Support/Shape.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace weir {

static void numberOps(ModuleOp module) {
  int64_t next = 0;
  module.walk([&](Operation *op) {
    if (!isa<SemanticsInterface>(op) || op->getNumOperands() == 0)
      return;
    auto name = StringAttr::get(op->getContext(), "#" + std::to_string(next++));
    op->setLoc(NameLoc::get(name, op->getLoc()));
  });
}

static std::vector<int64_t> numbersIn(Location loc) {
  std::vector<int64_t> numbers;
  loc->walk([&](Location part) {
    int64_t number = 0;
    auto named = dyn_cast<NameLoc>(part);
    StringRef name = named ? named.getName().getValue() : StringRef();
    if (name.consume_front("#") && !name.getAsInteger(10, number) && !llvm::is_contained(numbers, number))
      numbers.push_back(number);
    return WalkResult::advance();
  });
  return numbers;
}

static int64_t bytesOf(TypeRange types) {
  int64_t bytes = 0;
  for (Type type : types) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && !tensor.hasStaticShape())
      return 0;
    if (!tensor)
      continue;
    TensorMeta meta = metaOf(tensor);
    if (Result<int64_t> size = checkedNumBytes(meta.shape, meta.dtype))
      bytes += *size;
  }
  return bytes;
}

static KernelUse useOf(kernel::CallOp call) {
  KernelUse use{call.getCallee().str(), numbersIn(call.getLoc())};
  SmallVector<Type> types(call->getOperandTypes());
  llvm::append_range(types, call->getResultTypes());
  use.bytes = bytesOf(types);
  if (auto kernel = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(call, call.getCalleeAttr()))
    use.flops = flopsOf(kernel);
  return use;
}

Result<std::vector<KernelUse>> kernelsOfOps(std::string_view mlirText, const CompileOptions &options) {
  std::optional<size_t> launch = findStage("launch");
  Compilation compilation(options);
  if (failed(compilation.parse(mlirText)))
    return compilation.takeFailure();
  numberOps(compilation.getModule());
  auto ignore = [](const Stage &, size_t, ModuleOp) { return success(); };
  if (failed(compilation.runStages(std::nullopt, *launch, ignore)))
    return compilation.takeFailure();
  std::vector<KernelUse> uses;
  compilation.getModule().walk([&](kernel::CallOp call) { uses.push_back(useOf(call)); });
  return uses;
}

} // namespace weir
