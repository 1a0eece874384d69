// Who has used a storage: what makes tasks wait for each other.
#pragma once

#include "lib/Runtime/Engine/Task.h"

#include <vector>

namespace weir {

class TaskPool;

/// The last task that writes, and those that read since. Submitters alone touch it, one at a time.
class AccessList {
public:
  AccessList() = default;
  AccessList(const AccessList &) = delete;
  AccessList &operator=(const AccessList &) = delete;

  /// Calls `waitFor` with what a reader, or a writer, has to wait for; it is among those who have used it from then on.
  template <typename WaitFor> void addReader(TaskRef reader, const TaskPool &pool, WaitFor &&waitFor) {
    if (writer == reader)
      return;
    if (writer.exists())
      waitFor(writer);
    keepReader(reader, pool);
  }
  template <typename WaitFor> void addWriter(TaskRef next, WaitFor &&waitFor) {
    if (writer == next)
      return;
    // Readers have waited for the writer before them.
    if (numReaders == 0 && writer.exists())
      waitFor(writer);
    for (uint32_t i = 0; i < numReaders; ++i)
      if (reader(i) != next)
        waitFor(reader(i));
    numReaders = 0;
    writer = next;
  }

  TaskRef lastWriter() const { return writer; }
  /// How many readers it remembers.
  uint32_t size() const { return numReaders; }
  /// Whether nobody who is under way uses it.
  bool isQuiet(const TaskPool &pool) const;

private:
  static constexpr uint32_t kNear = 4;

  TaskRef &reader(uint32_t i) { return i < kNear ? near[i] : far[i - kNear]; }
  const TaskRef &reader(uint32_t i) const { return i < kNear ? near[i] : far[i - kNear]; }
  void keepReader(TaskRef reader, const TaskPool &pool);
  void dropDone(const TaskPool &pool);

  TaskRef writer;
  uint32_t numReaders = 0;
  uint32_t dropAt = kNear; ///< at so many readers, those that are done are dropped
  std::array<TaskRef, kNear> near;
  std::vector<TaskRef> far;
};

} // namespace weir
