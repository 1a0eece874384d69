// Finds the plain ops by trying: an op is one if it parses with one to three operands of one type.
#include "unittests/Reference/PlainOps.h"

#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Gradient.h"
#include "unittests/Reference/OpInstances.h"

#include "mlir/IR/Diagnostics.h"

#include <cmath>

namespace weir {

constexpr size_t kMostOperands = 3;

/// "%x0: tensor<5xf32>, %x1: tensor<5xf32>" for `before` "%x" and `after` ": tensor<5xf32>".
static std::string numbered(size_t count, const std::string &before, const std::string &after) {
  std::string text;
  for (size_t i = 0; i < count; ++i)
    text += (i ? ", " : "") + before + std::to_string(i) + after;
  return text;
}

std::string argumentsOf(const PlainOp &op, const std::string &type) { return numbered(op.operands, "%x", ": " + type); }

std::string textOf(const PlainOp &op, const std::string &type) {
  std::string types = type;
  for (size_t i = 1; i < op.operands; ++i)
    types += ", " + type;
  return op.name + " " + numbered(op.operands, "%x", "") + " : (" + types + ") -> " + type;
}

/// The op on one element per operand, all of them negative and no integers; without an op where it doesn't verify.
static ParsedInstance tried(const PlainOp &op, mlir::MLIRContext &context) {
  const std::string type = "tensor<1xf64>";
  std::vector<ElementRange> ranges(op.operands, ElementRange{-2, -2});
  ParsedInstance instance = parse({argumentsOf(op, type), textOf(op, type), ranges}, context);
  for (HostTensor &operand : instance.operands)
    operand.floats.assign(1, -1.5);
  return instance;
}

static bool isNumber(const ParsedInstance &instance) {
  Result<EvalScope> scope = wholeScope(instance.op, instance.metas, {});
  if (!scope)
    return false;
  Result<Tensors> results = evaluate(instance.op, instance.operands, *scope);
  return results && !results->front().floats.empty() && std::isfinite(results->front().floats.front());
}

std::vector<PlainOp> plainOps() {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  mlir::ScopedDiagnosticHandler quiet(context.get(), [](mlir::Diagnostic &) { return mlir::success(); });
  std::vector<PlainOp> found;
  for (mlir::RegisteredOperationName name : context->getRegisteredOperations()) {
    bool appliesFunction = name.hasInterface<ElementwiseInterface>() || name.hasInterface<DecompositionInterface>();
    if (name.getDialectNamespace() != "weir" || !appliesFunction)
      continue;
    PlainOp op{name.getStringRef().str()};
    for (op.operands = 1; op.operands <= kMostOperands; ++op.operands) {
      ParsedInstance instance = tried(op, *context);
      if (!instance.op)
        continue;
      op.takesNegative = isNumber(instance);
      op.isDifferentiable = name.hasInterface<GradientInterface>() || name.hasInterface<DecompositionInterface>();
      found.push_back(op);
      break;
    }
  }
  return found;
}

} // namespace weir
