// The programs of ranks. On one device there is one, the global program without the dialect sbp.
#include "passes/Sbp/JobRanks.h"
#include "passes/Sbp/LocalOps.h"
#include "passes/Sbp/Passes.h"
#include "passes/Sbp/Placement.h"

#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/Control/Repetition.h"
#include "dialects/Weir/Math/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_PARTITIONPASS
#include "passes/Sbp/Passes.h.inc"

namespace {

/// What is computed element by element for variables alone: updates, and what they take from gradients and counters.
llvm::DenseSet<Operation *> updatesOf(func::FuncOp job) {
  llvm::DenseSet<Operation *> updates;
  auto isForVariables = [&](Operation *user) { return isa<AssignOp>(user) || updates.contains(user); };
  for (Operation &op : llvm::reverse(job.getBody().front()))
    if (isa<ElementwiseInterface, ReadOp>(op) && !op.use_empty() && llvm::all_of(op.getUsers(), isForVariables))
      updates.insert(&op);
  return updates;
}

/// All but assigns, in the job's order; but updates come as soon as they can be computed: what they need of other
/// ranks, and others of them, is on its way then while gradients are computed.
SmallVector<Operation *> opsInOrder(func::FuncOp job) {
  llvm::DenseSet<Operation *> updates = updatesOf(job);
  std::vector<std::tuple<size_t, size_t, Operation *>> numbered;
  llvm::DenseMap<Operation *, size_t> behind; // which number it comes
  for (auto [number, op] : llvm::enumerate(job.getBody().front().without_terminator())) {
    if (isa<AssignOp>(op))
      continue;
    size_t last = updates.contains(&op) ? 0 : number;
    for (Value operand : op.getOperands())
      if (Operation *maker = operand.getDefiningOp())
        last = std::max(last, behind.lookup(maker));
    behind[&op] = last;
    numbered.emplace_back(last, number, &op);
  }
  llvm::sort(numbered);
  return llvm::map_to_vector(numbered, [](const auto &each) { return std::get<Operation *>(each); });
}

/// The job of some ranks, by their numbers, which lie alike.
class RankProgram {
public:
  RankProgram(func::FuncOp job, const JobRanks &ranks, ArrayRef<int64_t> numbers, std::string suffix)
      : job(job), ranks(ranks), mesh(ranks.mesh()), numbers(numbers), suffix(std::move(suffix)),
        isThere(ranks.placeOn(mesh, numbers.front()).has_value()),
        place(ranks.placeOn(mesh, numbers.front()).value_or(Sizes())), builder(job), reholding(builder, mesh, place) {}

  void build() {
    HeldValues arguments = heldResults(job);
    results = heldOperands(job);
    SmallVector<Type> argumentTypes(job.getArgumentTypes()), resultTypes(job.getResultTypes());
    setTypes(arguments, argumentTypes);
    setTypes(results, resultTypes);
    auto type = builder.getFunctionType(argumentTypes, resultTypes);
    auto local = func::FuncOp::create(builder, job.getLoc(), (job.getSymName() + suffix).str(), type);
    copyAttributes(local, arguments, results);
    Block *block = local.addEntryBlock();
    builder.setInsertionPointToStart(block);
    for (auto [whole, part] : llvm::zip_equal(job.getArguments(), block->getArguments()))
      parts[whole] = part;
    for (auto [value, held] : llvm::zip_equal(arguments.values, arguments.holdings))
      holdings[value] = held;
    for (Operation *op : opsInOrder(job)) {
      if (auto move = dyn_cast<sbp::MoveOp>(op)) {
        add(move);
        continue;
      }
      if (!isThere)
        continue;
      add(op);
      joinTerms(op);
      bringToVariables(op);
    }
    finish();
  }

private:
  void setTypes(const HeldValues &held, SmallVector<Type> &types) {
    size_t next = 0;
    for (Type &type : types)
      if (isa<RankedTensorType>(type)) {
        type = partType(held.values[next], held.holdings[next]);
        ++next;
      }
  }

  /// Of what is moved on the mesh where it is then.
  RankedTensorType partType(Value whole, ArrayRef<Holding> held) {
    const Mesh &on = moveOf(whole) ? ranks.meshOf(moveOf(whole)) : mesh;
    std::optional<Sizes> there = ranks.placeOn(on, numbers.front());
    auto type = cast<RankedTensorType>(whole.getType());
    return there ? localType(type, held, on, *there) : emptyType(type);
  }

