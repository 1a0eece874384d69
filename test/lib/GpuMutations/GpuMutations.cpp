// Finds what makes a kernel right: synchronization, and conditions in front of what it writes.
#include "test/lib/GpuMutations/GpuMutations.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Pass/Pass.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/IR/ConstantRange.h"

#include <functional>

using namespace mlir;

namespace weir {

namespace {

struct Mutation {
  std::string text;
  std::function<void()> change;
  std::function<void(uint64_t address)> note;
};

std::string describe(StringRef what, Operation *op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << what << " " << op->getName() << " of " << op->getParentOfType<LLVM::LLVMFuncOp>().getSymName() << " at "
         << op->getLoc();
  return text;
}

bool writes(Operation &op) {
  return isa<LLVM::StoreOp, LLVM::AtomicRMWOp, LLVM::AtomicCmpXchgOp, LLVM::MaskedStoreOp, NVVM::CpAsyncOp,
             NVVM::StMatrixOp>(op);
}

void storeNote(OpBuilder &builder, mlir::Location loc, uint64_t address) {
  auto number = builder.getI64IntegerAttr(static_cast<int64_t>(address));
  Value at = LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), number);
  Value pointer = LLVM::IntToPtrOp::create(builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), at);
  Value one = LLVM::ConstantOp::create(builder, loc, builder.getI8Type(), builder.getI8IntegerAttr(1));
  LLVM::StoreOp::create(builder, loc, one, pointer);
}

Value truth(OpBuilder &builder, mlir::Location loc, bool value) {
  return LLVM::ConstantOp::create(builder, loc, builder.getI1Type(), builder.getBoolAttr(value));
}

// What depends on which thread executes it

class ThreadDependence {
public:
  bool dependsOnThread(Value value) {
    if (!seen.insert(value).second)
      return false;
    if (auto argument = dyn_cast<BlockArgument>(value))
      return argument.getOwner()->isEntryBlock() ? false : anyIncoming(argument);
    Operation *op = value.getDefiningOp();
    if (isa<NVVM::ThreadIdXOp, NVVM::LaneIdOp, NVVM::WarpIdOp, NVVM::BlockIdXOp>(op))
      return true;
    // What depends on data is no predicate of a store but a check.
    return isMemoryEffectFree(op) && llvm::any_of(op->getOperands(), [&](Value v) { return dependsOnThread(v); });
  }

private:
  bool anyIncoming(BlockArgument argument) {
    Block *block = argument.getOwner();
    for (auto pred = block->pred_begin(); pred != block->pred_end(); ++pred) {
      auto branch = cast<BranchOpInterface>((*pred)->getTerminator());
      Value value = branch.getSuccessorOperands(pred.getSuccessorIndex())[argument.getArgNumber()];
      if (value && dependsOnThread(value))
        return true;
    }
    return false;
  }

  llvm::DenseSet<Value> seen;
};

using BackEdges = llvm::SmallPtrSet<Operation *, 2>;

/// The branches that go to a loop's header from inside.
BackEdges backEdges(Block *header, DominanceInfo &dominance) {
  BackEdges found;
  for (Block *from : header->getPredecessors())
    if (dominance.dominates(header, from))
      found.insert(from->getTerminator());
  return found;
}

// What holds for all threads

/// What an integer may be, as far as constants and the ranges of ids say. In a loop's first turn, the arguments of its
/// header are what came from outside.
class FirstTurnRanges {
public:
  FirstTurnRanges(Block *header, const BackEdges &edges) : header(header), edges(edges) {}

