// Tries what operands an op takes.
#include "lib/Verify/LearnedSample.h"

#include "dialects/Interfaces/Semantics.h"
#include "lib/Verify/BoundSample.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;

namespace weir {

namespace {

/// The class of the operands of one shape and dtype.
constexpr StringLiteral kSame = "t";

/// Small matrices.
class TrialChoices : public SampleChoices {
public:
  explicit TrialChoices(DType dtype) : tried(dtype) {}
  int64_t oneOf(int64_t) override { return 0; }
  int64_t between(int64_t least, int64_t) override { return least; }
  int64_t size() override { return 2; }
  Sizes shape() override { return {2, 2}; }
  DType dtype(ArrayRef<DType> allowed) override { return llvm::is_contained(allowed, tried) ? tried : allowed.front(); }

private:
  DType tried;
};

bool verifies(RegisteredOperationName op, const OpSample &sample, DType dtype) {
  TrialChoices choices(dtype);
  BoundSample bound(op.getStringRef(), sample, choices);
  bound.bindRest();
  bound.chooseAttributes(Builder(op.getContext()));
  Metas operands;
  for (size_t i = 0; i < bound.numOperands(); ++i)
    operands.push_back(bound.metaOf(i));
  return verifiedResults(op, operands, bound.attributes()).has_value();
}

} // namespace

std::optional<Metas> verifiedResults(RegisteredOperationName op, const Metas &operands,
                                     ArrayRef<NamedAttribute> attributes) {
  const auto *infer = op.getInterface<InferTypeOpInterface>();
  if (!infer)
    return std::nullopt;
  MLIRContext *context = op.getContext();
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) { return success(); });
  OpBuilder builder(context);
  Block block;
  builder.setInsertionPointToEnd(&block);
  for (const TensorMeta &operand : operands)
    block.addArgument(typeOf(operand, context), builder.getUnknownLoc());
  SmallVector<Type> types;
  if (failed(infer->inferReturnTypes(context, std::nullopt, block.getArguments(), builder.getDictionaryAttr(attributes),
                                     nullptr, {}, types)))
    return std::nullopt;
  OperationState state(builder.getUnknownLoc(), op, block.getArguments(), types, attributes);
  if (failed(verify(builder.create(state))))
    return std::nullopt;
  return metasOf(types);
}

std::vector<OpSample> samplesOfOneShape(const OpFields &op) {
  SampleOperand same{.dtype = kSame.str(), .hasRest = true}, scalar{.dtype = kSame.str()};
  std::vector<OpSample> all;
  auto add = [&]() -> std::vector<SampleOperand> & {
    OpSample &sample = all.emplace_back();
    sample.numRequired = op.numOperands;
    sample.hasOptionals = op.numOptionals > 0;
    sample.classes = {{kSame.str(), {std::begin(kAllDTypes), std::end(kAllDTypes)}}};
    return sample.operands;
  };
  for (size_t arrays = op.numOperands; arrays > 0; --arrays) {
    std::vector<SampleOperand> &operands = add();
    operands.assign(arrays, same);
    operands.resize(op.numOperands, scalar);
  }
  for (DType odd : {DType::I64, DType::Bool})
    for (size_t at = 0; at < op.numOperands && op.numOperands > 1; ++at) {
      std::vector<SampleOperand> &operands = add();
      operands.assign(op.numOperands, same);
      operands[at].dtype = name(odd);
      all.back().classes[operands[at].dtype] = {odd};
    }
  return all;
}

std::optional<OpSample> takenMost(const OpFields &op, std::vector<OpSample> samples, MLIRContext *context) {
  std::optional<RegisteredOperationName> registered = RegisteredOperationName::lookup(op.name, context);
  if (!registered)
    return std::nullopt;
  std::optional<OpSample> best;
  for (OpSample &sample : samples) {
    std::vector<DType> taken;
    for (DType dtype : kAllDTypes)
      if (verifies(*registered, sample, dtype))
        taken.push_back(dtype);
    if (taken.size() > (best ? best->classes[kSame.str()].size() : 0)) {
      best = std::move(sample);
      best->classes[kSame.str()] = std::move(taken);
    }
  }
  return best;
}

} // namespace weir
