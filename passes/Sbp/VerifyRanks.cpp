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

LogicalResult verifyAlike(func::FuncOp first, func::FuncOp other) {
  auto mine = collectivesOf(first), theirs = collectivesOf(other);
  if (failed(mine) || failed(theirs))
    return failure();
  for (auto [a, b] : llvm::zip(*mine, *theirs))
    if (a->getName() != b->getName() || a->getAttrDictionary() != b->getAttrDictionary())
      return reportOther(a, b, "the other one here is '" + b->getName().getStringRef() + "'");
  if (mine->size() != theirs->size())
    return reportOther(first, other, "got " + Twine(mine->size()) + " of them and " + Twine(theirs->size()));
  return success();
}

/// Each place of the mesh runs one of the job's programs.
LogicalResult verifyPlaces(ArrayRef<func::FuncOp> programs) {
  auto ranksOf = [](func::FuncOp program) { return program->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr); };
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
      for (func::FuncOp other : ArrayRef(ofJob).drop_front())
        if (failed(verifyAlike(ofJob.front(), other)))
          return signalPassFailure();
    }
    markAllAnalysesPreserved();
  }
};

} // namespace
} // namespace weir
