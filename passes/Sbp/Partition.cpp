// The program of one rank. On one device it is the global program without the dialect sbp.
#include "passes/Sbp/Passes.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_PARTITIONPASS
#include "passes/Sbp/Passes.h.inc"

namespace {

struct Partition : impl::PartitionPassBase<Partition> {
  void runOnOperation() override {
    SmallVector<sbp::MeshOp> meshes = llvm::to_vector(getOperation().getOps<sbp::MeshOp>());
    for (sbp::MeshOp mesh : meshes)
      if (mesh.getNumDevices() != 1) {
        mesh.emitOpError("not supported yet: mesh of ") << mesh.getNumDevices() << " devices";
        return signalPassFailure();
      }
    getOperation().walk([](Operation *op) {
      op->removeAttr(sbp::kSignatureAttr);
      op->removeAttr(sbp::kPlacementAttr);
      if (auto constrain = dyn_cast<sbp::ConstrainOp>(op)) {
        constrain.getY().replaceAllUsesWith(constrain.getX());
        constrain.erase();
      }
    });
    for (sbp::MeshOp mesh : meshes)
      mesh.erase();
  }
};

} // namespace
} // namespace weir
