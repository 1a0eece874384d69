// A backend that has emitted other kernels emits the same code for one as a new backend does.
#include "lib/Compiler/Register.h"
#include "lib/Target/Native/Codegen.h"

#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace weir {
namespace {

/// A constant in memory, a loop, and a function that is called.
constexpr const char *kLoop = R"(
  llvm.func @twice(%x: f64) -> f64 attributes {no_inline} {
    %factor = llvm.mlir.constant(2.5 : f64) : f64
    %y = llvm.fmul %x, %factor : f64
    llvm.return %y : f64
  }
  llvm.func @run(%x: !llvm.ptr, %n: i64) {
    %one = llvm.mlir.constant(1 : i64) : i64
    %none = llvm.mlir.constant(0 : i64) : i64
    llvm.br ^loop(%none : i64)
  ^loop(%i: i64):
    %place = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %a = llvm.load %place : !llvm.ptr -> f64
    %b = llvm.call @twice(%a) : (f64) -> f64
    llvm.store %b, %place : f64, !llvm.ptr
    %next = llvm.add %i, %one : i64
    %more = llvm.icmp "slt" %next, %n : i64
    llvm.cond_br %more, ^loop(%next : i64), ^end
  ^end:
    llvm.return
  })";
/// Of the same names, with other constants.
constexpr const char *kOther = R"(
  llvm.func @run(%x: !llvm.ptr, %n: i64) {
    %many = llvm.mlir.constant(dense<[1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5]> : vector<8xf32>) : vector<8xf32>
    llvm.store %many, %x : vector<8xf32>, !llvm.ptr
    llvm.return
  })";

class BackendTest : public testing::TestWithParam<bool> {
protected:
  BackendTest() : context(registry(), MLIRContext::Threading::DISABLED) { context.loadAllAvailableDialects(); }

  std::vector<uint8_t> imageOf(const char *text, const char *cpu) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return {};
    if (GetParam())
      (*module)->setAttr(kQuicklyAttr, UnitAttr::get(&context));
    FailureOr<Image> image = compileToImage(*module, {cpu, ""}, std::string("run"));
    return succeeded(image) ? image->bytes : std::vector<uint8_t>();
  }

private:
  static DialectRegistry registry() {
    DialectRegistry registry;
    registerWeir(registry);
    return registry;
  }

  MLIRContext context;
};

TEST_P(BackendTest, EmitsTheSameBehindOtherKernels) {
  std::vector<uint8_t> first = imageOf(kLoop, "x86-64-v3");
  ASSERT_FALSE(first.empty());
  for (const char *before : {"x86-64-v3", "x86-64-v4"}) {
    EXPECT_NE(imageOf(kOther, before), first);
    EXPECT_EQ(imageOf(kLoop, "x86-64-v3"), first);
  }
}

INSTANTIATE_TEST_SUITE_P(Quickly, BackendTest, testing::Bool());

} // namespace
} // namespace weir
