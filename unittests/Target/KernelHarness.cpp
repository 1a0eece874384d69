// Compiles one kernel and launches it through the kernel ABI.
#include "unittests/Target/KernelHarness.h"

#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "lib/Compiler/Register.h"
#include "lib/Support/Shape.h"

#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace weir {

constexpr uint8_t kGuard = 0xA5;
constexpr int64_t kGuardBytes = 256;

TestBuffer::TestBuffer(std::vector<int64_t> sizes, int64_t elementBytes)
    : sizes(std::move(sizes)), strides(contiguousStrides(this->sizes)), used(numElements() * elementBytes) {
  bytes.assign(used + kGuardBytes, kGuard);
}

int64_t TestBuffer::numElements() const {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

bool TestBuffer::guardIntact() const {
  return std::all_of(bytes.begin() + used, bytes.end(), [](uint8_t byte) { return byte == kGuard; });
}

TestKernel::TestKernel(const std::string &text, const std::string &target, const std::string &machine) {
  DialectRegistry registry;
  registerWeir(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  const TargetInterface *interface = context.getLoadedDialect<kernel::KernelDialect>()->findTarget(target);
  if (!module || !interface) {
    ADD_FAILURE() << "no module, or no target " << target;
    return;
  }
  FailureOr<DictionaryAttr> description = interface->describe(&context, machine);
  if (failed(description)) {
    ADD_FAILURE() << "no machine " << machine;
    return;
  }
  auto function = module->lookupSymbol<func::FuncOp>("k");
  FailureOr<Kernel> compiled =
      interface->compile(*module, function, *description, [](StringRef step, const Lowered &lowered) {
        const auto *current = std::get_if<ModuleOp>(&lowered);
        if (current && getenv("WEIR_TEST_DUMP"))
          llvm::errs() << "// " << step << "\n" << *current << "\n";
      });
  if (failed(compiled)) {
    ADD_FAILURE() << "the kernel does not compile";
    return;
  }
  kernel = std::move(*compiled);
  if (target == "sim")
    simulator = std::make_unique<sim::SimRunner>(kernel);
  else
    runner = std::make_unique<KernelRunner>(kernel);
}

int32_t TestKernel::run(std::vector<TestBuffer *> operands, std::vector<int64_t> scalars, int workers) {
  std::vector<LaunchOperand> launched;
  for (TestBuffer *operand : operands)
    launched.push_back({operand->data<uint8_t>(), operand->sizes, operand->strides});
  if (simulator) {
    int32_t error = simulator->run(launched, scalars);
    launch = simulator->launch;
    fault = simulator->fault;
    EXPECT_EQ(simulator->reportText(), "");
    return error;
  }
  if (!runner)
    return -1;
  int32_t error = runner->run(launched, scalars, workers);
  launch = runner->launch;
  fault = runner->fault;
  return error;
}

} // namespace weir
