// A context with the stage's dialects.
#include "unittests/Schedule/ScheduleRun.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "dialects/Sbp/Sbp.h"
#include "dialects/Weir/IR/Dialect.h"
#include "passes/Schedule/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace weir {

ScheduleRun::ScheduleRun() {
  context.disableMultithreading();
  context.loadDialect<WeirDialect, sbp::SbpDialect, kernel::KernelDialect, vm::VmDialect, func::FuncDialect,
                      arith::ArithDialect>();
}

OwningOpRef<ModuleOp> ScheduleRun::parse(const std::string &text) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  EXPECT_TRUE(bool(module)) << text;
  return module;
}

bool ScheduleRun::schedule(ModuleOp module) {
  PassManager passes(&context);
  buildSchedulePipeline(passes);
  bool ok = succeeded(passes.run(module));
  EXPECT_TRUE(ok);
  return ok;
}

std::vector<Kernel> ScheduleRun::kernelsOf(ModuleOp module) {
  std::vector<Kernel> kernels;
  for (auto function : module.getOps<func::FuncOp>()) {
    Kernel kernel;
    kernel.name = function.getSymName().str();
    kernel.setHostCode("naive", Bytes(std::vector<uint8_t>(64, 0xC3)), 0, {1});
    auto add = [&](Type type, Access access) {
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        kernel.operands.push_back({*dtypeOf(tensor.getElementType()), static_cast<uint32_t>(tensor.getRank()), access});
      else
        ++kernel.numScalars;
    };
    for (Type type : function.getArgumentTypes())
      add(type, Access::Const);
    for (Type type : function.getResultTypes())
      add(type, Access::Mut);
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

} // namespace weir
