// Makes the test functions of an .mlir file runnable where Weir is not: an artifact with a job for each form of each
// function, and a .json with the jobs' inputs and how close their results must be. weir-export-tests FILE.mlir -o FILE
#include "dialects/Kernel/Kernel.h"
#include "lib/Compiler/Compile.h"
#include "lib/Compiler/ParseSource.h"
#include "lib/Compiler/Register.h"
#include "lib/Reference/RunChecks.h"
#include "lib/Tensors/StoredTensor.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace cl = llvm::cl;
namespace json = llvm::json;

namespace weir {
namespace {

cl::opt<std::string> file(cl::Positional, cl::desc("FILE.mlir"), cl::Required);
cl::opt<std::string> output("o", cl::desc("path without suffix of the .weir and the .json"), cl::Required);
cl::list<std::string> modes("modes", cl::CommaSeparated, cl::desc("static, dynamic, strided; all unless given"));
cl::opt<std::string> target("target", cl::desc("target to compile for"), cl::init("cuda"));

/// As weir-run's modes.
struct Form {
  const char *name;
  TestForm form;
  ElementLayout layout;
};

constexpr Form kForms[] = {{"static", TestForm::Static, ElementLayout::RowMajor},
                           {"dynamic", TestForm::Dynamic, ElementLayout::RowMajor},
                           {"strided", TestForm::Static, ElementLayout::Padded}};

/// As the runtime takes it: strides count elements, the bytes hold what lies between them too.
json::Object inputOf(const HostTensor &tensor, ElementLayout layout) {
  StoredTensor stored = storeTensor(tensor, layout);
  return json::Object{{"dtype", static_cast<int64_t>(stored.meta.dtype)},
                      {"shape", json::Array(stored.meta.shape)},
                      {"strides", json::Array(stored.strides)},
                      {"bytes", llvm::toHex(stored.bytes)}};
}

json::Object checkOf(const TestProgram::Check &check) {
  const Tolerance &tolerance = check.tolerance;
  return json::Object{{"op", check.op},         {"exact", tolerance.exact}, {"atol", tolerance.atol},
                      {"rtol", tolerance.rtol}, {"ulps", tolerance.ulps},   {"of_largest", tolerance.ofLargest}};
}

json::Object testOf(const TestProgram &program, StringRef job, ElementLayout layout) {
  json::Array inputs, checks;
  for (const HostTensor &input : program.inputs)
    inputs.push_back(inputOf(input, layout));
  for (const TestProgram::Check &check : program.checks)
    checks.push_back(checkOf(check));
  return json::Object{{"job", job.str()}, {"inputs", std::move(inputs)}, {"checks", std::move(checks)}};
}

/// The jobs of all functions in all forms, as one module, and what runs them.
class Suite {
public:
  std::optional<Failure> add(func::FuncOp function, const Form &form) {
    if (auto failure = missingCheck(function))
      return failure;
    Result<TestProgram> program = testProgram(function, form.form);
    // Of ops that keep state there are no programs for all sizes.
    if (!program && form.form == TestForm::Dynamic)
      return std::nullopt;
    if (!program)
      return program.failure();
    func::FuncOp job = program->function;
    std::string name = (function.getSymName() + "." + form.name).str();
    job.setSymName(name);
    if (form.layout == ElementLayout::Padded)
      for (unsigned input = 0; input < job.getNumArguments(); ++input)
        job.setArgAttr(input, kernel::kStridedAttr, UnitAttr::get(job.getContext()));
    tests.push_back(testOf(*program, name, form.layout));
    if (module)
      module->push_back(job.clone());
    else
      module = std::move(program->module);
    return std::nullopt;
  }

  std::string text() {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module->print(stream, OpPrintingFlags().enableDebugInfo());
    return text;
  }

  json::Array tests;

private:
  OwningOpRef<ModuleOp> module;
};

int fail(const Twine &message) {
  llvm::errs() << "weir-export-tests: " << message << "\n";
  return 1;
}

int write(const std::string &path, StringRef bytes) {
  std::error_code error;
  llvm::raw_fd_ostream stream(path, error);
  if (error)
    return fail("expects to write " + path + ": " + error.message());
  stream << bytes;
  return 0;
}

int exportTests(ModuleOp module) {
  Suite suite;
  for (func::FuncOp function : testFunctions(module))
    for (const Form &form : kForms)
      if (modes.empty() || llvm::is_contained(modes, form.name))
        if (auto failure = suite.add(function, form))
          return fail(failure->message);
  if (suite.tests.empty())
    return fail("expects test functions in " + file + ", got none");
  CompileOptions options;
  options.target = target;
  options.name = file;
  Result<std::vector<uint8_t>> artifact = compileModule(suite.text(), options);
  if (!artifact)
    return fail(artifact.message());
  std::string manifest;
  llvm::raw_string_ostream(manifest) << json::Value(json::Object{{"tests", std::move(suite.tests)}});
  StringRef bytes(reinterpret_cast<const char *>(artifact->data()), artifact->size());
  return write(output + ".weir", bytes) || write(output + ".json", manifest);
}

int run() {
  DialectRegistry registry;
  registerWeir(registry);
  MLIRContext context(registry);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  auto text = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  if (!text)
    return fail("expects a file that can be read, got " + file + ": " + text.getError().message());
  OwningOpRef<ModuleOp> module = parseSource((*text)->getBuffer(), file, &context);
  return module ? exportTests(*module) : 1;
}

} // namespace
} // namespace weir

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv, "Exports test functions as artifacts\n");
  return weir::run();
}
