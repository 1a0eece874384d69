// Every kernel of the op suite goes to PTX and, where ptxas is, to a cubin for each architecture, without a spill. The
// suite has a file for each op, so an op that a CPU has a lowering for, and a GPU has not, is found here.
#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Kernel/Kernel.h"
#include "lib/Compiler/Compile.h"
#include "lib/Compiler/Register.h"
#include "lib/Reference/RunChecks.h"
#include "lib/Target/Cuda/EmitPtx.h"
#include "lib/Target/Gpu/GpuKernel.h"
#include "unittests/SuiteSample.h"
#include "unittests/Target/PtxasReports.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Parser/Parser.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <set>

using namespace mlir;

namespace weir {
namespace {

std::vector<std::string> suiteFiles() {
  std::vector<std::string> files;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(WEIR_SOURCE "/test/ops"))
    if (entry.path().extension() == ".mlir")
      files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

/// The different kernels of a file's tests, as one gpu.module per file, so that LLVM and ptxas are started once.
class SuiteFile {
public:
  explicit SuiteFile(const std::string &path) {
    registerWeir(registry);
    context = std::make_unique<MLIRContext>(registry, MLIRContext::Threading::DISABLED);
    context->loadAllAvailableDialects();
    OwningOpRef<ModuleOp> file = parseSourceFile<ModuleOp>(path, context.get());
    EXPECT_TRUE(file) << path;
    if (!file)
      return;
    // A dynamic kernel has the code for all sizes; those of known sizes are less, and many.
    addKernels(*file, TestForm::Dynamic);
    if (numPhases() == 0 || getenv("WEIR_TEST_ALL_FORMS"))
      addKernels(*file, TestForm::Static);
    if (numPhases() == 0)
      EXPECT_TRUE(kernelsOf(*launched(*file, TestForm::Static, "cpu")).empty()) << "a CPU has kernels, a GPU none";
  }

  size_t numPhases() { return device ? llvm::range_size(gpuModule().getOps<LLVM::LLVMFuncOp>()) : 0; }
  mlir::gpu::GPUModuleOp gpuModule() { return *device->getOps<mlir::gpu::GPUModuleOp>().begin(); }

private:
  static SmallVector<func::FuncOp> kernelsOf(ModuleOp module) {
    SmallVector<func::FuncOp> kernels;
    if (module)
      module.walk([&](func::FuncOp function) {
        if (function->hasAttr(kernel::kKernelAttr))
          kernels.push_back(function);
      });
    return kernels;
  }

  void addKernels(ModuleOp file, TestForm form) {
    OwningOpRef<ModuleOp> module = launched(file, form, "cuda");
    for (func::FuncOp function : kernelsOf(*module))
      addKernel(function);
  }

  /// The tests after the stage `launch` for a target: an op that it can't lower fails the test.
  OwningOpRef<ModuleOp> launched(ModuleOp file, TestForm form, StringRef target) {
    OwningOpRef<ModuleOp> jobs;
    for (func::FuncOp test : testFunctions(file)) {
      Result<TestProgram> program = testProgram(test, form);
      // Of ops that keep state there are no programs for all sizes.
      if (!program && form == TestForm::Dynamic)
        continue;
      if (!program) {
        ADD_FAILURE() << program.message();
        return nullptr;
      }
      if (jobs)
        jobs->push_back(program->function.clone());
      else
        jobs = program->module->clone();
    }
    if (!jobs)
      return nullptr;
    std::string text;
    llvm::raw_string_ostream(text) << *jobs;
    CompileOptions options{.target = target.str()};
    Result<std::string> launched = runStages(text, "", "launch", options);
    if (!launched) {
      ADD_FAILURE() << launched.message();
      return nullptr;
    }
    return parseSourceString<ModuleOp>(*launched, context.get());
  }

