// Makes programs of samples: with every size `?` where the op takes that, else in shapes that are known around the op.
#include "unittests/Autograd/SampleCases.h"

#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Interfaces/Gradient.h"
#include "dialects/Interfaces/Semantics.h"
#include "lib/Verify/LearnedSample.h"
#include "unittests/Reference/OpInstances.h"
#include "unittests/Reference/SampleInstances.h"

using namespace mlir;

namespace weir {

namespace {

/// Numbers as far inside of their interval as a part of its width.
constexpr double kInset = 0.125;

GradientArgument argumentFor(const TensorMeta &operand, const NumberRange &range, std::string name) {
  GradientArgument argument{std::move(name), knownSizes(operand.shape), operand.dtype};
  bool hasLeast = std::isfinite(range.least), hasMost = std::isfinite(range.most);
  if (!isFloat(operand.dtype)) {
    argument.least = hasLeast ? range.least : 0;
    argument.most = hasMost ? range.most : 1;
    return argument;
  }
  double inset = hasLeast && hasMost ? kInset * (range.most - range.least) : argument.least;
  double width = argument.most - argument.least;
  argument.bothSigns = !hasLeast && !hasMost;
  if (hasLeast)
    argument.least = range.least + inset;
  else if (hasMost)
    argument.least = range.most - inset - width;
  if (!argument.bothSigns)
    argument.most = hasMost ? range.most - inset : argument.least + width;
  return argument;
}

Metas withoutSizes(Metas metas) {
  for (TensorMeta &meta : metas)
    std::ranges::fill(meta.shape, DimSize());
  return metas;
}

std::string reshaped(const std::string &from, const TensorMeta &meta, const std::string &to) {
  return to + " = weir.reshape " + from + " : " + typesText(withoutSizes({meta})) + " -> " + typesText({meta}) + "\n";
}

/// The result in the type that has no sizes; those stand in an argument.
std::string withSizesOf(const std::string &like, const std::string &result, const TensorMeta &meta) {
  const std::string type = typesText(withoutSizes({meta}));
  std::string body, sizes;
  for (size_t d = 0; d < meta.shape.size(); ++d) {
    std::string size = "%size" + std::to_string(d);
    body += size + " = weir.dim " + like + ", " + std::to_string(d) + " : " + type + "\n";
    sizes += (d ? ", " : "") + size;
  }
  return body + "%y = weir.reshape " + result + " sizes(" + sizes + ") : " + typesText({meta}) + " -> " + type;
}

class SampleProgram {
public:
  explicit SampleProgram(const SampleInstance &instance) : instance(instance) {
    std::string op = instance.op.getStringRef().str();
    program.name = op.substr(op.find('.') + 1);
    for (auto [operand, range] : llvm::zip_equal(instance.operands, instance.ranges)) {
      std::string number = std::to_string(names.size());
      program.arguments.push_back(argumentFor(operand, range, "x" + number));
      names.push_back("%x" + number);
    }
  }

  GradientCase get() {
    Metas results = *verifiedResults(instance.op, instance.operands, instance.attributes);
    program.result = typesText(withoutSizes({results[0]}));
    Metas unknown = withoutSizes(instance.operands);
    if (auto found = verifiedResults(instance.op, unknown, instance.attributes);
        found && !instance.hasNumbers && (*found)[0] == withoutSizes(results)[0])
      program.body = heads("%y", results.size()) + instance.text(names, unknown, *found);
    else
      onKnownShapes(results);
    return std::move(program);
  }

private:
  static std::string heads(const std::string &first, size_t results) {
    return first + (results > 1 ? ", %others:" + std::to_string(results - 1) : "") + " = ";
  }

  void onKnownShapes(const Metas &results) {
    for (auto [name, operand] : llvm::zip_equal(names, instance.operands))
      if (!operand.shape.empty()) {
        program.body += reshaped(name, operand, name + "_known");
        name += "_known";
      }
    bool isScalar = results[0].shape.empty();
    program.body +=
        heads(isScalar ? "%y" : "%known", results.size()) + instance.text(names, instance.operands, results) + "\n";
    if (isScalar)
      return;
    program.arguments.push_back({"like", knownSizes(results[0].shape)});
    program.body += withSizesOf("%like", "%known", results[0]);
  }

  const SampleInstance &instance;
  GradientCase program;
  std::vector<std::string> names;
};

bool isFloatTensor(const TensorMeta &meta) { return isFloat(meta.dtype); }

} // namespace

void addSampleCases(std::vector<GradientCase> &cases) {
  std::unique_ptr<MLIRContext> context = makeContext();
  const InstanceSizes sizes{.sizes = {3, 4, 2, 5}, .rest = {3, 4}, .dtype = DType::F64};
  for (RegisteredOperationName op : context->getRegisteredOperations()) {
    const OpFields *fields = fieldsOf(op.getStringRef());
    std::string call = op.getStringRef().str() + " ";
    bool hasCase =
        llvm::any_of(cases, [&](const GradientCase &row) { return row.body.find(call) != std::string::npos; });
    bool hasGradient = op.hasInterface<GradientInterface>() || op.hasInterface<DecompositionInterface>();
    bool needsRow = op.hasTrait<ResultSized>(); // no sample says a result's sizes
    if (!fields || !hasGradient || (fields->samples.empty() && (hasCase || needsRow)))
      continue;
    for (const SampleInstance &instance : sampleInstances(op, sizes)) {
      Metas results = *verifiedResults(op, instance.operands, instance.attributes);
      if (results[0].dtype == sizes.dtype && llvm::any_of(instance.operands, isFloatTensor))
        cases.push_back(SampleProgram(instance).get());
    }
  }
}

} // namespace weir
