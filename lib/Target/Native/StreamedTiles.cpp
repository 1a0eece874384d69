// See StreamedTiles.h.
#include "lib/Target/Native/StreamedTiles.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace weir {

void streamMarkedTiles(ModuleOp module) {
  module.walk([](LLVM::CallIntrinsicOp load) {
    if (load->removeDiscardableAttr(kStreamedAttr))
      load.setIntrin("llvm.x86.tileloaddt164.internal");
  });
}

} // namespace weir
