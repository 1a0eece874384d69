// Work in processes of its own, so that a crash or an endless loop of it is a result like others. Knows no MLIR.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace weir::fuzz {

/// How work ended.
struct ChildEnd {
  std::string output;  ///< what the work returned; of a crash, nothing
  std::string failure; ///< "signal 11", "no end after 60 s"; empty if the work returned
};

using ChildWork = std::function<std::string()>;

/// Runs `work` in a copy of this process, which has to have one thread.
ChildEnd runInChild(const ChildWork &work, int64_t seconds);

/// Runs the works that `next` gives until it gives none, at most `many` at a time. `ended` learns in the order of their
/// ends how they ended; `next` numbers them.
void runInChildren(int64_t many, int64_t seconds, const std::function<std::optional<int64_t>()> &next,
                   const std::function<std::string(int64_t number)> &work,
                   const std::function<void(int64_t number, const ChildEnd &end)> &ended);

} // namespace weir::fuzz
