// Whole values as parts of ranks, and back.
#include "dialects/Comm/Comm.h"
#include "dialects/Weir/Control/Ops.h"
#include "lib/Reference/Collectives.h"
#include "lib/Reference/Models.h"
#include "lib/Reference/Parts.h"
#include "lib/Reference/Ranks.h"
#include "lib/Support/Boxing.h"

using namespace mlir;

namespace weir {

namespace {

/// How one value is held on a mesh.
class ValueParts {
public:
  ValueParts(comm::PartAttr part, const MeshAxes &mesh) : mesh(mesh) {
    llvm::append_range(axes, sbp::holdingsOf(part.getHeld()));
    StaticMeta meta = staticMetaOf(cast<RankedTensorType>(part.getWhole()));
    shape = meta.shape;
  }

  /// What the rank at a place has. Of partial values the first one has all.
  HostTensor partOf(const HostTensor &whole, int64_t place) const {
    HostTensor part = partAt(whole, positions(place));
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      if (axes[axis].kind != Holding::Kind::Partial || mesh.placeOf(place)[axis] == 0)
        continue;
      llvm::fill(part.floats, identityOf(axes[axis].combiner));
      llvm::fill(part.integers, identityOf(axes[axis].combiner, part.meta.dtype));
    }
    return part;
  }

  /// The whole of what the ranks have, in the order of places.
  Result<HostTensor> joined(ArrayRef<const HostTensor *> parts) const {
    HostTensor whole = HostTensor::zeros({parts[0]->meta.dtype, shape});
    std::vector<std::pair<int64_t, HostTensor>> sums; // by the first of the places that have terms
    for (int64_t place = 0; place < mesh.numRanks(); ++place) {
      if (!isFirstOfPartial(place))
        continue;
      Result<HostTensor> sum = sumAt(parts, place);
      if (!sum)
        return sum;
      putAt(*sum, positions(place), whole);
      sums.emplace_back(place, std::move(*sum));
    }
    for (const auto &[place, sum] : sums) {
      HostTensor kept = partAt(whole, positions(place));
      if (sum.integers != kept.integers || !isSame(sum.floats, kept.floats))
        return Failure{"expects ranks that hold one part to have the same numbers, got others at place " +
                       std::to_string(place)};
    }
    return whole;
  }

private:
  std::vector<HeldRanges> positions(int64_t place) const {
    std::vector<HeldRanges> all;
    for (size_t d = 0; d < shape.size(); ++d)
      all.push_back(heldPositions(shape[d], static_cast<int>(d), axes, mesh.shape, mesh.placeOf(place)));
    return all;
  }

  bool isFirstOfPartial(int64_t place) const {
    Sizes at = mesh.placeOf(place);
    for (size_t axis = 0; axis < axes.size(); ++axis)
      if (axes[axis].kind == Holding::Kind::Partial && at[axis] != 0)
        return false;
    return true;
  }

  /// What the ranks that differ from one in the coordinates of partial axes have together.
  Result<HostTensor> sumAt(ArrayRef<const HostTensor *> parts, int64_t first) const {
    Sizes at = mesh.placeOf(first);
    std::optional<HostTensor> sum;
    for (int64_t place = 0; place < mesh.numRanks(); ++place) {
      Sizes other = mesh.placeOf(place);
      Combiner combiner = Combiner::Sum;
      bool isTerm = true;
      for (size_t axis = 0; axis < axes.size(); ++axis) {
        bool isPartial = axes[axis].kind == Holding::Kind::Partial;
        isTerm &= isPartial || at[axis] == other[axis];
        combiner = isPartial ? axes[axis].combiner : combiner;
      }
      if (!isTerm)
        continue;
      if (!sum) {
        sum = *parts[place];
        continue;
      }
      Result<HostTensor> next = combine(combiner, *sum, *parts[place]);
      if (!next)
        return next;
      sum = std::move(*next);
    }
    return *sum;
  }

  /// Bit for bit, but for which NaN it is.
  static bool isSame(const std::vector<double> &a, const std::vector<double> &b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](double x, double y) { return x == y || (x != x && y != y); });
  }

  const MeshAxes &mesh;
  std::vector<Holding> axes;
  Sizes shape;
};

/// The programs of one job, and its values as parts of its ranks.
class Partitioned {
public:
  Partitioned(ModuleOp module, StringRef job) : module(module) {
    for (auto program : module.getOps<func::FuncOp>())
      if (auto ranks = program->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr); ranks && ranks.getJob() == job)
        add(program, ranks);
  }

  bool isWhole() const {
    return !programs.empty() && llvm::all_of(programs, [](func::FuncOp program) { return program != nullptr; });
  }

  Result<Tensors> run(ArrayRef<HostTensor> arguments, VariableStore &variables, const InterpretOptions &options) {
    std::vector<RankRun> ranks;
    for (auto [place, program] : llvm::enumerate(programs)) {
      Tensors given;
      for (auto [i, whole] : llvm::enumerate(arguments))
        given.push_back(
            part(program.getArgAttrOfType<comm::PartAttr>(static_cast<unsigned>(i), comm::kPartAttr), whole, place));
      VariableStore store;
      for (const auto &[name, whole] : variables)
        store.emplace(name + suffix(program), part(variable(program, name), whole, place));
      ranks.push_back({program, devices[place], std::move(given), std::move(store)});
    }
    Result<std::vector<Tensors>> results = interpretRanks(ranks, options);
    if (!results)
      return results.failure();
    for (auto &[name, whole] : variables) {
      std::vector<const HostTensor *> parts;
      for (auto [place, program] : llvm::enumerate(programs))
        parts.push_back(&ranks[place].variables.at(name + suffix(program)));
      Result<HostTensor> joined = join(variable(programs[0], name), parts, "variable @" + name);
      if (!joined)
        return joined.failure();
      whole = std::move(*joined);
    }
    Tensors wholes;
    for (unsigned i = 0; i < programs[0].getNumResults(); ++i) {
      std::vector<const HostTensor *> parts;
      for (const Tensors &ofRank : *results)
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
    mesh.shape.assign(ranks.getMesh().begin(), ranks.getMesh().end());
    devices.assign(ranks.getDevices().begin(), ranks.getDevices().end());
    programs.resize(devices.size());
    for (int64_t place : ranks.getPlaces())
      programs[place] = program;
  }

  /// What a program's name, and those of its variables, have behind the job's.
  static std::string suffix(func::FuncOp program) {
    auto ranks = program->getAttrOfType<comm::RanksAttr>(comm::kRanksAttr);
    return program.getSymName().drop_front(ranks.getJob().size()).str();
  }

  comm::PartAttr variable(func::FuncOp program, StringRef name) {
    auto variable = module.lookupSymbol<VariableOp>((name + suffix(program)).str());
    return variable->getAttrOfType<comm::PartAttr>(comm::kPartAttr);
  }

  HostTensor part(comm::PartAttr of, const HostTensor &whole, size_t place) const {
    return of ? ValueParts(of, mesh).partOf(whole, static_cast<int64_t>(place)) : whole;
  }

  Result<HostTensor> join(comm::PartAttr of, ArrayRef<const HostTensor *> parts, const std::string &what) const {
    if (!of)
      return *parts[0];
    Result<HostTensor> joined = ValueParts(of, mesh).joined(parts);
    return joined ? joined : Result<HostTensor>(Failure{joined.message() + " of " + what});
  }

  ModuleOp module;
  MeshAxes mesh;
  std::vector<int64_t> devices;
  std::vector<func::FuncOp> programs; ///< by place
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
