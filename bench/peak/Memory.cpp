// Rates of reading memory by one core: a buffer that fits a level of the cache is read over and over.
#include "bench/peak/Peak.h"
#include "bench/peak/Timing.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace weir::peak {
namespace {

constexpr int64_t kKiB = 1024, kMiB = 1024 * kKiB;
constexpr int64_t kStep = 512; ///< bytes of one loop body, on either width

__attribute__((target("avx2"))) void readAvx2(const char *data, int64_t bytes, int64_t repeats) {
  for (; repeats > 0; --repeats)
    for (int64_t at = 0; at < bytes; at += kStep)
      for (int64_t lane = 0; lane < kStep; lane += 32)
        asm volatile("vmovdqa (%0), %%ymm0" ::"r"(data + at + lane) : "xmm0");
}

__attribute__((target("avx512f"))) void readAvx512(const char *data, int64_t bytes, int64_t repeats) {
  for (; repeats > 0; --repeats)
    for (int64_t at = 0; at < bytes; at += kStep)
      for (int64_t lane = 0; lane < kStep; lane += 64)
        asm volatile("vmovdqa64 (%0), %%zmm0" ::"r"(data + at + lane) : "xmm0");
}

/// GB/s of reading `bytes`, rounded down to whole steps.
double readingRate(int64_t bytes, double seconds) {
  bytes = bytes / kStep * kStep;
  std::unique_ptr<char, decltype(&std::free)> buffer(
      static_cast<char *>(std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096)), std::free);
  if (!buffer)
    return 0;
  std::memset(buffer.get(), 1, bytes); // gives each page storage of its own
  auto read = __builtin_cpu_supports("avx512f") ? readAvx512 : readAvx2;
  double taken = bestSeconds(seconds, [&](int64_t repeats) { read(buffer.get(), bytes, repeats); });
  return static_cast<double>(bytes) / taken * 1e-9;
}

double readingRateTogether(int64_t bytes, double seconds) {
  std::vector<std::future<double>> rates;
  for (unsigned core = 0; core < std::max(1u, std::thread::hardware_concurrency()); ++core)
    rates.push_back(std::async(std::launch::async, readingRate, bytes, seconds));
  double sum = 0;
  for (std::future<double> &rate : rates)
    sum += rate.get();
  return sum;
}

} // namespace

Caches readCaches() {
  Caches caches;
  for (int index = 0; index < 8; ++index) {
    // sysfs, not sysconf: on virtual machines the latter may tell the size of a whole socket's L3.
    std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(index) + "/";
    int level = 0;
    int64_t kibibytes = 0;
    std::string type;
    std::ifstream(folder + "level") >> level;
    std::ifstream(folder + "type") >> type;
    std::ifstream(folder + "size") >> kibibytes;
    if (type == "Instruction")
      continue;
    if (level >= 1 && level <= 3)
      (level == 1 ? caches.l1d : level == 2 ? caches.l2 : caches.l3) = kibibytes * kKiB;
  }
  return caches;
}

Reading measureReading(const Caches &caches, double seconds) {
  int64_t l1 = caches.l1d ? caches.l1d : 32 * kKiB;
  int64_t l2 = caches.l2 ? caches.l2 : 8 * l1;
  Reading reading;
  reading.l1 = readingRate(l1 / 2, seconds);
  reading.l2 = readingRate(std::max(l2 / 2, 2 * l1), seconds);
  // A shared L3 may belong to other machines too, so its buffer stays small against it.
  if (caches.l3 > l2)
    reading.l3 = readingRate(std::min(std::max(caches.l3 / 4, 2 * l2), 16 * kMiB), seconds);
  int64_t large = std::min(std::max(4 * caches.l3, 256 * kMiB), 1024 * kMiB);
  reading.dram = readingRate(large, seconds);
  reading.dramTogether = readingRateTogether(large, seconds);
  return reading;
}

} // namespace weir::peak