  bool alwaysHolds(LLVM::ICmpOp compare) const {
    if (compare.getPredicate() == LLVM::ICmpPredicate::slt)
      return of(compare.getLhs()).icmp(llvm::CmpInst::ICMP_SLT, of(compare.getRhs()));
    return compare.getPredicate() == LLVM::ICmpPredicate::ult &&
           of(compare.getLhs()).icmp(llvm::CmpInst::ICMP_ULT, of(compare.getRhs()));
  }

private:
  llvm::ConstantRange of(Value value) const {
    unsigned bits = value.getType().getIntOrFloatBitWidth();
    if (auto argument = dyn_cast<BlockArgument>(value))
      return argument.getOwner() == header ? fromOutside(argument) : llvm::ConstantRange::getFull(bits);
    Operation *op = value.getDefiningOp();
    auto operand = [&](unsigned i) { return of(op->getOperand(i)); };
    return llvm::TypeSwitch<Operation *, llvm::ConstantRange>(op)
        .Case([](LLVM::ConstantOp constant) {
          return llvm::ConstantRange(cast<IntegerAttr>(constant.getValue()).getValue());
        })
        .Case([&](NVVM::ThreadIdXOp id) {
          std::optional<LLVM::ConstantRangeAttr> range = id.getRange();
          return range ? llvm::ConstantRange(range->getLower(), range->getUpper()) : llvm::ConstantRange::getFull(bits);
        })
        .Case([&](LLVM::SExtOp) { return operand(0).signExtend(bits); })
        .Case([&](LLVM::ZExtOp) { return operand(0).zeroExtend(bits); })
        .Case([&](LLVM::TruncOp) { return operand(0).truncate(bits); })
        .Case([&](LLVM::AddOp) { return operand(0).add(operand(1)); })
        .Case([&](LLVM::MulOp) { return operand(0).multiply(operand(1)); })
        .Case([&](LLVM::UDivOp) { return operand(0).udiv(operand(1)); })
        .Case([&](LLVM::URemOp) { return operand(0).urem(operand(1)); })
        .Default([&](Operation *) { return llvm::ConstantRange::getFull(bits); });
  }

  llvm::ConstantRange fromOutside(BlockArgument argument) const {
    auto range = llvm::ConstantRange::getEmpty(argument.getType().getIntOrFloatBitWidth());
    for (auto pred = header->pred_begin(); pred != header->pred_end(); ++pred) {
      auto branch = cast<BranchOpInterface>((*pred)->getTerminator());
      Value value = branch.getSuccessorOperands(pred.getSuccessorIndex())[argument.getArgNumber()];
      if (!edges.contains(branch))
        range = range.unionWith(value ? of(value) : llvm::ConstantRange::getFull(range.getBitWidth()));
    }
    return range;
  }

  Block *header;
  const BackEdges &edges;
};

// Branches

/// What happens only if the branch goes to this successor: the first op there that writes.
Operation *firstWriteBehind(LLVM::CondBrOp branch, Block *successor, DominanceInfo &dominance) {
  if (successor->getSinglePredecessor() != branch->getBlock())
    return nullptr;
  for (Block &block : *successor->getParent())
    if (dominance.dominates(successor, &block))
      for (Operation &op : block)
        if (writes(op))
          return &op;
  return nullptr;
}

/// A new argument of a loop's header that says whether this is the loop's first turn.
Value firstTurn(Block *header, const BackEdges &backEdges) {
  OpBuilder builder(header->getParentOp());
  mlir::Location loc = header->getTerminator()->getLoc();
  SmallVector<std::pair<Operation *, unsigned>> edges;
  for (auto pred = header->pred_begin(); pred != header->pred_end(); ++pred)
    edges.emplace_back((*pred)->getTerminator(), pred.getSuccessorIndex());
  Value argument = header->addArgument(builder.getI1Type(), loc);
  for (auto [from, index] : edges) {
    builder.setInsertionPoint(from);
    Value value = truth(builder, loc, !backEdges.contains(from));
    cast<BranchOpInterface>(from).getSuccessorOperands(index).append(value);
  }
  return argument;
}

/// Stores the note on the way of the branch to one of its successors where `when` holds.
void noteOnEdge(LLVM::CondBrOp branch, bool edge, Value when, uint64_t address) {
  OpBuilder builder(branch);
  mlir::Location loc = branch.getLoc();
  Block *rest = branch->getBlock()->splitBlock(branch);
  Block *note = builder.createBlock(rest);
  storeNote(builder, loc, address);
  LLVM::BrOp::create(builder, loc, ValueRange(), rest);
  builder.setInsertionPointToEnd(note->getPrevNode());
  Value goes = branch.getCondition();
  if (!edge)
    goes = LLVM::XOrOp::create(builder, loc, goes, truth(builder, loc, true));
  if (when)
    goes = LLVM::AndOp::create(builder, loc, goes, when);
  LLVM::CondBrOp::create(builder, loc, goes, note, rest);
}

class MutationList {
public:
  explicit MutationList(ModuleOp device) {
    device.walk([&](LLVM::LLVMFuncOp function) {
      if (function.isExternal())
        return;
      DominanceInfo dominance(function);
      function.getBody().walk([&](Operation *op) { add(op, dominance); });
    });
  }

