// Peak rates of arithmetic. A loop body is one instruction on each of many accumulators, more of them than latency
// times throughput on every CPU met so far (12 for FMAs, 24 for bf16 dots); assembly keeps the compiler from changing
// it.
#include "bench/peak/Peak.h"
#include "bench/peak/Timing.h"

#include <sys/syscall.h>
#include <unistd.h>

#define EACH_OF_12(DO) DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11)
#define EACH_OF_24(DO)                                                                                                 \
  EACH_OF_12(DO) DO(12) DO(13) DO(14) DO(15) DO(16) DO(17) DO(18) DO(19) DO(20) DO(21) DO(22) DO(23)

namespace weir::peak {
namespace {

#define FMA_YMM(N) "vfmadd231ps %%ymm15, %%ymm14, %%ymm" #N "\n\t"
#define ZERO_YMM(N) "vxorps %%ymm" #N ", %%ymm" #N ", %%ymm" #N "\n\t"
#define FMA_ZMM(N) "vfmadd231ps %%zmm31, %%zmm30, %%zmm" #N "\n\t"
#define DOT_ZMM(N) "vdpbf16ps %%zmm31, %%zmm30, %%zmm" #N "\n\t"
#define ZERO_ZMM(N) "vpxord %%zmm" #N ", %%zmm" #N ", %%zmm" #N "\n\t"

// Operands are zero throughout: no CPU's rate depends on their values, and zeros never become denormal or infinite.
#define REPEAT(SETUP, BODY, COUNT)                                                                                     \
  asm volatile(SETUP ".p2align 6\n\t"                                                                                  \
                     "1:\n\t" BODY "dec %0\n\t"                                                                        \
                     "jnz 1b\n\t"                                                                                      \
                     "vzeroupper"                                                                                      \
               : "+r"(COUNT)                                                                                           \
               :                                                                                                       \
               : "cc", "memory", CLOBBERED)

#define CLOBBERED                                                                                                      \
  "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13",  \
      "xmm14", "xmm15"

void fmaAvx2(int64_t repeats) { REPEAT(EACH_OF_12(ZERO_YMM) ZERO_YMM(14) ZERO_YMM(15), EACH_OF_12(FMA_YMM), repeats); }

// Registers 16 to 31 are named to no caller: code compiled without AVX-512 keeps nothing in them.
void fmaAvx512(int64_t repeats) {
  REPEAT(EACH_OF_24(ZERO_ZMM) ZERO_ZMM(30) ZERO_ZMM(31), EACH_OF_24(FMA_ZMM), repeats);
}

void dotAvx512(int64_t repeats) {
  REPEAT(EACH_OF_24(ZERO_ZMM) ZERO_ZMM(30) ZERO_ZMM(31), EACH_OF_24(DOT_ZMM), repeats);
}

/// Of the palette that tile registers have: bytes of a row and rows, of each.
struct TileShapes {
  uint8_t palette = 1, start = 0, reserved[14] = {};
  uint16_t rowBytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};

/// Linux saves the registers of those who ask only.
bool mayUseTiles() {
  constexpr int kRequest = 0x1023, kTileData = 18; // ARCH_REQ_XCOMP_PERM
  return syscall(SYS_arch_prctl, kRequest, kTileData) == 0;
}

void tileProducts(int64_t repeats) {
  TileShapes shapes;
  asm volatile("ldtilecfg %1\n\t"
               "tilezero %%tmm4\n\ttilezero %%tmm5\n\ttilezero %%tmm6\n\ttilezero %%tmm7\n\t"
               "1:\n\t"
               "tdpbf16ps %%tmm6, %%tmm4, %%tmm0\n\ttdpbf16ps %%tmm7, %%tmm4, %%tmm1\n\t"
               "tdpbf16ps %%tmm6, %%tmm5, %%tmm2\n\ttdpbf16ps %%tmm7, %%tmm5, %%tmm3\n\t"
               "dec %0\n\t"
               "jnz 1b\n\t"
               "tilerelease"
               : "+r"(repeats)
               : "m"(shapes)
               : "cc", "memory");
}

/// `flops` are those of one repeat.
double gigaflops(void (*loop)(int64_t), double flops, double seconds) {
  return flops / bestSeconds(seconds, loop) * 1e-9;
}

} // namespace

Arithmetic measureArithmetic(double seconds) {
  Arithmetic result;
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    result.fmaF32Avx2 = gigaflops(fmaAvx2, 12 * 8 * 2, seconds);
  if (__builtin_cpu_supports("avx512f"))
    result.fmaF32Avx512 = gigaflops(fmaAvx512, 24 * 16 * 2, seconds);
  if (__builtin_cpu_supports("avx512bf16"))
    result.dotBf16Avx512 = gigaflops(dotAvx512, 24 * 32 * 2, seconds);
  if (__builtin_cpu_supports("amx-bf16") && mayUseTiles())
    result.tileBf16 = gigaflops(tileProducts, 4 * 16 * 16 * 32 * 2, seconds);
  return result;
}

double measureClock(double seconds) {
  // Not a chain of constants: some CPUs add those to a register's name, several a cycle.
  auto chain = [](int64_t repeats) {
    int64_t sum = 0, one = 1;
    asm volatile("1:\n\t"
                 ".rept 64\n\t"
                 "add %2, %1\n\t"
                 ".endr\n\t"
                 "dec %0\n\t"
                 "jnz 1b"
                 : "+r"(repeats), "+r"(sum)
                 : "r"(one)
                 : "cc");
  };
  return 64 / bestSeconds(seconds, chain) * 1e-9;
}

} // namespace weir::peak
