// Inputs from the kernel's own rules and domains, as the ladder of numeric oracles chooses them.
#include "test/lib/GpuMutations/KernelTrials.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Compiler/Verify/RandomInputs.h"
#include "lib/Target/Sim/CompileSimImage.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <algorithm>
#include <array>
#include <numeric>

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
  for (size_t phase = 0; phase < result.gpu.phases.size(); ++phase) {
    result.firstOfPhase.push_back(result.texts.size());
    llvm::append_range(result.texts, gpuMutations(*result.only(phase)));
  }
  return result;
}

OwningOpRef<ModuleOp> KernelTrials::only(size_t phase) const {
  OwningOpRef<ModuleOp> device(gpu.device.get().clone());
  device->walk([&](LLVM::LLVMFuncOp function) {
    if (!function.isExternal() && function.getSymName() != gpu.phases[phase].symbol)
      function.erase();
  });
  return device;
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

static FailureOr<KernelImage> compileImage(ModuleOp device, ArrayRef<KernelPhase> phases,
                                           std::vector<Location> &locations) {
  SimImage sites{.locations = locations};
  FailureOr<KernelImage> image = compileSimImage(*device.getOps<mlir::gpu::GPUModuleOp>().begin(), phases, sites);
  locations = std::move(sites.locations);
  return image;
}

FailureOr<Kernel> KernelTrials::build() {
  built = gpu.kernel;
  FailureOr<KernelImage> image = compileImage(*gpu.device, gpu.phases, built.locations);
  if (failed(image))
    return failure();
  built.images = {std::move(*image)};
  return built;
}

/// The code of `image`, with that of `phase` alone behind it, which is that phase from now on.
static void replacePhase(KernelImage &image, size_t number, const KernelImage &phase) {
  constexpr size_t kPage = 4096;
  std::vector<uint8_t> code(image.code.data(), image.code.data() + image.code.size());
  code.resize(llvm::alignTo(code.size(), kPage));
  image.phases[number] = phase.phases.front();
  image.phases[number].offset += code.size();
  code.insert(code.end(), phase.code.data(), phase.code.data() + phase.code.size());
  image.code = Bytes(std::move(code));
}

FailureOr<Kernel> KernelTrials::buildMutated(size_t mutation, GpuMutationKind kind) const {
  size_t phase = std::upper_bound(firstOfPhase.begin(), firstOfPhase.end(), mutation) - firstOfPhase.begin() - 1;
  OwningOpRef<ModuleOp> device = only(phase);
  if (failed(applyGpuMutation(*device, mutation - firstOfPhase[phase], kind)))
    return failure();
  Kernel kernel = built;
  FailureOr<KernelImage> image = compileImage(*device, gpu.phases[phase], kernel.locations);
  if (failed(image))
    return failure();
  replacePhase(kernel.images.front(), phase, *image);
  return kernel;
}

std::optional<std::string> KernelTrials::run(const Kernel &kernel, const sim::Options &options, size_t trial) {
  std::vector<LaunchOperand> operands;
  for (StoredTensor &tensor : trials[trial].operands)
    operands.push_back({tensor.bytes.data(), tensor.meta.shape, tensor.strides});
  SimRunner runner(kernel, options);
  int32_t fault = runner.run(operands, trials[trial].scalars);
  trials[trial].blocks = std::reduce(std::begin(runner.launch.tiles), std::end(runner.launch.tiles));
  if (runner.report)
    return runner.reportText();
  return fault ? std::optional("fault " + std::to_string(fault)) : std::nullopt;
}

std::vector<size_t> KernelTrials::withFewBlocks() const {
  constexpr int64_t kFew = 4;
  std::vector<size_t> found;
  for (size_t i = 0; i < trials.size(); ++i)
    if (trials[i].blocks > 0 && trials[i].blocks <= kFew)
      found.push_back(i);
  return found;
}

std::vector<uint8_t> KernelTrials::results(size_t trial) const {
  std::vector<uint8_t> bytes;
  for (const StoredTensor &result : ArrayRef(trials[trial].operands).drop_front(trials[trial].numInputs))
    bytes.insert(bytes.end(), result.bytes.begin(), result.bytes.end());
  return bytes;
}

} // namespace weir
