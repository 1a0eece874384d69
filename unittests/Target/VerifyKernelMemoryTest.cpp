// What verifyKernelMemory refuses, each by op and location.
#include "lib/Target/Native/VerifyKernelMemory.h"

#include "lib/Compiler/Register.h"

#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace weir {
namespace {

/// The errors of verifyKernelMemory on a function of this body, each as "line: message".
std::vector<std::string> errorsOf(const std::string &body) {
  DialectRegistry registry;
  registerWeir(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    auto place = dyn_cast<FileLineColLoc>(diagnostic.getLocation());
    errors.push_back((place ? std::to_string(place.getLine()) : "?") + ": " + diagnostic.str());
    return success();
  });
  std::string text = "func.func private @elsewhere()\nfunc.func private @here() { return }\n"
                     "func.func @run(%n: index, %a: memref<?xf32>, %b: memref<?xf32>) {\n" +
                     body + "\nreturn\n}";
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return {"no module"};
  EXPECT_EQ(succeeded(verifyKernelMemory(*module)), errors.empty());
  return errors;
}

using Errors = std::vector<std::string>;

TEST(VerifyKernelMemoryTest, AcceptsStackOfKnownSizeAndCallsInside) {
  EXPECT_EQ(errorsOf("%s = memref.alloca() : memref<8xf32>\nfunc.call @here() : () -> ()"), Errors{});
}

TEST(VerifyKernelMemoryTest, RefusesAllocations) {
  EXPECT_EQ(errorsOf("%s = memref.alloc(%n) : memref<?xf32>"),
            Errors{"4: 'memref.alloc' op expects a kernel to allocate nothing; memory is the launch's workspace or a "
                   "worker's scratch"});
  EXPECT_EQ(errorsOf("%s = memref.alloca(%n) : memref<?xf32>"),
            Errors{"4: 'memref.alloca' op expects memory on a kernel's stack to have a known size, got "
                   "'memref<?xf32>'"});
}

TEST(VerifyKernelMemoryTest, RefusesCopies) {
  EXPECT_EQ(errorsOf("memref.copy %a, %b : memref<?xf32> to memref<?xf32>"),
            Errors{"4: 'memref.copy' op expects a kernel to copy by loops of its own"});
}

TEST(VerifyKernelMemoryTest, RefusesUndefinedFunctions) {
  EXPECT_EQ(errorsOf("func.call @here() : () -> ()\nfunc.call @elsewhere() : () -> ()"),
            Errors{"5: 'func.call' op expects a kernel to call only functions that its module defines, got a call of "
                   "@elsewhere"});
}

} // namespace
} // namespace weir
