// Decides in which storage each value of a job lives, what must be copied, and in which order that is right.
#pragma once

#include "dialects/Vm/Vm.h"
#include "lib/Support/AcyclicGraph.h"
#include "passes/Schedule/Faults.h"

#include <optional>
#include <vector>

namespace weir {

/// Bytes that a program has.
struct Storage {
  enum class Kind {
    Own,       ///< what `value` is by itself: an input, an old value of a variable, a constant, or the arena
    Temporary, ///< a row-major copy of `value` in the arena
    Result,
    Variable,
  };
  Kind kind = Kind::Own;
  mlir::Value value;
  unsigned result = 0;
  mlir::FlatSymbolRefAttr variable;
};

/// An instruction to be.
struct ProgramStep {
  enum class Kind {
    Call, ///< of the kernel.call `origin`
    Fill, ///< of `target` with `number`
    Copy, ///< of `value` to `target`
    Part, ///< the comm.cut or comm.exchange `origin`
    Gate, ///< none: behind it variables may be written
  };
  Kind kind = Kind::Call;
  mlir::Operation *origin = nullptr;
  Storage target;
  mlir::TypedAttr number;
  mlir::Value value;          ///< of a copy or fill: what `target` holds then
  bool fromTemporary = false; ///< the copy reads the temporary of `value`

  vm::When when() const { return origin && origin->hasAttr(kLastAttr) ? vm::When::Last : vm::When::Each; }
};

class StorageDecisions {
public:
  StorageDecisions(mlir::func::FuncOp job, const JobValues &values);

  /// The steps in an order that is right.
  std::vector<ProgramStep> orderedSteps() const;

  /// Where the bytes of a root are.
  Storage storageOf(mlir::Value root) const { return homes.lookup_or(root, Storage{Storage::Kind::Own, root, 0, {}}); }
  /// The value whose type the storage of `root` has: `root` itself, or the output that lives there.
  mlir::Value typedBy(mlir::Value root) const { return outputOf.lookup_or(root, root); }

  bool mayFault(kernel::CallOp call) const { return faults.mayFault(call); }

  /// Whether iterations hand a variable's value on in bytes of the run's own: it doesn't outlive the run, or each of
  /// them assigns it and a later one may fail, which must not be seen in it.
  bool isCarried(mlir::FlatSymbolRefAttr variable) const { return carried.contains(variable); }

  /// Whether the part of a value that ranks cut or send must be read from a row-major copy.
  bool readsTemporary(mlir::Value sent) const;
  /// Whether operand `index` of the call must be read from a row-major copy.
  bool readsTemporary(kernel::CallOp call, unsigned index) const;

  /// The donated input whose bytes result `result` may have, else null.
  mlir::Value inPlaceOf(unsigned result) const { return donors.lookup(result); }

private:
  uint32_t addStep(ProgramStep step);
  void findCarried();
  void addMakers();
  void addGate();
  void readBy(mlir::Value value, uint32_t step, bool throughTemporary);
  void addResults();
  void addMovesOfOldValues();
  llvm::DenseSet<mlir::Attribute> variablesThatNeedTemporaries() const;
  void addNewValues();
  bool placeInVariable(const JobOutput &output);
  void placeInDonatedInputs();

  void addCopy(const JobOutput &output, Storage target);
  uint32_t temporaryOf(mlir::Value root);
  bool isMade(mlir::Value root) const { return makerOf.contains(root); }
  bool mayWriteOver(mlir::OpResult result, mlir::Value root) const;
  bool needsRowMajor(mlir::Value value) const;
  void addReadsOf(mlir::Operation *maker, uint32_t step);
  void orderMeetings();
  bool mayFault(const ProgramStep &step) const;
  bool tryEdgesFromReaders(mlir::Value root, uint32_t writer, uint64_t limit = AcyclicGraph::kNoLimit);

  mlir::func::FuncOp job;
  const JobValues &values;
  const Faults faults;
  llvm::DenseSet<mlir::Attribute> carried;
  mutable mlir::SymbolTableCollection symbols; ///< filled where it is asked
  std::vector<ProgramStep> steps;
  AcyclicGraph order; ///< its nodes are steps
  uint32_t gate = 0;
  llvm::DenseMap<mlir::Value, uint32_t> makerOf;                    ///< by root
  llvm::DenseMap<mlir::Value, uint32_t> temporaries;                ///< steps that copy roots
  llvm::DenseMap<mlir::Value, llvm::SmallVector<uint32_t>> readers; ///< steps, by root
  llvm::DenseMap<mlir::Value, Storage> homes;
  llvm::DenseMap<mlir::Value, mlir::Value> outputOf;
  llvm::DenseMap<unsigned, mlir::Value> donors;
};

} // namespace weir
