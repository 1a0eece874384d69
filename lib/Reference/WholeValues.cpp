// Whole values as parts of ranks, and back.
#include "dialects/Comm/Comm.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/Ops.h"
#include "lib/Reference/Evaluate.h"
#include "lib/Reference/HeldValue.h"
#include "lib/Reference/Ranks.h"

using namespace mlir;

namespace weir {

namespace {

comm::RanksAttr ranksOf(Operation *op) { return op->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr); }

comm::PartAttr argumentPart(func::FuncOp program, unsigned i) {
  return program.getArgAttrOfType<comm::PartAttr>(i, comm::kPartAttr);
}

comm::PartAttr resultPart(func::FuncOp program, unsigned i) {
  return program.getResultAttrOfType<comm::PartAttr>(i, comm::kPartAttr);
}

/// The programs of one job, and its values as parts of its ranks.
class Partitioned {
public:
  Partitioned(ModuleOp module, StringRef job) : module(module) {
    for (auto program : module.getOps<func::FuncOp>())
      if (auto ranks = ranksOf(program); ranks && ranks.getOf() == job)
        add(program, ranks);
    for (auto variable : module.getOps<VariableOp>())
      if (auto ranks = ranksOf(variable))
        for (int64_t place : ranks.getPlaces())
          variables[{ranks.getOf(), place}] = variable;
  }

  /// What doesn't hold of programs that were damaged since they were partitioned: a dump is a text that can be edited.
  std::optional<Failure> check(ArrayRef<HostTensor> arguments, const VariableStore &wholes) {
    if (programs.empty() || llvm::is_contained(programs, nullptr))
      return Failure{"expects a program for each place of its mesh"};
    for (auto [place, program] : llvm::enumerate(programs))
      if (auto failure = checkProgram(program, place, arguments))
        return failure;
    for (const auto &[name, whole] : wholes)
      for (size_t place = 0; isOfRanks(name) && place < programs.size(); ++place)
        if (auto failure = checkVariable(name, place, whole.meta))
          return failure;
    return std::nullopt;
  }