  void copyAttributes(func::FuncOp local, const HeldValues &arguments, const HeldValues &results) {
    MLIRContext *context = job.getContext();
    for (NamedAttribute attribute : job->getDiscardableAttrs())
      if (attribute.getNameDialect() != job->getContext()->getLoadedDialect<sbp::SbpDialect>())
        local->setAttr(attribute.getName(), attribute.getValue());
    if (auto repeated = job->getAttrOfType<FlatSymbolRefAttr>(kEpilogueOfAttr))
      local->setAttr(kEpilogueOfAttr, ofProgram(repeated.getValue()));
    local->setAttr(comm::kRanksAttr,
                   comm::RanksAttr::get(context, job.getSymNameAttr(), ranks.shape(), ranks.ranks(), numbers));
    for (unsigned i = 0; i < job.getNumArguments(); ++i)
      local.setArgAttrs(i, job.getArgAttrDict(i));
    for (unsigned i = 0; i < job.getNumResults(); ++i)
      local.setResultAttrs(i, job.getResultAttrDict(i));
    for (auto [i, value] : llvm::enumerate(arguments.values))
      local.setArgAttr(cast<BlockArgument>(value).getArgNumber(), comm::kPartAttr,
                       partAttr(value, arguments.holdings[i]));
    for (auto [i, value] : llvm::enumerate(results.values))
      local.setResultAttr(static_cast<unsigned>(i), comm::kPartAttr, partAttr(value, results.holdings[i]));
  }

  comm::PartAttr partAttr(Value value, ArrayRef<Holding> held) {
    auto type = cast<RankedTensorType>(value.getType());
    const Mesh &on = moveOf(value) ? ranks.meshOf(moveOf(value)) : mesh;
    sbp::GridAttr grid = type.getRank() > 0 ? ranks.gridOf(job.getContext(), on) : sbp::GridAttr();
    return comm::PartAttr::get(job.getContext(), type, sbp::attributeOf(job.getContext(), held), grid);
  }

  Value inDtypeOf(Value whole, Value part) {
    Type own = getElementTypeOrSelf(whole.getType());
    return getElementTypeOrSelf(part.getType()) == own ? part : CastOp::create(builder, part.getLoc(), part, own);
  }

  /// A rank's part of a value held as one of its users sees it.
  Value heldAs(Location loc, Value whole, ArrayRef<Holding> held) {
    auto &known = reheld[whole];
    for (auto &[axes, part] : known)
      if (ArrayRef<Holding>(axes) == held)
        return part;
    // Terms of sums have the accumulator's dtype until they are joined.
    Value part = parts.at(whole);
    auto type = cast<RankedTensorType>(whole.getType());
    part = reholding.rehold(loc, part, type.clone(getElementTypeOrSelf(part.getType())), holdings.at(whole), held);
    bool isOpen = llvm::any_of(held, [](const Holding &axis) { return axis.kind == Holding::Kind::Partial; });
    part = isOpen ? part : inDtypeOf(whole, part);
    known.emplace_back(SmallVector<Holding>(held), part);
    return part;
  }

  void add(Operation *op) {
    LocalOp local{.op = op, .operands = {}, .held = heldOperands(op).holdings, .results = {}, .types = {}};
    HeldValues results = heldResults(op);
    local.results = results.holdings;
    for (auto [value, held] : llvm::zip_equal(results.values, results.holdings)) {
      local.types.push_back(localType(cast<RankedTensorType>(value.getType()), held, mesh, place));
      holdings[value] = held;
    }
    size_t next = 0;
    for (Value operand : op->getOperands()) {
      bool isTensor = isa<RankedTensorType>(operand.getType());
      local.operands.push_back(isTensor ? heldAs(op->getLoc(), operand, local.held[next++]) : parts.at(operand));
    }
    if (auto read = dyn_cast<ReadOp>(op)) {
      parts[read.getValue()] =
          ReadOp::create(builder, read.getLoc(), local.types[0], ofProgram(read.getVariable())).getValue();
      return;
    }
    if (isa<sbp::ConstrainOp>(op)) {
      parts[op->getResult(0)] = local.operands[0];
      return;
    }
    if (results.values.size() != op->getNumResults()) { // host scalars
      IRMapping mapping;
      for (auto [whole, part] : llvm::zip_equal(op->getOperands(), local.operands))
        mapping.map(whole, part);
      Operation *copy = builder.clone(*op, mapping);
      copy->removeAttr(sbp::kSignatureAttr);
      for (auto [whole, part] : llvm::zip_equal(op->getResults(), copy->getResults()))
        parts[whole] = part;
      return;
    }
    for (auto [whole, part] : llvm::zip_equal(op->getResults(), buildLocalOp(builder, local, mesh, reholding)))
      parts[whole] = part;
  }

  /// What a rank has that has no place where a value is.
  Value nothingOf(Location loc, RankedTensorType type) {
    RankedTensorType empty = emptyType(type);
    auto elements = DenseElementsAttr::get(empty, builder.getZeroAttr(empty.getElementType()));
    return ConstantOp::create(builder, loc, empty, elements, ValueRange());
  }

