// Inputs from the kernel's own rules and domains, as the ladder of numeric oracles chooses them.
#include "test/lib/GpuMutations/KernelTrials.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Compiler/Verify/RandomInputs.h"
#include "lib/Target/Sim/CompileSimImage.h"

#include <array>

using namespace mlir;

namespace weir {

namespace {

constexpr uint64_t kSeed = 1;
/// Sizes for the loops of a kernel in turn: less than a warp and more than a block; multiples of vectors and not; deep
/// products; then, one after the other, large enough for a block per row, and for two phases.
constexpr std::array<int64_t, 3> kSizes[] = {{5, 3, 7},     {37, 70, 33},  {72, 36, 40},  {65, 70, 520}, {34, 40, 36},
                                             {3, 1040, 8},  {1040, 8, 3},  {8, 3, 1040},  {3, 1043, 5},  {1043, 3, 5},
                                             {5, 3, 1043},  {2, 35008, 3}, {35008, 3, 2}, {3, 2, 35008}, {2, 35003, 3},
                                             {35003, 3, 2}, {3, 2, 35003}};
constexpr int64_t kSmallElements = 1 << 14, kMostElements = 1 << 19;

/// Of the largest argument; more than kMostElements where that many don't count.
int64_t largest(func::FuncOp function, const InputShapes &shapes) {
  int64_t most = 0;
  for (BlockArgument argument : function.getArguments()) {
    if (argument.getType().isIndex())
      continue;
    int64_t count = 1;
    for (int64_t size : shapes.shapeOf(argument))
      count = std::min(count * size, 2 * kMostElements);
    most = std::max(most, count);
  }
  return most;
}

} // namespace

FailureOr<KernelTrials> KernelTrials::make(func::FuncOp function, DictionaryAttr description) {
  KernelTrials result;
  OwningOpRef<ModuleOp> own(ModuleOp::create(function.getLoc()));
  func::FuncOp copy = function.clone();
  own->push_back(copy);
  FailureOr<GpuKernel> compiled = compileGpuKernel(*own, copy, description, /*dump=*/nullptr);
  if (failed(compiled))
    return failure();
  result.gpu = std::move(*compiled);
  result.gpu.kernel.name = function.getSymName().str();
  result.texts = gpuMutations(*result.gpu.device);
  return result;
}

std::string KernelTrials::code() const {
  std::string text;
  llvm::raw_string_ostream(text) << *gpu.device;
  return text;
}

void KernelTrials::addTrials(func::FuncOp function) {
  InputShapes shapes(function);
  InputDomains domains;
  domains.add(function);
  RandomNumbers numbers(kSeed);
  ArrayRef<std::array<int64_t, 3>> palettes(kSizes);
  palettes = palettes.take_front(shapes.isStatic() ? 1 : palettes.size());
  auto addWhere = [&](auto wanted) {
    for (ArrayRef<int64_t> palette : palettes) {
      shapes.choose(palette);
      if (wanted(largest(function, shapes)))
        addTrial(function, randomArguments(function, shapes, domains, InputKind::Random, numbers));
    }
  };
  addWhere([](int64_t elements) { return elements <= kSmallElements; });
  smallTrials = trials.size();
  addWhere([](int64_t elements) { return elements > kSmallElements && elements <= kMostElements; });
}

void KernelTrials::addTrial(func::FuncOp function, ArrayRef<HostTensor> arguments) {
  VariableStore none;
  Result<std::vector<HostTensor>> results = interpret(function, arguments, none);
  if (!results)
    return;
  Trial &trial = trials.emplace_back();
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    bool strided = function.getArgAttr(i, kernel::kStridedAttr) != nullptr;
    if (function.getArgumentTypes()[i].isIndex())
      trial.scalars.push_back(argument.integers[0]);
    else
      trial.operands.push_back(storeTensor(argument, strided ? ElementLayout::Padded : ElementLayout::RowMajor));
  }
  trial.numInputs = trial.operands.size();
  for (const HostTensor &result : *results)
    trial.operands.push_back(storeTensor(HostTensor::zeros(result.meta), ElementLayout::RowMajor));
}

FailureOr<Kernel> KernelTrials::compile(ModuleOp device) const {
  Kernel kernel = gpu.kernel;
  SimImage sites{.locations = kernel.locations};
  FailureOr<KernelImage> image = compileSimImage(*device.getOps<mlir::gpu::GPUModuleOp>().begin(), gpu.phases, sites);
  if (failed(image))
    return failure();
  kernel.images = {std::move(*image)};
  kernel.locations = std::move(sites.locations);
  return kernel;
}

FailureOr<Kernel> KernelTrials::build() const { return compile(*gpu.device); }

FailureOr<Kernel> KernelTrials::build(size_t mutation, GpuMutationKind kind) const {
  OwningOpRef<ModuleOp> device(gpu.device.get().clone());
  if (failed(applyGpuMutation(*device, mutation, kind)))
    return failure();
  return compile(*device);
}

std::optional<std::string> KernelTrials::run(const Kernel &kernel, const sim::Options &options, size_t trial) {
  std::vector<LaunchOperand> operands;
  for (StoredTensor &tensor : trials[trial].operands)
    operands.push_back({tensor.bytes.data(), tensor.meta.shape, tensor.strides});
  SimRunner runner(kernel, options);
  int32_t fault = runner.run(operands, trials[trial].scalars);
  if (runner.report)
    return runner.reportText();
  return fault ? std::optional("fault " + std::to_string(fault)) : std::nullopt;
}

std::vector<uint8_t> KernelTrials::results(size_t trial) const {
  std::vector<uint8_t> bytes;
  for (const StoredTensor &result : ArrayRef(trials[trial].operands).drop_front(trials[trial].numInputs))
    bytes.insert(bytes.end(), result.bytes.begin(), result.bytes.end());
  return bytes;
}

} // namespace weir
