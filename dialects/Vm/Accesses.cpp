// Storages, lifetimes and dependencies of a program.
#include "dialects/Vm/Accesses.h"

#include "dialects/Weir/Control/Ops.h"

#include <map>

using namespace mlir;

namespace weir::vm {

bool isFence(InstructionKind kind) {
  return kind != InstructionKind::Call && kind != InstructionKind::Copy && kind != InstructionKind::Fill &&
         kind != InstructionKind::Collective && kind != InstructionKind::Release;
}

/// The variable that owns the bytes of the one that `op` declares.
static Operation *owner(VariableOp op, SymbolTableCollection &symbols) {
  FlatSymbolRefAttr name = op.getVariableAttr();
  auto variable = symbols.lookupNearestSymbolFrom<weir::VariableOp>(op, name);
  while (variable && variable.getAlias())
    variable = symbols.lookupNearestSymbolFrom<weir::VariableOp>(op, variable.getAliasAttr());
  return variable;
}

Accesses::Accesses(ProgramOp program) {
  SymbolTableCollection symbols;
  for (Operation &op : program.getBody().front()) {
    for (Value result : op.getResults())
      if (isa<BufferType>(result.getType()) && !isa<ViewOp>(op))
        addStorage(result, symbols);
    auto instruction = dyn_cast<InstructionInterface>(op);
    if (!instruction)
      continue;
    InstructionAccesses &accesses = list.emplace_back();
    accesses.op = &op;
    accesses.kind = instruction.instructionKind();
    accesses.stream = instruction.getStream();
    for (const BufferUse &use : instruction.bufferUses())
      accesses.uses.push_back({storageOf(use.buffer), use.access});
    accesses.writesVariable = llvm::any_of(instruction.bufferUses(), [](const BufferUse &use) {
      return use.access == Access::Mut && rootBuffer(use.buffer).getDefiningOp<VariableOp>();
    });
    // Where ranks meet, a run fails if one doesn't come.
    if (auto collective = dyn_cast<CollectiveOp>(op))
      accesses.isMeeting = accesses.mayFault = !sendsNothing(collective);
    if (auto call = dyn_cast<CallOp>(op)) {
      accesses.mayFault = call.getMayFault();
      addOffers(call, accesses);
    }
  }
}

void Accesses::addStorage(Value buffer, SymbolTableCollection &symbols) {
  auto next = static_cast<uint32_t>(roots.size());
  if (auto result = buffer.getDefiningOp<ResultOp>(); result && result.getInPlaceOf())
    next = storageOf(result.getInPlaceOf());
  else if (auto variable = buffer.getDefiningOp<VariableOp>())
    next = variables.try_emplace(owner(variable, symbols), next).first->second;
  storages[buffer] = next;
  if (next == roots.size())
    roots.push_back(buffer);
}

/// An offer holds only where the kernel reads the donor's bytes through no other operand.
void Accesses::addOffers(CallOp call, InstructionAccesses &accesses) {
  if (!call.getInPlace())
    return;
  for (auto [position, target] : llvm::zip(*call.getInPlace(), call.getMuts())) {
    if (position < 0)
      continue;
    InPlaceOffer offer{storageOf(target), storageOf(call.getConsts()[position])};
    auto reads = llvm::count_if(accesses.uses, [&](const StorageUse &use) { return use.storage == offer.donor; });
    if (reads == 1 && arena(offer.taker) && arena(offer.donor))
      accesses.inPlaceOffers.push_back(offer);
  }
}

bool isStatic(ArrayRef<ArenaLifetime> lifetimes) {
  return llvm::all_of(lifetimes, [](ArenaLifetime lifetime) { return lifetime.arena.getType().hasStaticShape(); });
}

std::vector<ArenaLifetime> Accesses::arenaLifetimes() const {
  constexpr uint32_t kUnused = ~0u;
  std::vector<uint32_t> entry(roots.size(), kUnused);
  std::vector<ArenaLifetime> lifetimes;
  for (uint32_t position = 0; position < list.size(); ++position)
    for (const StorageUse &use : list[position].uses) {
      if (!arena(use.storage))
        continue;
      if (entry[use.storage] == kUnused) {
        entry[use.storage] = static_cast<uint32_t>(lifetimes.size());
        lifetimes.push_back({arena(use.storage), position, position, {}});
      }
      lifetimes[entry[use.storage]].last = position;
    }
  for (uint32_t position = 0; position < list.size(); ++position)
    for (const InPlaceOffer &offer : list[position].inPlaceOffers) {
      ArenaLifetime &taker = lifetimes[entry[offer.taker]];
      if (taker.first == position && lifetimes[entry[offer.donor]].last == position &&
          entry[offer.donor] < entry[offer.taker])
        taker.inPlaceOf = entry[offer.donor];
    }
  return lifetimes;
}

/// By instruction, the last position before the next one of its stream.
static std::vector<uint32_t> endsOfInstructions(ArrayRef<InstructionAccesses> list) {
  std::vector<uint32_t> ends(list.size());
  std::map<uint64_t, uint32_t> next;
  for (auto position = static_cast<uint32_t>(list.size()); position-- > 0;) {
    auto [known, isLast] = next.try_emplace(list[position].stream, static_cast<uint32_t>(list.size()));
    ends[position] = known->second - 1;
    known->second = position;
  }
  return ends;
}

std::vector<ArenaLifetime> Accesses::arenaLifetimesSideBySide() const {
  std::vector<ArenaLifetime> lifetimes = arenaLifetimes();
  if (llvm::all_equal(llvm::map_range(list, [](const InstructionAccesses &i) { return i.stream; })))
    return lifetimes;
  std::vector<uint32_t> ends = endsOfInstructions(list);
  llvm::DenseMap<uint32_t, uint32_t> last; // by storage
  for (auto [instruction, end] : llvm::zip_equal(list, ends))
    for (const StorageUse &use : instruction.uses)
      last[use.storage] = std::max(last[use.storage], end);
  for (ArenaLifetime &lifetime : lifetimes)
    lifetime.last = last[storageOf(lifetime.arena)];
  // Who takes a donor's bytes takes its time, too.
  for (ArenaLifetime &taker : lifetimes)
    if (taker.inPlaceOf) {
      ArenaLifetime &donor = lifetimes[*taker.inPlaceOf];
      taker.last = std::max(taker.last, donor.last);
      donor.last = taker.first;
    }
  return lifetimes;
}

std::vector<std::vector<uint32_t>> Accesses::predecessors() const {
  std::vector<std::vector<uint32_t>> result(list.size());
  std::vector<std::optional<uint32_t>> writer(roots.size());
  std::vector<std::vector<uint32_t>> readers(roots.size());
  std::optional<uint32_t> fence;
  std::map<uint64_t, uint32_t> meetings; // the last one of each stream
  std::vector<uint32_t> faulting;
  for (uint32_t position = 0; position < list.size(); ++position) {
    std::vector<uint32_t> &before = result[position];
    InstructionKind kind = list[position].kind;
    if (isFence(kind)) {
      for (uint32_t earlier = fence.value_or(0); earlier < position; ++earlier)
        before.push_back(earlier);
      fence = position;
    } else if (fence) {
      before.push_back(*fence);
    }
    if (list[position].writesVariable)
      before.insert(before.end(), faulting.begin(), faulting.end());
    if (list[position].mayFault)
      faulting.push_back(position);
    if (list[position].isMeeting) {
      auto [last, isFirst] = meetings.try_emplace(list[position].stream, position);
      if (!isFirst)
        before.push_back(std::exchange(last->second, position));
    }
    for (const StorageUse &use : list[position].uses) {
      // A release ends the contents, so that it must not overtake readers.
      bool writes = use.access == Access::Mut || kind == InstructionKind::Release;
      if (writer[use.storage])
        before.push_back(*writer[use.storage]);
      if (writes)
        before.insert(before.end(), readers[use.storage].begin(), readers[use.storage].end());
    }
    for (const StorageUse &use : list[position].uses) {
      bool writes = use.access == Access::Mut || kind == InstructionKind::Release;
      if (writes) {
        writer[use.storage] = position;
        readers[use.storage].clear();
      } else if (writer[use.storage] != position) {
        readers[use.storage].push_back(position);
      }
    }
    std::erase(before, position);
    llvm::sort(before);
    before.erase(std::unique(before.begin(), before.end()), before.end());
  }
  return result;
}

} // namespace weir::vm
