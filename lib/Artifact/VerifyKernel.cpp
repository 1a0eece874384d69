// The rules for one kernel: its host code, then its images.
#include "lib/Artifact/VerifyKernel.h"
#include "lib/Artifact/Message.h"

#include <set>

namespace weir {

namespace {

constexpr uint32_t kMaxThreads = 1024;
constexpr uint32_t kMaxRegisters = 255;
constexpr uint32_t kMaxSharedBytes = 1 << 20; ///< more than any machine has; what a machine has is its device's to say

/// What is said of a phase of an image.
std::optional<std::string> brokenRule(const KernelPhase &phase, const KernelImage &image) {
  bool hasSymbols = !image.phases.front().symbol.empty();
  if (phase.symbol.empty() == hasSymbols)
    return "expects symbols for all phases or for none";
  if (hasSymbols && phase.offset != 0)
    return message("expects a symbol or an offset, got '", phase.symbol, "' and ", phase.offset);
  if (phase.symbol.find('\0') != std::string::npos)
    return "expects symbols without zero bytes";
  if (!hasSymbols && phase.offset >= image.code.size())
    return message("expects entry points inside the code of ", image.code.size(), " bytes, got offset ", phase.offset);
  if (phase.threads < 1 || phase.threads > kMaxThreads)
    return message("expects 1 to ", kMaxThreads, " threads, got ", phase.threads);
  if (phase.sharedBytes > kMaxSharedBytes)
    return message("expects ", kMaxSharedBytes, " bytes of shared memory at most, got ", phase.sharedBytes);
  if (phase.registers > kMaxRegisters)
    return message("expects ", kMaxRegisters, " registers at most, got ", phase.registers);
  return std::nullopt;
}

std::optional<std::string> brokenRule(const KernelImage &image) {
  if (image.target.empty())
    return "expects the name of a target";
  if (image.code.size() == 0)
    return "expects code, got none";
  if (image.phases.empty() || image.phases.size() > WEIR_MAX_PHASES)
    return message("expects 1 to ", WEIR_MAX_PHASES, " phases, got ", image.phases.size());
  for (size_t i = 0; i < image.phases.size(); ++i)
    if (std::optional<std::string> broken = brokenRule(image.phases[i], image))
      return message("phase ", i, ": ", *broken);
  return std::nullopt;
}

} // namespace

std::optional<Failure> verifyKernel(const Kernel &kernel) {
  auto fail = [&](const auto &...pieces) { return Failure{message("kernel '", kernel.name, "': ", pieces...)}; };
  if (kernel.prepareOffset >= kernel.host.size())
    return fail("expects prepare inside the host code of ", kernel.host.size(), " bytes, got offset ",
                kernel.prepareOffset);
  if (kernel.images.empty())
    return fail("expects an image, got none");
  std::set<std::pair<std::string_view, std::string_view>> machines;
  std::string_view sourceHash;
  for (const KernelImage &image : kernel.images) {
    if (std::optional<std::string> broken = brokenRule(image))
      return fail("image for '", image.target, "' '", image.arch, "': ", *broken);
    if (!machines.emplace(image.target, image.arch).second)
      return fail("expects one image for '", image.target, "' '", image.arch, "', got two");
    if (image.phases.size() != kernel.images.front().phases.size())
      return fail("expects images with equal numbers of phases, got ", kernel.images.front().phases.size(), " and ",
                  image.phases.size());
    if (sourceHash.empty())
      sourceHash = image.sourceHash;
    else if (!image.sourceHash.empty() && image.sourceHash != sourceHash)
      return fail("expects images made from one module, got hashes '", sourceHash, "' and '", image.sourceHash, "'");
  }
  for (const KernelOperand &operand : kernel.operands)
    if (operand.rank > kMaxRank)
      return fail("expects operands of rank ", kMaxRank, " at most, got ", operand.rank);
  return std::nullopt;
}

} // namespace weir
