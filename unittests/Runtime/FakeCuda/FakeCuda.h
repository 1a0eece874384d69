// What tests say to the fake driver, a library with the functions of NVIDIA's driver that the runtime calls: on memory
// of the host, with streams that work as late as they may, or in a random order. Loaded by FakeDriver.h.
#pragma once

#include <cstdint>

extern "C" {

/// Everything as at the start; nothing must be in use.
void fakeReset();

/// A property of the GPUs that it shows: "devices", "major", "minor", "memory", "pools", "version", "registers" (of
/// every function), "threads", "shared", "blocks"; or "seed": not 0, and work is done as soon as it may be, in an order
/// that follows from it; or "log streams": not 0, and the log says on which streams copies and launches are.
void fakeSet(const char *property, int64_t value);

/// The function succeeds `skip` times more, then gives `result` once.
void fakeFail(const char *function, int64_t skip, int result);

/// From the next time on that work is done, everything fails with this result, as after an error of a kernel.
void fakeBreak(int result);

/// The calls since the last fakeReset or fakeClearLog, a line each: the function and what matters of its arguments.
const char *fakeLog();
void fakeClearLog();

/// How many there are of "contexts", "streams", "events", "modules", "allocations", "host allocations", "scopes"; or
/// how many "launches" there have been.
int64_t fakeLive(const char *what);
}
