// Finds a job's mesh.
#include "passes/Sbp/Placement.h"

#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace weir {

FailureOr<sbp::MeshOp> meshOf(func::FuncOp job) {
  if (auto placement = job->getAttrOfType<sbp::PlacementAttr>(sbp::kPlacementAttr))
    return SymbolTable::lookupNearestSymbolFrom<sbp::MeshOp>(job, placement.getMesh());
  SmallVector<sbp::MeshOp> meshes = llvm::to_vector(job->getParentOfType<ModuleOp>().getOps<sbp::MeshOp>());
  if (meshes.size() == 1)
    return meshes.front();
  InFlightDiagnostic error = job.emitOpError("expects the attribute '")
                             << sbp::kPlacementAttr << "' unless the module has one mesh, got " << meshes.size()
                             << " meshes";
  for (sbp::MeshOp mesh : meshes)
    error.attachNote(mesh.getLoc()) << "a mesh is here";
  return error;
}

LogicalResult verifyMoves(func::FuncOp job) {
  for (auto move : job.getOps<sbp::MoveOp>())
    for (Operation *user : move.getY().getUsers())
      if (!user->hasTrait<OpTrait::IsTerminator>()) {
        InFlightDiagnostic error = user->emitOpError("not supported yet: ops on what a job has moved to another mesh");
        error.attachNote(move.getLoc()) << "it is moved here";
        return error;
      }
  return success();
}

} // namespace weir
