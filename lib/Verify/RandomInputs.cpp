// Draws numbers, and fills tensors with them.
#include "lib/Verify/RandomInputs.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/Control/Repetition.h"
#include "lib/Reference/Numbers.h"
#include "lib/Reference/WholeValues.h"
#include "lib/Support/HostMemory.h"
#include "lib/Support/Philox.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace weir {

namespace {

/// One element in this many of an edge input is an edge value.
constexpr int64_t kEdgeEvery = 5;

/// A large number whose products with its like are still finite in the type that they are summed in: whether a product
/// is rounded before it is added is the target's choice.
double largeNumber(DType dtype) {
  switch (dtype) {
  case DType::F64:
    return 0x1p500;
  case DType::F16:
    return 65504;
  default:
    return 0x1p60;
  }
}

/// Powers of two between which magnitudes of all normal numbers of a dtype lie, the outermost of f64 apart.
std::pair<double, double> exponentsOf(DType dtype) {
  switch (dtype) {
  case DType::F64:
    return {-1000, 1000};
  case DType::F16:
    return {-14, 15};
  default:
    return {-126, 127};
  }
}

/// From the domain's finite end inwards: as far from it as any magnitude. Between two finite ends, anywhere.
double wideNumber(DType dtype, const InputDomain &domain, RandomNumbers &numbers) {
  auto [low, high] = exponentsOf(dtype);
  double magnitude = std::exp2(numbers.between(low, high)), number = 0;
  if (std::isfinite(domain.least) && std::isfinite(domain.most))
    number = numbers.between(domain.least, domain.most);
  else
    number = std::isfinite(domain.least) ? domain.least + magnitude : domain.most - magnitude;
  return roundedTo(dtype, number);
}

double randomNumber(DType dtype, const InputDomain &domain, InputKind kind, RandomNumbers &numbers) {
  if (kind == InputKind::Wide && domain.isInterval())
    if (double number = wideNumber(dtype, domain, numbers); domain.contains(number) && std::isfinite(number))
      return number;
  auto [least, most] = domain.ordinaryPart();
  double number = roundedTo(dtype, numbers.between(least, most));
  return domain.nonZero && number == 0 ? 1 : number;
}

std::vector<double> edgesOf(DType dtype, const InputDomain &domain) {
  double infinity = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  auto [least, most] = domain.ordinaryPart();
  if (domain.isFinite)
    return {0.0, -0.0, most, least, roundedTo(dtype, 0x1p-126), 1, -1};
  if (domain.nonZero)
    return {most, infinity, nan, -infinity};
  if (domain.isInterval()) {
    auto end = [](double of, bool isOutside, double inside) { return std::isfinite(of) && !isOutside ? of : inside; };
    return {end(domain.most, domain.mostIsOutside, most), infinity, nan,
            end(domain.least, domain.leastIsOutside, least)};
  }
  return {0.0, -0.0, infinity, -infinity, nan, largeNumber(dtype), roundedTo(dtype, 0x1p-126), 1, -1};
}

std::vector<int64_t> integerEdgesOf(DType dtype, const InputDomain &domain, int64_t below) {
  if (!domain.below.empty())
    return {0, below - 1};
  if (domain.nonZero)
    return {1, -1, largestOf(dtype)};
  return {0, 1, largestOf(dtype), smallestOf(dtype)};
}

int64_t randomInteger(DType dtype, const InputDomain &domain, int64_t below, RandomNumbers &numbers) {
  if (dtype == DType::Bool)
    return numbers.between(0, 1) < 0.5;
  if (!domain.below.empty())
    return static_cast<int64_t>(numbers.between(0, static_cast<double>(below)));
  auto number = static_cast<int64_t>(std::floor(numbers.between(-4, 5)));
  return wrappedTo(dtype, domain.nonZero && number == 0 ? 1 : number);
}

/// The least of the sizes that the domain's integers stay below, of which an unknown one counts as 1; 0 where it names
/// none.
int64_t leastSize(const InputDomain &domain, llvm::function_ref<Shape(Value)> shapeOf) {
  std::optional<int64_t> least;
  for (auto [table, dim] : domain.below) {
    int64_t size = shapeOf(table)[static_cast<size_t>(dim)].knownOr(1);
    least = std::min(least.value_or(size), size);
  }
  return least.value_or(0);
}

} // namespace

