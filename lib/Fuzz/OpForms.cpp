// Draws ops by the samples of their records.
#include "lib/Fuzz/OpForms.h"

#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/IR/Traits.h"
#include "lib/Verify/BoundSample.h"

using namespace mlir;

namespace weir::fuzz {

namespace {

constexpr int kAttempts = 6;
constexpr int64_t kMostRest = 3, kSmall = 3;

/// Sizes and dtypes that the program has already.
class ProgramChoices : public SampleChoices {
public:
  explicit ProgramChoices(RandomJob &program) : program(program) {}

  int64_t oneOf(int64_t count) override { return program.dice.below(count); }
  int64_t between(int64_t least, int64_t most) override { return program.dice.from(least, most); }
  /// Small, where operands of several dimensions would become large.
  int64_t size() override {
    int64_t size = program.dice.pick(program.sizes());
    if (elements * size > RandomJob::kMostElements)
      size = program.dice.from(1, kSmall);
    elements *= size;
    return size;
  }
  Sizes shape() override {
    Sizes shape = program.anyShape(0, kMostRest);
    elements *= *checkedNumElements(shape);
    return shape;
  }
  DType dtype(ArrayRef<DType> allowed) override {
    DType wanted = program.anyDType();
    return llvm::is_contained(allowed, wanted) ? wanted : program.dice.pick(allowed);
  }

private:
  RandomJob &program;
  int64_t elements = 1; ///< that an operand of all sizes so far would have
};

/// What an operand must hold, as far as a program's inputs can: between integers.
std::optional<InputRange> inputRangeOf(const NumberRange &range) {
  double least = std::ceil(range.least), most = std::floor(range.most);
  if (!range.isInterval() || least > most)
    return std::nullopt;
  return InputRange{.least = static_cast<int64_t>(least), .most = static_cast<int64_t>(most)};
}

class DrawnSample {
public:
  DrawnSample(RandomJob &program, StringRef op, const OpSample &sample)
      : program(program), op(op), choices(program), bound(op, sample, choices), operands(bound.numOperands()) {}

  bool draw() {
    size_t before = program.numValues();
    takeValues();
    bound.bindRest();
    for (size_t i = 0; i < operands.size(); ++i)
      if (*checkedNumElements(bound.metaOf(i).shape) > RandomJob::kMostElements)
        return false;
    bound.chooseAttributes(program.builder);
    fill();
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      if (attempt > 0)
        bound.chooseAttributes(program.builder);
      if (!program.add(op, operands, bound.attributes()).empty())
        return true;
      for (size_t i = 0; i < operands.size(); ++i)
        if (program.dice.oneIn(2))
          operands[i] = tamed(i);
    }
    program.takeBack(before);
    return false;
  }

private:
  /// Values of the program as they are, which say what the sample's letters stand for.
  void takeValues() {
    for (size_t i = 0; i < operands.size(); ++i) {
      if (program.dice.oneIn(6))
        continue;
      Value found = program.any([&](const StaticMeta &meta) { return bound.fits(i, meta); });
      if (found && bound.bind(i, staticMetaOf(cast<RankedTensorType>(found.getType()))))
        operands[i] = i == 0 || program.dice.oneIn(2) ? found : Value();
    }
  }

  /// The operands that are missing, and most of those that must hold certain numbers.
  void fill() {
    for (size_t i = 0; i < operands.size(); ++i) {
      std::optional<InputRange> range = inputRangeOf(bound.rangeOf(i));
      if (range && !program.dice.oneIn(4))
        operands[i] = program.addInput(bound.metaOf(i), range);
      else if (!operands[i])
        operands[i] = program.like(bound.metaOf(i));
    }
  }

  /// Another operand, with numbers that the op may take.
  Value tamed(size_t i) {
    std::optional<InputRange> range = inputRangeOf(bound.rangeOf(i));
    return range ? program.addInput(bound.metaOf(i), range) : program.tame(operands[i]);
  }

  RandomJob &program;
  std::string op;
  ProgramChoices choices;
  BoundSample bound;
  SmallVector<Value> operands;
};

} // namespace

bool drawSample(RandomJob &program, StringRef op, const OpSample &sample) {
  return DrawnSample(program, op, sample).draw();
}

OpForms::OpForms(MLIRContext *context) : context(context) {
  for (RegisteredOperationName op : context->getRegisteredOperations()) {
    std::string name = op.getStringRef().str();
    if (op.getDialectNamespace() != "weir" || !op.hasInterface<SemanticsInterface>() || op.hasTrait<MadeByLayout>())
      continue;
    for (const auto *recipes : {&opRecipes(), &windowRecipes()})
      if (auto recipe = recipes->find(name); recipe != recipes->end())
        draws[name] = recipe->second;
    if (draws.count(name))
      continue;
    Result<std::vector<OpSample>> samples = samplesOf(name, context);
    if (samples)
      draws[name] = [name, samples = *samples](RandomJob &program) {
        const OpSample &sample = samples[program.dice.below(static_cast<int64_t>(samples.size()))];
        return drawSample(program, name, sample);
      };
    else
      missing.emplace(name, samples.failure());
  }
}

/// There are many elementwise and composite ops: the former are compiled alike, the latter are made of others.
int64_t OpForms::weightOf(StringRef op) const {
  auto name = RegisteredOperationName::lookup(op, context);
  return name->hasInterface<ElementwiseInterface>() || name->hasInterface<DecompositionInterface>() ? 1 : 4;
}

Attribute anyAccumulator(Dice &dice, Builder &builder, DType dtype) {
  if (!isFloat(dtype) || !dice.oneIn(4))
    return nullptr;
  bool isWide = dtype == DType::F64 || dice.oneIn(2);
  return TypeAttr::get(isWide ? builder.getF64Type() : builder.getF32Type());
}

} // namespace weir::fuzz
