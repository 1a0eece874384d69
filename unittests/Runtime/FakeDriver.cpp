// See the header.
#include "unittests/Runtime/FakeDriver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include <dlfcn.h>

namespace weir {

FakeDriver::FakeDriver(const char *path) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  auto find = [&](auto &function, const char *name) {
    function = library ? reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name)) : nullptr;
    if (!function) {
      const char *reason = dlerror();
      std::fprintf(stderr, "expects the fake driver to have %s: %s\n", name, reason ? reason : "");
      std::abort();
    }
  };
  find(reset, "fakeReset");
  find(setProperty, "fakeSet");
  find(failNext, "fakeFail");
  find(breakNext, "fakeBreak");
  find(log, "fakeLog");
  find(clearLog, "fakeClearLog");
  find(countLive, "fakeLive");
  reset();
  setenv("WEIR_CUDA_DRIVER", path, 1);
}

FakeDriver::~FakeDriver() {
  unsetenv("WEIR_CUDA_DRIVER");
  for (const char *what : {"contexts", "streams", "events", "modules", "allocations", "host allocations", "scopes"})
    EXPECT_EQ(live(what), 0) << what << " are left";
}

std::vector<std::string> FakeDriver::takeLog() {
  std::istringstream stream(log());
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  clearLog();
  return lines;
}

int64_t FakeDriver::count(const std::vector<std::string> &log, const std::string &beginning) {
  return std::count_if(log.begin(), log.end(), [&](const std::string &line) { return line.starts_with(beginning); });
}

} // namespace weir
