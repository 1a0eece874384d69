// Readers that are done are dropped when there are twice as many as were left the last time: what a reader costs does
// not grow with how many there were.
#include "lib/Runtime/Engine/AccessList.h"
#include "lib/Runtime/Engine/TaskPool.h"

#include <algorithm>

namespace weir {

void AccessList::keepReader(TaskRef next, const TaskPool &pool) {
  if (numReaders > 0 && reader(numReaders - 1) == next)
    return;
  if (numReaders == dropAt)
    dropDone(pool);
  if (numReaders >= kNear && far.size() <= numReaders - kNear)
    far.push_back(next);
  else
    reader(numReaders) = next;
  ++numReaders;
}

void AccessList::dropDone(const TaskPool &pool) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < numReaders; ++i)
    if (!pool.isDone(reader(i)))
      reader(kept++) = reader(i);
  numReaders = kept;
  dropAt = std::max(kNear, 2 * kept);
}

bool AccessList::isQuiet(const TaskPool &pool) const {
  for (uint32_t i = 0; i < numReaders; ++i)
    if (!pool.isDone(reader(i)))
      return false;
  return pool.isDone(writer);
}

} // namespace weir
