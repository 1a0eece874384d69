// Where the buffers of one run lie in the arena: those that the program names, the workspaces of launches, the arenas
// of called programs.
#pragma once

#include "lib/Runtime/Status.h"
#include "lib/Runtime/Vm/Lanes.h"
#include "lib/Runtime/Vm/Layout.h"

namespace weir {

/// Memory that one instruction needs beside its operands.
struct InstructionMemory {
  Id instruction = 0;
  int64_t bytes = 0;
};

struct ArenaPlan {
  std::vector<int64_t> bufferOffsets; ///< by buffer; of Arena buffers only
  std::vector<int64_t> memoryOffsets; ///< in the order of the needs
  std::vector<ArenaUse> uses;
  int64_t bytes = 0, liveBound = 0;
};

/// Takes the compiler's offsets where the job has them, else plans. What only one lane uses then shares bytes with
/// nothing of another lane: each reuse across lanes would make one of them wait.
Status planArena(const Artifact &artifact, const Job &job, const JobLayout &layout,
                 std::span<const InstructionMemory> needs, const LaneFold &fold, ArenaPlan &plan);

} // namespace weir
