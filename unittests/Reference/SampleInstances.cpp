// Makes instances of samples by going through what they leave open.
#include "unittests/Reference/SampleInstances.h"

#include "dialects/Interfaces/Semantics.h"
#include "lib/Verify/LearnedSample.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace weir {

namespace {

constexpr int64_t kMostInstances = 6;

/// Instance number n takes the n-th of everything.
class NthChoices : public SampleChoices {
public:
  NthChoices(const InstanceSizes &sizes, int64_t number) : sizes(sizes), number(number) {}

  int64_t oneOf(int64_t count) override {
    longest = std::max(longest, count);
    return number % count;
  }
  int64_t between(int64_t least, int64_t most) override { return least + number % (most - least + 1); }
  int64_t size() override { return sizes.sizes[next++ % sizes.sizes.size()]; }
  Sizes shape() override { return sizes.rest; }
  DType dtype(ArrayRef<DType> allowed) override {
    if (sizes.dtype && llvm::is_contained(allowed, *sizes.dtype))
      return *sizes.dtype;
    return allowed[static_cast<size_t>(oneOf(static_cast<int64_t>(allowed.size())))];
  }

  int64_t longest = 1;

private:
  const InstanceSizes &sizes;
  int64_t number;
  size_t next = 0;
};

bool hasNumbers(const OpSample &sample) {
  return llvm::any_of(sample.operands, [](const SampleOperand &operand) {
    return llvm::any_of(llvm::concat<const SampleSize>(operand.front, operand.back),
                        [](const SampleSize &size) { return size.isNumber(); });
  });
}

} // namespace

std::string typesText(const Metas &metas) {
  std::string text;
  for (const TensorMeta &meta : metas) {
    std::string sizes;
    for (DimSize size : meta.shape)
      sizes += toString(size) + "x";
    std::string element = meta.dtype == DType::Bool ? "i1"
                          : meta.dtype == DType::U8 ? "ui8"
                                                    : std::string(name(meta.dtype));
    text += (text.empty() ? "" : ", ") + ("tensor<" + sizes + element + ">");
  }
  return metas.size() == 1 ? text : "(" + text + ")";
}

std::string SampleInstance::text(ArrayRef<std::string> operandNames, const Metas &operandMetas,
                                 const Metas &results) const {
  std::string words;
  llvm::raw_string_ostream stream(words);
  stream << op.getStringRef() << " " << llvm::join(operandNames, ", ");
  if (!attributes.empty())
    stream << " " << DictionaryAttr::get(attributes.front().getName().getContext(), attributes);
  std::string types = typesText(operandMetas);
  stream << " : " << (operandMetas.size() == 1 ? "(" + types + ")" : types) << " -> " << typesText(results);
  return words;
}

std::vector<SampleInstance> sampleInstances(RegisteredOperationName op, const InstanceSizes &sizes) {
  std::vector<SampleInstance> instances;
  Result<std::vector<OpSample>> samples = samplesOf(op.getStringRef(), op.getContext());
  if (!samples) {
    ADD_FAILURE() << samples.message();
    return {};
  }
  for (const OpSample &sample : *samples) {
    int64_t count = 1;
    for (int64_t number = 0; number < count; ++number) {
      NthChoices choices(sizes, number);
      BoundSample bound(op.getStringRef(), sample, choices);
      bound.bindRest();
      bound.chooseAttributes(Builder(op.getContext()));
      SampleInstance instance{op, {}, {}, bound.attributes(), hasNumbers(sample)};
      for (size_t i = 0; i < bound.numOperands(); ++i) {
        instance.operands.push_back(bound.metaOf(i));
        instance.ranges.push_back(bound.rangeOf(i));
      }
      if (verifiedResults(op, instance.operands, instance.attributes))
        instances.push_back(std::move(instance));
      else
        ADD_FAILURE() << "expects the op to verify what its samples say (dialects/Weir/IR/Base.td), got refused: "
                      << instance.text({}, instance.operands, {});
      count = std::min(choices.longest, kMostInstances);
    }
  }
  return instances;
}

} // namespace weir
