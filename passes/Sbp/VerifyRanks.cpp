// Verifies that the programs of a job's ranks meet in the same collectives. Changes nothing.
#include "passes/Sbp/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_VERIFYRANKSPASS
#include "passes/Sbp/Passes.h.inc"

namespace {

using Programs = llvm::MapVector<StringAttr, SmallVector<func::FuncOp>>; ///< by job

/// Of a program of one block, in which there is one way to go.
FailureOr<SmallVector<comm::CollectiveInterface>> collectivesOf(func::FuncOp program) {
  if (!program.getBody().hasOneBlock())
    return program.emitOpError("expects a program to have one block, got ") << program.getBody().getBlocks().size();
  SmallVector<comm::CollectiveInterface> collectives;
  WalkResult walked = program.walk([&](comm::CollectiveInterface op) {
    if (op->getBlock() != &program.getBody().front()) {
      op->emitOpError("expects collectives to stand in the program itself, not inside of other ops");
      return WalkResult::interrupt();
    }
    collectives.push_back(op);
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return failure();
  return collectives;
}

LogicalResult reportOther(Operation *op, Operation *other, const Twine &what) {
  InFlightDiagnostic error =
      op->emitOpError("expects the ranks of a job to meet in the same collectives, in one order: ") << what;
  error.attachNote(other->getLoc()) << "the other program is here";
  return failure();
}

comm::RanksAttr ranksOf(func::FuncOp program) { return program->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr); }

/// The ranks of a job on their way: each goes on once all members of its group are where it is.
class Meetings {
public:
  LogicalResult add(func::FuncOp program) {
    auto found = collectivesOf(program);
    if (failed(found))
      return failure();
    for (int64_t place : ranksOf(program).getPlaces())
      ranks[ranksOf(program).getDevices()[place]] = {program, *found, 0};
    return success();
  }

  LogicalResult verify() {
    for (bool moves = true; moves;) {
      moves = false;
      for (auto &[number, rank] : ranks)
        while (rank.op()) {
          FailureOr<bool> met = meet(number, rank);
          if (failed(met))
            return failure();
          if (!*met)
            break;
          moves = true;
        }
    }
    for (auto &[number, rank] : ranks)
      if (rank.op())
        return reportMissing(number, rank);
    return success();
  }

private:
  struct Rank {
    func::FuncOp program;
    SmallVector<comm::CollectiveInterface> collectives;
    size_t next = 0;
    comm::CollectiveInterface op() const {
      return next < collectives.size() ? collectives[next] : comm::CollectiveInterface();
    }
  };

  /// Ranks that meet a rank in a collective, itself among them.
  ArrayRef<int64_t> groupOf(comm::CollectiveInterface op, int64_t number) {
    auto [known, isNew] = groups.try_emplace({op.getGroups(), number});
    if (isNew)
      for (ArrayRef<int64_t> group : comm::groupsOf(op.getGroups()))
        if (llvm::is_contained(group, number))
          known->second.assign(group.begin(), group.end());
    return known->second;
  }

  /// Whether all members are there. Those who are at another one of the same members would wait for ever.
  FailureOr<bool> meet(int64_t number, Rank &rank) {
    comm::CollectiveInterface op = rank.op();
    SmallVector<int64_t> group(groupOf(op, number));
    if (group.empty())
      return op->emitOpError("expects a group with rank ") << number << ", which runs the program";
    for (int64_t member : group) {
      if (!ranks.contains(member))
        return op->emitOpError("expects ranks of the job's mesh, got ") << member;
      comm::CollectiveInterface other = ranks[member].op();
      if (!other || groupOf(other, member) != ArrayRef(group))
        return false;
      if (other->getName() != op->getName())
        return reportOther(op, other, "the other one here is '" + other->getName().getStringRef() + "'");
      if (other->getAttrDictionary() != op->getAttrDictionary())
        return reportOther(op, other, "the other one's attributes are " + attributesText(other));
      if (getElementTypeOrSelf(other.getX()) != getElementTypeOrSelf(op.getX()))
        return reportOther(op, other, "the other one's elements are of another type");
    }
    for (int64_t member : group)
      ++ranks[member].next;
    return true;
  }

  /// Nobody can go on: some member is elsewhere, or at its end.
  LogicalResult reportMissing(int64_t number, Rank &rank) {
    for (int64_t member : groupOf(rank.op(), number)) {
      Rank &other = ranks[member];
      if (!other.op())
        return reportOther(rank.program, other.program,
                           "got " + Twine(rank.collectives.size()) + " of them and " + Twine(other.collectives.size()));
      if (groupOf(other.op(), member) != groupOf(rank.op(), number))
        return reportOther(rank.op(), other.op(),
                           "rank " + Twine(member) + ", which it waits for, is in another group here");
    }
    llvm_unreachable("where all members are there they go on");
  }

  static std::string attributesText(Operation *op) {
    std::string text;
    llvm::raw_string_ostream(text) << op->getAttrDictionary();
    return text;
  }

  llvm::MapVector<int64_t, Rank> ranks;
  DenseMap<std::pair<Attribute, int64_t>, SmallVector<int64_t>> groups;
};

/// Each place of the mesh runs one of the job's programs.
LogicalResult verifyPlaces(ArrayRef<func::FuncOp> programs) {
  comm::RanksAttr first = ranksOf(programs.front());
  SmallVector<int> times(first.getDevices().size(), 0);
  for (func::FuncOp program : programs) {
    comm::RanksAttr ranks = ranksOf(program);
    if (ranks.getMesh() != first.getMesh() || ranks.getDevices() != first.getDevices())
      return program.emitOpError("expects the programs of a job to be on one mesh, got ") << ranks << " and " << first;
    for (int64_t place : ranks.getPlaces()) {
      if (place < 0 || place >= static_cast<int64_t>(times.size()) || times[place]++ > 0)
        return program.emitOpError("expects each place of the mesh to run one program, got place ") << place;
    }
  }
  if (func::FuncOp any = programs.front(); llvm::is_contained(times, 0))
    return any.emitOpError("expects each place of the mesh to run a program, got none at place ")
           << llvm::find(times, 0) - times.begin();
  return success();
}

struct VerifyRanks : impl::VerifyRanksPassBase<VerifyRanks> {
  void runOnOperation() override {
    Programs programs;
    for (auto program : getOperation().getOps<func::FuncOp>())
      if (auto ranks = program->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr))
        programs[ranks.getOf()].push_back(program);
    for (auto &[job, ofJob] : programs) {
      if (failed(verifyPlaces(ofJob)))
        return signalPassFailure();
      Meetings meetings;
      for (func::FuncOp program : ofJob)
        if (failed(meetings.add(program)))
          return signalPassFailure();
      if (failed(meetings.verify()))
        return signalPassFailure();
    }
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace weir
