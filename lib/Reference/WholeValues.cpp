// Whole values as parts of ranks, and back.
#include "dialects/Comm/Comm.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/Ops.h"
#include "lib/Reference/HeldValue.h"
#include "lib/Reference/Ranks.h"

using namespace mlir;

namespace weir {

namespace {

/// The programs of one job, and its values as parts of its ranks.
class Partitioned {
public:
  Partitioned(ModuleOp module, StringRef job) : module(module) {
    for (auto program : module.getOps<func::FuncOp>())
      if (auto ranks = program->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr); ranks && ranks.getOf() == job)
        add(program, ranks);
    for (auto variable : module.getOps<VariableOp>())
      if (auto ranks = variable->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr))
        for (int64_t place : ranks.getPlaces())
          variables[{ranks.getOf(), place}] = variable;
  }

  bool isWhole() const {
    return !programs.empty() && llvm::all_of(programs, [](func::FuncOp program) { return program != nullptr; });
  }

  Result<std::vector<HostTensor>> run(ArrayRef<HostTensor> arguments, VariableStore &variables,
                                      const InterpretOptions &options) {
    std::vector<RankRun> ranks;
    for (auto [place, program] : llvm::enumerate(programs)) {
      std::vector<HostTensor> given;
      for (auto [i, whole] : llvm::enumerate(arguments))
        given.push_back(
            part(program.getArgAttrOfType<comm::PartAttr>(static_cast<unsigned>(i), comm::kPartAttr), whole, place));
      VariableStore store;
      for (const auto &[name, whole] : variables)
        store.emplace(nameAt(name, place), part(partAt(name, place), whole, place));
      ranks.push_back({program, devices[place], std::move(given), std::move(store)});
    }
    Result<std::vector<std::vector<HostTensor>>> results = interpretRanks(ranks, options);
    if (!results)
      return results.failure();
    for (auto &[name, whole] : variables) {
      std::vector<const HostTensor *> parts;
      for (size_t place = 0; place < programs.size(); ++place)
        parts.push_back(&ranks[place].variables.at(nameAt(name, place)));
      Result<HostTensor> joined = join(partAt(name, 0), parts, "variable @" + name);
      if (!joined)
        return joined.failure();
      whole = std::move(*joined);
    }
    std::vector<HostTensor> wholes;
    for (unsigned i = 0; i < programs[0].getNumResults(); ++i) {
      std::vector<const HostTensor *> parts;
      for (const std::vector<HostTensor> &ofRank : *results)
        parts.push_back(&ofRank[i]);
      Result<HostTensor> joined = join(programs[0].getResultAttrOfType<comm::PartAttr>(i, comm::kPartAttr), parts,
                                       "result #" + std::to_string(i));
      if (!joined)
        return joined.failure();
      wholes.push_back(std::move(*joined));
    }
    return wholes;
  }

private:
  void add(func::FuncOp program, comm::RanksAttr ranks) {
    mesh.assign(ranks.getMesh().begin(), ranks.getMesh().end());
    devices.assign(ranks.getDevices().begin(), ranks.getDevices().end());
    programs.resize(devices.size());
    for (int64_t place : ranks.getPlaces())
      programs[place] = program;
  }

  /// What a rank has of a variable.
  VariableOp variable(StringRef name, size_t place) const {
    return variables.lookup({StringAttr::get(ModuleOp(module).getContext(), name), static_cast<int64_t>(place)});
  }
  std::string nameAt(StringRef name, size_t place) const { return variable(name, place).getSymName().str(); }
  comm::PartAttr partAt(StringRef name, size_t place) const {
    return variable(name, place)->getAttrOfType<comm::PartAttr>(comm::kPartAttr);
  }

  HeldValue heldValue(comm::PartAttr part) const {
    SmallVector<Holding> axes = sbp::holdingsOf(part.getHeld());
    return {staticMetaOf(cast<RankedTensorType>(part.getWhole())).shape,
            {axes.begin(), axes.end()},
            sbp::gridOf(mesh, part.getGrid())};
  }

  HostTensor part(comm::PartAttr of, const HostTensor &whole, size_t place) const {
    return of ? heldValue(of).partOf(whole, static_cast<int64_t>(place)) : whole;
  }

  Result<HostTensor> join(comm::PartAttr of, ArrayRef<const HostTensor *> parts, const std::string &what) const {
    if (!of)
      return *parts[0];
    Result<HostTensor> joined = heldValue(of).joined(parts);
    return joined ? joined : Result<HostTensor>(Failure{joined.message() + " of " + what});
  }

  ModuleOp module;
  Sizes mesh;
  std::vector<int64_t> devices;
  std::vector<func::FuncOp> programs;                             ///< by place
  DenseMap<std::pair<StringAttr, int64_t>, VariableOp> variables; ///< by name and place
};

} // namespace

Result<std::vector<HostTensor>> interpretPartitioned(ModuleOp module, StringRef job, ArrayRef<HostTensor> arguments,
                                                     VariableStore &variables, const InterpretOptions &options) {
  Partitioned partitioned(module, job);
  if (!partitioned.isWhole())
    return Failure{"expects programs of a job named " + job.str() + " for each place of its mesh"};
  return partitioned.run(arguments, variables, options);
}

} // namespace weir
