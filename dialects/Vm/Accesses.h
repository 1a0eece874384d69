// Which storages a program has, in which order its instructions use them, and their live ranges and dependencies.
#pragma once

#include "dialects/Vm/Vm.h"

#include <optional>
#include <vector>

namespace weir::vm {

/// Use of a storage: the bytes of one buffer and all its views. Variables that share bytes (aliases) are one storage,
/// and so are a result and the donated input in whose place it is.
struct StorageUse {
  uint32_t storage = 0;
  Access access = Access::Const;
};

/// A call allows one arena buffer that it writes to have the bytes of one that it reads.
struct InPlaceOffer {
  uint32_t taker = 0, donor = 0; ///< storages
};

/// The time in which an arena buffer's bytes are in use: positions of instructions, both included.
struct ArenaLifetime {
  ArenaOp arena;
  uint32_t first = 0, last = 0;
  std::optional<uint32_t> inPlaceOf; ///< an earlier entry of the list that dies at `first`
};

struct InstructionAccesses {
  mlir::Operation *op = nullptr;
  InstructionKind kind = InstructionKind::Call;
  uint64_t stream = 0;
  std::vector<StorageUse> uses;
  std::vector<InPlaceOffer> inPlaceOffers;
  bool mayFault = false, writesVariable = false;
  bool isMeeting = false; ///< ranks wait for each other: in one order
};

/// Whether every buffer has its size before the program runs, so that its memory is planned then.
bool isStatic(llvm::ArrayRef<ArenaLifetime> lifetimes);

class Accesses {
public:
  explicit Accesses(ProgramOp program);

  llvm::ArrayRef<InstructionAccesses> instructions() const { return list; }

  uint32_t numStorages() const { return static_cast<uint32_t>(roots.size()); }
  uint32_t storageOf(mlir::Value buffer) const { return storages.lookup(rootBuffer(buffer)); }
  /// Null where the storage is no arena buffer.
  ArenaOp arena(uint32_t storage) const { return roots[storage].getDefiningOp<ArenaOp>(); }

  /// Of the arena buffers that are used, in the order of their first uses.
  std::vector<ArenaLifetime> arenaLifetimes() const;

  /// The same, where an instruction counts as running until the next one of its stream: bytes of buffers that don't
  /// overlap then are handed on without making streams wait. With one stream that is `arenaLifetimes`.
  std::vector<ArenaLifetime> arenaLifetimesSideBySide() const;

  /// For each instruction the earlier ones that must have ended before it: by its storages, and all of them at fences;
  /// those that may fault before what writes a variable; meetings of one stream one after the other.
  std::vector<std::vector<uint32_t>> predecessors() const;

  /// For each instruction the last one of each other stream that must have ended before it, by the bytes it touches:
  /// where arena buffers have offsets, also those that left it their bytes.
  std::vector<std::vector<uint32_t>> predecessorsOnOtherStreams() const;

private:
  void addStorage(mlir::Value buffer, mlir::SymbolTableCollection &symbols);
  void addOffers(CallOp call, InstructionAccesses &accesses);

  std::vector<InstructionAccesses> list;
  std::vector<mlir::Value> roots; ///< by storage
  llvm::DenseMap<mlir::Value, uint32_t> storages;
  llvm::DenseMap<mlir::Operation *, uint32_t> variables; ///< storages of weir.variables
};

/// Whether an instruction keeps its place among all others, because it does more than read and write its buffers.
bool isFence(InstructionKind kind);

} // namespace weir::vm
