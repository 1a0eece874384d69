// What the functions of SimCalls.def do, on the turn of a thread. A rule that is broken does not return: see
// Multiprocessor::fail. So nothing here owns memory across such a call except what belongs to a thread.
#pragma once

#include "lib/Runtime/Device/Sim/Multiprocessor.h"

namespace weir::sim {

/// The functions as kernels call them, with and without the checks of memory.
extern const weir_sim_calls kCheckedCalls, kUncheckedCalls;

// Barrier.cpp
void barrier(Thread &thread, uint32_t site, uint32_t id, uint32_t count);
uint32_t barrierReduce(Thread &thread, uint32_t site, uint32_t id, uint32_t count, uint32_t kind, uint32_t predicate);

// Collective.cpp
/// Waits until all lanes of the mask are here with their operands. True in the lane that came last, which works for all
/// of them before the others go on.
bool meet(Thread &thread, uint32_t site, uint32_t mask, const char *what, void *operands);
/// A thread ends for which others wait.
[[noreturn]] void failNamed(Thread &thread);
void syncwarp(Thread &thread, uint32_t site, uint32_t mask);
uint64_t shfl(Thread &thread, uint32_t site, uint32_t mask, uint32_t value, uint32_t offset, uint32_t clamp,
              uint32_t kind);
uint32_t vote(Thread &thread, uint32_t site, uint32_t mask, uint32_t predicate, uint32_t kind);
uint32_t redux(Thread &thread, uint32_t site, uint32_t mask, uint32_t value, uint32_t kind);
uint64_t match(Thread &thread, uint32_t site, uint32_t mask, uint64_t value, uint32_t kind);
uint32_t elect(Thread &thread, uint32_t site, uint32_t mask);

// AsyncCopy.cpp
void cpAsync(Thread &thread, uint32_t site, void *target, const void *source, uint32_t bytes, uint32_t sourceBytes);
void cpAsyncCommit(Thread &thread, uint32_t site);
void cpAsyncWait(Thread &thread, uint32_t site, uint32_t groups);
void cpAsyncWaitAll(Thread &thread, uint32_t site);

// Matrix.cpp
void ldmatrix(Thread &thread, uint32_t site, const void *address, uint32_t count, uint32_t flags, uint32_t *results);
void stmatrix(Thread &thread, uint32_t site, void *address, uint32_t count, uint32_t flags, const uint32_t *values);
void mma(Thread &thread, uint32_t site, uint32_t kind, uint32_t flags, const uint32_t *a, const uint32_t *b,
         const uint32_t *c, uint32_t *d);
void matrixFlush(Thread &thread, uint32_t site);

} // namespace weir::sim
