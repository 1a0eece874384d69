// Chooses the register tile and the blocks from a CPU's throughputs; notes of measurements stand with the benchmark.
#include "lib/Target/Cpu/Gemm/GemmForm.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;

namespace weir::cpu {
namespace {

constexpr double kDotPays = 1.5;       ///< times the FMA rate from which on bf16 operands are multiplied as such
constexpr double kLoadWeight = 0.15;   ///< of loads that hide behind FMAs: of equal tiles the one with fewer is better
constexpr double kTailCost = 1.03;     ///< of a second width of tiles: more code to compile
constexpr int64_t kMostRows = 8;       ///< of A's own rows: more pointers than there are registers
constexpr int64_t kMostColumns = 24;   ///< of a transposed A, whose rows of a tile lie side by side, or a gathered one
constexpr int64_t kOddRegisters = 2;   ///< beside accumulators and a row of B: the broadcast of A and one spare
constexpr int64_t kMostPacked = 256;   ///< columns of B at a time
constexpr double kStreamsFromL2 = 2.5; ///< times the bandwidth that a B panel needs, for it not to stay in L1

struct TileShape {
  int64_t mr, nv;
};

/// Cycles of one K step of a tile.
double cyclesOf(const CpuThroughput &cpu, TileShape tile) {
  double fmas = tile.mr * tile.nv / cpu.fmaPerCycle, loads = (tile.mr + tile.nv) / cpu.loadsPerCycle;
  return std::max(fmas, loads) + kLoadWeight * std::min(fmas, loads);
}

/// Cycles per row and K step of all columns.
double cyclesOf(const CpuThroughput &cpu, TileShape tile, int64_t columnVectors) {
  double full = static_cast<double>(columnVectors / tile.nv) * cyclesOf(cpu, tile);
  int64_t rest = columnVectors % tile.nv;
  if (rest == 0 || columnVectors < tile.nv)
    return (full + (rest ? cyclesOf(cpu, {tile.mr, rest}) : 0)) / tile.mr;
  return (full + cyclesOf(cpu, {tile.mr, rest})) / tile.mr * kTailCost;
}

TileShape chooseTile(const CpuThroughput &cpu, int64_t lanes, const GemmDescription &d) {
  // A dynamic N is taken for a long multiple of a power of two, as sizes of layers are.
  bool dynamic = ShapedType::isDynamic(d.n);
  int64_t columnVectors = dynamic ? 4096 : std::max<int64_t>(1, (d.n + lanes - 1) / lanes);
  int64_t mostRows = d.a.transposed || d.a.gathered ? kMostColumns : kMostRows;
  if (!dynamic && !ShapedType::isDynamic(d.m))
    mostRows = std::clamp<int64_t>(d.m, 1, mostRows);
  TileShape best{1, 1};
  double least = std::numeric_limits<double>::infinity();
  for (int64_t nv = 1; nv <= 8 && nv <= columnVectors; nv = dynamic ? 2 * nv : nv + 1)
    for (int64_t mr = 1; mr <= mostRows; ++mr) {
      if (mr * nv + nv + kOddRegisters > cpu.vectorRegisters)
        break;
      double cycles = cyclesOf(cpu, {mr, nv}, columnVectors);
      if (cycles < least)
        least = cycles, best = {mr, nv};
    }
  return best;
}

int64_t roundTo(int64_t value, int64_t unit) { return std::max(unit, value / unit * unit); }

/// Words of a K block: a B panel fills two thirds of L1, unless L2 delivers it as fast as it is used. Long blocks touch
/// C less often.
int64_t chooseDepth(const CpuThroughput &cpu, TileShape tile, int64_t panelBytes, int64_t m) {
  double cycles = tile.mr * tile.nv / cpu.fmaPerCycle;
  bool usedOnce = !ShapedType::isDynamic(m) && m <= tile.mr;
  if (usedOnce || cpu.l2BytesPerCycle >= kStreamsFromL2 * panelBytes / cycles)
    return roundTo(cpu.l2Bytes / 8 / panelBytes, 64);
  return roundTo(cpu.l1Bytes * 2 / 3 / panelBytes, 64);
}

} // namespace

GemmParameters chooseParameters(const CpuThroughput &cpu, const GemmDescription &d) {
  GemmParameters p{};
  p.vectorBytes = cpu.vectorBytes;
  p.freeMasks = cpu.freeMasks;
  bool bf16 = d.a.elementType.isBF16() && d.b.elementType.isBF16() && d.accumulatorType.isF32();
  p.bf16Dot = bf16 && cpu.bf16DotRatio >= kDotPays;
  int64_t wordBytes = d.accumulatorType.getIntOrFloatBitWidth() / 8, lanes = cpu.vectorBytes / wordBytes;
  TileShape tile = chooseTile(cpu, lanes, d);
  p.mr = tile.mr, p.nv = tile.nv;
  double rate = cpu.fmaPerCycle * (p.bf16Dot ? cpu.bf16DotRatio / 2 : 1); // instructions, a dot has two multiply-adds
  p.chains = std::lround(std::ceil(rate * (p.bf16Dot ? cpu.bf16DotLatency : cpu.fmaLatency)));
  int64_t pack = p.bf16Dot ? 2 : 1, panelBytes = tile.nv * cpu.vectorBytes;
  int64_t depth = chooseDepth(cpu, tile, panelBytes, d.m), nr = tile.nv * lanes;
  p.kc = depth * pack;
  p.mc = roundTo(cpu.l2Bytes * 3 / 16 / (depth * wordBytes), tile.mr);
  p.mcInPlace = 16 * tile.mr;
  p.nc = roundTo(std::min(kMostPacked, cpu.l2Bytes / 2 / (depth * wordBytes)), nr);
  p.prefetchBytes = 32;
  p.packAFromN = 1024;
  p.readBToM = 96;
  return p;
}

PackedB packedB(const GemmDescription &description, const GemmParameters &parameters) {
  GemmForm form(description, parameters);
  return {form.word, form.nr, form.pack};
}

} // namespace weir::cpu
