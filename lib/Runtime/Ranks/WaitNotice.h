// What a rank waits for, where a signal's handler can read it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <string>

namespace weir {

/// One line of one thread that waits. A process has few; those beyond a fixed number are not shown.
class WaitNotice {
public:
  WaitNotice();
  ~WaitNotice();
  WaitNotice(const WaitNotice &) = delete;

  void show(const std::string &line);
  void clear();

  /// From now on SIGTERM writes the lines to stderr before it does what it did.
  static void writeOnTermination();

private:
  std::atomic<size_t> length{0}; ///< 0: nothing is shown
  std::array<char, 512> text{};

  friend void writeNotices();
};

} // namespace weir
