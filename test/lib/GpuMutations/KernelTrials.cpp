// Inputs from the kernel's own rules and domains, as the ladder of numeric oracles chooses them, and those of tests.
#include "test/lib/GpuMutations/KernelTrials.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Reference/Evaluate.h"
#include "lib/Target/Sim/CompileSimImage.h"
#include "lib/Verify/RandomInputs.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <algorithm>
#include <numeric>
#include <set>

using namespace mlir;

namespace weir {

namespace {

constexpr uint64_t kSeed = 1;
/// Sizes for the loops of a kernel in turn: less than a warp and more than a block; multiples of vectors and not; deep
/// products.
using Palette = std::vector<int64_t>;
const std::vector<Palette> kSizes = {{5, 3, 7}, {37, 70, 33}, {72, 36, 40}, {65, 70, 520}, {34, 40, 36}, {8, 1040, 3}};
/// Sums in parts, a block per row, two phases: one loop after the other, and a long part of a long row.
const std::vector<Palette> kNestSizes = {
    {5, 70, 3},       {70, 5, 3},         {2, 5, 70, 4},      {3, 8, 70},          {3, 1040, 8},       {1040, 8, 3},
    {8, 3, 1040},     {3, 1043, 5},       {1043, 3, 5},       {5, 3, 1043},        {2, 35008, 3},      {35008, 3, 2},
    {3, 2, 35008},    {2, 35003, 3},      {35003, 3, 2},      {3, 2, 35003},       {2, 35008, 35003},  {2, 3, 5, 3, 8},
    {1, 2, 3, 8, 70}, {1, 1, 2, 3, 1040}, {1, 1, 2, 3, 1043}, {1, 1, 2, 3, 35008}, {1, 1, 2, 3, 35003}};
/// No depth, splits of it, and many large tiles; the depth stands between the sides or in front of them, behind one
/// or two batches.
const std::vector<Palette> kProductSizes = {{5, 0, 7},
                                            {8, 0, 8},
                                            {0, 5, 7},
                                            {0, 8, 8},
                                            {2, 5, 0, 7},
                                            {2, 8, 0, 8},
                                            {2, 1, 0, 5, 7},
                                            {2, 1, 0, 8, 8},
                                            {2, 1, 5, 0, 7},
                                            {2, 1, 8, 0, 8},
                                            {520, 65, 70},
                                            {65, 520, 70},
                                            {1032, 40, 2056},
                                            {40, 1032, 2056},
                                            {1026, 37, 2050},
                                            {37, 1026, 2050},
                                            {2, 72, 520, 64},
                                            {2, 1032, 40, 1032},
                                            {2, 1026, 37, 1030},
                                            {2, 1, 40, 72, 64},
                                            {2, 1, 520, 65, 70},
                                            {2, 1, 40, 1032, 1032},
                                            {2, 1, 37, 1026, 1030},
                                            {2, 1, 72, 520, 64},
                                            {2, 1, 65, 520, 70},
                                            {2, 1, 1032, 40, 1032},
                                            {2, 1, 1026, 37, 1030}};
constexpr int64_t kSmallElements = 1 << 14, kMostElements = 1 << 19, kMostResults = 1 << 22;
/// The simulator takes a second for so many terms, except where a product's tiles are.
constexpr int64_t kMostWork = 1 << 22, kMostProductWork = 1 << 28;

/// Of the largest of these; more than kMostResults where that many don't count.
int64_t largest(ValueRange values, const InputShapes &shapes) {
  int64_t most = 0;
  for (Value value : values) {
    if (value.getType().isIndex())
      continue;
    int64_t count = 1;
    for (int64_t size : knownSizes(shapes.shapeOf(value)))
      count = std::min(count * size, 2 * kMostResults);
    most = std::max(most, count);
  }
  return most;
}

/// Sizes for one dimension of a call, and by how much two dimensions grow.
const std::vector<int64_t> kLengths = {5, 37, 72, 8, 1, 1040, 1043, 5003, 35003};
const std::vector<int64_t> kGrowths = {1, 37, 1040, 5003, 12003, 12005, 35003};
constexpr int64_t kVariedElements = 1 << 19, kVariedWork = 1 << 23;
/// So many inputs for each mutation.
constexpr int kEnough = 3;

/// A size that a call gives: a dimension of a tensor, or an argument that is a size.
struct GivenSize {
  BlockArgument argument;
  size_t dim;
  int64_t size;
};

std::vector<GivenSize> sizesOf(func::FuncOp function, ArrayRef<HostTensor> arguments) {
  std::vector<GivenSize> sizes;
  for (auto [argument, tensor] : llvm::zip_equal(function.getArguments(), arguments)) {
    if (argument.getType().isIndex())
      sizes.push_back({argument, 0, tensor.integers[0]});
    for (auto [dim, size] : llvm::enumerate(tensor.meta.shape))
      sizes.push_back({argument, dim, size});
  }
  return sizes;
}

void choose(InputShapes &shapes, ArrayRef<GivenSize> sizes) {
  shapes.choose({1});
  for (const GivenSize &given : sizes)
    shapes.give(given.argument, given.dim, given.size);
}

std::vector<int64_t> sizesOf(func::FuncOp function, const InputShapes &shapes) {
  std::vector<int64_t> sizes;
  for (BlockArgument argument : function.getArguments()) {
    if (argument.getType().isIndex())
      sizes.push_back(shapes.scalarOf(argument));
    else
      llvm::append_range(sizes, knownSizes(shapes.shapeOf(argument)));
  }
  return sizes;
}

/// A call's sizes with one changed, and then with two that grow alike, as those of a slice and of what it is taken
/// from.
std::vector<std::vector<GivenSize>> variationsOf(const std::vector<GivenSize> &sizes) {
  std::vector<std::vector<GivenSize>> found;
  for (size_t i = 0; i < sizes.size(); ++i)
    for (int64_t length : kLengths)
      found.emplace_back(sizes)[i].size = length;
  for (size_t i = 0; i < sizes.size(); ++i)
    for (size_t j = i + 1; j < sizes.size(); ++j)
      for (int64_t growth : kGrowths) {
        std::vector<GivenSize> &grown = found.emplace_back(sizes);
        grown[i].size += growth;
        grown[j].size += growth;
      }
  return found;
}

} // namespace

FailureOr<KernelTrials> KernelTrials::make(func::FuncOp function, DictionaryAttr description) {
  KernelTrials result;
  OwningOpRef<ModuleOp> own(ModuleOp::create(function.getLoc()));
  func::FuncOp copy = function.clone();
  own->push_back(copy);
  FailureOr<gpu::GpuKernel> compiled = gpu::compileGpuKernel(*own, copy, description, /*dump=*/nullptr);
  if (failed(compiled))
    return failure();
  result.gpu = std::move(*compiled);
  result.gpu.kernel.name = function.getSymName().str();
  for (size_t phase = 0; phase < result.gpu.phases.size(); ++phase) {
    result.firstOfPhase.push_back(result.texts.size());
    llvm::append_range(result.texts, gpuMutations(*result.only(phase)));
  }
  result.reachedBy.resize(result.texts.size());
  result.notes = std::make_unique<std::vector<uint8_t>>(result.texts.size());
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

bool KernelTrials::copiesTiles() const {
  return llvm::any_of(texts, [](StringRef text) { return text.contains("nvvm.cp.async"); });
}

void KernelTrials::addTrials(func::FuncOp function, ArrayRef<std::vector<HostTensor>> calls) {
  InputShapes shapes(function);
  InputDomains domains;
  domains.add(function);
  RandomNumbers numbers(kSeed);
  std::vector<Palette> palettes = kSizes;
  if (!shapes.isStatic())
    llvm::append_range(palettes, copiesTiles() ? kProductSizes : kNestSizes);
  else
    palettes.resize(1);
  ValueRange results = function.getBody().front().getTerminator()->getOperands();
  auto add = [&] { return addTrial(function, randomArguments(function, shapes, domains, InputKind::Random, numbers)); };
  auto addWhere = [&](auto wanted) {
    for (const Palette &palette : palettes) {
      shapes.choose(palette);
      if (wanted(largest(function.getArguments(), shapes)) && largest(results, shapes) <= kMostResults)
        add();
    }
  };
  addWhere([](int64_t elements) { return elements <= kSmallElements; });
  addWhere([](int64_t elements) { return elements > kSmallElements && elements <= kMostElements; });
  for (const std::vector<HostTensor> &arguments : calls)
    addTrial(function, arguments);
  if (reachesAll())
    return;
  place = Place::Misaligned;
  addWhere([](int64_t elements) { return elements <= kSmallElements; });
  place = Place::Aligned;
}

bool KernelTrials::reachesAll() const {
  return llvm::all_of(reachedBy, [](int trials) { return trials > 0; });
}

void KernelTrials::addVariations(func::FuncOp function, ArrayRef<std::vector<HostTensor>> calls) {
  InputShapes shapes(function);
  if (shapes.isStatic())
    return;
  InputDomains domains;
  domains.add(function);
  RandomNumbers numbers(kSeed);
  ValueRange results = function.getBody().front().getTerminator()->getOperands();
  std::set<std::vector<int64_t>> tried;
  for (const std::vector<HostTensor> &arguments : calls)
    for (ArrayRef<GivenSize> sizes : variationsOf(sizesOf(function, arguments))) {
      if (reachesAll())
        return;
      choose(shapes, sizes);
      if (!tried.insert(sizesOf(function, shapes)).second)
        continue;
      // No sum reads more for a result than the largest argument has.
      int64_t read = largest(function.getArguments(), shapes), written = largest(results, shapes);
      if (std::max(read, written) <= kVariedElements && read * written <= kVariedWork)
        addTrial(function, randomArguments(function, shapes, domains, InputKind::Random, numbers));
    }
}

static FailureOr<KernelImage> compileImage(ModuleOp device, ArrayRef<KernelPhase> phases,
                                           std::vector<Location> &locations) {
  sim::SimImage sites{.locations = locations};
  FailureOr<KernelImage> image = sim::compileSimImage(*device.getOps<mlir::gpu::GPUModuleOp>().begin(), phases, sites);
  locations = std::move(sites.locations);
  return image;
}

LogicalResult KernelTrials::build() {
  OwningOpRef<ModuleOp> device(gpu.device.get().clone());
  noteGpuMutations(*device, reinterpret_cast<uint64_t>(notes->data()));
  built = noting = gpu.kernel;
  FailureOr<KernelImage> image = compileImage(*gpu.device, gpu.phases, built.locations);
  FailureOr<KernelImage> notingImage = compileImage(*device, gpu.phases, noting.locations);
  if (failed(image) || failed(notingImage))
    return failure();
  built.images = {std::move(*image)};
  noting.images = {std::move(*notingImage)};
  return success();
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

FailureOr<Kernel> KernelTrials::buildMutated(size_t mutation) const {
  size_t phase = std::upper_bound(firstOfPhase.begin(), firstOfPhase.end(), mutation) - firstOfPhase.begin() - 1;
  OwningOpRef<ModuleOp> device = only(phase);
  if (failed(applyGpuMutation(*device, mutation - firstOfPhase[phase])))
    return failure();
  Kernel kernel = built;
  FailureOr<KernelImage> image = compileImage(*device, gpu.phases[phase], kernel.locations);
  if (failed(image))
    return failure();
  replacePhase(kernel.images.front(), phase, *image);
  return kernel;
}

/// What is known of a call without computing it.
struct CallForecast {
  std::vector<StaticMeta> results;
  int64_t work = 0; ///< points of all ops, as far as they count
};

/// Fails where an op refuses its operands' sizes.
static Result<CallForecast> forecast(func::FuncOp function, ArrayRef<HostTensor> arguments) {
  CallForecast call;
  llvm::DenseMap<Value, TensorMeta> metas;
  llvm::DenseMap<Value, int64_t> scalars;
  for (auto [argument, tensor] : llvm::zip_equal(function.getArguments(), arguments))
    if (argument.getType().isIndex())
      scalars[argument] = tensor.integers[0];
    else
      metas[argument] = tensor.meta;
  for (Operation &op : function.getBody().front().without_terminator()) {
    Metas operands;
    SmallVector<int64_t> sizes;
    for (Value operand : op.getOperands())
      if (operand.getType().isIndex())
        sizes.push_back(scalars.at(operand));
      else
        operands.push_back(metas.at(operand));
    Result<EvalScope> scope = wholeScope(&op, operands, sizes);
    if (!scope)
      return scope.failure();
    for (auto [result, value] : llvm::zip_equal(op.getResults(), scope->results))
      metas[result] = value.whole;
    int64_t points = 1;
    for (const Range &range : scope->box)
      points = std::min(points * range.size(), 2 * kMostProductWork);
    call.work = std::min(call.work + points, 2 * kMostProductWork);
  }
  for (Value result : function.getBody().front().getTerminator()->getOperands())
    call.results.push_back(knownMeta(metas.at(result)));
  return call;
}

void KernelTrials::addTrial(func::FuncOp function, ArrayRef<HostTensor> arguments) {
  Result<CallForecast> call = forecast(function, arguments);
  if (!call || call->work > (copiesTiles() ? kMostProductWork : kMostWork))
    return;
  // Values are drawn from what the ops accept; where there is nothing to look up, they accept none.
  VariableStore none;
  bool isEmpty = llvm::any_of(arguments, [](const HostTensor &tensor) { return tensor.numElements() == 0; });
  if (isEmpty && !interpret(function, arguments, none))
    return;
  Trial trial;
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    bool strided = function.getArgAttr(i, kernel::kStridedAttr) != nullptr;
    if (function.getArgumentTypes()[i].isIndex())
      trial.scalars.push_back(argument.integers[0]);
    else
      trial.operands.push_back(storeTensor(argument, strided ? ElementLayout::Padded : ElementLayout::RowMajor));
  }
  trial.numInputs = trial.operands.size();
  for (const StaticMeta &result : call->results)
    trial.operands.push_back(storeTensor(HostTensor::zeros(result), ElementLayout::RowMajor));
  if (place == Place::Misaligned)
    for (StoredTensor &tensor : trial.operands)
      tensor.bytes.insert(tensor.bytes.begin(), byteSize(tensor.meta.dtype), 0xFF);
  trial.place = place;
  ++numTried;
  if (!complaint)
    complaint = run(built, {}, trial);
  note(trial);
  if (tellsMore(trial)) {
    for (auto [count, note] : llvm::zip(reachedBy, trial.reached))
      count += note;
    trials.push_back(std::move(trial));
  }
}

void KernelTrials::note(Trial &trial) {
  llvm::fill(*notes, 0);
  run(noting, {.check = false}, trial);
  trial.reached = *notes;
}

/// It reaches what few others do, or is the first on which many schedules can be tried.
bool KernelTrials::tellsMore(const Trial &trial) const {
  auto isNew = [&](size_t number) { return trial.reached[number] && reachedBy[number] < kEnough; };
  return trials.empty() || (trial.hasFewBlocks() && withFewBlocks().empty()) ||
         llvm::any_of(llvm::seq(texts.size()), isNew);
}

SmallVector<size_t> KernelTrials::reaching(size_t mutation) const {
  auto reaches = [&](size_t trial) { return trials[trial].reached[mutation] != 0; };
  return llvm::filter_to_vector(llvm::seq(trials.size()), reaches);
}

std::optional<std::string> KernelTrials::run(const Kernel &kernel, const sim::Options &options, Trial &trial) {
  std::vector<LaunchOperand> operands;
  for (StoredTensor &tensor : trial.operands) {
    int64_t offset = trial.place == Place::Misaligned ? byteSize(tensor.meta.dtype) : 0;
    operands.push_back({tensor.bytes.data() + offset, tensor.meta.shape, tensor.strides});
  }
  sim::SimRunner runner(kernel, options);
  int32_t fault = runner.run(operands, trial.scalars);
  trial.blocks = std::reduce(std::begin(runner.launch.tiles), std::end(runner.launch.tiles));
  if (runner.report)
    return runner.reportText();
  auto isEmpty = [](const StoredTensor &tensor) { return llvm::is_contained(tensor.meta.shape, 0); };
  if (trial.blocks == 0 && !llvm::all_of(ArrayRef(trial.operands).drop_front(trial.numInputs), isEmpty))
    return "no block for results that have elements";
  return fault ? std::optional("fault " + std::to_string(fault)) : std::nullopt;
}

SmallVector<size_t> KernelTrials::withFewBlocks() const {
  return llvm::filter_to_vector(llvm::seq(trials.size()), [&](size_t i) { return trials[i].hasFewBlocks(); });
}

std::vector<uint8_t> KernelTrials::resultsOf(const Trial &trial) {
  std::vector<uint8_t> bytes;
  for (const StoredTensor &result : ArrayRef(trial.operands).drop_front(trial.numInputs))
    bytes.insert(bytes.end(), result.bytes.begin(), result.bytes.end());
  return bytes;
}

bool KernelTrials::neverLaunches() const {
  return !trials.empty() && llvm::all_of(trials, [](const Trial &trial) { return trial.blocks == 0; });
}

} // namespace weir
