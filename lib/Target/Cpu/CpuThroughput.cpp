// The table of CPUs. Where the figures of a line were measured stands in it; bench/peak measures them.
#include "lib/Target/Cpu/CpuThroughput.h"

namespace weir::cpu {
namespace {

constexpr int64_t kKiB = 1024;

constexpr CpuThroughput kCpus[] = {
    {.name = "znver5",
     .measured = "by bench/peak, on an EPYC of family 26 with 2 cores at 4.0 GHz",
     .vectorBytes = 64,
     .vectorRegisters = 32,
     .fmaPerCycle = 2,
     .fmaLatency = 4,
     .bf16DotRatio = 2,
     .bf16DotLatency = 6,
     .loadsPerCycle = 2,
     .l2BytesPerCycle = 40,
     .memoryBytesPerCycle = 9,
     .l1Bytes = 48 * kKiB,
     .l2Bytes = 1024 * kKiB,
     .freeMasks = true},
    {.name = "znver4",
     .measured = "by bench/peak, on an EPYC of family 25, model 17, with 2 cores at 3.5 GHz; memory is not from there, "
                 "where one core reads 4 bytes per cycle",
     .vectorBytes = 64,
     .vectorRegisters = 32,
     .fmaPerCycle = 1,
     .fmaLatency = 4,
     .bf16DotRatio = 2,
     .bf16DotLatency = 6,
     .loadsPerCycle = 1,
     .l2BytesPerCycle = 32,
     .memoryBytesPerCycle = 7,
     .l1Bytes = 32 * kKiB,
     .l2Bytes = 1024 * kKiB,
     .freeMasks = true},
    {.name = "sapphirerapids",
     .measured = "by bench/peak, on a Xeon of family 6, model 207 (Emerald Rapids), with 2 cores at up to 3.0 GHz",
     .vectorBytes = 64,
     .vectorRegisters = 32,
     .fmaPerCycle = 2,
     .fmaLatency = 4,
     .bf16DotRatio = 0.5,
     .bf16DotLatency = 6,
     .bf16TileRatio = 15,
     .loadsPerCycle = 2,
     .l2BytesPerCycle = 48,
     .memoryBytesPerCycle = 5,
     .l1Bytes = 48 * kKiB,
     .l2Bytes = 2048 * kKiB,
     .freeMasks = true},
    {.name = "x86-64-v4",
     .measured = "nowhere: what the weaker CPUs with AVX-512 do",
     .vectorBytes = 64,
     .vectorRegisters = 32,
     .fmaPerCycle = 2,
     .fmaLatency = 4,
     .bf16DotRatio = 0,
     .bf16DotLatency = 6,
     .loadsPerCycle = 2,
     .l2BytesPerCycle = 32,
     .memoryBytesPerCycle = 5,
     .l1Bytes = 32 * kKiB,
     .l2Bytes = 1024 * kKiB,
     .freeMasks = true},
    {.name = "x86-64-v3",
     .measured = "nowhere: what the weaker CPUs with AVX2 alone do",
     .vectorBytes = 32,
     .vectorRegisters = 16,
     .fmaPerCycle = 2,
     .fmaLatency = 4,
     .bf16DotRatio = 0,
     .bf16DotLatency = 6,
     .loadsPerCycle = 2,
     .l2BytesPerCycle = 25,
     .memoryBytesPerCycle = 5,
     .l1Bytes = 32 * kKiB,
     .l2Bytes = 512 * kKiB,
     .freeMasks = false},
};

/// What a measurement can override; vectors and registers are the CPU's.
struct Figure {
  std::string_view name;
  double CpuThroughput::*real = nullptr;
  int64_t CpuThroughput::*whole = nullptr;
};

constexpr Figure kFigures[] = {
    {.name = "fma_per_cycle", .real = &CpuThroughput::fmaPerCycle},
    {.name = "fma_latency", .whole = &CpuThroughput::fmaLatency},
    {.name = "bf16_dot_ratio", .real = &CpuThroughput::bf16DotRatio},
    {.name = "bf16_dot_latency", .whole = &CpuThroughput::bf16DotLatency},
    {.name = "bf16_tile_ratio", .real = &CpuThroughput::bf16TileRatio},
    {.name = "loads_per_cycle", .real = &CpuThroughput::loadsPerCycle},
    {.name = "l2_bytes_per_cycle", .real = &CpuThroughput::l2BytesPerCycle},
    {.name = "memory_bytes_per_cycle", .real = &CpuThroughput::memoryBytesPerCycle},
    {.name = "crossing_cycles", .real = &CpuThroughput::crossingCycles},
    {.name = "start_cycles", .real = &CpuThroughput::startCycles},
    {.name = "l1_bytes", .whole = &CpuThroughput::l1Bytes},
    {.name = "l2_bytes", .whole = &CpuThroughput::l2Bytes},
};

} // namespace

bool setFigure(CpuThroughput &cpu, std::string_view name, double value) {
  for (const Figure &figure : kFigures) {
    if (figure.name != name)
      continue;
    if (figure.real)
      cpu.*figure.real = value;
    else
      cpu.*figure.whole = static_cast<int64_t>(value);
    return true;
  }
  return false;
}

const CpuThroughput *findCpuThroughput(std::string_view name) {
  for (const CpuThroughput &cpu : kCpus)
    if (cpu.name == name)
      return &cpu;
  return nullptr;
}

CpuThroughput throughputOf(std::string_view name, std::string_view features) {
  auto has = [&](std::string_view feature) { return features.find(feature) != std::string_view::npos; };
  const CpuThroughput *known = findCpuThroughput(name);
  if (!known)
    known = findCpuThroughput(has("+amx-bf16") ? "sapphirerapids" : has("+avx512f") ? "x86-64-v4" : "x86-64-v3");
  CpuThroughput throughput = *known;
  if (!has("+amx-bf16"))
    throughput.bf16TileRatio = 0;
  return throughput;
}

} // namespace weir::cpu
