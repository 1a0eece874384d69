// Whether a short program is better off on one thread, with its ranges shared, or with a thread for each lane. How far
// the cores are from each other and how long a thread takes to wake up decides that, and no figure of a machine says
// either; so all are tried.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>

namespace weir {

/// Several runs at a time are one way, as what was run another way before has left data in another cache; their
/// median stands for all. As others may have been busy, or asleep, that of the way that is kept is always known anew,
/// and the others are tried again now and then.
class SharingTrial {
public:
  using Duration = std::chrono::nanoseconds;

  /// Each lane on a thread of its own, where there are several; one thread, whose ranges others take parts of; nobody
  /// else. The first way that there is is kept unless another gains.
  enum class Way : uint8_t { Lanes, Shared, Alone };

  explicit SharingTrial(bool hasLanes = false) : first(hasLanes ? Way::Lanes : Way::Shared), next(first) {}

  /// Of the next run.
  Way way() const { return next; }
  bool isDecided() const { return unknown() == kWays; }

  /// So long the next run took.
  void note(Duration took) {
    runs[numRuns++] = took;
    if (numRuns < runs.size())
      return;
    std::ranges::nth_element(runs, runs.begin() + runs.size() / 2);
    Duration median = runs[runs.size() / 2];
    numRuns = 0;
    if (++numTried % kTriesAgain == 0)
      known.fill(kUnknown);
    known[size_t(next)] = median;
    next = isDecided() ? fastest() : Way(unknown());
  }

private:
  static constexpr size_t kWays = 3;
  static constexpr Duration kUnknown = Duration::max();
  static constexpr unsigned kTriesAgain = 500; ///< so many times the runs
  static constexpr int kPart = 20;             ///< of its time that a run has to gain another way

  /// The first way that hasn't been tried; else kWays.
  size_t unknown() const {
    return size_t(std::find(known.begin() + ptrdiff_t(first), known.end(), kUnknown) - known.begin());
  }
  Way fastest() const {
    auto best = size_t(first);
    for (size_t way = best + 1; way < kWays; ++way)
      if (known[way] + known[way] / kPart < known[best])
        best = way;
    return Way(best);
  }

  std::array<Duration, 8> runs{};
  std::array<Duration, kWays> known{kUnknown, kUnknown, kUnknown}; ///< by way
  unsigned numRuns = 0, numTried = 0;
  Way first, next;
};

} // namespace weir
