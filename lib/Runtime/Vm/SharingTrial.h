// Whether a short program is better off on one thread, or with its ranges shared. How far the cores are from each other
// and how long a thread takes to wake up decides that, and no figure of a machine says either; so both are tried.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>

namespace weir {

/// Several runs at a time are one way, as what was run the other way before has left data in another cache; their
/// median stands for all. As others may have been busy, or asleep, that of the way that is kept is always known anew,
/// and the other one is tried again now and then.
class SharingTrial {
public:
  using Duration = std::chrono::nanoseconds;

  /// Of the next run.
  bool isAlone() const { return isNextAlone; }
  bool isDecided() const { return alone != kUnknown && shared != kUnknown; }

  /// So long the next run took.
  void note(Duration took) {
    runs[numRuns++] = took;
    if (numRuns < runs.size())
      return;
    std::ranges::nth_element(runs, runs.begin() + runs.size() / 2);
    (isNextAlone ? alone : shared) = runs[runs.size() / 2];
    numRuns = 0;
    bool triesAgain = ++numTried % kTriesAgain == 0;
    if (triesAgain)
      (isNextAlone ? shared : alone) = kUnknown;
    isNextAlone = isDecided() ? alone + alone / kPart < shared : alone == kUnknown;
  }

private:
  static constexpr Duration kUnknown = Duration::max();
  static constexpr unsigned kTriesAgain = 500; ///< so many times the runs
  static constexpr int kPart = 20;             ///< of its time that a run has to gain alone

  std::array<Duration, 8> runs{};
  Duration alone = kUnknown, shared = kUnknown;
  unsigned numRuns = 0, numTried = 0;
  bool isNextAlone = false;
};

} // namespace weir
