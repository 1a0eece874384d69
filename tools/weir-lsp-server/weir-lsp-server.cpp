// The language server for .mlir files of every stage: errors while one types, hovers, definitions, completion.
#include "lib/Compiler/Register.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  weir::registerWeir(registry);
  weir::registerUpstream(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
