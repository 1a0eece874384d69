// What callers know of programs of ranks: whole values.
#include "lib/Reference/WholeValues.h"

#include "dialects/Comm/Comm.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/Ops.h"

using namespace mlir;

namespace weir {

/// Jobs with parts of unknown sizes don't run.
static RankedTensorType wholeType(comm::PartAttr part, Type own) {
  auto whole = part ? cast<RankedTensorType>(part.getWhole()) : nullptr;
  return whole && whole.hasStaticShape() ? whole : cast<RankedTensorType>(own);
}

RankedTensorType wholeTypeOf(func::FuncOp program, unsigned argument) {
  return wholeType(program.getArgAttrOfType<comm::PartAttr>(argument, comm::kPartAttr),
                   program.getArgumentTypes()[argument]);
}

RankedTensorType wholeTypeOf(VariableOp variable) {
  return wholeType(variable->getAttrOfType<comm::PartAttr>(comm::kPartAttr), variable.getTypeAttr().getValue());
}

SmallVector<WholeVariable> wholeVariables(ModuleOp module) {
  SmallVector<WholeVariable> wholes;
  for (auto variable : module.getOps<VariableOp>()) {
    auto ranks = variable->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr);
    bool isWhole = !ranks || (variable->hasAttr(comm::kPartAttr) && llvm::is_contained(ranks.getPlaces(), 0));
    if (variable.getAlias() || !isWhole)
      continue;
    std::string name = ranks ? ranks.getOf().str() : variable.getSymName().str();
    wholes.push_back({std::move(name), wholeTypeOf(variable), variable.getCarried(), variable.getInitial()});
  }
  return wholes;
}

Result<VariableStore> initialWholes(ModuleOp module) {
  VariableStore wholes;
  for (const WholeVariable &variable : wholeVariables(module)) {
    Result<HostTensor> value = initialValue(variable.initial, staticMetaOf(variable.type));
    if (!value)
      return Failure{value.message() + " in variable " + variable.name};
    wholes.emplace(variable.name, std::move(*value));
  }
  return wholes;
}

} // namespace weir
