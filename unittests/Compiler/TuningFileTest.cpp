// A schedule that a tuning file has is that of the kernel, whatever the kernel is called.
#include "lib/Compiler/TuningFile.h"
#include "dialects/Kernel/Kernel.h"
#include "lib/Compiler/Register.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

#include <cstdio>

using namespace mlir;

namespace weir {
namespace {

class TuningFileTest : public ::testing::Test {
protected:
  TuningFileTest() {
    DialectRegistry registry;
    registerWeir(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
  }

  /// A module for the CPU whose only function is a kernel of this name that adds `number` to each element.
  OwningOpRef<ModuleOp> moduleOf(const std::string &name, const std::string &number) {
    return parseSourceString<ModuleOp>(
        "module attributes {kernel.target = #kernel.target<\"cpu\", {cpu = \"znver5\"}>} {"
        "func.func private @" +
            name +
            "(%x: tensor<8xf32>) -> tensor<8xf32> attributes {kernel.kernel} {"
            "%c = weir.constant dense<" +
            number +
            "> : tensor<f32> -> tensor<8xf32>"
            "%y = weir.add %x, %c : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>"
            "return %y : tensor<8xf32> } }",
        &context);
  }

  DictionaryAttr chosen(const TuningFile &file, ModuleOp module) {
    return file.choose(kernelOf(module), target(module), kernel::targetAttrOf(module).getDescription());
  }

  static func::FuncOp kernelOf(ModuleOp module) { return *module.getOps<func::FuncOp>().begin(); }
  static const TargetInterface &target(ModuleOp module) { return **kernel::targetOf(module); }

  MLIRContext context;
};

TEST_F(TuningFileTest, AnEntryIsFoundByWhatTheKernelComputes) {
  OwningOpRef<ModuleOp> module = moduleOf("k", "1.0"), renamed = moduleOf("other", "1.0"),
                        different = moduleOf("k", "2.0");
  auto schedule = cast<DictionaryAttr>(parseAttribute("{form = \"nests\", lanes = 8 : i64}", &context));
  std::string path = ::testing::TempDir() + "/weir-tuning-test";
  TuningFile file;
  file.set(kernelOf(*module), target(*module), kernel::targetAttrOf(*module).getDescription(), schedule, "8.1 us");
  ASSERT_FALSE(file.write(path));
  Result<TuningFile> again = TuningFile::read(path);
  std::remove(path.c_str());
  ASSERT_TRUE(again) << again.message();
  EXPECT_EQ(chosen(*again, *module), schedule);
  EXPECT_EQ(chosen(*again, *renamed), schedule);
  EXPECT_EQ(chosen(*again, *different), DictionaryAttr());
}

} // namespace
} // namespace weir
