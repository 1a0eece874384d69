// The rules that every artifact obeys, whoever made it: indices in range, dtypes and ranks that agree, lifetimes that
// cover their uses. What depends on the sizes of a run is checked by the runtime.
#pragma once

#include "lib/Artifact/Program.h"

namespace weir {

inline constexpr uint32_t kMaxStreams = 64;
inline constexpr int64_t kArenaAlignment = 64;

/// The first broken rule; nothing if all hold.
std::optional<Failure> verify(const Artifact &artifact);

/// Follows views to the buffer that holds the bytes.
Id rootBuffer(const Job &job, Id buffer);

/// How an instruction touches a buffer.
struct InstructionUse {
  Id buffer = 0;
  Access access = Access::Const;
};

/// All buffers that an instruction of a verified artifact touches, the predicate too.
std::vector<InstructionUse> bufferUses(const Artifact &artifact, const Instruction &instruction);

} // namespace weir
