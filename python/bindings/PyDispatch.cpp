// The function `dispatch`: of ops outside of traces, a call like one before is one function of C++, from its operands
// to its results. All others are Python's: those that go to a trace, and first ones, which say how the next one runs.
#include "python/bindings/PyDispatch.h"
#include "python/bindings/OpCount.h"
#include "python/bindings/PyCall.h"
#include "python/bindings/PyOpNotes.h"
#include "python/bindings/PyPending.h"
#include "python/bindings/PyTape.h"

#include <pybind11/stl.h>

#include <set>
#include <unordered_map>
#include <vector>

namespace py = pybind11;

namespace weir::python {

namespace {

constexpr size_t kMostPlans = size_t(1) << 15;

struct KnownPlan {
  PlanRef plan;
  std::pair<int64_t, int64_t> range = {}; ///< of any integers: the least one, and that behind the largest
  std::vector<py::object> named;          ///< by the key, so that no others get their addresses
};

/// Never freed, as the interpreter may end before.
struct State {
  py::object traced, eager;           ///< functions of Python
  py::object float64, int64, noSizes; ///< of scalars
  std::unordered_map<std::vector<uint64_t>, KnownPlan, HashKey, EqualKeys> plans;
};
State &state() {
  static auto *const state = new State;
  return *state;
}

thread_local bool autocasts = false;
/// Of the call whose first run is under way, if it can have a plan.
thread_local const CallParts *pending = nullptr;

class PendingCall {
public:
  explicit PendingCall(const CallParts *call) : before(std::exchange(pending, call)) {}
  ~PendingCall() { pending = before; }
  PendingCall(const PendingCall &) = delete;
  PendingCall &operator=(const PendingCall &) = delete;

private:
  const CallParts *before;
};

/// Takes a call apart; false where it has no key.
bool describe(PyObject *const *args, Py_ssize_t count, PyObject *names, CallParts &call) {
  if (count != 2 || !PyUnicode_CheckExact(args[0]))
    return false;
  call.addWord(args[0]);
  if (!PyTuple_CheckExact(args[1]) && !PyList_CheckExact(args[1]))
    return false;
  call.addValue(autocasts ? Py_True : Py_False);
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(args[1]); ++i)
    if (!call.addOperand(PySequence_Fast_GET_ITEM(args[1], i)))
      return false;
  for (Py_ssize_t i = 0; names && i < PyTuple_GET_SIZE(names); ++i) {
    call.addName(PyTuple_GET_ITEM(names, i));
    if (!call.addValue(args[count + i]))
      return false;
  }
  return true;
}

py::object called(PyObject *function, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  auto result =
      py::reinterpret_steal<py::object>(PyObject_Vectorcall(function, args, static_cast<size_t>(count), names));
  if (!result)
    throw py::error_already_set();
  return result;
}

/// A scalar of float64 or int64 where the first tensor is.
template <typename Value> py::object scalarOf(Value value, const TensorFields &like) {
  const TensorStorage *memory = presentMemoryOf(like);
  const TensorDevice &device = memory ? memory->device() : deviceOf(py::str(py::handle(like.device)));
  const py::object &dtype = std::is_same_v<Value, double> ? state().float64 : state().int64;
  return makeTensor(pythonSide().tensor, Boxed<TensorStorage>::make(makeScalar(device, value)), like.device, dtype,
                    state().noSizes);
}

/// Null where there is no plan.
py::object runKnown(const CallParts &call) {
  if (std::optional<PlanRef> plan = findPlan(call))
    return *plan ? runNoted(*plan, call.tensors()) : py::object();
  if ((call.floats().empty() && call.integers().empty()) || call.tensors().empty())
    return {};
  auto known = state().plans.find(call.keyOfAnyNumbers());
  if (known == state().plans.end())
    return {};
  for (int64_t value : call.integers())
    if (value < known->second.range.first || value >= known->second.range.second)
      return {};
  PlanRef plan = known->second.plan; // another thread may change the table
  std::vector<TensorFields *> tensors(call.tensors().begin(), call.tensors().end());
  std::vector<py::object> scalars;
  for (double value : call.floats())
    tensors.push_back(TensorFields::of(scalars.emplace_back(scalarOf(value, *call.tensors()[0]))));
  for (int64_t value : call.integers())
    tensors.push_back(TensorFields::of(scalars.emplace_back(scalarOf(value, *call.tensors()[0]))));
  return runNoted(plan, tensors);
}

struct CallCounts {
  uint64_t byPlan = 0, byPython = 0, compiled = 0;
};
/// The interpreter's lock guards it.
CallCounts &counts() {
  static auto *const now = new CallCounts;
  return *now;
}

PyObject *dispatch(PyObject *, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  return reportingErrors([&]() -> py::object {
    if (isExecuting())
      return called(state().traced.ptr(), args, count, names);
    CallParts call;
    bool hasKey = describe(args, count, names, call);
    if (py::object made = hasKey ? runKnown(call) : py::object()) {
      countPlan();
      return made;
    }
    ++counts().byPython;
    PendingCall scope(hasKey ? &call : nullptr);
    OneOp op;
    py::object made = called(state().eager.ptr(), args, count, names);
    op.end({}, {}, made);
    return made;
  });
}

/// What the key names is held as long as the plan.
void keepBy(std::vector<uint64_t> key, const CallParts &call, PlanRef plan, std::pair<int64_t, int64_t> range = {}) {
  auto &plans = state().plans;
  if (plans.size() >= kMostPlans)
    plans.clear();
  KnownPlan known{std::move(plan), range, {}};
  for (PyObject *object : call.named())
    known.named.push_back(py::reinterpret_borrow<py::object>(object));
  plans.insert_or_assign(std::move(key), std::move(known));
}

/// Says how the calls run that are like the one under way; or with any numbers, which are inputs behind its tensors:
/// floats, or integers in a range.
void keep(PlanRef plan, std::optional<std::pair<int64_t, int64_t>> range = std::nullopt) {
  if (!pending)
    return;
  const CallParts &call = *std::exchange(pending, nullptr);
  if (range)
    keepBy(call.keyOfAnyNumbers(), call, std::move(plan), *range);
  else
    keepPlan(call, std::move(plan));
}

void keepJob(py::object job, py::object call, const std::set<uint32_t> &read, std::vector<bool> areThere,
             std::optional<std::pair<int64_t, int64_t>> range) {
  keep(std::make_shared<JobPlan>(std::move(job), std::move(call), read, std::move(areThere)), range);
}

void keepView(const ViewRule &rule, const std::vector<int64_t> &sizes, py::object shape, py::object op,
              py::object attributes) {
  keep(std::make_shared<ViewPlan>(rule, sizes, std::move(shape), std::move(op), std::move(attributes)));
}

} // namespace

