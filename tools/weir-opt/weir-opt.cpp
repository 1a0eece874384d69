// mlir-opt over Weir's dialects and passes.
#include "lib/Compiler/Register.h"

#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  weir::registerWeir(registry);
  weir::registerWeirPasses();
  mlir::registerTransformsPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(argc, argv, "Weir's optimizer driver\n", registry));
}