  std::vector<Mutation> mutations;

private:
  void add(Operation *op, DominanceInfo &dominance) {
    if (isa<NVVM::Barrier0Op, NVVM::BarrierOp, NVVM::SyncWarpOp, NVVM::CpAsyncWaitGroupOp, NVVM::CpAsyncCommitGroupOp>(
            op))
      addRemoval(op);
    auto branch = dyn_cast<LLVM::CondBrOp>(op);
    if (branch && branch.getTrueDest() != branch.getFalseDest() &&
        ThreadDependence().dependsOnThread(branch.getCondition()))
      addCondition(branch, dominance);
  }

  void addRemoval(Operation *op) {
    if (op->getNumResults() != 0)
      return;
    auto note = [op](uint64_t address) {
      OpBuilder builder(op);
      storeNote(builder, op->getLoc(), address);
    };
    mutations.push_back({describe("without", op), [op] { op->erase(); }, note});
  }

  /// A thread writes only under this condition: it decides about one of the branch's ways, not between two.
  void addCondition(LLVM::CondBrOp branch, DominanceInfo &dominance) {
    Operation *onTrue = firstWriteBehind(branch, branch.getTrueDest(), dominance);
    Operation *onFalse = firstWriteBehind(branch, branch.getFalseDest(), dominance);
    if (BackEdges edges = backEdges(branch->getBlock(), dominance); !edges.empty())
      return addBound(branch, onTrue, edges);
    if (!onTrue == !onFalse)
      return;
    bool way = onTrue != nullptr;
    auto change = [branch, way]() mutable {
      OpBuilder builder(branch);
      branch.getConditionMutable().assign(truth(builder, branch.getLoc(), way));
    };
    auto note = [branch, way](uint64_t address) { noteOnEdge(branch, !way, nullptr, address); };
    mutations.push_back({describe("without the condition of", onTrue ? onTrue : onFalse), change, note});
  }

  /// Of a loop that writes, whose first turn happens under a condition: it always happens. Where all threads have one
  /// anyway, nothing is changed.
  void addBound(LLVM::CondBrOp branch, Operation *write, const BackEdges &edges) {
    auto compare = branch.getCondition().getDefiningOp<LLVM::ICmpOp>();
    if (!write || (compare && FirstTurnRanges(branch->getBlock(), edges).alwaysHolds(compare)))
      return;
    auto change = [branch, edges]() mutable {
      Value first = firstTurn(branch->getBlock(), edges);
      OpBuilder builder(branch);
      branch.getConditionMutable().assign(
          LLVM::OrOp::create(builder, branch.getLoc(), branch.getCondition(), first).getResult());
    };
    auto note = [branch, edges](uint64_t address) {
      noteOnEdge(branch, /*edge=*/false, firstTurn(branch->getBlock(), edges), address);
    };
    mutations.push_back({describe("without the bound of", write), change, note});
  }
};

struct MutateGpuPass : PassWrapper<MutateGpuPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MutateGpuPass)

  MutateGpuPass() = default;
  MutateGpuPass(const MutateGpuPass &other) : PassWrapper(other) {}

  StringRef getArgument() const override { return "weir-test-mutate-gpu"; }
  StringRef getDescription() const override { return "Makes one mutation of a gpu.module, or lists all as remarks."; }

  void runOnOperation() override {
    if (notes)
      return noteGpuMutations(getOperation(), notes);
    if (mutation < 0) {
      for (const std::string &text : gpuMutations(getOperation()))
        getOperation().emitRemark(text);
      return;
    }
    if (succeeded(applyGpuMutation(getOperation(), static_cast<size_t>(mutation))))
      return;
    getOperation().emitError("expects a mutation below ") << gpuMutations(getOperation()).size();
    signalPassFailure();
  }

  Option<int> mutation{*this, "mutation", llvm::cl::init(-1), llvm::cl::desc("Its number; none lists them")};
  Option<uint64_t> notes{*this, "notes", llvm::cl::init(0), llvm::cl::desc("Where to note what would be changed")};
};

} // namespace

std::vector<std::string> gpuMutations(ModuleOp device) {
  std::vector<std::string> texts;
  for (Mutation &mutation : MutationList(device).mutations)
    texts.push_back(std::move(mutation.text));
  return texts;
}

LogicalResult applyGpuMutation(ModuleOp device, size_t number) {
  MutationList list(device);
  if (number >= list.mutations.size())
    return failure();
  list.mutations[number].change();
  return success();
}

void noteGpuMutations(ModuleOp device, uint64_t address) {
  MutationList list(device);
  for (auto [number, mutation] : llvm::enumerate(list.mutations))
    mutation.note(address + number);
}

void registerGpuMutationPass() { PassRegistration<MutateGpuPass>(); }

} // namespace weir
