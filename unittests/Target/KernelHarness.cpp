// Compiles one kernel and launches it through the kernel ABI.
#include "unittests/Target/KernelHarness.h"

#include "dialects/Kernel/Kernel.h"
#include "dialects/Kernel/Target.h"
#include "lib/Compiler/Register.h"
#include "lib/Support/IterationRule.h"

#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

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
  FailureOr<Kernel> compiled = interface->compile(*module, function, *description, [](StringRef step, ModuleOp current) {
    if (getenv("WEIR_TEST_DUMP"))
      llvm::errs() << "// " << step << "\n" << current << "\n";
  });
  if (failed(compiled)) {
    ADD_FAILURE() << "the kernel does not compile";
    return;
  }
  kernel = std::move(*compiled);
  code = static_cast<uint8_t *>(mmap(nullptr, kernel.image.size(), PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  std::memcpy(code, kernel.image.data(), kernel.image.size());
  mprotect(code, kernel.image.size(), PROT_READ | PROT_EXEC);
}

TestKernel::~TestKernel() {
  if (code)
    munmap(code, kernel.image.size());
}

int32_t TestKernel::run(std::vector<TestBuffer *> operands, std::vector<int64_t> scalars, int workers) {
  if (!code)
    return -1;
  std::vector<int64_t> table;
  std::vector<void *> pointers;
  for (TestBuffer *operand : operands) {
    pointers.push_back(operand->data<uint8_t>());
    table.insert(table.end(), operand->sizes.begin(), operand->sizes.end());
    table.insert(table.end(), operand->strides.begin(), operand->strides.end());
  }
  table.insert(table.end(), scalars.begin(), scalars.end());
  launch = {};
  fault = {};
  auto prepare = reinterpret_cast<weir_prepare_fn>(code + kernel.prepareOffset);
  auto run = reinterpret_cast<weir_run_fn>(code + kernel.runOffset);
  if (int32_t error = prepare(table.data(), &launch, &fault))
    return error;
  std::unique_ptr<uint8_t, decltype(&free)> workspace(
      static_cast<uint8_t *>(aligned_alloc(64, (launch.workspace_bytes + 127) / 64 * 64)), &free);
  for (int worker = 0; worker < workers; ++worker) {
    std::unique_ptr<uint8_t, decltype(&free)> scratch(
        static_cast<uint8_t *>(aligned_alloc(64, (launch.scratch_bytes + 127) / 64 * 64)), &free);
    Range part = balancedPart(launch.tiles, workers, worker);
    weir_call call{pointers.data(), table.data(), &launch, scratch.get(), workspace.get()};
    if (int32_t error = part.size() ? run(&call, part.begin, part.size(), &fault) : 0)
      return error;
  }
  return 0;
}

} // namespace weir
