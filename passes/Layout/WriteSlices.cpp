// Writes to small parts of variables, instead of new values of all that they hold.
#include "passes/Layout/Passes.h"

#include "dialects/Interfaces/DimSizes.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/IR/Expression.h"
#include "dialects/Weir/IR/Splat.h"
#include "dialects/Weir/Layout/Ops.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Shape/Ops.h"
#include "dialects/Weir/Shape/Strides.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_WRITESLICESPASS
#include "passes/Layout/Passes.h.inc"

/// Where a select takes a part, if it takes one at regular positions: what is true there, and false around it.
static PadOp placeOf(SelectOp select) {
  auto place = select->getOperand(0).getDefiningOp<PadOp>();
  bool isPlace = place && isSplat(place.getX(), 1.0) && place.getValue().isZero();
  bool isInside = isPlace && llvm::all_of(place.getStarts(), [](int64_t start) { return start >= 0; });
  return isInside && !place.getStarts().empty() ? place : PadOp();
}

/// A part as large as this costs as much as the whole, which fuses with its neighbours.
static bool isSmall(RankedTensorType part, RankedTensorType whole) {
  return part.hasStaticShape() && whole.hasStaticShape() && part.getNumElements() < whole.getNumElements() / 2;
}

/// What stands at the place, in the place's own shape; null if it isn't small.
static Value partOf(SelectOp select, PadOp place) {
  Value filled = select->getOperand(1);
  auto whole = cast<RankedTensorType>(select.getType());
  auto type = whole.clone(cast<RankedTensorType>(place.getX().getType()).getShape());
  if (!isSmall(type, whole))
    return nullptr;
  for (auto [size, start, step, count] :
       llvm::zip(whole.getShape(), place.getStarts(), place.getSteps(), type.getShape()))
    if (!liesWithin(size, start, step, count))
      return nullptr;
  auto pad = filled.getDefiningOp<PadOp>();
  if (pad && pad.getX().getType() == type && pad.getStarts() == place.getStarts() && pad.getSteps() == place.getSteps())
    return pad.getX();
  if (!splatOf(filled))
    return nullptr;
  OpBuilder builder(select);
  return ConstantOp::create(builder, select.getLoc(), type,
                            cast<SplatElementsAttr>(DenseElementsAttr::get(
                                RankedTensorType::get({}, whole.getElementType()), Attribute(splatOf(filled)))),
                            ValueRange());
}

namespace {

struct WriteSlices : impl::WriteSlicesPassBase<WriteSlices> {
  void runOnOperation() override {
    SmallVector<AssignOp> updates;
    getOperation().walk([&](AssignOp assign) { updates.push_back(assign); });
    for (AssignOp update : updates)
      rewrite(update);
  }

private:
  /// From the value that is assigned back to the one that was read.
  static void rewrite(AssignOp update) {
    SmallVector<SelectOp> writes;
    Value value = update.getValue();
    while (auto select = value.getDefiningOp<SelectOp>()) {
      if (!placeOf(select))
        return;
      writes.push_back(select);
      value = select->getOperand(2);
    }
    auto read = value.getDefiningOp<ReadOp>();
    if (!read || read.getVariable() != update.getVariable())
      return;
    for (SelectOp select : writes) {
      PadOp place = placeOf(select);
      Value part = partOf(select, place);
      if (!part)
        continue;
      OpBuilder builder(select);
      auto write = WriteSliceOp::create(builder, select.getLoc(), select.getType(), select->getOperand(2), part,
                                        place.getStarts(), place.getSteps());
      select->replaceAllUsesWith(write);
      select.erase();
    }
  }
};

} // namespace

} // namespace weir
