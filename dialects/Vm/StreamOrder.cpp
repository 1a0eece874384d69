// Which instructions of other streams an instruction waits for: one walk over the list, which keeps for each place of
// memory who touched it last on each stream.
#include "dialects/Vm/Accesses.h"

#include <map>

using namespace mlir;

namespace weir::vm {

namespace {

/// By number of stream, the position behind an instruction of it; 0: none yet.
using LastOf = SmallVector<uint32_t, 4>;

void keepLatest(LastOf &latest, const LastOf &other) {
  for (auto [mine, theirs] : llvm::zip_equal(latest, other))
    mine = std::max(mine, theirs);
}

/// The memory of storages as numbered places that they share or don't: those that arena buffers cut out of each other,
/// and one for each other storage.
class MemoryPlaces {
public:
  explicit MemoryPlaces(const Accesses &accesses);

  uint32_t size() const { return count; }
  llvm::iota_range<uint32_t> of(uint32_t storage) const {
    auto [begin, end] = ranges[storage];
    return llvm::seq(begin, end);
  }

private:
  std::vector<std::pair<uint32_t, uint32_t>> ranges; ///< by storage
  uint32_t count = 0;
};

MemoryPlaces::MemoryPlaces(const Accesses &accesses) : ranges(accesses.numStorages()) {
  std::vector<uint64_t> borders;
  auto isPlanned = [&](uint32_t storage) { return accesses.arena(storage) && accesses.arena(storage).getOffset(); };
  auto beginOf = [&](uint32_t storage) { return *accesses.arena(storage).getOffset(); };
  auto endOf = [&](uint32_t storage) { return beginOf(storage) + *accesses.arena(storage).getBytes(); };
  for (uint32_t storage = 0; storage < ranges.size(); ++storage)
    if (isPlanned(storage))
      borders.insert(borders.end(), {beginOf(storage), endOf(storage)});
  llvm::sort(borders);
  borders.erase(llvm::unique(borders), borders.end());
  count = static_cast<uint32_t>(borders.size());
  auto place = [&](uint64_t border) {
    return static_cast<uint32_t>(llvm::lower_bound(borders, border) - borders.begin());
  };
  for (uint32_t storage = 0; storage < ranges.size(); ++storage) {
    if (isPlanned(storage))
      ranges[storage] = {place(beginOf(storage)), place(endOf(storage))};
    else
      ranges[storage] = {count, count + 1}, ++count;
  }
}

class StreamOrder {
public:
  StreamOrder(const Accesses &accesses);

  std::vector<std::vector<uint32_t>> predecessors();

private:
  LastOf none() const { return LastOf(numbers.size(), 0); }
  LastOf before(const InstructionAccesses &instruction);
  void add(const InstructionAccesses &instruction, uint32_t end);

  ArrayRef<InstructionAccesses> list;
  MemoryPlaces places;
  std::map<uint64_t, uint32_t> numbers; ///< of streams, from 0
  std::vector<LastOf> readers, writers; ///< by place
  LastOf all, fences, faulting;
  std::map<uint64_t, LastOf> recorded; ///< by event
};

StreamOrder::StreamOrder(const Accesses &accesses) : list(accesses.instructions()), places(accesses) {
  for (const InstructionAccesses &instruction : list)
    numbers.try_emplace(instruction.stream, numbers.size());
  readers.assign(places.size(), none());
  writers.assign(places.size(), none());
  all = fences = faulting = none();
}

/// It keeps its order with whatever stands before and behind it.
bool concernsAll(const InstructionAccesses &instruction) {
  return instruction.kind == InstructionKind::Barrier || instruction.kind == InstructionKind::RunProgram;
}

/// A release ends the contents: it must not overtake readers.
bool writes(const InstructionAccesses &instruction, const StorageUse &use) {
  return use.access == Access::Mut || instruction.kind == InstructionKind::Release;
}

LastOf StreamOrder::before(const InstructionAccesses &instruction) {
  if (concernsAll(instruction))
    return all;
  LastOf last = fences;
  if (instruction.writesVariable)
    keepLatest(last, faulting);
  if (auto wait = dyn_cast<WaitEventOp>(instruction.op))
    if (auto known = recorded.find(wait.getEvent()); known != recorded.end())
      keepLatest(last, known->second);
  for (const StorageUse &use : instruction.uses)
    for (uint32_t place : places.of(use.storage)) {
      keepLatest(last, writers[place]);
      if (writes(instruction, use))
        keepLatest(last, readers[place]);
    }
  return last;
}

void StreamOrder::add(const InstructionAccesses &instruction, uint32_t end) {
  uint32_t stream = numbers.at(instruction.stream);
  all[stream] = end;
  if (concernsAll(instruction))
    fences[stream] = end;
  if (instruction.mayFault)
    faulting[stream] = end;
  if (auto record = dyn_cast<RecordEventOp>(instruction.op))
    recorded.try_emplace(record.getEvent(), none()).first->second[stream] = end;
  for (const StorageUse &use : instruction.uses)
    for (uint32_t place : places.of(use.storage))
      (writes(instruction, use) ? writers : readers)[place][stream] = end;
}

std::vector<std::vector<uint32_t>> StreamOrder::predecessors() {
  std::vector<std::vector<uint32_t>> result(list.size());
  if (numbers.size() < 2)
    return result;
  for (uint32_t position = 0; position < list.size(); ++position) {
    uint32_t mine = numbers.at(list[position].stream);
    for (auto [stream, end] : llvm::enumerate(before(list[position])))
      if (stream != mine && end != 0)
        result[position].push_back(end - 1);
    llvm::sort(result[position]);
    add(list[position], position + 1);
  }
  return result;
}

} // namespace

std::vector<std::vector<uint32_t>> Accesses::predecessorsOnOtherStreams() const {
  return StreamOrder(*this).predecessors();
}

} // namespace weir::vm
