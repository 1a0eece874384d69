// The table that python/gen/samples.py makes of the op records.
#include "lib/Verify/OpSamples.h"

#include "lib/Verify/LearnedSample.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace weir {

static std::vector<OpFields> tableOfRecords() {
  return {
#include "lib/Verify/OpSamples.inc"
  };
}

ArrayRef<OpFields> allOpFields() {
  static const std::vector<OpFields> all = tableOfRecords();
  return all;
}

const OpFields *fieldsOf(StringRef op) {
  ArrayRef<OpFields> all = allOpFields();
  const OpFields *found = find_if(all, [&](const OpFields &fields) { return fields.name == op; });
  return found == all.end() ? nullptr : found;
}

static bool followsFromKind(const AttributeField &field) {
  switch (field.kind) {
  case AttributeKind::Dim:
  case AttributeKind::Dims:
  case AttributeKind::Flag:
  case AttributeKind::DType:
  case AttributeKind::Enum:
    return true;
  case AttributeKind::Word:
    return !field.cases.empty();
  case AttributeKind::Int:
  case AttributeKind::Ints:
  case AttributeKind::Float:
  case AttributeKind::Elements:
    return false;
  }
  llvm_unreachable("all kinds return");
}

/// Adds the attributes that a sample doesn't mention: what they may be follows from their kinds. Others are left out.
static std::optional<Failure> addUnmentioned(const OpFields &op, OpSample &sample) {
  for (const AttributeField &field : op.attributes) {
    if (any_of(sample.attributes, [&](const SampleAttribute &known) { return known.field.name == field.name; }))
      continue;
    if (field.kind != AttributeKind::Flag && field.isOptional)
      continue;
    if (!followsFromKind(field))
      return Failure{"expects samples in the record of " + op.name + " that say attribute '" + field.name +
                     "' (dialects/Weir/IR/Base.td has the notation)"};
    sample.attributes.push_back({field, field.isOptional, {}});
  }
  return std::nullopt;
}

Result<std::vector<OpSample>> samplesOf(StringRef name, mlir::MLIRContext *context) {
  const OpFields *op = fieldsOf(name);
  if (!op)
    return Failure{"expects an op that computes tensors, got " + name.str()};
  std::vector<OpSample> samples;
  for (const std::string &text : op->samples) {
    Result<OpSample> sample = parseSample(text, *op);
    if (!sample)
      return sample.failure();
    samples.push_back(std::move(*sample));
  }
  if (samples.empty())
    samples = samplesOfOneShape(*op);
  for (OpSample &sample : samples)
    if (auto failure = addUnmentioned(*op, sample))
      return *failure;
  if (!op->samples.empty())
    return samples;
  std::optional<OpSample> best = takenMost(*op, std::move(samples), context);
  if (!best)
    return Failure{"expects samples in the record of " + op->name +
                   " (dialects/Weir/IR/Base.td has the notation): it takes no operands of one shape"};
  return std::vector<OpSample>{*best};
}

} // namespace weir
