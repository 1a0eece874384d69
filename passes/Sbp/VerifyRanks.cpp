// Verifies that the programs of a job's ranks meet in the same collectives. Changes nothing.
#include "passes/Sbp/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

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

InFlightDiagnostic reportOther(Operation *op, Operation *other, const Twine &what) {
  InFlightDiagnostic error =
      op->emitOpError("expects the ranks of a job to meet in the same collectives, in one order: ") << what;
  error.attachNote(other->getLoc()) << "the other program is here";
  return error;
}

comm::RanksAttr ranksOf(func::FuncOp program) { return program->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr); }

/// The collectives of a job's programs, one beside the other.
class Meetings {
public:
  LogicalResult add(func::FuncOp program) {
    auto found = collectivesOf(program);
    if (failed(found))
      return failure();
    for (int64_t place : ranksOf(program).getPlaces())
      programOf[ranksOf(program).getDevices()[place]] = programs.size();
    programs.push_back(program);
    collectives.push_back(std::move(*found));
    return success();
  }

  LogicalResult verify() {
    for (size_t other = 1; other < programs.size(); ++other) {
      for (auto [a, b] : llvm::zip(collectives[0], collectives[other]))
        if (a->getName() != b->getName() || a.getGroups() != b.getGroups())
          return reportOther(a, b, "the other one here is '" + b->getName().getStringRef() + "'");
      if (collectives[0].size() != collectives[other].size())
        return reportOther(programs[0], programs[other],
                           "got " + Twine(collectives[0].size()) + " of them and " + Twine(collectives[other].size()));
    }
    for (size_t number = 0; number < collectives[0].size(); ++number)
      for (ArrayRef<int64_t> group : comm::groupsOf(collectives[0][number].getGroups()))
        if (failed(verifyGroup(number, group)))
          return failure();
    return success();
  }

private:
  /// Who meets does the same; other groups may hold parts of other sizes.
  LogicalResult verifyGroup(size_t number, ArrayRef<int64_t> group) {
    for (int64_t rank : group) {
      auto first = programOf.find(group.front()), own = programOf.find(rank);
      if (first == programOf.end() || own == programOf.end())
        return collectives[0][number]->emitOpError("expects ranks of the job's mesh, got ") << rank;
      comm::CollectiveInterface a = collectives[first->second][number], b = collectives[own->second][number];
      if (a->getAttrDictionary() != b->getAttrDictionary())
        return reportOther(a, b, "the other one's attributes are " + attributesText(b));
    }
    return success();
  }

  static std::string attributesText(Operation *op) {
    std::string text;
    llvm::raw_string_ostream(text) << op->getAttrDictionary();
    return text;
  }

  SmallVector<func::FuncOp> programs;
  SmallVector<SmallVector<comm::CollectiveInterface>> collectives; ///< by program
  DenseMap<int64_t, size_t> programOf;                             ///< by rank
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
        programs[ranks.getJob()].push_back(program);
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
