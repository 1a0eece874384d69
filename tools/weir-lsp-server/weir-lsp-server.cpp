// The language server for .mlir files of every stage: errors while one types, hovers, definitions, completion.
#include "lib/Compiler/Register.h"
#include "tools/Terminal/Terminal.h"

#include "llvm/Support/raw_ostream.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

#include <cstdlib>

int main(int argc, char **argv) {
  weir::setUpTool("weir-lsp-server", argc, argv);
  if (argc == 1 && weir::waitsForTyping("-", argc, argv))
    return weir::showUsage("weir-lsp-server", "an editor that speaks the Language Server Protocol on stdin",
                           {"--help"});
  mlir::DialectRegistry registry;
  weir::registerWeir(registry);
  weir::registerUpstream(registry);
  if (mlir::succeeded(mlir::MlirLspServerMain(argc, argv, registry)))
    return EXIT_SUCCESS;
  llvm::errs() << "weir-lsp-server: expects messages of JSON-RPC 2.0, the last ones `shutdown` and `exit`\n";
  return EXIT_FAILURE;
}
