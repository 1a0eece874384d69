// Gradients along the tape, from the last step to the first.
#include "python/bindings/OpCount.h"
#include "python/bindings/PyTape.h"
#include "python/bindings/PyType.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <map>
#include <queue>
#include <set>
#include <unordered_map>

namespace py = pybind11;

namespace weir::python {

namespace {

/// Never freed, as the interpreter may end before.
struct WalkFunctions {
  py::object add, passHooks, passHooksOfLeaf; ///< of Python
  py::object watch; ///< of each step and what has arrived there: a function of what it gives; null where nobody watches
};
WalkFunctions &functions() {
  static auto *const made = new WalkFunctions;
  return *made;
}

/// None in the place of null.
py::list listed(const std::vector<py::object> &tensors) {
  py::list made;
  for (const py::object &each : tensors)
    made.append(each ? each : py::none());
  return made;
}

/// What a walk asks a step: a node, or one of Python.
class StepRef {
public:
  explicit StepRef(py::object step) : step(std::move(step)), node(NodeFields::of(this->step)) {}

  int64_t sequence() const { return node ? node->sequence : step.attr("sequence").cast<int64_t>(); }
  size_t numResults() const { return node ? node->results.size() : py::len(step.attr("results")); }
  py::object hooks() const { return node ? node->hooks : step.attr("hooks"); }
  std::vector<Edge> edges() const { return node ? node->edges : fromPython(step.attr("edges")); }
  /// Of each edge, or null.
  std::vector<py::object> gradients(std::vector<py::object> given, bool keeps) const {
    if (node)
      return node->gradients(step, std::move(given), keeps);
    py::object device = py::none();
    if (auto first = std::ranges::find_if(given, [](const py::object &each) { return bool(each); });
        first != given.end())
      device = first->attr("device");
    std::vector<py::object> found;
    for (py::handle each : step.attr("gradients")(listed(given), device, keeps))
      found.push_back(each.is_none() ? py::object() : py::reinterpret_borrow<py::object>(each));
    return found;
  }

  static std::vector<Edge> fromPython(const py::object &edges) {
    std::vector<Edge> made;
    for (py::handle each : edges) {
      auto edge = py::reinterpret_borrow<py::tuple>(each);
      made.push_back({edge[0], edge[1].cast<int>()});
    }
    return made;
  }

  const py::object step;

private:
  NodeFields *node;
};

using Key = std::pair<PyObject *, int>;

/// What arrives where. All that it names is held by the roots, or by what it has reached.
class Walk {
public:
  /// Of a step that is older than `endsBefore`, what has arrived stays.
  Walk(const std::vector<Edge> &wanted, bool keeps, int64_t endsBefore) : keeps(keeps), endsBefore(endsBefore) {
    for (const Edge &edge : wanted)
      captured.emplace(edge.owner.ptr(), edge.number);
  }

  void add(const Edge &edge, py::object gradient) {
    if (edge.number < 0)
      return addToLeaf(edge.owner, std::move(gradient));
    auto [found, isNew] = steps.try_emplace(edge.owner.ptr(), edge.owner);
    Waiting &waiting = found->second;
    if (isNew) {
      waiting.given.resize(waiting.step.numResults());
      if (int64_t sequence = waiting.step.sequence(); sequence >= endsBefore)
        queue.emplace(sequence, edge.owner.ptr());
    }
    sum(waiting.given[static_cast<size_t>(edge.number)], std::move(gradient));
  }

  void run() {
    while (!queue.empty()) {
      PyObject *owner = queue.top().second;
      queue.pop();
      auto taken = steps.extract(owner);
      passOn(taken.mapped().step, std::move(taken.mapped().given));
    }
    for (Leaf &leaf : leaves)
      leaf.gradient = functions().passHooksOfLeaf(leaf.owner, leaf.gradient);
  }

  /// What has arrived there; None where nothing has.
  py::object arrivedAt(const Edge &edge) const {
    if (auto leaf = leafNumbers.find(edge.owner.ptr()); edge.number < 0)
      return leaf == leafNumbers.end() ? py::none() : leaves[leaf->second].gradient;
    if (auto passed = seen.find({edge.owner.ptr(), edge.number}); passed != seen.end())
      return passed->second;
    auto older = steps.find(edge.owner.ptr());
    if (older == steps.end() || !older->second.given[static_cast<size_t>(edge.number)])
      return py::none();
    return older->second.given[static_cast<size_t>(edge.number)];
  }

