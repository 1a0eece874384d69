// Facts on a job that don't depend on the sizes of a run; computed once when an artifact is loaded.
#pragma once

#include "lib/Artifact/Verify.h"

#include <set>

namespace weir {

struct JobInfo {
  std::vector<Id> roots;                        ///< by buffer: where its bytes are
  std::vector<std::optional<Id>> inputs;        ///< by input: its buffer, if it is used
  std::vector<bool> isReadInput;                ///< by input: an instruction uses its elements
  std::vector<Id> results;                      ///< by result: its buffer
  std::vector<bool> isContiguousInput;          ///< by input: instructions rely on its being row-major
  std::set<Id> readVariables, writtenVariables; ///< those of called jobs too; what an alias stands for
};

/// Infos of the artifact's earlier jobs are in `earlier`.
JobInfo analyze(const Artifact &artifact, const Job &job, std::span<const JobInfo> earlier);

} // namespace weir