void countPlan() { ++counts().byPlan; }

std::optional<PlanRef> findPlan(const CallParts &call) {
  auto found = state().plans.find(call.key());
  return found == state().plans.end() ? std::nullopt : std::optional(found->second.plan);
}

void keepPlan(const CallParts &call, PlanRef plan) {
  keepBy({call.key().begin(), call.key().end()}, call, std::move(plan));
}

std::vector<py::object> runDerived(const py::object &derived, std::span<const py::object> operands, bool areWritten,
                                   std::optional<std::vector<bool>> &isRead) {
  CallParts call;
  call.addObject(derived.ptr());
  for (const py::object &operand : operands)
    call.addTensor(*TensorFields::of(operand));
  if (std::optional<PlanRef> plan = findPlan(call))
    return dynamic_cast<const JobPlan &>(**plan).resultsOf(call.tensors());
  PendingCall scope(&call);
  py::list given;
  for (const py::object &operand : operands)
    given.append(operand);
  using Read = std::optional<std::vector<uint32_t>>;
  auto [found, read] = derived.attr("first")(given, areWritten).cast<std::pair<std::vector<py::object>, Read>>();
  if (read) {
    std::vector<bool> all = isRead.value_or(std::vector<bool>(operands.size()));
    for (uint32_t number : *read)
      all[number] = true;
    isRead = std::move(all);
  }
  for (py::object &each : found)
    if (each.is_none())
      each = py::object();
  return found;
}

bool isAutocasting() { return autocasts; }

void defineDispatch(py::module_ &module) {
  static PyMethodDef method = {"dispatch", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(dispatch)),
                               METH_FASTCALL | METH_KEYWORDS, nullptr};
  module.attr("dispatch") = py::reinterpret_steal<py::object>(PyCFunction_New(&method, nullptr));
  module.def("set_dispatch", [](py::object traced, py::object eager, py::object noteView, py::object backwardOf,
                                py::object ofSize, py::object later) {
    state().traced = std::move(traced);
    state().eager = std::move(eager);
    PythonSide &side = pythonSide();
    side.noteView = std::move(noteView);
    side.backwardOf = std::move(backwardOf);
    side.ofSize = std::move(ofSize);
    side.later = std::move(later);
  });
  module.def("set_classes", [](py::object float64, py::object int64, py::object device, py::object tensor,
                               py::object view, py::object apart, py::object noSizes) {
    CallParts::setClasses(py::type::of(float64), std::move(device));
    state().float64 = std::move(float64);
    state().int64 = std::move(int64);
    PythonSide &side = pythonSide();
    side.tensor = std::move(tensor);
    side.view = std::move(view);
    side.size = py::type::of(noSizes);
    state().noSizes = std::move(noSizes);
    side.apart = std::move(apart);
  });
  module.def("keep_view", keepView);
  module.def("keep_plan", keepJob, py::arg("job"), py::arg("program"), py::arg("read"), py::arg("are_there"),
             py::arg("for_any_in") = py::none());
  module.def("forget_plans", [] { state().plans.clear(); });
  module.def("count_op", countOp, "Says that the function under way can't be done again by a plan.");
  module.def("count_compiled", [] { ++counts().compiled; }, "Says that a job has been made.");
  module.def(
      "call_counts", [] { return py::make_tuple(counts().byPlan, counts().byPython, counts().compiled); },
      "So far: calls that ran by plans, ops that asked Python, and jobs that were made.");
  module.def("let_autocast", [](bool now) { autocasts = now; });
  module.def("autocasts", [] { return autocasts; }, "Whether this thread's products are computed in bfloat16.");
}

} // namespace weir::python
