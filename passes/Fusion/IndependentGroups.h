// Merges groups whose results no other group reads, such as the updates of all parameters: it delays nothing and saves
// launches.
#pragma once

#include "passes/Fusion/GroupPlan.h"

namespace weir {

class IndependentGroups {
public:
  using PlannedGroup = GroupPlan::PlannedGroup;

  /// What a merged group may have: `mostWords` of operands and `mostOps`. It has at most kMostNests nests.
  IndependentGroups(int64_t mostWords, size_t mostOps) : mostWords(mostWords), mostOps(mostOps) {}

  /// Says that the group at `position` is one.
  void add(size_t position) { positions.push_back(position); }

  /// Merges into one, if all fit. If not, groups that compute the same are put together, so that the kernels which
  /// several blocks of a network make are equal and compiled once.
  void merge(llvm::SmallVectorImpl<PlannedGroup> &groups) const;

private:
  /// Each nest has loops of its own, of which LLVM's register allocator takes more than its share. It is more than a
  /// block of a transformer has parameters.
  static constexpr size_t kMostNests = 24;

  using Positions = llvm::SmallVector<size_t>;

  llvm::SmallVector<Positions> inRuns(llvm::ArrayRef<size_t> all, llvm::ArrayRef<PlannedGroup> groups) const;

  int64_t mostWords;
  size_t mostOps;
  Positions positions;
};

} // namespace weir
