// Sizes of a trace that are to be unknown. A front end computes with numbers; those that stand for an unknown size are
// told apart by being no other's.
#include "lib/Compiler/TraceState.h"

#include "dialects/Weir/IR/Dialect.h"
#include "dialects/Weir/Shape/Ops.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;

namespace weir {

namespace {

/// A size beyond this that no input has may have been computed of some that stand for others.
constexpr int64_t kMostOwnSize = 1024;

class Forgetter {
public:
  Forgetter(func::FuncOp job, std::span<const int64_t> standIns)
      : job(job), standIns(standIns.begin(), standIns.end()), builder(job.getContext()) {}

  std::optional<Failure> run() {
    readSizes();
    for (int64_t size : standIns)
      if (!sizes.contains(size))
        return Failure{"func.func: expects an input that has size " + std::to_string(size)};
    for (BlockArgument argument : job.getArguments())
      argument.setType(forgotten(argument.getType()));
    for (Operation &op : job.getBody().front())
      if (auto failure = forget(op))
        return failure;
    auto results = job.getBody().front().getTerminator()->getOperandTypes();
    job.setType(builder.getFunctionType(job.getBody().getArgumentTypes(), results));
    return std::nullopt;
  }

private:
  bool standsIn(int64_t size) const { return llvm::is_contained(standIns, size); }

  Type forgotten(Type type) const {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return type;
    SmallVector<int64_t> shape(tensor.getShape());
    for (int64_t &size : shape)
      if (standsIn(size))
        size = ShapedType::kDynamic;
    return tensor.clone(shape);
  }

  /// Reads each unknown size where an input first has it.
  void readSizes() {
    builder.setInsertionPointToStart(&job.getBody().front());
    for (BlockArgument argument : job.getArguments())
      for (auto [dim, size] : llvm::enumerate(cast<RankedTensorType>(argument.getType()).getShape()))
        if (!standsIn(size))
          known.insert(size);
        else if (!sizes.contains(size))
          sizes[size] = DimOp::create(builder, argument.getLoc(), argument, static_cast<int64_t>(dim));
  }

  std::optional<Failure> forget(Operation &op) {
    if (isa<DimOp>(op))
      return std::nullopt;
    if (op.hasTrait<ResultSized>())
      if (auto failure = addSizes(op))
        return failure;
    for (Value result : op.getResults())
      result.setType(forgotten(result.getType()));
    return std::nullopt;
  }

  /// An op whose result sizes don't follow from its operands is given those that are unknown.
  std::optional<Failure> addSizes(Operation &op) {
    SmallVector<Value> given;
    for (int64_t size : cast<RankedTensorType>(op.getResult(0).getType()).getShape())
      if (standsIn(size))
        given.push_back(sizes.at(size));
      else if (size > kMostOwnSize && !known.contains(size))
        return Failure{op.getName().getStringRef().str() + ": expects a size that an input has, got " +
                       std::to_string(size)};
    if (given.empty())
      return std::nullopt;
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
      if (!elements || !elements.isSplat())
        return Failure{"weir.constant: expects one value for all elements where sizes are unknown"};
      auto scalar = RankedTensorType::get({}, elements.getElementType());
      constant.setValueAttr(elements.resizeSplat(scalar));
    }
    op.insertOperands(op.getNumOperands(), given);
    return std::nullopt;
  }

  func::FuncOp job;
  SmallVector<int64_t> standIns;
  OpBuilder builder;
  llvm::DenseMap<int64_t, Value> sizes; ///< by what stands for them
  llvm::DenseSet<int64_t> known;        ///< other sizes of inputs
};

} // namespace

std::optional<Failure> TraceBuilder::forgetSizes(std::string_view job, std::span<const int64_t> standIns) {
  auto found = state->module->lookupSymbol<func::FuncOp>(StringRef(job.data(), job.size()));
  if (!found || state->job)
    return Failure{"module: expects a job that has ended, got " + std::string(job)};
  return Forgetter(found, standIns).run();
}

} // namespace weir
