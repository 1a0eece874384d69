// Those of unittests/Runtime/DeviceKernels.c and of lib/Runtime/Device/Cuda/CopyKernels.c, compiled for the host.
#include "unittests/Runtime/FakeCuda/FakeKernels.h"
#include "lib/Runtime/Device/Cuda/CopyKernels.h"

#include <cstring>
#include <map>

#define PHASES(X)                                                                                                      \
  X(double_f32_run)                                                                                                    \
  X(add_f32_run)                                                                                                       \
  X(subtract_f32_run)                                                                                                  \
  X(gather_f32_run)                                                                                                    \
  X(iota_i64_run)                                                                                                      \
  X(next_i64_run)                                                                                                      \
  X(spread_sum_f32_run)                                                                                                \
  X(spread_sum_f32_combine)                                                                                            \
  X(spread_sum_f32_spread)                                                                                             \
  X(overrun_f32_run)

extern "C" {
#define DECLARE(name)                                                                                                  \
  void name(const uint64_t *words, uint32_t thread, uint32_t block);                                                   \
  extern const uint64_t name##_words;
PHASES(DECLARE)

extern int64_t weir_fake_index;
void weir_copy_1(weir_copy_words words);
void weir_copy_2(weir_copy_words words);
void weir_copy_4(weir_copy_words words);
void weir_copy_8(weir_copy_words words);
void weir_gather_faults(weir_gather_words words);
}

namespace weir::fake {

namespace {

template <typename Words> Kernel ofRuntime(void (*run)(Words)) {
  return {sizeof(Words) / sizeof(uint64_t), [run](const uint64_t *words, Thread thread) {
            Words unpacked;
            std::memcpy(&unpacked, words, sizeof unpacked);
            weir_fake_index = int64_t(thread.block) * thread.threads + thread.thread;
            run(unpacked);
          }};
}

const std::map<std::string, Kernel> &kernels() {
#define ENTER(name)                                                                                                    \
  {#name, {name##_words, [](const uint64_t *words, Thread thread) { name(words, thread.thread, thread.block); }}},
  static const std::map<std::string, Kernel> all = {PHASES(ENTER){"weir_copy_1", ofRuntime(weir_copy_1)},
                                                    {"weir_copy_2", ofRuntime(weir_copy_2)},
                                                    {"weir_copy_4", ofRuntime(weir_copy_4)},
                                                    {"weir_copy_8", ofRuntime(weir_copy_8)},
                                                    {"weir_gather_faults", ofRuntime(weir_gather_faults)}};
  return all;
}

} // namespace

const Kernel *findKernel(const std::string &name) {
  auto it = kernels().find(name);
  return it == kernels().end() ? nullptr : &it->second;
}

} // namespace weir::fake
