// See RowChain.h.
#include "lib/Target/Cpu/Chain/RowChain.h"

#include "dialects/Kernel/Kernel.h"
#include "lib/Target/Cpu/Nest/KernelSlice.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir::cpu {
namespace {

bool isProduct(linalg::GenericOp generic) {
  return generic.getNumReductionLoops() > 0 && generic.getNumDpsInputs() == 2;
}

bool isReduced(Value value) {
  return llvm::any_of(opsBehind(value), [](Operation *op) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    return generic && generic.getNumReductionLoops() > 0;
  });
}

ArrayRef<int64_t> shapeOf(Value value) { return cast<ShapedType>(value.getType()).getShape(); }

/// The last value that follows from this one, elementwise and in its shape, with what needs no reduction.
Value endOfElementwise(Value value) {
  while (value.hasOneUse()) {
    auto user = dyn_cast<linalg::GenericOp>(*value.user_begin());
    auto isOther = [&](Value operand) { return operand != value && isReduced(operand); };
    if (!user || llvm::any_of(user.getInputs(), isOther) || user.getNumReductionLoops() > 0 ||
        user.getNumResults() != 1 || shapeOf(user->getResult(0)) != shapeOf(value))
      break;
    value = user->getResult(0);
  }
  return value;
}

/// Takes a kernel apart into a chain, part by part.
class ChainParts {
public:
  explicit ChainParts(func::FuncOp kernel)
      : kernel(kernel), results(kernel.getBody().front().getTerminator()->getOperands()) {}

  std::optional<RowChain> take() {
    for (auto generic : kernel.getBody().front().getOps<linalg::GenericOp>())
      if (isProduct(generic) && !addProduct(generic))
        return std::nullopt;
    if (scores.empty() || values.empty() || !findResults())
      return std::nullopt;
    for (Value end : scores)
      chain.scores.push_back(part({end}, {}));
    if (!llvm::all_of(rows, [&](Value value) { return value.getDefiningOp() && !llvm::is_contained(scores, value); }) ||
        !productsIn(opsBehind(rows, scores)).empty())
      return std::nullopt;
    chain.rows = part(rows, scores);
    for (auto [product, is] : llvm::zip(values, chain.values))
      takeValues(product, is);
    return std::move(chain);
  }

private:
  ChainPart part(ArrayRef<Value> outputs, ArrayRef<Value> cuts) const {
    SmallVector<Operation *> ops = opsBehind(outputs, cuts);
    SmallVector<BlockArgument> arguments = argumentsOf(kernel, ops, {});
    auto [operands, scalars] = numbersOf(kernel, arguments);
    OwningOpRef<func::FuncOp> function = functionOf(kernel, ops, arguments, cuts, outputs);
    renumberLoops(*function);
    return {std::move(function), std::move(operands), std::move(scalars)};
  }

  static SmallVector<linalg::GenericOp> productsIn(ArrayRef<Operation *> ops) {
    SmallVector<linalg::GenericOp> found;
    for (Operation *op : ops)
      if (auto generic = dyn_cast<linalg::GenericOp>(op); generic && isProduct(generic))
        found.push_back(generic);
    return found;
  }

  /// One of scores, or of rows that follow from them.
  bool addProduct(linalg::GenericOp product) {
    Value a = product->getOperand(0);
    if (!productsIn(opsBehind(product->getOperand(1))).empty())
      return false;
    if (productsIn(opsBehind(a)).empty()) {
      scores.push_back(endOfElementwise(product->getResult(0)));
      return true;
    }
    values.push_back(product);
    RowChain::Values &is = chain.values.emplace_back();
    is.rows = numberOfRows(a);
    // Its depth is the first of the dimensions of A behind the batch, or the last one.
    AffineMap read = product.getMatchingIndexingMap(product.getDpsInputOperand(0));
    auto last = dyn_cast<AffineDimExpr>(read.getResults().back());
    is.ofColumns = last && product.getIteratorTypesArray()[last.getPosition()] == utils::IteratorType::parallel;
    return true;
  }

  unsigned numberOfRows(Value value) {
    auto *found = llvm::find(rows, value);
    auto number = static_cast<unsigned>(found - rows.begin());
    if (found == rows.end()) {
      rows.push_back(value);
      chain.kept.emplace_back();
    }
    return number;
  }

  /// What each result of the kernel is: one product's, or rows.
  bool findResults() {
    llvm::SmallDenseSet<unsigned> isFound;
    for (auto [number, result] : llvm::enumerate(results)) {
      SmallVector<linalg::GenericOp> behind = productsIn(opsBehind(result, rows));
      auto *product = llvm::find(values, behind.empty() ? linalg::GenericOp() : behind.front());
      auto which = static_cast<unsigned>(product - values.begin());
      if (behind.size() == 1 && product != values.end() && isFound.insert(which).second) {
        chain.values[which].result = static_cast<unsigned>(number);
        continue;
      }
      if (shapeOf(result) != shapeOf(rows.front()))
        return false;
      chain.kept[numberOfRows(result)] = static_cast<unsigned>(number);
    }
    return isFound.size() == values.size();
  }

  void takeValues(linalg::GenericOp product, RowChain::Values &is) const {
    Value result = results[is.result], sums = product->getResult(0), own = rows[is.rows];
    if (!is.ofColumns) {
      is.part = part({result}, {own});
      return;
    }
    is.part = part({sums}, {own});
    addStart(*is.part.function);
    if (result != sums)
      is.end = part({result}, {sums});
  }

  /// Makes the sums that the function gives begin with what another input says.
  static void addStart(func::FuncOp function) {
    Block &body = function.getBody().front();
    auto product = body.getTerminator()->getOperand(0).getDefiningOp<linalg::GenericOp>();
    Type type = product->getResult(0).getType();
    auto rank = static_cast<unsigned>(cast<ShapedType>(type).getRank());
    BlockArgument start = body.addArgument(type, function.getLoc());
    OpBuilder builder(body.getTerminator());
    AffineMap own = builder.getMultiDimIdentityMap(rank), written = product.getIndexingMapsArray().back();
    SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
    auto add = [](OpBuilder &b, Location at, ValueRange elements) {
      Value sum = arith::AddFOp::create(b, at, elements[0], elements[1]);
      linalg::YieldOp::create(b, at, sum);
    };
    SmallVector<Value> inputs{product->getResult(0), start};
    Value memory = product.getDpsInitOperand(0)->get().getDefiningOp<linalg::FillOp>().getOutputs()[0];
    auto sum = linalg::GenericOp::create(builder, product.getLoc(), type, inputs, memory,
                                         SmallVector<AffineMap>(3, own), loops, add);
    auto numbers = product->getAttrOfType<DenseI64ArrayAttr>(kernel::kLoopsAttr).asArrayRef();
    SmallVector<int64_t> ofResult;
    for (unsigned d = 0; d < rank; ++d)
      ofResult.push_back(numbers[written.getDimPosition(d)]);
    sum->setAttr(kernel::kLoopsAttr, builder.getDenseI64ArrayAttr(ofResult));
    body.getTerminator()->setOperands(sum->getResults());
    function.setFunctionType(builder.getFunctionType(body.getArgumentTypes(), type));
  }

  func::FuncOp kernel;
  SmallVector<Value> results, scores, rows;
  SmallVector<linalg::GenericOp> values; ///< products
  RowChain chain;
};

} // namespace

std::optional<RowChain> RowChain::of(func::FuncOp kernel) { return ChainParts(kernel).take(); }

} // namespace weir::cpu