  /// Where it is sent from.
  Value broughtTo(const Crossing &crossing, sbp::MoveOp move) {
    SmallVector<Holding> from = heldOperands(move).holdings[0];
    Value part = heldAs(move.getLoc(), move.getX(), from);
    auto whole = cast<RankedTensorType>(move.getX().getType().clone(getElementTypeOrSelf(part.getType())));
    return inDtypeOf(move.getX(), reholding.follow(move.getLoc(), crossing.before, part, whole, from));
  }

  void add(sbp::MoveOp move) {
    Location loc = move.getLoc();
    auto whole = cast<RankedTensorType>(move.getX().getType());
    const Mesh &other = ranks.meshOf(move);
    std::optional<Sizes> there = ranks.placeOn(other, numbers.front());
    SmallVector<Holding> to = sbp::holdingsOf(move.getTo());
    holdings[move.getY()] = to;
    if (!isThere && !there) {
      parts[move.getY()] = nothingOf(loc, whole);
      return;
    }
    Crossing crossing = ranks.crossing(move);
    Value part = isThere ? broughtTo(crossing, move) : nothingOf(loc, whole);
    RankedTensorType taken = there ? localType(whole, crossing.taken, other, *there) : emptyType(whole);
    part = send(builder, loc, crossing, metRanks(mesh, other), part, whole, taken);
    if (there)
      part = Reholding(builder, other, *there).follow(loc, crossing.after, part, whole, crossing.taken);
    parts[move.getY()] = part;
  }

  /// At once, as whoever asks for them may come much later: they are on their way meanwhile, and take less memory.
  void joinTerms(Operation *op) {
    for (Value value : op->getResults()) {
      auto isTerm = [](const Holding &axis) { return axis.kind == Holding::Kind::Partial; };
      if (!isa<RankedTensorType>(value.getType()) || llvm::none_of(holdings.at(value), isTerm))
        continue;
      for (Operation *user : value.getUsers()) {
        HeldValues held = user->hasTrait<OpTrait::IsTerminator>() ? results : heldOperands(user);
        for (auto [operand, axes] : llvm::zip_equal(held.values, held.holdings))
          if (operand == value && ArrayRef(axes) != ArrayRef(holdings.at(value)))
            heldAs(op->getLoc(), value, axes);
      }
    }
  }

  void bringToVariables(Operation *op) {
    for (Value value : op->getResults())
      for (Operation *user : value.getUsers())
        if (auto assign = dyn_cast<AssignOp>(user))
          heldAs(assign.getLoc(), value, heldOperands(assign).holdings[0]);
  }

  /// A variable's, or a job's, of this program.
  FlatSymbolRefAttr ofProgram(StringRef name) {
    return FlatSymbolRefAttr::get(job.getContext(), (name + suffix).str());
  }

  /// What the caller gets is of the dtype that it asked for, also as terms of sums.
  Value atEnd(Location loc, Value whole, ArrayRef<Holding> held) { return inDtypeOf(whole, heldAs(loc, whole, held)); }

  /// What is assigned and returned is brought to where it is held before the first assign.
  void finish() {
    SmallVector<std::pair<AssignOp, Value>> assigns;
    for (auto assign : job.getOps<AssignOp>()) // there are none beside moves
      assigns.emplace_back(assign, atEnd(assign.getLoc(), assign.getValue(), heldOperands(assign).holdings[0]));
    SmallVector<Value> returned(job.getBody().front().getTerminator()->getOperands());
    size_t next = 0;
    for (Value &value : returned)
      if (auto type = dyn_cast<RankedTensorType>(value.getType())) {
        ArrayRef<Holding> held = results.holdings[next++];
        bool isHere = isThere || moveOf(value);
        value = isHere ? atEnd(job.getLoc(), value, held) : nothingOf(job.getLoc(), type);
      } else {
        value = parts.at(value);
      }
    for (auto [assign, part] : assigns)
      AssignOp::create(builder, assign.getLoc(), ofProgram(assign.getVariable()), part);
    func::ReturnOp::create(builder, job.getBody().front().getTerminator()->getLoc(), returned);
  }