  py::list atLeaves() const {
    py::list made;
    for (const Leaf &leaf : leaves)
      made.append(py::make_tuple(leaf.owner, leaf.gradient));
    return made;
  }

private:
  struct Waiting {
    explicit Waiting(py::object owner) : step(std::move(owner)) {}
    StepRef step;
    std::vector<py::object> given; ///< by result, null where nothing has arrived
  };
  struct Leaf {
    py::object owner, gradient;
  };

  static void sum(py::object &before, py::object gradient) {
    before = before ? functions().add(before, gradient) : std::move(gradient);
  }

  void addToLeaf(const py::object &leaf, py::object gradient) {
    auto [found, isNew] = leafNumbers.try_emplace(leaf.ptr(), leaves.size());
    if (isNew)
      leaves.push_back({leaf, {}});
    sum(leaves[found->second].gradient, std::move(gradient));
  }

  void passOn(const StepRef &step, std::vector<py::object> given) {
    if (!step.hooks().is_none())
      given = passedHooks(step, given);
    for (size_t number = 0; number < given.size(); ++number)
      if (Key key(step.step.ptr(), static_cast<int>(number)); given[number] && captured.count(key))
        seen[key] = given[number];
    std::vector<Edge> edges = step.edges();
    py::object watch = functions().watch ? functions().watch(step.step, listed(given)) : py::object();
    std::vector<py::object> found = step.gradients(std::move(given), keeps);
    if (watch)
      watch(listed(found));
    for (size_t i = 0; i < edges.size(); ++i)
      if (found[i])
        add(edges[i], std::move(found[i]));
  }

  static std::vector<py::object> passedHooks(const StepRef &step, const std::vector<py::object> &given) {
    std::vector<py::object> passed;
    for (py::handle each : functions().passHooks(step.step, listed(given)))
      passed.push_back(each.is_none() ? py::object() : py::reinterpret_borrow<py::object>(each));
    return passed;
  }

  const bool keeps;
  const int64_t endsBefore;
  std::set<Key> captured;
  std::map<Key, py::object> seen; ///< of those
  std::unordered_map<PyObject *, Waiting> steps;
  std::priority_queue<std::pair<int64_t, PyObject *>> queue;
  std::vector<Leaf> leaves; ///< in the order in which they were reached
  std::unordered_map<PyObject *, size_t> leafNumbers;
};

/// From edges with gradients: what arrives at each edge that is wanted, or at all leaves if that is None, as pairs.
py::tuple walk(const py::list &roots, const py::object &wanted, bool createGraph, bool keeps, int64_t endsBefore) {
  countOp(); // what it gives depends on the tape
  std::vector<Edge> targets = wanted.is_none() ? std::vector<Edge>() : StepRef::fromPython(wanted);
  Walk walk(targets, keeps, endsBefore);
  GradientsFlow scope(createGraph);
  for (py::handle root : roots) {
    auto [edge, gradient] = root.cast<std::pair<py::tuple, py::object>>();
    walk.add({edge[0], edge[1].cast<int>()}, gradient);
  }
  walk.run();
  py::list found;
  for (const Edge &edge : targets)
    found.append(walk.arrivedAt(edge));
  return py::make_tuple(found, wanted.is_none() ? walk.atLeaves() : py::list());
}

} // namespace

void defineWalk(py::module_ &module) {
  module.def("walk", walk);
  module.def("set_walk", [](py::object add, py::object passHooks, py::object passHooksOfLeaf) {
    functions().add = std::move(add);
    functions().passHooks = std::move(passHooks);
    functions().passHooksOfLeaf = std::move(passHooksOfLeaf);
  });
  module.def("watch_steps",
             [](py::object watch) { functions().watch = watch.is_none() ? py::object() : std::move(watch); });
  module.def("watches_steps", [] { return bool(functions().watch); });
}

} // namespace weir::python