  void addKernel(func::FuncOp function) {
    OwningOpRef<ModuleOp> own(ModuleOp::create(function.getLoc()));
    func::FuncOp copy = function.clone();
    own->push_back(copy);
    std::string name = function.getSymName().str() + "_" + std::to_string(numKernels++) + "_";
    FailureOr<gpu::GpuKernel> kernel = gpu::compileGpuKernel(*own, copy, DictionaryAttr::get(context.get()), nullptr);
    ASSERT_TRUE(succeeded(kernel)) << name;
    mlir::gpu::GPUModuleOp phases = kernel->gpuModule();
    bool isFirst = !device;
    if (isFirst)
      device = std::move(kernel->device);
    for (auto phase : llvm::make_early_inc_range(phases.getOps<LLVM::LLVMFuncOp>())) {
      std::string symbol = name + phase.getSymName().str();
      if (!codes.insert(codeOf(phase)).second) {
        phase.erase();
        continue;
      }
      phase.setSymName(symbol);
      if (!isFirst) {
        phase->remove();
        gpuModule().getBody()->push_back(phase);
      }
    }
  }

  /// The same for functions that differ in name alone; takes the name away.
  static std::string codeOf(LLVM::LLVMFuncOp function) {
    function.setSymName("phase");
    std::string text;
    llvm::raw_string_ostream(text) << function;
    return text;
  }

  DialectRegistry registry;
  std::unique_ptr<MLIRContext> context;
  OwningOpRef<ModuleOp> device;
  std::set<std::string> codes;
  int numKernels = 0;
};

/// Whether an entry has 64-bit divisions of its own: ptxas makes calls of them and saves registers around. Those of
/// indices are unsigned, and no excuse.
bool dividesWide(StringRef ptx, StringRef entry) {
  StringRef code = ptx.split((".entry " + entry + "(").str()).second;
  code = code.split(".entry ").first;
  return code.contains("div.rn.f64") || code.contains("div.s64") || code.contains("rem.s64");
}

bool holdsCompositeOps(const std::string &path) {
  DialectRegistry registry;
  registerWeir(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> file = parseSourceFile<ModuleOp>(path, &context);
  return file && file->walk([](DecompositionInterface) { return WalkResult::interrupt(); }).wasInterrupted();
}

/// One file in 30; in 60 of those whose kernels are made of ops that have files of their own.
bool isInSample(const std::string &path) {
  constexpr uint64_t kShare = 30, kShareOfComposites = 60;
  std::string stem = std::filesystem::path(path).stem().string();
  return isDrawn(stem, kShareOfComposites) || (isDrawn(stem, kShare) && !holdsCompositeOps(path));
}

class GpuOpSuiteTest : public testing::TestWithParam<std::string> {};

TEST_P(GpuOpSuiteTest, KernelsAssembleWithoutSpills) {
  if (!isInSample(GetParam()))
    GTEST_SKIP() << kNotDrawn << suiteSeed();
  SuiteFile file(GetParam());
  if (HasFatalFailure() || file.numPhases() == 0)
    return;
  std::optional<std::string> ptxas = cuda::findPtxas();
  for (const char *name : {"sm_80", "sm_90a"}) {
    FailureOr<std::string> ptx = cuda::emitPtx(file.gpuModule(), *cuda::findCudaArch(name));
    ASSERT_TRUE(succeeded(ptx));
    if (!ptxas)
      continue;
    Result<cuda::PtxasReport> report = ptxasReport(*ptxas, *ptx, name);
    ASSERT_TRUE(bool(report)) << report.message();
    EXPECT_TRUE(report->warnings.empty()) << report->warnings.front();
    EXPECT_EQ(report->entries.size(), file.numPhases());
    for (const cuda::PtxasEntry &entry : report->entries)
      if (!dividesWide(*ptx, entry.symbol))
        EXPECT_EQ(entry.spillStoreBytes + entry.spillLoadBytes, 0u) << name << " " << entry.symbol;
  }
}

INSTANTIATE_TEST_SUITE_P(Files, GpuOpSuiteTest, testing::ValuesIn(suiteFiles()),
                         [](const auto &info) { return std::filesystem::path(info.param).stem().string(); });

} // namespace
} // namespace weir
