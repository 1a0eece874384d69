// Test functions as jobs of an artifact: compiled together, run one by one.
#include "lib/Run/RunTests.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Artifact/ArtifactFile.h"
#include "lib/Compiler/Compile.h"
#include "lib/Run/RunJob.h"

#include "mlir/IR/SymbolTable.h"

#include <set>

using namespace mlir;

namespace weir {

namespace {

StringRef name(TestMode mode) {
  switch (mode) {
  case TestMode::Static:
    return "static";
  case TestMode::Dynamic:
    return "dynamic";
  case TestMode::Strided:
    return "strided";
  }
  llvm_unreachable("all modes return");
}

/// A test function in one mode.
struct Test {
  TestMode mode;
  std::string name; ///< of the job
  TestProgram program;
  std::optional<Failure> failure;
};

Test makeTest(func::FuncOp function, TestMode mode) {
  Test test{mode, (function.getSymName() + "." + name(mode)).str(), {}, {}};
  if ((test.failure = missingCheck(function)))
    return test;
  Result<TestProgram> program = testProgram(function, mode == TestMode::Dynamic ? TestForm::Dynamic : TestForm::Static);
  if (!program) {
    test.failure = program.failure();
    return test;
  }
  test.program = std::move(*program);
  func::FuncOp job = test.program.function;
  job.setSymName(test.name);
  if (mode == TestMode::Strided)
    for (unsigned input = 0; input < job.getNumArguments(); ++input)
      job.setArgAttr(input, kernel::kStridedAttr, UnitAttr::get(job.getContext()));
  return test;
}

/// One module with the jobs of all tests. What else their modules hold is the same in each.
std::string textOf(ArrayRef<Test *> tests) {
  OwningOpRef<ModuleOp> module = tests.front()->program.module->clone();
  for (Test *test : tests.drop_front())
    module->push_back(test->program.function.clone());
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream, OpPrintingFlags().enableDebugInfo());
  return text;
}

Result<std::vector<uint8_t>> compile(ArrayRef<Test *> tests, const RunTestsOptions &options) {
  CompileOptions compiling{.target = options.target, .machine = options.machine};
  compiling.drawnSchedules = options.drawnSchedules;
  return compileModule(textOf(tests), compiling);
}

std::optional<Failure> run(const Test &test, const JobRunner &runner) {
  ElementLayout layout = test.mode == TestMode::Strided ? ElementLayout::Padded : ElementLayout::RowMajor;
  std::vector<StoredTensor> inputs;
  for (const HostTensor &input : test.program.inputs)
    inputs.push_back(storeTensor(input, layout));
  Result<std::vector<HostTensor>> results = runner.run(test.name, std::move(inputs));
  return results ? checkResults(test.program, *results) : results.failure();
}

std::optional<Failure> compileAndRun(ArrayRef<Test *> tests, const RunTestsOptions &options,
                                     std::vector<uint8_t> &artifact) {
  Result<std::vector<uint8_t>> bytes = compile(tests, options);
  if (!bytes)
    return bytes.failure();
  artifact = std::move(*bytes);
  Result<JobRunner> runner = JobRunner::load(artifact, deviceOf(options.target));
  if (!runner)
    return runner.failure();
  for (Test *test : tests)
    test->failure = run(*test, *runner);
  return std::nullopt;
}

/// Fails if there are kernels of several dynamic jobs, but none is called by two whose inputs have different sizes or
/// that compute sizes from different numbers.
std::optional<Failure> checkSharing(const Artifact &artifact, ArrayRef<Test *> tests) {
  std::map<std::string, const Test *> dynamic;
  for (const Test *test : tests)
    if (test->mode == TestMode::Dynamic)
      dynamic[test->name] = test;
  std::map<Id, std::set<std::vector<Sizes>>> sizes;
  for (const Job &job : artifact.jobs) {
    auto test = dynamic.find(job.name);
    if (test == dynamic.end())
      continue;
    std::vector<Sizes> shapes;
    for (const HostTensor &input : test->second->program.inputs)
      shapes.push_back(input.meta.shape);
    std::vector<int64_t> &numbers = shapes.emplace_back();
    for (const HostScalar &scalar : job.scalars)
      if (scalar.kind == HostScalar::Kind::Constant)
        numbers.push_back(scalar.value);
    for (const Instruction &instruction : job.instructions)
      if (const auto *call = std::get_if<Call>(&instruction.body))
        sizes[call->kernel].insert(shapes);
  }
  if (dynamic.size() < 2 || sizes.empty() ||
      llvm::any_of(sizes, [](const auto &kernel) { return kernel.second.size() > 1; }))
    return std::nullopt;
  return Failure{"expects a dynamic kernel that functions of different sizes share, got " +
                 std::to_string(sizes.size()) + " kernels of one size each"};
}

} // namespace

std::vector<CheckedRun> runTests(ArrayRef<func::FuncOp> functions, const RunTestsOptions &options) {
  std::vector<Test> tests;
  for (TestMode mode : options.modes)
    for (func::FuncOp function : functions)
      tests.push_back(makeTest(function, mode));
  SmallVector<Test *> runnable;
  for (Test &test : tests)
    if (!test.failure)
      runnable.push_back(&test);

  std::optional<Failure> sharing;
  std::vector<uint8_t> bytes;
  if (!runnable.empty() && compileAndRun(runnable, options, bytes)) {
    for (Test *test : runnable)
      if (auto failure = compileAndRun(test, options, bytes))
        test->failure = failure;
    sharing = Failure{"expects all functions to compile"};
  } else if (!runnable.empty() && options.expectSharedKernels) {
    Result<Artifact> artifact = readArtifact(bytes);
    sharing = artifact ? checkSharing(*artifact, runnable) : artifact.failure();
  }
  std::vector<CheckedRun> runs;
  for (Test &test : tests)
    runs.push_back({test.name, std::move(test.failure)});
  if (options.expectSharedKernels)
    runs.push_back({"kernels of dynamic", std::move(sharing)});
  return runs;
}

} // namespace weir
