// What tests of the simulator share: kernels written in C++ against the ABI, and a launch in one call. A kernel
// accesses memory through `At`, as compiled code does: the check, then the access.
#pragma once

#include "lib/Runtime/Device/Sim/Launch.h"
#include "lib/Runtime/Device/Sim/Multiprocessor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <ostream>

namespace weir::sim {

/// A thread at an op of its kernel.
struct At {
  weir_sim_thread *thread;
  uint32_t site;

  template <typename T> T load(const T *address) const {
    thread->calls->check_load(thread, site, address, sizeof(T), alignof(T));
    return *address;
  }
  template <typename T> void store(T *address, T value) const {
    thread->calls->check_store(thread, site, address, sizeof(T), alignof(T));
    *address = value;
  }
  template <typename T> T add(T *address, T value) const {
    thread->calls->check_atomic(thread, site, address, sizeof(T), alignof(T));
    return std::atomic_ref(*address).fetch_add(value);
  }

  void barrier(uint32_t id = 0, uint32_t count = 0) const { thread->calls->barrier(thread, site, id, count); }
  void syncwarp(uint32_t mask = ~0u) const { thread->calls->syncwarp(thread, site, mask); }
  uint64_t shfl(uint32_t kind, uint32_t value, uint32_t offset, uint32_t clamp, uint32_t mask = ~0u) const {
    return thread->calls->shfl(thread, site, mask, value, offset, clamp, kind);
  }
  void copy(void *target, const void *source, uint32_t bytes, uint32_t sourceBytes) const {
    thread->calls->cp_async(thread, site, target, source, bytes, sourceBytes);
  }
  void commit() const { thread->calls->cp_async_commit(thread, site); }
  void wait(uint32_t groups) const { thread->calls->cp_async_wait(thread, site, groups); }
};

template <typename T> T *pointer(const uint64_t *words, int index) { return reinterpret_cast<T *>(words[index]); }
template <typename T> T *sharedOf(weir_sim_thread *thread) { return reinterpret_cast<T *>(thread->shared); }

/// A 16-byte access.
struct alignas(16) Vector4 {
  uint32_t words[4];
};

/// A kernel of one phase with its operands. The words are the addresses of the operands, then the scalars.
struct TestLaunch {
  weir_sim_phase entry = nullptr;
  uint32_t threads = 32;
  uint32_t sharedBytes = 0;
  int64_t blocks = 1;
  std::vector<MemoryRange> operands;
  std::vector<uint64_t> scalars;
  Options options;

  template <typename T> TestLaunch &in(const std::vector<T> &values) {
    operands.push_back({values.data(), values.size() * sizeof(T), Place::Space::Operand, next(), true, false, true});
    return *this;
  }
  template <typename T> TestLaunch &out(std::vector<T> &values) {
    operands.push_back({values.data(), values.size() * sizeof(T), Place::Space::Operand, next(), true, true, false});
    return *this;
  }
  template <typename T> TestLaunch &inOut(std::vector<T> &values) {
    operands.push_back({values.data(), values.size() * sizeof(T), Place::Space::Operand, next(), true, true, true});
    return *this;
  }

  std::vector<uint64_t> words() const {
    std::vector<uint64_t> words;
    for (const MemoryRange &range : operands)
      words.push_back(reinterpret_cast<uint64_t>(range.begin));
    words.insert(words.end(), scalars.begin(), scalars.end());
    return words;
  }

  /// The report, if there is one. All launches share a multiprocessor: what one leaves behind must not matter.
  std::optional<Report> run() const {
    static Multiprocessor processor;
    std::vector<uint64_t> parameters = words();
    Launch launch(operands, parameters, options);
    if (launch.beginPhase({entry, blocks, threads, sharedBytes}))
      launch.run(processor, 0, blocks);
    return launch.report() ? std::optional(*launch.report()) : std::nullopt;
  }

private:
  uint32_t next() const { return static_cast<uint32_t>(operands.size()); }
};

/// Site n is "op<n>" at line n of k.py.
inline std::vector<Site> testSites() {
  std::vector<Site> sites;
  for (int i = 0; i < 16; ++i)
    sites.push_back({"op" + std::to_string(i), "k.py:" + std::to_string(i)});
  return sites;
}

inline std::string textOf(const std::optional<Report> &report) {
  return report ? describe(*report, "k", testSites()) : "no report";
}

inline ::testing::AssertionResult isSilent(const std::optional<Report> &report) {
  if (!report)
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << textOf(report);
}

inline ::testing::AssertionResult isReported(const std::optional<Report> &report, Problem problem, uint32_t site) {
  if (report && report->problem == problem && report->actor.site == site)
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << textOf(report);
}

/// Schedules and landing orders under which a kernel must behave the same.
inline std::vector<Options> allOptions(int seeds = 12) {
  std::vector<Options> all;
  for (Landing landing : {Landing::Late, Landing::Early, Landing::Random})
    for (int seed = 0; seed < seeds; ++seed) {
      Options options;
      options.seed = static_cast<uint64_t>(seed);
      options.landing = landing;
      all.push_back(options);
    }
  return all;
}

inline std::ostream &operator<<(std::ostream &out, const Options &options) {
  const char *landings[] = {"late", "early", "random"};
  return out << "seed " << options.seed << ", landing " << landings[static_cast<int>(options.landing)];
}

} // namespace weir::sim
