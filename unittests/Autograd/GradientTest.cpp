// Gradients against directional differences in f64: for a direction u, <gradient, u> is the derivative of
// t -> loss(x + t u) at 0. Checked once for each program and once more for the gradient of its gradient.
#include "dialects/Interfaces/Gradient.h"
#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Sbp/Sbp.h"
#include "dialects/Weir/Control/Passes.h"
#include "lib/Reference/HeldResults.h"
#include "lib/Reference/Reference.h"
#include "lib/Support/Philox.h"
#include "passes/Autograd/Passes.h"
#include "unittests/Autograd/GradientCases.h"
#include "unittests/Reference/OpInstances.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace weir {
namespace {

using Tensors = std::vector<HostTensor>;

std::unique_ptr<mlir::MLIRContext> makeContext() {
  mlir::DialectRegistry registry;
  registry.insert<WeirDialect, sbp::SbpDialect, mlir::func::FuncDialect, mlir::arith::ArithDialect>();
  registerReferenceModels(registry);
  auto context = std::make_unique<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
  context->loadAllAvailableDialects();
  return context;
}

double uniform(uint64_t seed, uint64_t index) { return randomBits(seed, 0, 0, index) / 4294967296.0; }

/// Fills arguments so that no two floats of a program, nor a float and zero, come nearer than the differences reach:
/// relu, maximum and reduce_max have their kinks there.
class ArgumentFiller {
public:
  ArgumentFiller(const GradientCase &program, uint64_t seed) : seed(seed) {
    for (const GradientArgument &argument : program.arguments)
      total += *checkedNumElements(argument.shape);
    for (size_t i = 0; i < total; ++i)
      order.push_back(i);
    for (size_t i = total; i > 1; --i)
      std::swap(order[i - 1], order[randomBits(seed, 1, 0, i) % i]);
  }

  HostTensor fill(const GradientArgument &argument) {
    HostTensor tensor = HostTensor::zeros({argument.dtype, argument.shape});
    for (double &number : tensor.floats) {
      double place = (order[next] + 0.5) / total;
      bool mirrored = argument.bothSigns && uniform(seed, next) < 0.5;
      number = (argument.least + (argument.most - argument.least) * place) * (mirrored ? -1 : 1);
      ++next;
    }
    for (int64_t &number : tensor.integers)
      number = int64_t(argument.least + uniform(seed, next++) * (argument.most - argument.least + 1));
    return tensor;
  }

private:
  uint64_t seed;
  size_t total = 0, next = 0;
  std::vector<size_t> order;
};

HostTensor direction(const StaticMeta &meta, uint64_t seed) {
  HostTensor tensor = HostTensor::zeros(meta);
  uint64_t index = 0;
  for (double &number : tensor.floats)
    number = 2 * uniform(seed, index++) - 1;
  return tensor;
}

/// The program's text with a scalar %loss: the sum of %y and of each gradient asked for before, each weighted by an
/// argument of its own so that no two elements count alike.
class ProgramText {
public:
  explicit ProgramText(const GradientCase &program) : program(program) {
    for (const GradientArgument &argument : program.arguments)
      addArgument(argument.name, typeOf(argument));
    addArgument("c", program.result);
    body = program.body + "\n";
    weigh("y", program.result, "c", "loss");
  }

  /// Replaces %loss by the weighted sum of its gradients.
  void differentiate() {
    body += gradientOp("d") + "\n";
    std::string sum;
    int number = 0;
    for (const GradientArgument &argument : program.arguments)
      if (isFloat(argument.dtype)) {
        std::string n = std::to_string(number++), weight = "v" + n, term = "g" + n;
        addArgument(weight, typeOf(argument));
        weigh("d#" + std::to_string(number - 1), typeOf(argument), weight, term);
        if (!sum.empty())
          body += "%sum" + n + " = weir.add %" + sum + ", %" + term + " : (tensor<f64>, tensor<f64>) -> tensor<f64>\n";
        sum = sum.empty() ? term : "sum" + n;
      }
    loss = sum;
  }

  std::string text() const {
    std::string grads = gradientOp("grad");
    return "func.func @loss(" + arguments + ") -> tensor<f64> attributes {weir.job} {\n" + body + "return %" + loss +
           " : tensor<f64>\n}\nfunc.func @gradient(" + arguments + ") -> (" + floatTypes() +
           ") attributes {weir.job} {\n" + body + grads + "\nreturn " + gradientNames() + " : " + floatTypes() +
           "\n}\n";
  }

private:
  void addArgument(const std::string &name, const std::string &type) {
    arguments += (arguments.empty() ? "%" : ", %") + name + ": " + type;
  }