  Result<std::vector<HostTensor>> run(ArrayRef<HostTensor> arguments, VariableStore &variables,
                                      const InterpretOptions &options) {
    std::vector<RankRun> ranks;
    for (auto [place, program] : llvm::enumerate(programs)) {
      std::vector<HostTensor> given;
      for (auto [i, whole] : llvm::enumerate(arguments))
        given.push_back(part(argumentPart(programs[0], static_cast<unsigned>(i)), whole, place));
      VariableStore store;
      for (const auto &[name, whole] : variables)
        if (isOfRanks(name))
          store.emplace(nameAt(name, place), part(partOf(name), whole, place));
      ranks.push_back({program, devices[place], std::move(given), std::move(store)});
    }
    Result<std::vector<std::vector<HostTensor>>> results = interpretRanks(ranks, options);
    if (!results)
      return results.failure();
    for (auto &[name, whole] : variables) {
      if (!isOfRanks(name))
        continue;
      std::vector<const HostTensor *> parts;
      for (size_t place = 0; place < programs.size(); ++place)
        parts.push_back(&ranks[place].variables.at(nameAt(name, place)));
      Result<HostTensor> joined = join(partOf(name), parts, "variable @" + name);
      if (!joined)
        return joined.failure();
      whole = std::move(*joined);
    }
    std::vector<HostTensor> wholes;
    for (unsigned i = 0; i < programs[0].getNumResults(); ++i) {
      std::vector<const HostTensor *> parts;
      for (const std::vector<HostTensor> &ofRank : *results)
        parts.push_back(&ofRank[i]);
      Result<HostTensor> joined = join(resultPart(programs[0], i), parts, "result #" + std::to_string(i));
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

  std::optional<Failure> checkProgram(func::FuncOp program, size_t place, ArrayRef<HostTensor> arguments) {
    if (program.getNumArguments() != arguments.size() || program.getNumResults() != programs[0].getNumResults())
      return Failure{"expects programs of " + std::to_string(arguments.size()) + " inputs and " +
                     std::to_string(programs[0].getNumResults()) + " results, as at place 0, got another at place " +
                     std::to_string(place)};
    for (auto [i, type] : llvm::enumerate(program.getArgumentTypes()))
      if (auto failure = checkPart(argumentPart(programs[0], static_cast<unsigned>(i)), type, place,
                                   "input #" + std::to_string(i), &arguments[i].meta))
        return failure;
    for (auto [i, type] : llvm::enumerate(program.getResultTypes()))
      if (auto failure =
              checkPart(resultPart(programs[0], static_cast<unsigned>(i)), type, place, "result #" + std::to_string(i)))
        return failure;
    return std::nullopt;
  }

  std::optional<Failure> checkVariable(StringRef name, size_t place, const StaticMeta &whole) {
    VariableOp at = variable(name, place);
    if (!at)
      return Failure{"expects a part of variable @" + name.str() + " at place " + std::to_string(place) + ", got none"};
    return checkPart(partOf(name), at.getTypeAttr().getValue(), place, "variable @" + name.str(), &whole);
  }

  bool isOnMesh(comm::PartAttr part) const {
    Grid grid = sbp::gridOf(mesh, part.getGrid());
    return sbp::holdingsOf(part.getHeld()).size() == grid.mesh.size() &&
           (!part.getGrid() || !misfitOf(grid, static_cast<int64_t>(programs.size())));
  }

  /// Whether a rank has of a value what the part says, and a caller gives the whole of it.
  std::optional<Failure> checkPart(comm::PartAttr of, Type type, size_t place, const std::string &what,
                                   const StaticMeta *given = nullptr) const {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return std::nullopt;
    auto whole = of ? cast<RankedTensorType>(of.getWhole()) : tensor;
    if (!whole.hasStaticShape() || (of && !isOnMesh(of)))
      return Failure{"expects " + what + " to be of known sizes, and held on the axes of a mesh"};
    if (auto failure = given ? checkFits(what, metaOf(whole), *given) : std::nullopt; failure || !of)
      return failure;
    return checkFits("the part of " + what + " at place " + std::to_string(place),
                     StaticMeta{staticMetaOf(whole).dtype, heldValue(of).shapeOfPart(static_cast<int64_t>(place))},
                     metaOf(tensor));
  }

  /// What a rank has of a variable.
  VariableOp variable(StringRef name, size_t place) const {
    return variables.lookup({StringAttr::get(ModuleOp(module).getContext(), name), static_cast<int64_t>(place)});
  }
  bool isOfRanks(StringRef name) const { return variable(name, 0) != nullptr; }
  std::string nameAt(StringRef name, size_t place) const { return variable(name, place).getSymName().str(); }
  comm::PartAttr partOf(StringRef name) const {
    return variable(name, 0)->getAttrOfType<comm::PartAttr>(comm::kPartAttr);
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

/// Jobs with parts of unknown sizes don't run.
static RankedTensorType wholeType(comm::PartAttr part, Type own) {
  auto whole = part ? cast<RankedTensorType>(part.getWhole()) : nullptr;
  return whole && whole.hasStaticShape() ? whole : cast<RankedTensorType>(own);
}

RankedTensorType wholeTypeOf(func::FuncOp program, unsigned argument) {
  return wholeType(argumentPart(program, argument), program.getArgumentTypes()[argument]);
}

RankedTensorType wholeTypeOf(VariableOp variable) {
  return wholeType(variable->getAttrOfType<comm::PartAttr>(comm::kPartAttr), variable.getTypeAttr().getValue());
}

SmallVector<WholeVariable> wholeVariables(ModuleOp module) {
  SmallVector<WholeVariable> wholes;
  for (auto variable : module.getOps<VariableOp>()) {
    comm::RanksAttr ranks = ranksOf(variable);
    if (variable.getAlias() || variable.getCarried() || (ranks && !llvm::is_contained(ranks.getPlaces(), 0)))
      continue;
    std::string name = ranks ? ranks.getOf().str() : variable.getSymName().str();
    wholes.push_back({std::move(name), wholeTypeOf(variable), variable.getInitial()});
  }
  return wholes;
}

Result<std::vector<HostTensor>> interpretPartitioned(ModuleOp module, StringRef job, ArrayRef<HostTensor> arguments,
                                                     VariableStore &variables, const InterpretOptions &options) {
  Partitioned partitioned(module, job);
  if (auto failure = partitioned.check(arguments, variables))
    return Failure{"@" + job.str() + " " + failure->message};
  return partitioned.run(arguments, variables, options);
}

} // namespace weir
