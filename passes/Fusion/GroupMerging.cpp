// Merges groups with the producers of what they read.
#include "passes/Fusion/GroupMerging.h"

#include "dialects/Comm/Comm.h"

using namespace mlir;

namespace weir {

/// Edges that a question whether a path leads around may look at: beyond, groups stay apart. It is more than whole
/// networks have between two groups that could be merged.
constexpr uint64_t kMostStepsAround = 2000;

/// Whether the op reads elements of an operand many times over, in windows.
static bool readsWindows(const IterationRule &rule) {
  auto isWindow = [](const DimMap &dim) { return dim.terms.size() > 1 || (dim.indirect && dim.terms.empty()); };
  return llvm::any_of(rule.operands, [&](const ValueMap &map) { return llvm::any_of(map, isWindow); });
}

// Groups of one op.

GroupMerging::GroupMerging(Block &block, const OpRoles &roles, ArrayRef<KeptValue> keptValues, size_t mostOps)
    : roles(roles), mostOps(mostOps), loops(roles) {
  for (const KeptValue &value : keptValues)
    kept.insert(value.value);
  for (Operation &op : block) {
    OpRole role = roles(&op);
    // A movement is a kernel only where somebody needs its result in memory.
    auto recomputes = [&](Operation *user) { return roles.recomputes(user, &op); };
    if (role == OpRole::Other || (role == OpRole::Movement && llvm::all_of(op.getUsers(), recomputes)))
      continue;
    addGroup(&op);
  }
  addNeeds(block);
}

void GroupMerging::addGroup(Operation *op) {
  OpRole role = roles(op);
  order.addNode();
  mergedInto.push_back(groups.size());
  owner[op] = groups.size();
  Group &group = groups.emplace_back();
  group.own.push_back(op);
  SmallVector<Operation *> ops;
  addMovements(op, group, ops);
  ops.push_back(op);
  ownInstance[op] = loops.add(op);
  if (role == OpRole::Movement)
    group.storedMovements.push_back(op);
  group.contraction = role == OpRole::Contraction ? op : nullptr;
  group.hasReduction = role == OpRole::Reduction;
  group.standsAlone = role == OpRole::Opaque;
  for (Operation *reader : ops)
    addReads(reader, group);
}

/// The movements behind `op`'s operands, as far as they are recomputed with it.
void GroupMerging::addMovements(Operation *op, Group &group, SmallVectorImpl<Operation *> &ops) {
  for (Value operand : op->getOperands()) {
    Operation *source = operand.getDefiningOp();
    if (!source || roles(source) != OpRole::Movement || !roles.recomputes(op, source) ||
        group.recomputed.contains(source))
      continue;
    addMovements(source, group, ops);
    group.recomputed[source] = loops.add(source);
    ops.push_back(source);
  }
}

void GroupMerging::addReads(Operation *op, Group &group) {
  Instance instance = instanceOf(op, group);
  unsigned tensor = 0;
  for (Value operand : op->getOperands()) {
    if (!isa<RankedTensorType>(operand.getType()))
      continue;
    unsigned number = tensor++;
    auto value = dyn_cast<OpResult>(operand);
    if (!value)
      continue;
    if (group.recomputed.contains(value.getOwner()))
      group.standsAlone |= !loops.joinRead(value, instanceOf(value.getOwner(), group), op, instance, number);
    else if (roles(value.getOwner()) != OpRole::Movement && owner.contains(value.getOwner()))
      group.reads.push_back({value, op, instance, number});
  }
}

void GroupMerging::addNeeds(Block &block) {
  auto isGrouped = [&](Operation *op) { return owner.contains(op); };
  ComputingUses computingUses(block, roles, isGrouped);
  addBorders(block, computingUses);
  for (Operation &op : block) {
    std::optional<GroupId> group = groupOf(&op);
    if (!group)
      continue;
    for (OpResult value : op.getResults()) {
      Uses &known = uses[value];
      for (ComputingUses::Use use : computingUses.of(value)) {
        std::optional<GroupId> user = groupOf(use.user);
        ++(user ? known.inGroups : known.elsewhere);
        if (auto border = borders.find(use.user); border != borders.end()) {
          known.isBorder = true;
          order.tryEdge(*group, border->second);
        }
        if (!user)
          continue;
        groups[*user].needs.push_back({value, use.throughView});
        order.tryEdge(*group, *user);
      }
      if (known.left() > 0 && roles(&op) != OpRole::Movement)
        groups[*group].escaping.push_back(value);
    }
  }
}

/// What ranks send and get, and cut, stands between groups. Collectives keep their order, which is that of other
/// programs.
void GroupMerging::addBorders(Block &block, const ComputingUses &computingUses) {
  std::optional<AcyclicGraph::Node> last;
  for (Operation &op : block) {
    if (!isa<comm::CommDialect>(op.getDialect()))
      continue;
    AcyclicGraph::Node node = borders[&op] = order.addNode();
    for (ComputingUses::Use use : computingUses.of(op.getResult(0)))
      if (std::optional<GroupId> user = groupOf(use.user))
        order.tryEdge(node, *user);
    for (Value operand : op.getOperands())
      if (auto before = borders.find(operand.getDefiningOp()); before != borders.end())
        order.tryEdge(before->second, node);
    if (!isa<comm::CollectiveInterface>(op))
      continue;
    if (last)
      order.tryEdge(*last, node);
    last = node;
  }
}

GroupMerging::Instance GroupMerging::instanceOf(Operation *op, const Group &group) const {
  auto recomputed = group.recomputed.find(op);
  return recomputed == group.recomputed.end() ? ownInstance.at(op) : recomputed->second;
}

std::optional<GroupMerging::GroupId> GroupMerging::groupOf(Operation *op) const {
  auto it = owner.find(op);
  if (it == owner.end())
    return std::nullopt;
  GroupId group = it->second;
  while (mergedInto[group] != group)
    group = mergedInto[group] = mergedInto[mergedInto[group]];
  return group;
}

// Merging.

void GroupMerging::mergeProducers() {
  for (GroupId group = 0; group < groups.size(); ++group)
    mergeProducersOf(group);
}

void GroupMerging::mergeProducersOf(GroupId group) {
  // What was refused is asked again once the group has changed.
  llvm::SmallDenseMap<GroupId, size_t, 8> refusedAt;
  // A merged producer brings its own producers into reach, so the list grows while it is walked.
  for (size_t i = 0; i < groups[group].reads.size(); ++i) {
    ++stepCount;
    GroupId producer = *groupOf(groups[group].reads[i].value.getOwner());
    size_t version = groups[group].own.size();
    auto refused = refusedAt.find(producer);
    if (producer == group || (refused != refusedAt.end() && refused->second == version))
      continue;
    if (!tryMerge(producer, group))
      refusedAt[producer] = version;
  }
  llvm::erase_if(groups[group].reads, [&](const Read &read) { return groupOf(read.value.getOwner()) == group; });
}

bool GroupMerging::tryMerge(GroupId from, GroupId into) {
  if (!mayShareKernel(groups[from], groups[into]) || contractsComputed(from, into) || contractsComputed(into, from))
    return false;
  std::optional<UseCounts> inside = usesBetween(from, into);
  if (!inside)
    return false;
  SmallVector<OpResult, 1> escaping = groups[into].escaping;
  for (OpResult value : groups[from].escaping)
    if (uses.at(value).left() > inside->lookup(value))
      escaping.push_back(value);
  size_t before = loops.now();
  if (!joinLoops(from, into) || !hasLegalResults(groups[from], groups[into], escaping) ||
      computesStoredValueAgain(from, into) || !order.tryMerge(from, into, kMostStepsAround)) {
    loops.takeBack(before);
    return false;
  }
  for (auto [value, count] : *inside)
    uses[value].inGroups -= count;
  merge(from, into);
  groups[into].escaping = std::move(escaping);
  return true;
}

/// What can be said without a look at what passes between them.
bool GroupMerging::mayShareKernel(const Group &from, const Group &into) const {
  if (from.standsAlone || into.standsAlone || from.own.size() + into.own.size() > mostOps)
    return false;
  bool contracts = from.contraction || into.contraction;
  if ((from.contraction && into.contraction) || (contracts && (from.hasReduction || into.hasReduction)))
    return false;
  // A product whose result is moved and stored would be contracted once more for that, and maybe rounded in another
  // way.
  if (from.contraction && !into.storedMovements.empty())
    return false;
  auto [less, more] =
      from.recomputed.size() < into.recomputed.size() ? std::pair(&from, &into) : std::pair(&into, &from);
  auto isShared = [&](const auto &entry) { return more->recomputed.contains(entry.first); };
  auto shared = static_cast<size_t>(llvm::count_if(less->recomputed, isShared));
  return from.size() + into.size() - shared <= mostOps;
}

/// Whether one group contracts what the other computes: a contraction reads its operands from memory.
bool GroupMerging::contractsComputed(GroupId contracting, GroupId other) const {
  Operation *contraction = groups[contracting].contraction;
  return contraction && llvm::any_of(contraction->getOperands(), [&](Value operand) {
           Operation *source = operand.getDefiningOp();
           return source && (groupOf(source) == other || groups[other].recomputed.contains(source));
         });
}

/// How often each of `from`'s values is used in `into`; nothing where one goes through a view, which is stored.
std::optional<GroupMerging::UseCounts> GroupMerging::usesBetween(GroupId from, GroupId into) const {
  UseCounts counts;
  for (const Need &need : groups[into].needs) {
    if (groupOf(need.value.getOwner()) != from)
      continue;
    if (need.throughView)
      return std::nullopt;
    ++counts[need.value];
  }
  return counts;
}

/// Joins the loops of the two groups; false where the kernel would not be legal, or would compute what is better kept.
bool GroupMerging::joinLoops(GroupId from, GroupId into) {
  Group &maker = groups[from], &user = groups[into];
  for (const Read &read : user.reads) {
    ++stepCount;
    if (groupOf(read.value.getOwner()) != from)
      continue;
    // What is read in windows would be computed once for each of them.
    bool isWindow = roles(read.reader) == OpRole::Reduction && readsWindows(roles.rule(read.reader));
    if (kept.contains(read.value) || isWindow ||
        !loops.joinRead(read.value, ownInstance.at(read.value.getOwner()), read.reader, read.instance, read.operand))
      return false;
  }
  auto joinShared = [&](Operation *movement) {
    return loops.joinSame(movement, instanceOf(movement, maker), instanceOf(movement, user));
  };
  auto computes = [](const Group &group, Operation *movement) {
    return group.recomputed.contains(movement) || llvm::is_contained(group.storedMovements, movement);
  };
  bool makerIsSmaller = maker.recomputed.size() < user.recomputed.size();
  Group &less = makerIsSmaller ? maker : user, &more = makerIsSmaller ? user : maker;
  for (auto [movement, instance] : less.recomputed)
    if (computes(more, movement) && !joinShared(movement))
      return false;
  for (Operation *movement : less.storedMovements)
    if (more.recomputed.contains(movement) && !joinShared(movement))
      return false;
  return true;
}

bool GroupMerging::hasLegalResults(const Group &from, const Group &into, ArrayRef<OpResult> escaping) const {
  auto loopsOf = [&](OpResult value) { return loops.resultLoops(value, ownInstance.at(value.getOwner())); };
  if (Operation *contraction = from.contraction ? from.contraction : into.contraction)
    return escaping.size() == 1 && loopsOf(escaping.front()) == loopsOf(contraction->getResult(0));
  if (!from.hasReduction && !into.hasReduction)
    return true;
  // With loops inside rows, what leaves the group is written row by row: its leading dimensions must be the rows.
  return llvm::all_of(escaping, [&](OpResult value) {
    SmallVector<unsigned> own = loopsOf(value);
    auto isParallel = [&](unsigned loop) { return loops.isParallel(loop); };
    return std::is_partitioned(own.begin(), own.end(), isParallel);
  });
}

/// Whether a value that is stored in any case would be computed once more, in other loops, for what the user makes of
/// it, such as a slice. It is read from memory instead.
bool GroupMerging::computesStoredValueAgain(GroupId from, GroupId into) const {
  const Group &maker = groups[from], &user = groups[into];
  if (maker.contraction || user.contraction || maker.hasReduction || user.hasReduction)
    return false;
  auto loopsOf = [&](OpResult value) { return loops.resultLoops(value, ownInstance.at(value.getOwner())); };
  SmallVector<OpResult> made(user.escaping.begin(), user.escaping.end());
  for (Operation *movement : user.storedMovements)
    made.push_back(movement->getResult(0));
  auto isWithin = [](ArrayRef<unsigned> some, ArrayRef<unsigned> others) {
    return llvm::all_of(some, [&](unsigned loop) { return llvm::is_contained(others, loop); });
  };
  return llvm::any_of(user.reads, [&](const Read &read) {
    if (groupOf(read.value.getOwner()) != from || uses.at(read.value).elsewhere == 0)
      return false;
    SmallVector<unsigned> own = loopsOf(read.value);
    return llvm::any_of(made, [&](OpResult result) {
      SmallVector<unsigned> others = loopsOf(result);
      return !isWithin(own, others) && !isWithin(others, own);
    });
  });
}

/// Appends the shorter list to the longer one, in any order.
template <typename List> static void join(List &into, List &from) {
  if (into.size() < from.size())
    std::swap(into, from);
  into.append(from.begin(), from.end());
}

/// What `from` only recomputes stays with the group that stores it.
void GroupMerging::merge(GroupId from, GroupId into) {
  mergedInto[from] = into;
  Group maker = std::move(groups[from]);
  groups[from] = Group();
  Group &user = groups[into];
  for (const Read &read : maker.reads)
    if (!user.recomputed.contains(read.reader))
      user.reads.push_back(read);
  llvm::erase_if(user.needs, [&](const Need &need) { return groupOf(need.value.getOwner()) == into; });
  user.needs.append(maker.needs);
  join(user.own, maker.own);
  join(user.storedMovements, maker.storedMovements);
  if (user.recomputed.size() < maker.recomputed.size())
    std::swap(user.recomputed, maker.recomputed);
  user.recomputed.insert(maker.recomputed.begin(), maker.recomputed.end());
  for (Operation *movement : user.storedMovements)
    user.recomputed.erase(movement);
  if (!user.contraction)
    user.contraction = maker.contraction;
  user.hasReduction |= maker.hasReduction;
}

// What has become of it.

SmallVector<Operation *> GroupMerging::ops(size_t group) const {
  auto all = llvm::to_vector_of<Operation *>(groups[group].own);
  llvm::append_range(all, llvm::make_first_range(groups[group].recomputed));
  return all;
}

bool GroupMerging::isOutput(OpResult value, size_t group) const {
  return groupOf(value.getOwner()) == group && uses.at(value).left() > 0;
}

/// Whether other ranks have sent some of it: what has come early needs not wait then for what comes late.
bool GroupMerging::readsWhatHasCome(Operation *op) const {
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    Operation *maker = operand.getDefiningOp();
    while (maker && !groupOf(maker) && !borders.contains(maker) && maker->getNumOperands() == 1)
      maker = maker->getOperand(0).getDefiningOp();
    return maker && borders.contains(maker);
  });
}

bool GroupMerging::isIndependentNest(size_t group) const {
  if (groups[group].contraction || groups[group].own.empty())
    return false;
  return llvm::all_of(groups[group].own, [&](Operation *op) {
    return roles(op) != OpRole::Opaque && !readsWhatHasCome(op) && llvm::all_of(op->getResults(), [&](Value value) {
             return uses.at(value).inGroups == 0 && !uses.at(value).isBorder;
           });
  });
}

} // namespace weir
