// Registration of the Random family and the authorities of random_bits.
#include "dialects/Weir/Random/Ops.h"

#include "dialects/Weir/Random/Draws.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/Weir/Random/Ops.cpp.inc"

namespace weir {

void WeirDialect::registerRandomOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/Weir/Random/Ops.cpp.inc"
      >();
}

Result<Metas> RandomBitsOp::inferResults(const Metas &operands, const Attributes &attributes) {
  if (auto failure = checkStream(operands[0], operands[1]))
    return *failure;
  DType dtype = attributes.get<DType>("dtype");
  if (dtype != DType::I32)
    return Failure{"expects the result's dtype to be i32, got " + std::string(name(dtype))};
  return Metas{{dtype, attributes.get<Shape>("shape")}};
}

Result<IterationRule> RandomBitsOp::iterationRule(const Metas &, const Metas &results, const Attributes &) {
  IterationRule rule;
  rule.operands.resize(3);
  ValueMap map;
  for (size_t d = 0; d < results[0].shape.size(); ++d) {
    rule.factors.push_back({.name = "i" + std::to_string(d), .size = results[0].shape[d], .indexed = true});
    map.push_back({.terms = {{static_cast<int>(d), 1}}});
  }
  rule.results.push_back(std::move(map));
  return rule;
}

} // namespace weir
