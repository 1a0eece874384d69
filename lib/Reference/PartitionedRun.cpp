// Whole values as parts of ranks, and back.
#include "lib/Reference/PartitionedRun.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/Control/Jobs.h"
#include "lib/Reference/Evaluate.h"
#include "lib/Reference/HeldValue.h"
#include "lib/Reference/Ranks.h"

using namespace mlir;

namespace weir {

static comm::RanksAttr ranksOf(Operation *op) { return op->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr); }

static comm::PartAttr argumentPart(func::FuncOp program, size_t i) {
  return program.getArgAttrOfType<comm::PartAttr>(static_cast<unsigned>(i), comm::kPartAttr);
}

static comm::PartAttr resultPart(func::FuncOp program, size_t i) {
  return program.getResultAttrOfType<comm::PartAttr>(static_cast<unsigned>(i), comm::kPartAttr);
}

static comm::PartAttr partOf(VariableOp variable) { return variable->getAttrOfType<comm::PartAttr>(comm::kPartAttr); }

static HeldValue heldValue(comm::PartAttr part, ArrayRef<int64_t> mesh) {
  SmallVector<Holding> axes = sbp::holdingsOf(part.getHeld());
  return {staticMetaOf(cast<RankedTensorType>(part.getWhole())).shape,
          {axes.begin(), axes.end()},
          sbp::gridOf(mesh, part.getGrid())};
}

PartitionedRun::PartitionedRun(ModuleOp module, comm::RanksAttr ranks)
    : module(module), ranks(ranks), stores(ranks.getDevices().size()) {
  for (auto variable : module.getOps<VariableOp>())
    if (isOfMesh(variable))
      for (int64_t place : ranksOf(variable).getPlaces())
        variables[{ranksOf(variable).getOf(), place}] = variable;
}

Result<PartitionedRun> PartitionedRun::start(ModuleOp module, comm::RanksAttr ranks, const VariableStore &wholes,
                                             const InterpretOptions &options) {
  PartitionedRun run(module, ranks);
  for (const auto &[name, whole] : wholes)
    for (size_t place = 0; run.isSharedOut(name) && place < run.stores.size(); ++place)
      if (auto failure = run.startVariable(name, place, whole))
        return *failure;
  for (auto &[key, variable] : run.variables) {
    if (variable.getAlias() || (run.isSharedOut(key.first) && wholes.contains(key.first.str())))
      continue;
    Result<HostTensor> value =
        initialValue(variable.getInitial(), staticMetaOf(cast<RankedTensorType>(variable.getTypeAttr().getValue())));
    if (!value)
      return Failure{value.message() + " in variable " + variable.getSymName().str()};
    run.stores[key.second].emplace(variable.getSymName(), std::move(*value));
  }
  for (auto function : module.getOps<func::FuncOp>())
    if (function->hasAttr(kDeriveAttr) && run.isOfMesh(function))
      for (int64_t place : ranksOf(function).getPlaces())
        if (auto derived = interpret(function, {}, run.stores[place], options); !derived)
          return derived.failure();
  return run;
}

Result<std::vector<HostTensor>> PartitionedRun::run(StringRef job, ArrayRef<HostTensor> arguments,
                                                    const InterpretOptions &options) {
  Result<Programs> programs = programsOf(job, arguments);
  if (!programs)
    return Failure{"@" + job.str() + " " + programs.message()};
  func::FuncOp first = programs->front();
  std::vector<RankRun> runs;
  for (auto [place, program] : llvm::enumerate(*programs)) {
    std::vector<HostTensor> given;
    for (auto [i, whole] : llvm::enumerate(arguments))
      given.push_back(part(argumentPart(first, i), whole, place));
    runs.push_back({program, ranks.getDevices()[place], std::move(given), std::move(stores[place])});
  }
  Result<std::vector<std::vector<HostTensor>>> results = interpretRanks(runs, options);
  for (auto [store, run] : llvm::zip(stores, runs))
    store = std::move(run.variables);
  if (!results)
    return results.failure();
  std::vector<HostTensor> wholes;
  for (unsigned i = 0; i < first.getNumResults(); ++i) {
    std::vector<const HostTensor *> parts;
    for (const std::vector<HostTensor> &ofRank : *results)
      parts.push_back(&ofRank[i]);
    Result<HostTensor> joined = join(resultPart(first, i), parts, "result #" + std::to_string(i));
    if (!joined)
      return joined.failure();
    wholes.push_back(std::move(*joined));
  }
  return wholes;
}

std::optional<Failure> PartitionedRun::finish(VariableStore &wholes) const {
  for (auto &[name, whole] : wholes) {
    if (!isSharedOut(name))
      continue;
    std::vector<const HostTensor *> parts;
    for (auto [place, store] : llvm::enumerate(stores))
      parts.push_back(&store.at(variable(name, place).getSymName().str()));
    Result<HostTensor> joined = join(partOf(variable(name, 0)), parts, "variable @" + name);
    if (!joined)
      return joined.failure();
    whole = std::move(*joined);
  }
  return std::nullopt;
}

