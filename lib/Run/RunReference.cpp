// Functions of a module on the interpreter, described as text.
#include "lib/Run/RunReference.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/Jobs.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/Control/Repetition.h"
#include "lib/Reference/RunChecks.h"
#include "lib/Reference/WholeValues.h"
#include "lib/Verify/JobRuns.h"

using namespace mlir;

namespace weir {

namespace {

/// Sizes for the `?` of a job: small and different, so that none can pass for another.
constexpr int64_t kSizes[] = {3, 5, 7, 2, 9, 11};

bool isTest(func::FuncOp function) {
  return function.isPublic() && !function.isExternal() && !function->hasAttr(kJobAttr) &&
         function.getNumArguments() == 0 && function.getNumResults() == 0;
}

Result<std::vector<func::FuncOp>> functionsToRun(ModuleOp module, StringRef name) {
  std::vector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>()) {
    bool isNamed = function.getSymName() == name && !function.isExternal();
    if (name.empty() ? isTest(function) || isRunnable(function) : isNamed)
      functions.push_back(function);
  }
  if (functions.empty())
    return Failure{name.empty() ? "expects a job or a public function without arguments, got none"
                                : "expects a function named " + name.str() + ", got none"};
  return functions;
}

std::string textOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

std::string portName(DictionaryAttr attributes, const Twine &otherwise) {
  auto name = attributes ? attributes.getAs<StringAttr>("weir.name") : nullptr;
  return name ? name.str() : otherwise.str();
}

Result<VariableStore> variablesFor(ModuleOp module, const std::vector<std::string> &files) {
  Result<VariableStore> variables = initialWholes(module);
  if (!variables)
    return variables;
  for (const WholeVariable &variable : wholeVariables(module))
    if (variable.carried)
      variables->erase(variable.name);
  if (files.empty())
    return variables;
  std::vector<NamedMeta> known;
  for (const auto &[name, value] : *variables)
    known.push_back({name, value.meta});
  auto given = readInputs(files, known);
  if (!given)
    return given.failure();
  for (auto [entry, tensor] : llvm::zip(*variables, *given))
    if (tensor)
      entry.second = std::move(*tensor);
  return variables;
}

class Runner {
public:
  Runner(ModuleOp module, const ReferenceOptions &options, llvm::raw_ostream &stream)
      : module(module), options(options), stream(stream) {}

  bool run(func::FuncOp function) {
    std::optional<Failure> failure =
        isTest(function) ? runChecks(function, std::nullopt, options.interpret).front().failure : runJob(function);
    if (failure || isTest(function))
      stream << function.getSymName() << ": " << (failure ? failure->message : "ok") << "\n";
    return !failure;
  }

  /// Behind all that may fail.
  std::optional<Failure> writeFiles() const {
    return files.empty() ? std::nullopt : writeNpyFiles(options.outputFolder, files);
  }

private:
  std::optional<Failure> runJob(func::FuncOp job) {
    Result<RunInputs> inputs = inputsFor(job, options.inputs);
    if (!inputs)
      return inputs.failure();
    FailureOr<RunnableModule> runnable = RunnableModule::of(module);
    if (failed(runnable))
      return Failure{"expects gradients that can be expanded"};
    auto outcome = runnable->run(job.getSymName(), *inputs, options.interpret);
    if (!outcome)
      return outcome.failure();
    describeOutcome(job, *inputs, *outcome);
    return std::nullopt;
  }

  void describeOutcome(func::FuncOp job, const RunInputs &inputs, ArrayRef<HostTensor> outcome) {
    std::string name = job.getSymName().str();
    for (unsigned i = 0; i < job.getNumResults(); ++i) {
      std::string port = portName(job.getResultAttrDict(i), "result" + Twine(i));
      stream << name << " " << port << " " << describe(outcome[i], options.shownElements) << "\n";
      if (!options.outputFolder.empty())
        files.push_back({name + "." + port, outcome[i]});
    }
    for (auto [entry, after] : llvm::zip(inputs.variables, outcome.drop_front(job.getNumResults())))
      if (entry.second.floats != after.floats || entry.second.integers != after.integers)
        stream << name << " @" << entry.first << " " << describe(after, options.shownElements) << "\n";
  }

  ModuleOp module;
  const ReferenceOptions &options;
  llvm::raw_ostream &stream;
  std::vector<NamedTensor> files;
};

} // namespace

std::vector<NamedMeta> inputPorts(func::FuncOp job) {
  std::vector<NamedMeta> ports;
  for (BlockArgument argument : job.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    TensorMeta meta = type ? metaOf(wholeTypeOf(job, index)) : TensorMeta{DType::I64, {}};
    if (isSliced(job, index))
      meta.shape.front() = meta.shape.front().map([&](int64_t size) { return size * repeatOf(job); });
    ports.push_back({portName(job.getArgAttrDict(index), "arg" + Twine(index)), meta});
  }
  return ports;
}

Result<RunInputs> inputsFor(func::FuncOp job, const InputChoice &choice) {
  for (Type type : job.getArgumentTypes())
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        !type.isIndex() && !(tensor && dtypeOf(tensor.getElementType())))
      return Failure{"expects the arguments of " + job.getSymName().str() + " to be tensors of Weir's or index, got " +
                     textOf(type)};
  std::vector<NamedMeta> ports = inputPorts(job);
  auto given = readInputs(choice.inputs, ports);
  if (!given)
    return given.failure();
  if (auto failure = choice.seed ? std::nullopt : checkComplete(choice.inputs, ports, *given))
    return *failure;
  InputShapes shapes(job);
  shapes.choose(kSizes);
  if (auto failure = checkInputsFit(job, shapes))
    return *failure;
  auto variables = variablesFor(job->getParentOfType<ModuleOp>(), choice.variables);
  if (!variables)
    return variables.failure();
  InputDomains domains;
  domains.add(job);
  RandomNumbers numbers(choice.seed.value_or(0));
  RunInputs inputs{randomArguments(job, shapes, domains, InputKind::Random, numbers), std::move(*variables)};
  for (auto [input, tensor] : llvm::zip(inputs.arguments, *given))
    if (tensor)
      input = std::move(*tensor);
  return inputs;
}

Result<bool> runReference(ModuleOp module, const ReferenceOptions &options, llvm::raw_ostream &stream) {
  markJobs(module);
  if (failed(verifyRepetition(module)))
    return false;
  auto functions = functionsToRun(module, options.function);
  if (!functions)
    return functions.failure();
  bool passed = true;
  Runner runner(module, options, stream);
  for (func::FuncOp function : *functions)
    passed &= runner.run(function);
  if (auto failure = passed ? runner.writeFiles() : std::nullopt)
    return *failure;
  return passed;
}

} // namespace weir
