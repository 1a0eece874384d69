// Threads that take turns as a seed says: fibers of one OS thread, which change at points that their code names. The
// same seed gives the same schedule.
#pragma once

#include <cstdint>
#include <functional>

namespace weir::explorer {

struct Schedule {
  bool wasStuck = false;     ///< all threads slept, at least once; they were woken then, so that the program could end
  bool wasAbandoned = false; ///< that didn't help, or there was no end
  uint64_t points = 0;       ///< how many were passed
};

/// Runs a program and the threads that it spawns, until all have ended.
Schedule run(uint64_t seed, const std::function<void()> &program);

// Inside a program; outside nobody else runs, and there is nothing to wait for.
/// Somebody else may go on here.
void point();
uint64_t pointsPassed();
/// A number below `count`, by chance.
uint64_t choose(uint64_t count);
/// Until somebody wakes who sleeps on the same.
void sleepOn(const void *what);
void wakeOne(const void *what);
void wakeAll(const void *what);
/// The number of the new thread.
size_t spawn(std::function<void()> body);
void join(size_t thread);

} // namespace weir::explorer