/// Programs may come from a dump that somebody has edited, so that nothing holds of them.
Result<PartitionedRun::Programs> PartitionedRun::programsOf(StringRef job, ArrayRef<HostTensor> arguments) const {
  Programs programs(stores.size());
  for (auto program : ModuleOp(module).getOps<func::FuncOp>())
    if (isOfMesh(program) && ranksOf(program).getOf() == job)
      for (int64_t place : ranksOf(program).getPlaces())
        programs[place] = program;
  if (programs.empty() || llvm::is_contained(programs, nullptr))
    return Failure{"expects a program for each place of its mesh"};
  for (auto [place, program] : llvm::enumerate(programs))
    if (auto failure = checkProgram(programs.front(), program, place, arguments))
      return *failure;
  return programs;
}

std::optional<Failure> PartitionedRun::checkProgram(func::FuncOp first, func::FuncOp program, size_t place,
                                                    ArrayRef<HostTensor> arguments) const {
  if (program.getNumArguments() != arguments.size() || program.getNumResults() != first.getNumResults())
    return Failure{"expects programs of " + std::to_string(arguments.size()) + " inputs and " +
                   std::to_string(first.getNumResults()) + " results, as at place 0, got another at place " +
                   std::to_string(place)};
  for (auto [i, type] : llvm::enumerate(program.getArgumentTypes()))
    if (auto failure =
            checkPart(argumentPart(first, i), type, place, "input #" + std::to_string(i), &arguments[i].meta))
      return failure;
  for (auto [i, type] : llvm::enumerate(program.getResultTypes()))
    if (auto failure = checkPart(resultPart(first, i), type, place, "result #" + std::to_string(i)))
      return failure;
  return std::nullopt;
}

std::optional<Failure> PartitionedRun::startVariable(StringRef name, size_t place, const HostTensor &whole) {
  VariableOp at = variable(name, place);
  if (!at)
    return Failure{"expects a part of variable @" + name.str() + " at place " + std::to_string(place) + ", got none"};
  comm::PartAttr of = partOf(variable(name, 0));
  if (auto failure = checkPart(of, at.getTypeAttr().getValue(), place, "variable @" + name.str(), &whole.meta))
    return failure;
  stores[place].emplace(at.getSymName(), part(of, whole, place));
  return std::nullopt;
}

/// Whether a rank has of a value what the part says, and a caller gives the whole of it.
std::optional<Failure> PartitionedRun::checkPart(comm::PartAttr of, Type type, size_t place, const std::string &what,
                                                 const StaticMeta *given) const {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return std::nullopt;
  auto whole = of ? cast<RankedTensorType>(of.getWhole()) : tensor;
  if (!whole.hasStaticShape() || (of && !isOnMesh(of)))
    return Failure{"expects " + what + " to be of known sizes, and held on the axes of a mesh"};
  if (auto failure = given ? checkFits(what, metaOf(whole), *given) : std::nullopt; failure || !of)
    return failure;
  Sizes shape = heldValue(of, ranks.getMesh()).shapeOfPart(static_cast<int64_t>(place));
  return checkFits("the part of " + what + " at place " + std::to_string(place),
                   StaticMeta{staticMetaOf(whole).dtype, shape}, metaOf(tensor));
}

bool PartitionedRun::isOfMesh(Operation *op) const {
  comm::RanksAttr of = ranksOf(op);
  return of && of.getMesh() == ranks.getMesh() && of.getDevices() == ranks.getDevices();
}

bool PartitionedRun::isOnMesh(comm::PartAttr part) const {
  Grid grid = sbp::gridOf(ranks.getMesh(), part.getGrid());
  return sbp::holdingsOf(part.getHeld()).size() == grid.mesh.size() &&
         (!part.getGrid() || !misfitOf(grid, static_cast<int64_t>(stores.size())));
}

/// What a rank has of a variable.
VariableOp PartitionedRun::variable(StringRef name, size_t place) const {
  return variables.lookup({StringAttr::get(ModuleOp(module).getContext(), name), static_cast<int64_t>(place)});
}

/// Whether ranks have parts of a variable that the program had before; they derive others of their own.
bool PartitionedRun::isSharedOut(StringRef name) const {
  VariableOp first = variable(name, 0);
  return first && partOf(first);
}

HostTensor PartitionedRun::part(comm::PartAttr of, const HostTensor &whole, size_t place) const {
  return of ? heldValue(of, ranks.getMesh()).partOf(whole, static_cast<int64_t>(place)) : whole;
}

Result<HostTensor> PartitionedRun::join(comm::PartAttr of, ArrayRef<const HostTensor *> parts,
                                        const std::string &what) const {
  if (!of)
    return *parts[0];
  Result<HostTensor> joined = heldValue(of, ranks.getMesh()).joined(parts);
  return joined ? joined : Result<HostTensor>(Failure{joined.message() + " of " + what});
}

Result<std::vector<HostTensor>> interpretPartitioned(ModuleOp module, StringRef job, ArrayRef<HostTensor> arguments,
                                                     VariableStore &variables, const InterpretOptions &options) {
  auto named = module.lookupSymbol<func::FuncOp>(job);
  comm::RanksAttr ranks = named ? ranksOf(named) : nullptr;
  if (!ranks)
    return Failure{"expects a job of several ranks named " + job.str()};
  Result<PartitionedRun> run = PartitionedRun::start(module, ranks, variables, options);
  if (!run)
    return run.failure();
  Result<std::vector<HostTensor>> results = run->run(job, arguments, options);
  if (!results)
    return results;
  if (auto failure = run->finish(variables))
    return *failure;
  return results;
}

} // namespace weir
