// Attributes of the dialect comm as plain structs.
#include "lib/Compiler/EmitRanks.h"

using namespace mlir;

namespace weir {

static std::vector<int64_t> numbers(ArrayRef<int64_t> list) { return {list.begin(), list.end()}; }

static std::vector<Holding> holdings(Attribute held) {
  SmallVector<Holding> axes = sbp::holdingsOf(held);
  return {axes.begin(), axes.end()};
}

static std::optional<Grid> grid(sbp::GridAttr some) {
  return some ? std::optional(sbp::gridOf({}, some)) : std::nullopt;
}

std::optional<Ranks> ranksOf(Operation *op) {
  auto ranks = op->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr);
  return ranks ? std::optional(Ranks{numbers(ranks.getMesh()), numbers(ranks.getDevices()), numbers(ranks.getPlaces())})
               : std::nullopt;
}

std::optional<ValuePart> partOf(Operation *op) {
  auto part = op->getAttrOfType<comm::PartAttr>(comm::kPartAttr);
  if (!part)
    return std::nullopt;
  ValuePart result{numbers(cast<RankedTensorType>(part.getWhole()).getShape()), holdings(part.getHeld()),
                   grid(part.getGrid())};
  llvm::replace(result.whole, ShapedType::kDynamic, kDynamic);
  return result;
}

Collective collectiveOf(vm::CollectiveOp op, Id source, Id target) {
  auto ranks = op.getGroups().getValues<int64_t>();
  return {source,
          target,
          numbers(op.getWhole()),
          holdings(op.getFrom()),
          holdings(op.getTo()),
          numbers(op.getMesh()),
          {ranks.begin(), ranks.end()},
          grid(op.getGiversAttr()),
          grid(op.getTakersAttr())};
}

} // namespace weir