  func::FuncOp job;
  const JobRanks &ranks;
  const Mesh &mesh;
  ArrayRef<int64_t> numbers;
  std::string suffix; ///< of the program's name and of its variables'
  bool isThere;       ///< on the job's mesh: else the ranks only take what is moved
  std::vector<int64_t> place;
  OpBuilder builder;
  Reholding reholding;
  HeldValues results;           ///< of the job
  DenseMap<Value, Value> parts; ///< of the rank, by what they are parts of
  DenseMap<Value, SmallVector<Holding>> holdings;
  DenseMap<Value, SmallVector<std::pair<SmallVector<Holding>, Value>>> reheld;
};

struct Partition : impl::PartitionPassBase<Partition> {
  void runOnOperation() override {
    SmallVector<sbp::MeshOp> meshes = llvm::to_vector(getOperation().getOps<sbp::MeshOp>());
    bool isOne = llvm::all_of(meshes, [](sbp::MeshOp mesh) { return mesh.getNumDevices() == 1; }) && !haveMoves();
    if (!isOne && (failed(verifySignatures(getOperation())) || failed(partitionJobs())))
      return signalPassFailure();
    getOperation().walk([](Operation *op) {
      op->removeAttr(sbp::kSignatureAttr);
      op->removeAttr(sbp::kPlacementAttr);
      op->removeAttr(sbp::kAsComputedAttr);
      if (auto constrain = dyn_cast<sbp::ConstrainOp>(op)) {
        constrain.getY().replaceAllUsesWith(constrain.getX());
        constrain.erase();
      }
    });
    for (sbp::MeshOp mesh : meshes)
      mesh.erase();
  }

private:
  bool haveMoves() {
    return llvm::any_of(getOperation().getOps<func::FuncOp>(),
                        [](func::FuncOp job) { return !job.getOps<sbp::MoveOp>().empty(); });
  }

  LogicalResult partitionJobs() {
    SmallVector<func::FuncOp> jobs;
    std::optional<sbp::MeshOp> shared;
    for (auto job : getOperation().getOps<func::FuncOp>()) {
      if (!job->hasAttr(kJobAttr))
        continue;
      FailureOr<sbp::MeshOp> found = meshOf(job);
      if (failed(found))
        return failure();
      if (shared && *shared != *found)
        return job.emitOpError("not supported yet: jobs of one module on several meshes");
      if (job->hasAttr(kDeriveAttr))
        return job.emitOpError("not supported yet: '") << kDeriveAttr << "' of a job on several ranks";
      shared = *found;
      jobs.push_back(job);
    }
    if (jobs.empty())
      return success();
    JobRanks ranks(jobs, *shared);
    FailureOr<std::vector<std::vector<int64_t>>> programs = ranks.byProgram();
    if (failed(programs) || failed(partitionVariables(ranks, *programs)))
      return failure();
    for (func::FuncOp job : jobs) {
      for (auto [number, places] : llvm::enumerate(*programs))
        RankProgram(job, ranks, places, suffixOf(number)).build();
      job.erase();
    }
    return success();
  }

  /// No name in Python has this sign.
  static std::string suffixOf(size_t program) { return program == 0 ? "" : "#" + std::to_string(program); }

  /// Each program has variables of its own, of parts.
  LogicalResult partitionVariables(const JobRanks &ranks, const std::vector<std::vector<int64_t>> &programs) {
    const Mesh &mesh = ranks.mesh();
    for (auto variable : llvm::to_vector(getOperation().getOps<VariableOp>())) {
      if (ranks.haveMoves())
        return variable.emitOpError("not supported yet: variables beside jobs that move values to other meshes");
      auto signature = variable->getAttrOfType<sbp::SignatureAttr>(sbp::kSignatureAttr);
      auto whole = cast<RankedTensorType>(variable.getTypeAttr().getValue());
      SmallVector<Holding> held = sbp::holdingsOf(signature.getResults()[0]);
      bool isSplit = llvm::any_of(held, [](const Holding &axis) { return axis.kind == Holding::Kind::Split; });
      std::optional<ElementsAttr> initial = variable.getInitial();
      if (isSplit && initial && !initial->isSplat())
        return variable.emitOpError("not supported yet: initial values of a variable that is split");
      bool hasTerms = llvm::any_of(held, [](const Holding &axis) { return axis.kind == Holding::Kind::Partial; });
      if (hasTerms && initial)
        return variable.emitOpError("not supported yet: initial values of a variable of which ranks hold terms");
      OpBuilder builder(variable);
      for (auto [number, places] : llvm::enumerate(programs)) {
        RankedTensorType type = localType(whole, held, mesh, mesh.axes.placeOf(places.front()));
        auto part = cast<VariableOp>(builder.clone(*variable));
        part.setSymName((variable.getSymName() + suffixOf(number)).str());
        part.setTypeAttr(TypeAttr::get(type));
        if (std::optional<StringRef> alias = variable.getAlias())
          part.setAlias((*alias + suffixOf(number)).str());
        if (isSplit && initial)
          part.setInitialAttr(cast<SplatElementsAttr>(*initial).resizeSplat(type));
        part->setAttr(comm::kPartAttr, comm::PartAttr::get(&getContext(), whole, signature.getResults()[0]));
        part->setAttr(comm::kRanksAttr, comm::RanksAttr::get(&getContext(), variable.getSymNameAttr(), mesh.axes.shape,
                                                             mesh.ranks, places));
      }
      variable.erase();
    }
    return success();
  }
};

} // namespace
} // namespace weir
