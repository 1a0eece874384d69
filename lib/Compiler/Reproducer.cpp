// See Reproducer.h. MLIR's own crash reproducers of single passes drop the module around a function, with its target
// and what it calls.
#include "lib/Compiler/Reproducer.h"

#include "lib/Support/WriteFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassInstrumentation.h"

using namespace mlir;

namespace weir {

namespace {

class FailingPassCatcher : public PassInstrumentation {
public:
  explicit FailingPassCatcher(std::string &reproducer) : reproducer(reproducer) {}

  void runBeforePass(Pass *, Operation *op) override {
    if (auto module = dyn_cast<ModuleOp>(op); module && !module->getParentOp())
      before = module.clone();
  }

  void runAfterPassFailed(Pass *pass, Operation *op) override {
    if (!isa<ModuleOp>(op) || op->getParentOp() || !reproducer.empty())
      return;
    llvm::raw_string_ostream stream(reproducer);
    before->print(stream, OpPrintingFlags().enableDebugInfo());
    std::string pipeline;
    llvm::raw_string_ostream text(pipeline);
    pass->printAsTextualPipeline(text);
    // The form in which mlir-opt reads a pipeline from a file.
    stream << "\n{-#\n  external_resources: {\n    mlir_reproducer: {\n      pipeline: \"builtin.module(";
    llvm::printEscapedString(pipeline, stream);
    stream << ")\",\n      disable_threading: true,\n      verify_each: true\n    }\n  }\n#-}\n";
  }

private:
  std::string &reproducer;
  OwningOpRef<ModuleOp> before;
};

} // namespace

void catchFailingPass(PassManager &passes, std::string &reproducer) {
  passes.addInstrumentation(std::make_unique<FailingPassCatcher>(reproducer));
}

Result<std::string> writeReproducer(StringRef folder, StringRef reproducer) {
  SmallString<128> path(folder);
  llvm::sys::path::append(path, "weir-" + llvm::utohexstr(llvm::xxh3_64bits(reproducer), /*LowerCase=*/true) + ".mlir");
  std::error_code error = llvm::sys::fs::create_directories(folder);
  if (error)
    return Failure{"expects to create " + folder.str() + ": " + error.message()};
  std::string written = path.str().str();
  if ((error = writeFile(written, reproducer)))
    return Failure{"expects to write " + written + ": " + error.message()};
  return written;
}

} // namespace weir