  void weigh(const std::string &value, const std::string &type, const std::string &weight, const std::string &sum) {
    std::string dims;
    for (int64_t dim = 0; dim < std::count(type.begin(), type.end(), '?'); ++dim)
      dims += (dim == 0 ? ": " : ", ") + std::to_string(dim);
    body +=
        "%w_" + sum + " = weir.mul %" + value + ", %" + weight + " : (" + type + ", " + type + ") -> " + type + "\n";
    body += "%" + sum + " = weir.reduce_sum %w_" + sum + " {dims = array<i64" + dims + ">} : (" + type +
            ") -> tensor<f64>\n";
  }

  template <typename Text> std::string joinFloats(Text text) const {
    std::string joined;
    int number = 0;
    for (const GradientArgument &argument : program.arguments)
      if (isFloat(argument.dtype))
        joined += (joined.empty() ? "" : ", ") + text(argument, number++);
    return joined;
  }

  std::string floatTypes() const {
    return joinFloats([](const GradientArgument &argument, int) { return typeOf(argument); });
  }
  std::string gradientNames() const {
    return joinFloats([](const GradientArgument &, int number) { return "%grad#" + std::to_string(number); });
  }
  std::string gradientOp(const std::string &result) const {
    std::string wrt = joinFloats([](const GradientArgument &argument, int) { return "%" + argument.name; });
    size_t count = std::count(wrt.begin(), wrt.end(), '%');
    return "%" + result + ":" + std::to_string(count) + " = weir.gradient %" + loss + " wrt " + wrt +
           " : (tensor<f64>, " + floatTypes() + ") -> (" + floatTypes() + ")";
  }

  const GradientCase &program;
  std::string arguments, body, loss = "loss";
};

class GradientTest : public testing::Test {
protected:
  std::unique_ptr<mlir::MLIRContext> context = makeContext();

  mlir::OwningOpRef<mlir::ModuleOp> parsed(const std::string &text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, context.get());
    EXPECT_TRUE(module) << text;
    return module;
  }

  void pass(mlir::ModuleOp module, llvm::function_ref<void(mlir::OpPassManager &)> build) {
    mlir::PassManager passes(context.get());
    build(passes);
    EXPECT_TRUE(mlir::succeeded(passes.run(module)));
  }

  /// The function @gradient as the stage leaves it, and @loss with what stops gradients still in it.
  struct Functions {
    mlir::OwningOpRef<mlir::ModuleOp> gradient, loss;
  };

  Functions expanded(const std::string &text) {
    Functions functions{parsed(text), parsed(text)};
    if (functions.gradient)
      pass(*functions.gradient, buildAutogradPipeline);
    if (functions.loss)
      pass(*functions.loss, [](mlir::OpPassManager &passes) {
        auto &function = passes.nest<mlir::func::FuncOp>();
        function.addPass(createExpandCompositesPass());
        function.addPass(createExpandGradientsPass());
      });
    return functions;
  }

  static Tensors run(mlir::ModuleOp module, llvm::StringRef function, const Tensors &inputs,
                     AfterOpFn afterOp = nullptr) {
    VariableStore none;
    auto results = interpret(module.lookupSymbol<mlir::func::FuncOp>(function), inputs, none,
                             {.widened = true, .afterOp = std::move(afterOp)});
    EXPECT_TRUE(results) << results.message();
    return results ? *results : Tensors();
  }

  /// Compares the derivative along one direction. Differences of fourth order with step h are off by about h^4 times
  /// the fifth derivative and by eps / h of the values that enter; h balances them far below the tolerance.
  static void expectGradient(const Functions &functions, const GradientCase &program, const Tensors &inputs,
                             uint64_t seed) {
    constexpr double h = 1e-3, tolerance = 1e-9;
    Tensors gradients = run(*functions.gradient, "gradient", inputs);
    Tensors directions;
    double expected = 0, terms = 0;
    size_t number = 0;
    for (size_t i = 0; i < program.arguments.size(); ++i) {
      directions.push_back(direction(inputs[i].meta, seed + i));
      if (!isFloat(program.arguments[i].dtype))
        continue;
      ASSERT_LT(number, gradients.size());
      const HostTensor &gradient = gradients[number++];
      ASSERT_EQ(toString(gradient.meta), toString(inputs[i].meta));
      for (size_t e = 0; e < gradient.floats.size(); ++e) {
        expected += gradient.floats[e] * directions[i].floats[e];
        terms += std::fabs(gradient.floats[e] * directions[i].floats[e]);
      }
    }
    HeldResults held;
    run(*functions.loss, "loss", inputs, held.note());
    double largest = 0;
    auto lossAt = [&](double step) {
      Tensors moved = inputs;
      for (size_t i = 0; i < directions.size(); ++i)
        for (size_t e = 0; e < directions[i].floats.size(); ++e)
          moved[i].floats[e] += step * directions[i].floats[e];
      double loss = run(*functions.loss, "loss", moved, held.putInPlace()).at(0).floats.at(0);
      largest = std::max(largest, std::fabs(loss));
      return loss;
    };
    double difference = (8 * (lossAt(h) - lossAt(-h)) - (lossAt(2 * h) - lossAt(-2 * h))) / (12 * h);
    EXPECT_NEAR(difference, expected, tolerance * (1 + terms + largest));
  }

