// Chooses the register tile and the blocks from a CPU's throughputs; notes of measurements stand with the benchmark.
#include "lib/Target/Cpu/Gemm/GemmForm.h"
#include "lib/Target/Cpu/Gemm/GemmKnobs.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace mlir;

namespace weir::cpu {
namespace {

constexpr double kDotPays = 1.5; ///< times the FMA rate from which on bf16 operands are multiplied as such
constexpr int64_t kTilesDown = 2, kTilesAcross = 2; ///< of eight tile registers: four sums, the rest for A and B
constexpr int64_t kTiledDepth = 1024;               ///< beyond it sums cost less in memory than panels in L2
constexpr int64_t kShallowTiledDepth = 256;         ///< where a gathered A takes its part of L2, or few rows read B
constexpr int64_t kFewTiledRows = 256;              ///< that read what has just been packed
constexpr double kLoadWeight = 0.15; ///< of loads that hide behind FMAs: of equal tiles the one with fewer is better
constexpr double kTailCost = 1.03;   ///< of a second width of tiles: more code to compile
constexpr int64_t kMostRows = 8;     ///< of A's own rows: more pointers than there are registers
constexpr int64_t kMostColumns = 24; ///< of a transposed A, whose rows of a tile lie side by side, or a gathered one
constexpr int64_t kOddRegisters = 2; ///< beside accumulators and a row of B: the broadcast of A and one spare
constexpr int64_t kMostPacked = 256; ///< columns of B at a time
constexpr int64_t kMostDepth = 256;  ///< words whose products are summed in registers, if no machine suggests more
constexpr int64_t kMostBlockRows = 4096; ///< likewise
/// Columns of B that are enough to read A twice for: each worker packs what it needs of A, and where that is all of it,
/// workers repeat each other. Of a transposed A pieces of lines are packed, which takes longer.
constexpr int64_t kPackAFromN = 2048, kPackTransposedAFromN = 4096;
constexpr int64_t kPackTiledAFromN = 2048; ///< by tile registers, where a row tile stays while panels pass
constexpr double kStreamsFromL2 = 2.2;     ///< times the bandwidth that a B panel needs, for it not to stay in L1

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

int64_t mostRowsOf(const GemmDescription &d) { return d.a.transposed || d.a.gathered ? kMostColumns : kMostRows; }

/// `columns`: vectors across that a packed B has in its panels; 0: any.
TileShape chooseTile(const CpuThroughput &cpu, int64_t lanes, const GemmDescription &d, int64_t columns) {
  // A dynamic N is taken for a long multiple of a power of two, as sizes of layers are.
  bool dynamic = ShapedType::isDynamic(d.n);
  int64_t columnVectors = dynamic ? 4096 : std::max<int64_t>(1, (d.n + lanes - 1) / lanes);
  int64_t mostRows = mostRowsOf(d);
  if (!dynamic && !ShapedType::isDynamic(d.m))
    mostRows = std::clamp<int64_t>(d.m, 1, mostRows);
  TileShape best{1, 1};
  double least = std::numeric_limits<double>::infinity();
  for (int64_t nv = 1; nv <= 8 && nv <= columnVectors; nv = dynamic ? 2 * nv : nv + 1) {
    if (columns != 0 && nv != columns)
      continue;
    for (int64_t mr = 1; mr <= mostRows; ++mr) {
      if (mr * nv + nv + kOddRegisters > cpu.vectorRegisters)
        break;
      double cycles = cyclesOf(cpu, {mr, nv}, columnVectors);
      if (cycles < least)
        least = cycles, best = {mr, nv};
    }
  }
  return best;
}

int64_t packAFromN(const GemmDescription &d) { return d.a.transposed ? kPackTransposedAFromN : kPackAFromN; }

int64_t roundTo(int64_t value, int64_t unit) { return std::max(unit, value / unit * unit); }

/// Words of a K block: a B panel fills two thirds of L1, unless L2 delivers it as fast as it is used. Long blocks touch
/// C less often. But a transposed A that is read where it is comes from L2 as well, a line for each step (one whose
/// rows share their sets is packed all the same, and as fast in short blocks), and what is gathered would take L2 from
/// what it is gathered from. Of a K that is not known a block is one chain of sums: with a loop over chains, strides
/// that are not known either would leave the registers.
int64_t chooseDepth(const CpuThroughput &cpu, TileShape tile, int64_t panelBytes, const GemmDescription &d) {
  double cycles = tile.mr * tile.nv / cpu.fmaPerCycle;
  bool usedOnce = !ShapedType::isDynamic(d.m) && d.m <= tile.mr;
  bool isAlone = !d.a.gathered && !d.b.gathered && (!d.a.transposed || d.n >= packAFromN(d));
  bool streams = isAlone && cpu.l2BytesPerCycle >= kStreamsFromL2 * panelBytes / cycles;
  int64_t ofL2 = roundTo(cpu.l2Bytes / 8 / panelBytes, 64);
  if (usedOnce)
    return ofL2;
  int64_t depth = streams ? ofL2 : roundTo(cpu.l1Bytes * 2 / 3 / panelBytes, 64);
  return ShapedType::isDynamic(d.k) ? std::min(depth, kMostDepth) : depth;
}

bool hasTiles(const CpuThroughput &cpu) { return cpu.bf16TileRatio >= kDotPays; }

/// Panels that come packed may end within a tile: dots read the same words.
MultiplyStep chooseStep(const CpuThroughput &cpu, const GemmDescription &d) {
  if (!d.a.elementType.isBF16() || !d.b.elementType.isBF16() || !d.accumulatorType.isF32())
    return MultiplyStep::Fma;
  if (hasTiles(cpu))
    return d.packedB && d.packedDepth % kTileDepth != 0 ? MultiplyStep::Bf16Dot : MultiplyStep::Bf16Tile;
  return cpu.bf16DotRatio >= kDotPays ? MultiplyStep::Bf16Dot : MultiplyStep::Fma;
}

GemmParameters tiledParameters(const CpuThroughput &cpu, const GemmDescription &d) {
  auto isWithin = [](int64_t size, int64_t most) { return !ShapedType::isDynamic(size) && size <= most; };
  GemmParameters p{};
  p.step = MultiplyStep::Bf16Tile;
  p.vectorBytes = cpu.vectorBytes;
  p.l1Bytes = cpu.l1Bytes, p.l2Bytes = cpu.l2Bytes;
  p.freeMasks = cpu.freeMasks;
  p.mr = (isWithin(d.m, kTileRows) ? 1 : kTilesDown) * kTileRows;
  p.nv = !d.packedB && isWithin(d.n, kTileWords) ? 1 : kTilesAcross;
  bool isShallow = d.a.gathered || (!d.packedB && isWithin(d.m, kFewTiledRows));
  p.kc = isShallow ? kShallowTiledDepth : kTiledDepth;
  p.mc = p.mcInPlace = roundTo(cpu.l2Bytes / 4 / (2 * kShallowTiledDepth), p.mr);
  int64_t depth = ShapedType::isDynamic(d.k) ? p.kc : std::clamp<int64_t>(d.k, kTileDepth, p.kc);
  int64_t columns = d.packedB ? cpu.l2Bytes / 2 / (2 * depth) : kMostPacked;
  p.nc = roundTo(columns, p.nv * kTileWords);
  p.chains = 1;
  p.prefetchBytes = 32;
  p.packAFromN = kPackTiledAFromN;
  return p;
}

} // namespace

GemmParameters chooseParameters(const CpuThroughput &cpu, const GemmDescription &d) {
  GemmParameters p{};
  p.step = chooseStep(cpu, d);
  if (p.step == MultiplyStep::Bf16Tile)
    return tiledParameters(cpu, d);
  p.vectorBytes = cpu.vectorBytes;
  p.l1Bytes = cpu.l1Bytes, p.l2Bytes = cpu.l2Bytes;
  p.freeMasks = cpu.freeMasks;
  int64_t wordBytes = d.accumulatorType.getIntOrFloatBitWidth() / 8, lanes = cpu.vectorBytes / wordBytes;
  TileShape tile = chooseTile(cpu, lanes, d, p.pairs() && hasTiles(cpu) ? kTilesAcross : 0);
  p.mr = tile.mr, p.nv = tile.nv;
  double rate = cpu.fmaPerCycle * (p.pairs() ? cpu.bf16DotRatio / 2 : 1); // instructions, a dot has two multiply-adds
  p.chains = std::lround(std::ceil(rate * (p.pairs() ? cpu.bf16DotLatency : cpu.fmaLatency)));
  int64_t pack = p.pairs() ? 2 : 1, panelBytes = tile.nv * cpu.vectorBytes;
  int64_t depth = chooseDepth(cpu, tile, panelBytes, d), nr = tile.nv * lanes;
  p.kc = depth * pack;
  p.mc = roundTo(cpu.l2Bytes * 3 / 16 / (depth * wordBytes), tile.mr);
  p.mcInPlace = 16 * tile.mr;
  p.nc = roundTo(std::min(kMostPacked, cpu.l2Bytes / 2 / (depth * wordBytes)), nr);
  p.prefetchBytes = 32;
  p.packAFromN = packAFromN(d);
  p.readBToM = 96;
  return p;
}

SmallVector<Knob> knobsOf(const GemmDescription &d, const CpuThroughput &cpu, GemmParameters &p) {
  int64_t wordBytes = d.accumulatorType.getIntOrFloatBitWidth() / 8, lanes = p.vectorBytes / wordBytes;
  int64_t words = lanes * (p.pairs() ? 2 : 1), most = 1 << 20;
  // What is tried beside it is the other way for these columns.
  int64_t otherWay = ShapedType::isDynamic(d.n) ? 0 : d.n < p.packAFromN ? p.packAFromN - d.n : d.n + 1 - p.packAFromN;
  SmallVector<Knob> knobs{{"block_columns", &p.nc, lanes, std::max(p.nc, 4 * kMostPacked), lanes, p.nv * lanes},
                          {"block_rows", &p.mc, 1, std::max(p.mc, kMostBlockRows), 1, 16 * p.mr},
                          {"pack_a_from", &p.packAFromN, 0, most, 1, otherWay}};
  if (p.step == MultiplyStep::Bf16Tile)
    return knobs;
  knobs.push_back({"block_rows_in_place", &p.mcInPlace, 1, std::max(p.mcInPlace, kMostBlockRows), 1, 4 * p.mr});
  knobs.push_back({"depth", &p.kc, words, std::max(p.kc, kMostDepth * words / lanes), words, 4 * words});
  knobs.push_back({"prefetch_bytes", &p.prefetchBytes, 0, 64, 32, 32});
  knobs.push_back({"read_b_to", &p.readBToM, 0, most, 1, 0});
  knobs.push_back({"rows", &p.mr, 1, mostRowsOf(d)});
  if (!d.packedB) // else it is as wide as its panels
    knobs.push_back({"vectors", &p.nv, 1, 8});
  return knobs;
}

std::string problemOf(const CpuThroughput &cpu, const GemmParameters &p) {
  if (p.step == MultiplyStep::Bf16Tile)
    return "";
  int64_t registers = p.mr * p.nv + p.nv + kOddRegisters;
  if (registers > cpu.vectorRegisters)
    return "rows and vectors that fit " + std::to_string(cpu.vectorRegisters) + " registers, got " +
           std::to_string(p.mr) + " and " + std::to_string(p.nv) + ", which take " + std::to_string(registers);
  if (p.mc < p.mr || p.mcInPlace < p.mr)
    return "blocks of at least as many rows as a register tile has, " + std::to_string(p.mr);
  return "";
}

PackedB packedB(const GemmDescription &description, const GemmParameters &parameters) {
  GemmForm form(description, parameters);
  return {form.word, form.nr, form.pack, form.isTiled() ? kTileDepth : 1};
}

} // namespace weir::cpu
