// Which image, whether it fits, loading it.
#include "lib/Runtime/Device/Cuda/CudaKernels.h"

#include <charconv>

namespace weir::cuda {

namespace {

/// "sm_90a": a cubin, of that architecture alone. "compute_80": PTX.
struct Architecture {
  bool isPtx = false, isSpecific = false;
  int major = 0, minor = 0;
};

std::optional<Architecture> parse(std::string_view name) {
  Architecture result;
  result.isPtx = name.starts_with("compute_");
  if (!result.isPtx && !name.starts_with("sm_"))
    return std::nullopt;
  name.remove_prefix(name.find('_') + 1);
  int number = 0;
  auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  std::string_view rest(end, size_t(name.data() + name.size() - end));
  if (error != std::errc() || number < 10 || (rest != "" && rest != "a"))
    return std::nullopt;
  result.isSpecific = rest == "a";
  result.major = number / 10;
  result.minor = number % 10;
  return result;
}

/// The larger, the better; 0 if it can't run.
int rank(const Architecture &image, int major, int minor) {
  int own = major * 10 + minor, theirs = image.major * 10 + image.minor;
  if (image.isSpecific)
    return theirs == own ? (image.isPtx ? 2000 : 4000) : 0;
  if (theirs > own || (!image.isPtx && image.major != major))
    return 0;
  return (image.isPtx ? 1000 : 3000) + theirs;
}

std::string namesOf(std::span<const KernelImage> images) {
  std::string names;
  for (const KernelImage &image : images)
    names += (names.empty() ? "" : ", ") + image.arch;
  return names;
}

/// A warp's registers are handed out in pieces.
int64_t registersOf(const KernelPhase &phase) {
  constexpr int64_t kWarp = 32, kPiece = 256;
  int64_t perWarp = (phase.registers * kWarp + kPiece - 1) / kPiece * kPiece;
  return (phase.threads + kWarp - 1) / kWarp * perWarp;
}

} // namespace

const KernelImage *chooseImage(std::span<const KernelImage> images, int major, int minor) {
  const KernelImage *best = nullptr;
  int bestRank = 0;
  for (const KernelImage &image : images)
    if (std::optional<Architecture> architecture = parse(image.arch))
      if (int own = rank(*architecture, major, minor); own > bestRank) {
        best = &image;
        bestRank = own;
      }
  return best;
}

CudaKernels::~CudaKernels() {
  GpuContext::Scope scope(*context);
  for (auto [code, module] : modules)
    context->driver.moduleUnload(module);
}

Status CudaKernels::load(std::shared_ptr<GpuContext> context, std::span<const Kernel> kernels,
                         std::unique_ptr<LoadedKernels> &loaded) {
  auto result = std::make_unique<CudaKernels>(std::move(context));
  std::vector<Bytes> hostCode;
  for (const Kernel &kernel : kernels)
    hostCode.push_back(kernel.host);
  if (Status failed = CodeImage::map(hostCode, result->hostCode))
    return failed;
  for (const Kernel &kernel : kernels)
    if (Status failed = result->add(kernel)) {
      failed->message = "kernel '" + kernel.name + "': " + failed->message;
      return failed;
    }
  loaded = std::move(result);
  return nullptr;
}

Status CudaKernels::add(const Kernel &kernel) {
  const Limits &limits = context->limits;
  const KernelImage *image = chooseImage(kernel.images, limits.major, limits.minor);
  if (!image)
    return failure(WEIR_UNSUPPORTED, message("expects an image for a GPU of compute capability ", limits.capability(),
                                             ", got images for ", namesOf(kernel.images)));
  if (image->phases.front().symbol.empty())
    return failure(WEIR_INVALID_ARTIFACT, "expects code with symbols for target cuda, got flat code");
  Module module = nullptr;
  if (Status failed = moduleOf(*image, module))
    return failed;
  KernelEntry &entry = entries.emplace_back();
  entry.prepare = hostCode->function<weir_prepare_fn>(entries.size() - 1, kernel.prepareOffset);
  for (const KernelPhase &phase : image->phases)
    if (Status failed = addPhase(phase, module, entry)) {
      failed->message = "phase '" + phase.symbol + "': " + failed->message;
      return failed;
    }
  return nullptr;
}

/// PTX has to end in a zero byte.
Status CudaKernels::moduleOf(const KernelImage &image, Module &module) {
  auto known = modules.find(image.code.data());
  if (known != modules.end()) {
    module = known->second;
    return nullptr;
  }
  std::string text(reinterpret_cast<const char *>(image.code.data()), image.code.size());
  if (Status failed = loadModule(context->driver, text.c_str(), module)) {
    failed->message = "image for " + image.arch + ": " + failed->message;
    return failed;
  }
  modules[image.code.data()] = module;
  return nullptr;
}

/// The artifact's numbers first, so that the message says what is too large; then what the driver says of the code.
Status CudaKernels::addPhase(const KernelPhase &phase, Module module, KernelEntry &entry) const {
  const Limits &limits = context->limits;
  const Driver &driver = context->driver;
  auto tooMuch = [&](const char *what, int64_t limit, int64_t got) {
    return failure(WEIR_UNSUPPORTED,
                   message("expects at most ", limit, " ", what, " of a block on this GPU, got ", got));
  };
  if (int64_t(phase.threads) > limits.threads)
    return tooMuch("threads", limits.threads, phase.threads);
  if (int64_t(phase.sharedBytes) > limits.sharedBytes)
    return tooMuch("bytes of shared memory", limits.sharedBytes, phase.sharedBytes);
  if (registersOf(phase) > limits.registers)
    return tooMuch("registers", limits.registers, registersOf(phase));
  Function function = nullptr;
  if (Status failed = WEIR_CUDA(driver, moduleFunction, (&function, module, phase.symbol.c_str())))
    return failed;
  int threads = 0, registers = 0;
  if (Status failed = WEIR_CUDA(driver, functionAttribute, (&threads, kFunctionMaxThreads, function)))
    return failed;
  if (Status failed = WEIR_CUDA(driver, functionAttribute, (&registers, kFunctionRegisters, function)))
    return failed;
  if (int64_t(phase.threads) > threads)
    return failure(WEIR_UNSUPPORTED,
                   message("expects at most ", threads, " threads, as many as the driver allows with ", registers,
                           " registers each, got ", phase.threads));
  if (phase.registers != 0 && int64_t(phase.registers) != registers)
    return failure(WEIR_INVALID_ARTIFACT,
                   message("expects code with ", phase.registers, " registers, as the artifact says, got ", registers));
  if (Status failed =
          WEIR_CUDA(driver, setFunctionAttribute, (function, kFunctionMaxDynamicShared, int(phase.sharedBytes))))
    return failed;
  entry.phases[entry.numPhases++] = {
      .run = nullptr, .function = function, .threads = phase.threads, .sharedBytes = phase.sharedBytes};
  return nullptr;
}

} // namespace weir::cuda