  static Tensors fillInputs(const GradientCase &program, uint64_t seed) {
    ArgumentFiller filler(program, seed);
    Tensors inputs;
    for (const GradientArgument &argument : program.arguments)
      inputs.push_back(filler.fill(argument));
    return inputs;
  }
};

/// The shape of %y, from a run of the bare program.
Sizes shapeOfResult(mlir::MLIRContext &context, const GradientCase &program, const Tensors &inputs) {
  std::string arguments;
  for (const GradientArgument &argument : program.arguments)
    arguments += (arguments.empty() ? "%" : ", %") + argument.name + ": " + typeOf(argument);
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>("func.func @y(" + arguments + ") -> " + program.result + " {\n" +
                                                  program.body + "\nreturn %y : " + program.result + "\n}",
                                              &context);
  if (!module)
    return {};
  VariableStore none;
  auto results = interpret(module->lookupSymbol<mlir::func::FuncOp>("y"), inputs, none, {.widened = true});
  EXPECT_TRUE(results) << results.message();
  return results ? results->at(0).meta.shape : Sizes();
}

TEST_F(GradientTest, AgreesWithDirectionalDifferences) {
  for (const GradientCase &program : gradientCases()) {
    SCOPED_TRACE(program.name);
    ProgramText text(program);
    Functions functions = expanded(text.text());
    ASSERT_TRUE(functions.gradient && functions.loss);
    for (uint64_t seed : {11, 12}) {
      Tensors inputs = fillInputs(program, seed);
      Sizes shape = shapeOfResult(*context, program, inputs);
      inputs.push_back(direction({DType::F64, shape}, seed + 100));
      expectGradient(functions, program, inputs, seed);
    }
  }
}

TEST_F(GradientTest, OfAGradientAgreesToo) {
  for (const GradientCase &program : gradientCases()) {
    SCOPED_TRACE(program.name);
    ProgramText text(program);
    text.differentiate();
    Functions functions = expanded(text.text());
    ASSERT_TRUE(functions.gradient && functions.loss);
    Tensors inputs = fillInputs(program, 21);
    Sizes shape = shapeOfResult(*context, program, inputs);
    inputs.push_back(direction({DType::F64, shape}, 200));
    for (size_t i = 0; i < program.arguments.size(); ++i)
      if (isFloat(program.arguments[i].dtype))
        inputs.push_back(direction(inputs[i].meta, 300 + i));
    expectGradient(functions, program, inputs, 22);
  }
}

/// Whether a composite op's first result and one of its operands are floats; its decomposition has a gradient then.
bool isDifferentiableComposite(mlir::RegisteredOperationName name) {
  if (!name.hasInterface<DecompositionInterface>())
    return false;
  for (const OpInstance &instance : opInstances()) {
    if (!instance.text.starts_with(name.getStringRef().str() + " "))
      continue;
    auto context = weir::makeContext();
    ParsedInstance parsed = parse(instance, *context);
    auto isFloatTensor = [](mlir::Type type) { return mlir::isa<mlir::FloatType>(mlir::getElementTypeOrSelf(type)); };
    if (parsed.op && isFloatTensor(parsed.op->getResult(0).getType()) &&
        llvm::any_of(parsed.op->getOperandTypes(), isFloatTensor))
      return true;
  }
  return false;
}

TEST_F(GradientTest, EveryDifferentiableOpIsInAProgram) {
  std::set<std::string> seen;
  for (const GradientCase &program : gradientCases()) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(ProgramText(program).text(), context.get());
    ASSERT_TRUE(module) << program.name;
    module->walk([&](mlir::Operation *op) { seen.insert(op->getName().getStringRef().str()); });
  }
  for (mlir::RegisteredOperationName name : context->getRegisteredOperations())
    if (name.hasInterface<GradientInterface>() || isDifferentiableComposite(name))
      EXPECT_TRUE(seen.count(name.getStringRef().str())) << name.getStringRef().str() << " is in no program";
}

} // namespace
} // namespace weir
