// Puts the fake driver in place of NVIDIA's for as long as it lives; afterwards nothing may be left in use.
#pragma once

#include "unittests/Runtime/FakeCuda/FakeCuda.h"

#include <string>
#include <vector>

namespace weir {

class FakeDriver {
public:
  /// The library; that without pools lacks what newer drivers have.
  explicit FakeDriver(const char *path = WEIR_FAKE_CUDA);
  ~FakeDriver();

  void set(const char *property, int64_t value) { setProperty(property, value); }
  void fail(const char *function, int result, int64_t skip = 0) { failNext(function, skip, result); }
  void breakDown(int result) { breakNext(result); }
  int64_t live(const char *what) { return countLive(what); }

  /// The calls since the last time, a line each.
  std::vector<std::string> takeLog();
  /// How many of them begin so.
  static int64_t count(const std::vector<std::string> &log, const std::string &beginning);

private:
  decltype(fakeReset) *reset;
  decltype(fakeSet) *setProperty;
  decltype(fakeFail) *failNext;
  decltype(fakeBreak) *breakNext;
  decltype(fakeLog) *log;
  decltype(fakeClearLog) *clearLog;
  decltype(fakeLive) *countLive;
};

} // namespace weir
