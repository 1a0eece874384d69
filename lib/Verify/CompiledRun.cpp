// Host tensors as a kernel's operands, and its results as host tensors.
#include "lib/Verify/CompiledRun.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Kernel.h"
#include "lib/Target/Native/Codegen.h"
#include "lib/Target/Sim/SimRunner.h"
#include "lib/Tensors/StoredTensor.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/X86TargetParser.h"

using namespace mlir;

namespace weir {

namespace {

constexpr int kWorkers = 3;
constexpr size_t kGuardBytes = 256;
constexpr uint8_t kGuard = 0xA5;

std::optional<Failure> failureOf(int32_t error, const weir_fault &fault) {
  if (!error)
    return std::nullopt;
  return Failure{"fault " + std::to_string(error) + " with " + std::to_string(fault.values[0]) + " and " +
                 std::to_string(fault.values[1])};
}

/// Runs it on the runner of its target.
std::optional<Failure> launch(const Kernel &kernel, ArrayRef<LaunchOperand> operands, ArrayRef<int64_t> scalars) {
  if (kernel.images.front().target != "sim") {
    KernelRunner runner(kernel);
    return failureOf(runner.run(operands, scalars, kWorkers), runner.fault);
  }
  sim::SimRunner runner(kernel);
  int32_t error = runner.run(operands, scalars);
  return runner.report ? Failure{runner.reportText()} : failureOf(error, runner.fault);
}

/// Shapes of the results, from an interpretation.
Result<std::vector<HostTensor>> resultsOf(func::FuncOp function, ArrayRef<HostTensor> arguments) {
  VariableStore none;
  return interpret(function, arguments, none);
}

} // namespace

bool canRunHere(DictionaryAttr description) {
  CpuName cpu = cpuName(description);
  SmallVector<StringRef> needed;
  llvm::X86::getFeaturesForCPU(cpu.cpu, needed);
  llvm::StringMap<bool> present = llvm::sys::getHostCPUFeatures();
  // A feature that the host doesn't speak of at all is none that code could fail by.
  return cpu.cpu == llvm::sys::getHostCPUName() || llvm::all_of(needed, [&](StringRef feature) {
           auto found = present.find(feature);
           return found == present.end() || found->second;
         });
}

Result<std::vector<HostTensor>> runCompiled(const Kernel &kernel, func::FuncOp function,
                                            ArrayRef<HostTensor> arguments) {
  Result<std::vector<HostTensor>> expected = resultsOf(function, arguments);
  if (!expected)
    return expected;
  std::vector<StoredTensor> stored;
  std::vector<int64_t> scalars;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    if (function.getArgumentTypes()[i].isIndex()) {
      scalars.push_back(argument.integers[0]);
      continue;
    }
    bool strided = function.getArgAttr(i, kernel::kStridedAttr) != nullptr;
    stored.push_back(storeTensor(argument, strided ? ElementLayout::Padded : ElementLayout::RowMajor));
  }
  size_t firstResult = stored.size();
  for (const HostTensor &result : *expected) {
    stored.push_back(storeTensor(HostTensor::zeros(result.meta), ElementLayout::RowMajor));
    std::vector<uint8_t> &bytes = stored.back().bytes;
    bytes.assign(result.numElements() * byteSize(result.meta.dtype) + kGuardBytes, kGuard);
  }
  std::vector<LaunchOperand> operands;
  for (StoredTensor &tensor : stored)
    operands.push_back({tensor.bytes.data(), tensor.meta.shape, tensor.strides});

  std::vector<StoredTensor> before(stored.begin(), stored.begin() + static_cast<ptrdiff_t>(firstResult));
  if (std::optional<Failure> failure = launch(kernel, operands, scalars))
    return *failure;
  for (size_t i = 0; i < firstResult; ++i)
    if (stored[i].bytes != before[i].bytes)
      return Failure{"bytes of operand #" + std::to_string(i) + " written"};
  std::vector<HostTensor> results;
  for (size_t i = firstResult; i < stored.size(); ++i) {
    ArrayRef<uint8_t> guard = ArrayRef(stored[i].bytes).take_back(kGuardBytes);
    if (!llvm::all_of(guard, [](uint8_t byte) { return byte == kGuard; }))
      return Failure{"bytes written behind result #" + std::to_string(i - firstResult)};
    results.push_back(loadTensor(stored[i].meta, stored[i].bytes.data()));
  }
  return results;
}

} // namespace weir
