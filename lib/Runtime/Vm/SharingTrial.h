// Whether a short run is better off on one thread, or with its ranges shared. How far the cores are from each other and
// how long a thread takes to wake up decides that, and no figure of a machine says either; so both are tried.
#pragma once

#include <chrono>
#include <cstdlib>

namespace weir {

class SharingTrial {
public:
  using Duration = std::chrono::nanoseconds;

  /// Of the next run.
  bool isAlone() const { return isNextAlone; }
  /// What the next run was to be took so long. One that something held up is one of several.
  void note(Duration took) {
    if (isDecided)
      return;
    if (!isSecond) {
      first = took;
      isSecond = true;
      isNextAlone = !isNextAlone;
      return;
    }
    // In turns, which of both comes first.
    Duration alone = isNextAlone ? took : first, shared = isNextAlone ? first : took;
    lead += alone < shared ? 1 : -1;
    isSecond = false;
    isDecided = std::abs(lead) == kLead || ++pairs == kMostPairs;
    if (isDecided)
      isNextAlone = lead > 0;
  }

private:
  static constexpr int kLead = 5, kMostPairs = 16;

  Duration first{};
  int lead = 0, pairs = 0; ///< of runs alone; of one each
  bool isNextAlone = false, isSecond = false, isDecided = false;
};

} // namespace weir
