// mlir-opt over Weir's dialects and passes.
#include "lib/Compiler/Register.h"
#ifdef WEIR_TEST_PASSES
#include "test/lib/GpuMutations/GpuMutations.h"
#endif

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  weir::registerWeir(registry);
  weir::registerWeirPasses();
  mlir::registerTransformsPasses();
#ifdef WEIR_TEST_PASSES
  weir::registerGpuMutationPass();
#endif
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "Weir's optimizer driver\n", registry));
}
