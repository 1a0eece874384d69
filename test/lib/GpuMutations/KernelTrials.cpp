// Inputs from the kernel's own rules and domains, as the ladder of numeric oracles chooses them.
#include "test/lib/GpuMutations/KernelTrials.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Compiler/Verify/RandomInputs.h"
#include "lib/Target/Sim/CompileSimImage.h"

using namespace mlir;

namespace weir {

namespace {

constexpr uint64_t kSeed = 1;
// Less than a warp, in between, and one after the other more than several blocks take; none a multiple of a vector.
constexpr int64_t kSmall[] = {5, 3, 7}, kMiddle[] = {37, 70, 33}, kFirst[] = {5003, 5, 3}, kSecond[] = {5, 5003, 3},
                  kThird[] = {3, 5, 5003};

} // namespace

FailureOr<KernelTrials> KernelTrials::make(func::FuncOp function, DictionaryAttr description) {
  KernelTrials result;
  InputShapes shapes(function);
  InputDomains domains;
  domains.add(function);
  RandomNumbers numbers(kSeed);
  for (ArrayRef<int64_t> palette :
       {ArrayRef(kSmall), ArrayRef(kMiddle), ArrayRef(kFirst), ArrayRef(kSecond), ArrayRef(kThird)}) {
    shapes.choose(palette);
    result.addTrial(function, randomArguments(function, shapes, domains, InputKind::Random, numbers));
    if (shapes.isStatic())
      break;
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

std::optional<std::string> KernelTrials::run(const Kernel &kernel, const sim::Options &options) {
  SimRunner runner(kernel, options);
  for (Trial &trial : trials) {
    std::vector<LaunchOperand> operands;
    for (StoredTensor &tensor : trial.operands)
      operands.push_back({tensor.bytes.data(), tensor.meta.shape, tensor.strides});
    int32_t fault = runner.run(operands, trial.scalars);
    if (runner.report)
      return runner.reportText();
    if (fault)
      return "fault " + std::to_string(fault);
  }
  return std::nullopt;
}

} // namespace weir
