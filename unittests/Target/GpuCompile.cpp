// See GpuCompile.h.
#include "unittests/Target/GpuCompile.h"

#include "dialects/Kernel/Kernel.h"
#include "dialects/Weir/IR/Dialect.h"
#include "lib/Target/Cuda/EmitPtx.h"
#include "lib/Target/Gpu/GpuKernel.h"
#include "lib/Target/Sim/CompileSimImage.h"
#include "unittests/Target/PtxasReports.h"

#include "lib/Support/Shape.h"

#include "llvm/ADT/StringExtras.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace weir {

constexpr size_t kAlignment = 256;

GpuOperand::GpuOperand(std::vector<int64_t> sizes, size_t elementBytes, int64_t shift)
    : sizes(std::move(sizes)), strides(contiguousStrides(this->sizes)) {
  for (int64_t size : this->sizes)
    count *= size;
  bytes.resize(count * elementBytes + 2 * kAlignment);
  start = bytes.data() + kAlignment - reinterpret_cast<uintptr_t>(bytes.data()) % kAlignment + shift * elementBytes;
}

GpuCompilation::GpuCompilation(const std::string &text, const std::string &archs) {
  DialectRegistry registry;
  registry.insert<WeirDialect, kernel::KernelDialect, func::FuncDialect>();
  gpu::registerGpuLowering(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
  if (!module) {
    ADD_FAILURE() << "no module";
    return;
  }
  auto function = module->lookupSymbol<func::FuncOp>("k");
  FailureOr<gpu::GpuKernel> compiled = gpu::compileGpuKernel(
      *module, function, DictionaryAttr::get(&context), [&](StringRef step, const Lowered &lowered) {
        ModuleOp current = std::get<ModuleOp>(lowered);
        llvm::raw_string_ostream(steps[step.str()]) << current;
        if (getenv("WEIR_TEST_DUMP"))
          llvm::errs() << "// " << step << "\n" << current << "\n";
      });
  if (failed(compiled)) {
    ADD_FAILURE() << "the kernel does not compile";
    return;
  }
  phases.assign(compiled->phases.begin(), compiled->phases.end());
  for (StringRef name : llvm::split(archs, ','))
    if (!name.empty())
      assemble(*compiled, name.str());
  kernel = std::move(compiled->kernel);
  sim::SimImage image{.locations = kernel.locations};
  FailureOr<KernelImage> sim = sim::compileSimImage(compiled->gpuModule(), compiled->phases, image);
  if (failed(sim)) {
    ADD_FAILURE() << "the simulator refuses the kernel";
    return;
  }
  kernel.images = {std::move(*sim)};
  kernel.locations = image.locations;
}

int32_t GpuCompilation::run(std::vector<GpuOperand *> operands, std::vector<int64_t> scalars,
                            const sim::Options &options) {
  if (kernel.images.empty())
    return -1;
  std::vector<LaunchOperand> launched;
  for (GpuOperand *operand : operands)
    launched.push_back(operand->launched());
  sim::SimRunner runner(kernel, options);
  int32_t error = runner.run(launched, scalars);
  launch = runner.launch;
  fault = runner.fault;
  EXPECT_FALSE(runner.report) << runner.reportText();
  return error;
}

void GpuCompilation::assemble(gpu::GpuKernel &compiled, const std::string &arch) {
  FailureOr<std::string> text = cuda::emitPtx(compiled.gpuModule(), *cuda::findCudaArch(arch));
  ASSERT_TRUE(succeeded(text)) << arch;
  ptxByArch[arch] = *text;
  reportByArch[arch] = {};
  if (getenv("WEIR_TEST_DUMP"))
    llvm::errs() << "// " << arch << "\n" << *text;
  std::optional<std::string> ptxas = cuda::findPtxas();
  if (!ptxas)
    return;
  Result<cuda::PtxasReport> report = ptxasReport(*ptxas, *text, arch);
  ASSERT_TRUE(bool(report)) << report.message();
  reportByArch[arch] = *report;
}

int GpuCompilation::count(const std::string &step, const std::string &part) const {
  auto text = steps.find(step);
  return text == steps.end() ? 0 : static_cast<int>(StringRef(text->second).count(part));
}

} // namespace weir
