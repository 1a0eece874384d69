// Which differences between two modules their hash tells.
#include "lib/Target/Gpu/ModuleHash.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace weir::gpu {
namespace {

/// In a context of its own, as another process has one.
std::string hashOfText(const std::string &text) {
  mlir::MLIRContext context;
  context.loadDialect<mlir::func::FuncDialect, mlir::LLVM::LLVMDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
  EXPECT_TRUE(module) << text;
  return module ? hashOf(*module) : "";
}

std::string function(const std::string &body, const std::string &type = "i32") {
  return "llvm.func @f(%a: " + type + ", %b: " + type + ") -> " + type + " {\n" + body + "\n}\n";
}

const std::string kSum = function("  %c = llvm.add %a, %b : i32\n  llvm.return %c : i32");

TEST(ModuleHash, IsOfTheOpsAlone) {
  EXPECT_EQ(hashOfText(kSum).size(), 32u);
  EXPECT_EQ(hashOfText(kSum), hashOfText("\n\n // elsewhere\n" + kSum));
  EXPECT_EQ(hashOfText(kSum), hashOfText(function("  %0 = llvm.add %a, %b : i32\n  llvm.return %0 : i32")));
}

TEST(ModuleHash, TellsWhatDiffers) {
  const std::vector<std::string> all = {
      kSum,
      function("  %c = llvm.mul %a, %b : i32\n  llvm.return %c : i32"),
      function("  %c = llvm.add %b, %a : i32\n  llvm.return %c : i32"),
      function("  %c = llvm.add %a, %a : i32\n  llvm.return %c : i32"),
      function("  %c = llvm.add %a, %b : i32\n  llvm.return %a : i32"),
      function("  %c = llvm.add %a, %b overflow<nsw> : i32\n  llvm.return %c : i32"),
      function("  %c = llvm.add %a, %b {weir.note} : i32\n  llvm.return %c : i32"),
      function("  %c = llvm.add %a, %b : i64\n  llvm.return %c : i64", "i64"),
      function("  llvm.br ^bb1\n^bb1:\n  %c = llvm.add %a, %b : i32\n  llvm.return %c : i32"),
      function("  llvm.br ^bb1(%a : i32)\n^bb1(%c: i32):\n  llvm.return %c : i32"),
      function("  llvm.br ^bb2\n^bb1:\n  llvm.return %a : i32\n^bb2:\n  llvm.return %b : i32"),
      function("  llvm.br ^bb1\n^bb1:\n  llvm.return %a : i32\n^bb2:\n  llvm.return %b : i32"),
      function("  llvm.br ^bb2\n^bb1:\n  llvm.return %c : i32\n^bb2:\n  %c = llvm.add %a, %a : i32\n"
               "  %d = llvm.mul %a, %a : i32\n  llvm.br ^bb1"),
      function("  llvm.br ^bb2\n^bb1:\n  llvm.return %d : i32\n^bb2:\n  %c = llvm.add %a, %a : i32\n"
               "  %d = llvm.mul %a, %a : i32\n  llvm.br ^bb1"),
      kSum + "llvm.func @g()\n",
  };
  std::set<std::string> hashes;
  for (const std::string &text : all)
    EXPECT_TRUE(hashes.insert(hashOfText(text)).second) << text;
}

} // namespace
} // namespace weir::gpu