double RandomNumbers::between(double least, double most) {
  double unit = uniformF64({.seed = seed}, next++);
  return least + (most - least) * unit;
}

HostTensor randomTensor(const StaticMeta &meta, const InputDomain &domain, int64_t below, InputKind kind,
                        RandomNumbers &numbers) {
  HostTensor tensor = HostTensor::zeros(meta);
  auto isEdge = [&](size_t i) { return kind == InputKind::Edge && i % kEdgeEvery == 1; };
  std::vector<double> edges = edgesOf(meta.dtype, domain);
  for (auto [i, number] : llvm::enumerate(tensor.floats)) {
    number = randomNumber(meta.dtype, domain, kind, numbers);
    if (isEdge(i))
      number = roundedTo(meta.dtype, edges[i / kEdgeEvery % edges.size()]);
  }
  if (tensor.integers.empty())
    return tensor;
  std::vector<int64_t> integerEdges = integerEdgesOf(meta.dtype, domain, below);
  for (auto [i, number] : llvm::enumerate(tensor.integers))
    number = isEdge(i) ? wrappedTo(meta.dtype, integerEdges[i / kEdgeEvery % integerEdges.size()])
                       : randomInteger(meta.dtype, domain, below, numbers);
  return tensor;
}

/// Of what a caller gives for it.
static Sizes sizesOf(BlockArgument argument, const InputShapes &shapes) {
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  RankedTensorType whole = wholeTypeOf(function, argument.getArgNumber());
  return whole.hasStaticShape() ? staticMetaOf(whole).shape : knownSizes(shapes.shapeOf(argument));
}

std::optional<Failure> checkInputsFit(func::FuncOp function, const InputShapes &shapes) {
  int64_t bytes = 0;
  auto add = [&](const Sizes &sizes, int64_t times) {
    Result<int64_t> count = checkedNumElements(sizes);
    int64_t taken;
    bool overflows = !count || llvm::MulOverflow(*count, times * int64_t(sizeof(double)), taken) ||
                     llvm::AddOverflow(bytes, taken, bytes);
    if (overflows)
      bytes = std::numeric_limits<int64_t>::max();
  };
  for (BlockArgument argument : function.getArguments())
    if (isa<RankedTensorType>(argument.getType()))
      add(sizesOf(argument, shapes), isSliced(function, argument.getArgNumber()) ? repeatOf(function) : 1);
  if (auto module = function->getParentOfType<ModuleOp>())
    for (auto variable : module.getOps<VariableOp>())
      add(staticMetaOf(wholeTypeOf(variable)).shape, 1);
  return checkHostMemory("the inputs of " + function.getSymName().str(), bytes);
}

std::vector<HostTensor> randomArguments(func::FuncOp function, const InputShapes &shapes, const InputDomains &domains,
                                        InputKind kind, RandomNumbers &numbers) {
  std::vector<HostTensor> arguments;
  for (BlockArgument argument : function.getArguments()) {
    if (argument.getType().isIndex()) {
      arguments.push_back(HostTensor::zeros({DType::I64, {}}));
      arguments.back().integers[0] = shapes.scalarOf(argument);
      continue;
    }
    InputDomain domain = domains.ofArgument(argument);
    int64_t below = leastSize(domain, [&](Value table) { return shapes.shapeOf(table); });
    DType dtype = metaOf(cast<RankedTensorType>(argument.getType())).dtype;
    StaticMeta meta{dtype, sizesOf(argument, shapes)};
    if (isSliced(function, argument.getArgNumber()))
      meta.shape.front() *= repeatOf(function);
    arguments.push_back(randomTensor(meta, domain, below, kind, numbers));
  }
  return arguments;
}

VariableStore randomVariables(ModuleOp module, const InputDomains &domains, RandomNumbers &numbers) {
  VariableStore variables;
  for (const WholeVariable &variable : wholeVariables(module)) {
    if (variable.carried)
      continue;
    InputDomain domain = domains.ofVariable(variable.name);
    int64_t below =
        leastSize(domain, [](Value table) { return metaOf(cast<RankedTensorType>(table.getType())).shape; });
    variables.emplace(variable.name,
                      randomTensor(staticMetaOf(variable.type), domain, below, InputKind::Random, numbers));
  }
  return variables;
}

} // namespace weir
