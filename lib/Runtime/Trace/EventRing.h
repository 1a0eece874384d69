// What ran when: the last so many instructions, kept in a ring. Costs two clock readings an instruction while it is on,
// one test of a pointer while it is off.
#pragma once

#include "lib/Runtime/Status.h"

#include <atomic>
#include <deque>
#include <functional>
#include <mutex>

namespace weir {

class EventRing {
public:
  explicit EventRing(int64_t capacity);

  /// Tells rings apart, so that a program knows whether it has given this one its names.
  uint64_t id() const { return identity; }
  /// Copies the names of a job's instructions; that of instruction i is the answer plus i.
  uint32_t addNames(const Job &job, std::span<const Kernel> kernels);

  static int64_t now(); ///< nanoseconds
  void add(uint32_t name, int stream, int64_t begin, int64_t end);

  /// While nothing runs: what ran, oldest first.
  void visit(const std::function<void(const weir_trace_event &event)> &visitor) const;

  /// While nothing runs. Chrome JSON, which Perfetto opens; streams are its threads.
  Status exportTo(const std::string &path) const;

private:
  struct Record {
    uint32_t name = 0;
    int32_t stream = 0;
    int64_t begin = 0, end = 0;
  };
  struct Name {
    std::string job, text;
    Location location;
  };

  const uint64_t identity;
  std::vector<Record> records;
  std::atomic<uint64_t> next{0};
  std::mutex naming;
  std::deque<Name> names;
};

} // namespace weir
