// A table of CPUID bits, as the compiler's builtins know fewer names than LLVM does.
#include "lib/Runtime/Device/Cpu/CpuFeatures.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

#if defined(__x86_64__)
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace weir {

#if defined(__x86_64__)

namespace {

enum Register : uint8_t { Eax, Ebx, Ecx, Edx };

/// Bits of XCR0: which registers the operating system saves.
enum SavedState : uint32_t { None = 0, Ymm = 0x6, Zmm = 0xE6, Tiles = 0x60000 };

struct Feature {
  std::string_view name;
  uint32_t leaf, subleaf;
  Register reg;
  uint8_t bit;
  SavedState state;
};

constexpr Feature kFeatures[] = {
    {"cx8", 1, 0, Edx, 8, None},
    {"cmov", 1, 0, Edx, 15, None},
    {"mmx", 1, 0, Edx, 23, None},
    {"fxsr", 1, 0, Edx, 24, None},
    {"sse", 1, 0, Edx, 25, None},
    {"sse2", 1, 0, Edx, 26, None},
    {"sse3", 1, 0, Ecx, 0, None},
    {"pclmul", 1, 0, Ecx, 1, None},
    {"ssse3", 1, 0, Ecx, 9, None},
    {"fma", 1, 0, Ecx, 12, Ymm},
    {"cx16", 1, 0, Ecx, 13, None},
    {"sse4.1", 1, 0, Ecx, 19, None},
    {"sse4.2", 1, 0, Ecx, 20, None},
    {"crc32", 1, 0, Ecx, 20, None},
    {"movbe", 1, 0, Ecx, 22, None},
    {"popcnt", 1, 0, Ecx, 23, None},
    {"aes", 1, 0, Ecx, 25, None},
    {"xsave", 1, 0, Ecx, 26, None},
    {"avx", 1, 0, Ecx, 28, Ymm},
    {"f16c", 1, 0, Ecx, 29, Ymm},
    {"rdrnd", 1, 0, Ecx, 30, None},
    {"fsgsbase", 7, 0, Ebx, 0, None},
    {"bmi", 7, 0, Ebx, 3, None},
    {"avx2", 7, 0, Ebx, 5, Ymm},
    {"bmi2", 7, 0, Ebx, 8, None},
    {"avx512f", 7, 0, Ebx, 16, Zmm},
    {"avx512dq", 7, 0, Ebx, 17, Zmm},
    {"rdseed", 7, 0, Ebx, 18, None},
    {"adx", 7, 0, Ebx, 19, None},
    {"avx512ifma", 7, 0, Ebx, 21, Zmm},
    {"clflushopt", 7, 0, Ebx, 23, None},
    {"clwb", 7, 0, Ebx, 24, None},
    {"avx512cd", 7, 0, Ebx, 28, Zmm},
    {"sha", 7, 0, Ebx, 29, None},
    {"avx512bw", 7, 0, Ebx, 30, Zmm},
    {"avx512vl", 7, 0, Ebx, 31, Zmm},
    {"avx512vbmi", 7, 0, Ecx, 1, Zmm},
    {"avx512vbmi2", 7, 0, Ecx, 6, Zmm},
    {"gfni", 7, 0, Ecx, 8, None},
    {"vaes", 7, 0, Ecx, 9, Ymm},
    {"vpclmulqdq", 7, 0, Ecx, 10, Ymm},
    {"avx512vnni", 7, 0, Ecx, 11, Zmm},
    {"avx512bitalg", 7, 0, Ecx, 12, Zmm},
    {"avx512vpopcntdq", 7, 0, Ecx, 14, Zmm},
    {"rdpid", 7, 0, Ecx, 22, None},
    {"fsrm", 7, 0, Edx, 4, None},
    {"avx512vp2intersect", 7, 0, Edx, 8, Zmm},
    {"amx-bf16", 7, 0, Edx, 22, Tiles},
    {"avx512fp16", 7, 0, Edx, 23, Zmm},
    {"amx-tile", 7, 0, Edx, 24, Tiles},
    {"amx-int8", 7, 0, Edx, 25, Tiles},
    {"avxvnni", 7, 1, Eax, 4, Ymm},
    {"avx512bf16", 7, 1, Eax, 5, Zmm},
    {"amx-fp16", 7, 1, Eax, 21, Tiles},
    {"avxifma", 7, 1, Eax, 23, Ymm},
    {"avxvnniint8", 7, 1, Edx, 4, Ymm},
    {"avxneconvert", 7, 1, Edx, 5, Ymm},
    {"xsaveopt", 13, 1, Eax, 0, None},
    {"xsavec", 13, 1, Eax, 1, None},
    {"xsaves", 13, 1, Eax, 3, None},
    {"sahf", 0x80000001, 0, Ecx, 0, None},
    {"lzcnt", 0x80000001, 0, Ecx, 5, None},
    {"sse4a", 0x80000001, 0, Ecx, 6, None},
    {"prfchw", 0x80000001, 0, Ecx, 8, None},
    {"64bit", 0x80000001, 0, Edx, 29, None},
    {"sgx", 7, 0, Ebx, 2, None},
    {"invpcid", 7, 0, Ebx, 10, None},
    {"rtm", 7, 0, Ebx, 11, None},
    {"pku", 7, 0, Ecx, 3, None},
    {"waitpkg", 7, 0, Ecx, 5, None},
    {"shstk", 7, 0, Ecx, 7, None},
    {"cldemote", 7, 0, Ecx, 25, None},
    {"movdiri", 7, 0, Ecx, 27, None},
    {"movdir64b", 7, 0, Ecx, 28, None},
    {"enqcmd", 7, 0, Ecx, 29, None},
    {"uintr", 7, 0, Edx, 5, None},
    {"serialize", 7, 0, Edx, 14, None},
    {"tsxldtrk", 7, 0, Edx, 16, None},
    {"pconfig", 7, 0, Edx, 18, None},
    {"cmpccxadd", 7, 1, Eax, 7, None},
    {"avxvnniint16", 7, 1, Edx, 10, Ymm},
    {"amx-complex", 7, 1, Edx, 8, Tiles},
    {"prefetchi", 7, 1, Edx, 14, None},
    {"fma4", 0x80000001, 0, Ecx, 16, Ymm},
    {"xop", 0x80000001, 0, Ecx, 11, Ymm},
    {"mwaitx", 0x80000001, 0, Ecx, 29, None},
    {"clzero", 0x80000008, 0, Ebx, 0, None},
    {"rdpru", 0x80000008, 0, Ebx, 4, None},
    {"wbnoinvd", 0x80000008, 0, Ebx, 9, None},
};

uint64_t savedRegisters() {
  uint32_t eax = 0, ebx = 0, ecx = 0, edx = 0;
  constexpr uint32_t kOsXsave = 1u << 27;
  if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || !(ecx & kOsXsave))
    return 0;
  uint32_t low = 0, high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return uint64_t(high) << 32 | low;
}

/// Linux gives tiles only to processes that ask.
bool requestTiles() {
  constexpr long kRequestPermission = 0x1023, kTileData = 18;
  static const bool isGranted = syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
  return isGranted;
}

bool isPresent(const Feature &feature) {
  uint32_t registers[4] = {};
  if (!__get_cpuid_count(feature.leaf, feature.subleaf, &registers[Eax], &registers[Ebx], &registers[Ecx],
                         &registers[Edx]))
    return false;
  if (!(registers[feature.reg] >> feature.bit & 1))
    return false;
  return (savedRegisters() & feature.state) == feature.state;
}

/// By feature. Asked once: in a virtual machine each question takes tens of microseconds.
const std::array<bool, std::size(kFeatures)> &presentFeatures() {
  static const auto present = [] {
    std::array<bool, std::size(kFeatures)> found = {};
    std::ranges::transform(kFeatures, found.begin(), isPresent);
    return found;
  }();
  return present;
}

} // namespace

FeatureSupport cpuSupports(std::string_view llvmFeature) {
  const Feature *feature = std::ranges::find(kFeatures, llvmFeature, &Feature::name);
  if (feature == std::end(kFeatures))
    return FeatureSupport::Unknown;
  bool isPresent = presentFeatures()[size_t(feature - kFeatures)] && (feature->state != Tiles || requestTiles());
  return isPresent ? FeatureSupport::Present : FeatureSupport::Absent;
}

std::string_view hostArchitecture() { return "x86_64"; }

#else

FeatureSupport cpuSupports(std::string_view) { return FeatureSupport::Unknown; }

std::string_view hostArchitecture() { return "unknown"; }

#endif

} // namespace weir
