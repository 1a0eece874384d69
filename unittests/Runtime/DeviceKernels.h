/* Lets test kernels for devices be written once, in C, for three of them: the simulator (WEIR_TEST_SIM), a GPU through
 * PTX (the compiler's target is NVPTX), and the fake driver, which calls a host function per thread. A phase sees its
 * thread's `tid` and `block`, and the parameters `w` in the order of KernelAbi.h. No barriers, no shared memory. */
#ifndef WEIR_UNITTESTS_RUNTIME_DEVICEKERNELS_H
#define WEIR_UNITTESTS_RUNTIME_DEVICEKERNELS_H

#include "include/weir/Runtime/KernelAbi.h"

/* PHASE(name, numbers): of a kernel whose operands and table of sizes are so many words. */
#define OPERAND(i) (w[3 + (i)])
#define FAULT_RECORD ((weir_fault *)w[0])
#define WORKSPACE ((void *)w[1])
/* A phase begins with it. */
#define IS_STOPPED (w[2] && *(const int32_t *)w[2] != 0)

#if defined(WEIR_TEST_SIM)

#include "lib/Runtime/Device/Sim/SimAbi.h"
#define PHASE(name, numbers)                                                                                           \
  static void name##_body(weir_sim_thread *thread, const uint64_t *w, uint32_t tid, uint32_t block);                   \
  void name(weir_sim_thread *thread, const uint64_t *w);                                                               \
  void name(weir_sim_thread *thread, const uint64_t *w) {                                                              \
    if (!IS_STOPPED)                                                                                                   \
      name##_body(thread, w, thread->tid, thread->ctaid);                                                              \
  }                                                                                                                    \
  static void name##_body(weir_sim_thread *thread, const uint64_t *w, uint32_t tid, uint32_t block)
/* Loads are site 0, stores and atomics site 1. */
#define CHECK(kind, site, address)                                                                                     \
  thread->calls->check_##kind(thread, site, address, sizeof *(address), sizeof *(address))

#elif defined(__NVPTX__)

#define PHASE(name, numbers)                                                                                           \
  static void name##_body(const uint64_t *w, uint32_t tid, uint32_t block);                                            \
  struct name##_words {                                                                                                \
    uint64_t w[3 + numbers + WEIR_MAX_LAUNCH_SCALARS];                                                                 \
  };                                                                                                                   \
  __attribute__((nvptx_kernel)) void name(struct name##_words words) {                                                 \
    const uint64_t *w = words.w;                                                                                       \
    if (!IS_STOPPED)                                                                                                   \
      name##_body(w, __nvvm_read_ptx_sreg_tid_x(), __nvvm_read_ptx_sreg_ctaid_x());                                    \
  }                                                                                                                    \
  static void name##_body(const uint64_t *w, uint32_t tid, uint32_t block)
#define CHECK(kind, site, address) (void)0

#else

#define PHASE(name, numbers)                                                                                           \
  extern const uint64_t name##_words;                                                                                  \
  const uint64_t name##_words = 3 + numbers + WEIR_MAX_LAUNCH_SCALARS;                                                 \
  static void name##_body(const uint64_t *w, uint32_t tid, uint32_t block);                                            \
  void name(const uint64_t *w, uint32_t tid, uint32_t block);                                                          \
  void name(const uint64_t *w, uint32_t tid, uint32_t block) {                                                         \
    if (!IS_STOPPED)                                                                                                   \
      name##_body(w, tid, block);                                                                                      \
  }                                                                                                                    \
  static void name##_body(const uint64_t *w, uint32_t tid, uint32_t block)
#define CHECK(kind, site, address) (void)0

#endif

#define LOAD(address) (CHECK(load, 0, address), *(address))
#define STORE(address, value)                                                                                          \
  do {                                                                                                                 \
    __typeof__(*(address)) stored = (value);                                                                           \
    CHECK(store, 1, address);                                                                                          \
    *(address) = stored;                                                                                               \
  } while (0)

/* The first thread to find bad data fills in the record. */
#define REPORT_FAULT(number, position, first, second)                                                                  \
  do {                                                                                                                 \
    weir_fault *fault = FAULT_RECORD;                                                                                  \
    CHECK(atomic, 1, &fault->code);                                                                                    \
    if (__sync_val_compare_and_swap(&fault->code, 0, number) == 0) {                                                   \
      STORE(&fault->ordinal, position);                                                                                \
      STORE(&fault->values[0], first);                                                                                 \
      STORE(&fault->values[1], second);                                                                                \
    }                                                                                                                  \
  } while (0)

#endif
