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
/// Sizes for the loops of a kernel in turn: less than a warp and more than a block; multiples of vectors and not; then
/// one after the other large enough for a block per row, and for two passes.
constexpr std::array<int64_t, 3> kSizes[] = {{5, 3, 7},    {37, 70, 33},  {72, 36, 40},  {3, 1040, 8},  {1040, 8, 3},
                                             {8, 3, 1040}, {2, 35008, 3}, {2, 35003, 3}, {35003, 3, 2}, {3, 2, 35003}};

} // namespace

FailureOr<KernelTrials> KernelTrials::make(func::FuncOp function, DictionaryAttr description,
                                           ArrayRef<int64_t> moreSizes) {
  KernelTrials result;
  InputShapes shapes(function);
  InputDomains domains;
  domains.add(function);
  RandomNumbers numbers(kSeed);
  SmallVector<ArrayRef<int64_t>> palettes(std::begin(kSizes), std::end(kSizes));
  if (!moreSizes.empty())
    palettes.push_back(moreSizes);
  for (ArrayRef<int64_t> palette : shapes.isStatic() ? ArrayRef(palettes).take_front() : ArrayRef(palettes)) {
    shapes.choose(palette);
    result.addTrial(function, randomArguments(function, shapes, domains, InputKind::Random, numbers));
  }
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
