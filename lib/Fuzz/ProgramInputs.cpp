// Draws inputs from the ranges that stand in a module.
#include "lib/Fuzz/ProgramInputs.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/Ops.h"
#include "lib/Reference/Numbers.h"

#include <cmath>

using namespace mlir;

namespace weir::fuzz {

/// Inputs without a range, as a reducer adds them, have numbers from here on.
constexpr int64_t kFirstUnnamed = 1000;

Attribute InputRange::attribute(MLIRContext *context) const {
  return DenseI64ArrayAttr::get(context, {number, least, most, whole});
}

InputRange InputRange::of(Attribute attribute, int64_t number) {
  auto range = dyn_cast_if_present<DenseI64ArrayAttr>(attribute);
  if (!range || range.size() != 4)
    return {.number = number};
  return {.number = range[0], .least = range[1], .most = range[2], .whole = range[3] != 0};
}

HostTensor drawInput(const StaticMeta &meta, const InputRange &range, uint64_t seed) {
  RandomNumbers numbers(seed * 0x9E3779B97F4A7C15 + static_cast<uint64_t>(range.number));
  auto least = static_cast<double>(range.least), most = static_cast<double>(range.most);
  HostTensor tensor = HostTensor::zeros(meta);
  for (double &number : tensor.floats)
    number = roundedTo(meta.dtype,
                       range.whole ? std::floor(numbers.between(least, most + 1)) : numbers.between(least, most));
  for (int64_t &number : tensor.integers)
    number = meta.dtype == DType::Bool
                 ? numbers.between(0, 1) < 0.5
                 : wrappedTo(meta.dtype, static_cast<int64_t>(std::floor(numbers.between(least, most + 1))));
  return tensor;
}

using DrawTensorFn = llvm::function_ref<HostTensor(const StaticMeta &, const InputRange &, uint64_t seed)>;

static RunInputs drawInputs(func::FuncOp job, DrawTensorFn draw) {
  auto module = job->getParentOfType<ModuleOp>();
  auto seedAttr = module->getAttrOfType<IntegerAttr>(kSeedAttr);
  auto seed = static_cast<uint64_t>(seedAttr ? seedAttr.getInt() : 0);
  RunInputs inputs;
  int64_t unnamed = kFirstUnnamed;
  for (BlockArgument argument : job.getArguments()) {
    InputRange range = InputRange::of(job.getArgAttr(argument.getArgNumber(), kInputAttr), unnamed++);
    inputs.arguments.push_back(draw(staticMetaOf(cast<RankedTensorType>(argument.getType())), range, seed));
  }
  for (auto variable : module.getOps<VariableOp>()) {
    InputRange range = InputRange::of(variable->getAttr(kInputAttr), unnamed++);
    StaticMeta meta = staticMetaOf(cast<RankedTensorType>(variable.getTypeAttr().getValue()));
    inputs.variables.emplace(variable.getSymName().str(), draw(meta, range, seed));
  }
  return inputs;
}

RunInputs programInputs(func::FuncOp job) { return drawInputs(job, drawInput); }

RunInputs inputsNear(func::FuncOp job, double noise, uint64_t seed) {
  RandomNumbers numbers(seed);
  return drawInputs(job, [&](const StaticMeta &meta, const InputRange &range, uint64_t ofProgram) {
    HostTensor tensor = drawInput(meta, range, ofProgram);
    for (double &number : tensor.floats) {
      double by = numbers.between(-noise, noise), moved = number + by;
      bool isOutside = moved < static_cast<double>(range.least) || moved > static_cast<double>(range.most);
      number = isOutside ? number - by : moved;
    }
    return tensor;
  });
}

} // namespace weir::fuzz
