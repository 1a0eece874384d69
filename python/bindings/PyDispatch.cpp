// The function `dispatch`: of ops outside of traces, a call like one before is one function of C++, from its operands
// to its results. All others are Python's: those that go to a trace, and first ones, which say how the next one runs.
#include "python/bindings/PyDispatch.h"
#include "python/bindings/PyCall.h"
#include "python/bindings/PyPending.h"
#include "python/bindings/PyTape.h"

#include <pybind11/stl.h>

#include <array>
#include <memory_resource>
#include <set>
#include <unordered_map>
#include <vector>

namespace py = pybind11;

namespace weir::python {

/// Where the result of a view lies in the memory of an operand that is row-major.
struct ViewPlan {
  std::vector<int64_t> sizes, strides;
  int64_t offset = 0;
  py::object shape, op, attributes; ///< as the result says them
};

/// How a call of some key runs.
struct CallPlan {
  std::optional<ViewPlan> view;
  py::object job = {};  ///< of Python, which the tape asks
  py::object kept = {}; ///< the call
  const ProgramCall *call = nullptr;
  std::vector<bool> isRead = {}; ///< by operand; of the others, tensors of their sizes are given to the job
  mutable std::vector<py::object> standIns = {}; ///< these
  std::vector<bool> areThere = {};               ///< of what the function gives; only these are results of the job
  mutable std::vector<std::pair<uint64_t, py::object>> backwards = {}; ///< by the operands that require gradients

  bool isSingle() const { return areThere.size() == 1; }
};

namespace {

constexpr size_t kMostPlans = size_t(1) << 15;

struct KnownPlan {
  PlanRef plan;
  std::vector<py::object> named; ///< by the key, so that no others get their addresses
};

/// Never freed, as the interpreter may end before.
struct State {
  py::object traced, eager, noteView, backwardOf, ofSize, later; ///< functions of Python
  py::object tensor, view;                                       ///< classes
  py::object float64, noSizes;                                   ///< of scalars
  py::object apart; ///< stands for the node of a view where no gradients flow
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

/// Of a thread. Nothing is destroyed with it, as Python may be gone.
struct OpNotes {
  uint64_t count = 0; ///< of ops that it has executed
  int asking = 0;     ///< how many ask about them
  // While somebody asks: the last one that ran by a plan.
  PlanRef plan;
  std::vector<TensorFields *> tensors;
  PyObject *result = nullptr; ///< held, so that no other gets its address

  /// Without a plan, if it has run for the first time.
  void add(const PlanRef &next, std::span<TensorFields *const> operands, PyObject *made) {
    ++count;
    if (asking == 0)
      return;
    plan = next;
    tensors.assign(operands.begin(), operands.end());
    Py_XSETREF(result, Py_NewRef(made));
  }
  void forget() {
    plan.reset();
    Py_CLEAR(result);
  }
};
thread_local auto &notes = *new OpNotes;

/// Takes a call apart; false where it has no key.
bool describe(PyObject *const *args, Py_ssize_t count, PyObject *names, CallParts &call) {
  if (count != 2 || !PyUnicode_CheckExact(args[0]) || !call.addWord(args[0]))
    return false;
  if (!PyTuple_CheckExact(args[1]) && !PyList_CheckExact(args[1]))
    return false;
  call.addValue(autocasts ? Py_True : Py_False);
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(args[1]); ++i)
    if (!call.addOperand(PySequence_Fast_GET_ITEM(args[1], i)))
      return false;
  for (Py_ssize_t i = 0; names && i < PyTuple_GET_SIZE(names); ++i)
    if (!call.addWord(PyTuple_GET_ITEM(names, i)) || !call.addValue(args[count + i]))
      return false;
  return true;
}

/// A null object where Python has to look at the operand first.
py::object makeView(const ViewPlan &plan, TensorFields &source) {
  bool isNoted = gradientsFlow() && source.requiresGrad == Py_True;
  const TensorStorage *storage = presentMemoryOf(source);
  if (!isContiguous(source) || (source.view != Py_None && storage && storage->shared().hasHistory))
    return {};
  py::object viewed = viewOfMemory(source, plan.sizes, plan.strides, plan.offset);
  py::object made = makeTensor(state().tensor, std::move(viewed), source.device, source.dtype, plan.shape);
  PyObject *node = !gradientsFlow() ? state().apart.ptr() : source.node ? source.node : Py_None;
  auto *object = reinterpret_cast<PyObject *>(&source);
  py::object view = state().view(py::handle(object), py::handle(node), plan.op, plan.attributes);
  Py_SETREF(as<TensorFields>(made.ptr()).view, view.release().ptr());
  if (isNoted)
    state().noteView(made, py::handle(object));
  return made;
}

py::object called(PyObject *function, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  auto result =
      py::reinterpret_steal<py::object>(PyObject_Vectorcall(function, args, static_cast<size_t>(count), names));
  if (!result)
    throw py::error_already_set();
  return result;
}

/// A scalar of float64 where the first tensor is.
py::object scalarOf(double value, const TensorFields &like) {
  const TensorStorage *memory = presentMemoryOf(like);
  const TensorDevice &device = memory ? memory->device() : deviceOf(py::str(py::handle(like.device)));
  return makeTensor(state().tensor, Boxed<TensorStorage>::make(makeScalar(device, value)), like.device, state().float64,
                    state().noSizes);
}

/// Null where there is no plan.
py::object runKnown(const CallParts &call) {
  if (std::optional<PlanRef> plan = findPlan(call))
    return runPlan(*plan, call.tensors());
  if (call.floats().empty() || call.tensors().empty())
    return {};
  auto known = state().plans.find(call.keyOfAnyFloats());
  if (known == state().plans.end())
    return {};
  PlanRef plan = known->second.plan; // another thread may change the table
  std::vector<TensorFields *> tensors(call.tensors().begin(), call.tensors().end());
  std::vector<py::object> scalars;
  for (double value : call.floats())
    tensors.push_back(TensorFields::of(scalars.emplace_back(scalarOf(value, *call.tensors()[0]))));
  return runPlan(plan, tensors);
}

PyObject *dispatch(PyObject *, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  return reportingErrors([&]() -> py::object {
    if (isExecuting())
      return called(state().traced.ptr(), args, count, names);
    CallParts call;
    bool hasKey = describe(args, count, names, call);
    if (py::object made = hasKey ? runKnown(call) : py::object())
      return made;
    PendingCall scope(hasKey ? &call : nullptr);
    uint64_t before = notes.count;
    py::object made = called(state().eager.ptr(), args, count, names);
    notes.count = before;
    notes.add({}, {}, made.ptr());
    return made;
  });
}

/// What the key names is held as long as the plan.
void keepBy(std::vector<uint64_t> key, const CallParts &call, PlanRef plan) {
  auto &plans = state().plans;
  if (plans.size() >= kMostPlans)
    plans.clear();
  KnownPlan known{std::move(plan), {}};
  for (PyObject *object : call.named())
    known.named.push_back(py::reinterpret_borrow<py::object>(object));
  plans.insert_or_assign(std::move(key), std::move(known));
}

void keep(CallPlan plan, bool isForAnyFloats = false) {
  if (!pending)
    return;
  const CallParts &call = *std::exchange(pending, nullptr);
  auto kept = std::make_shared<const CallPlan>(std::move(plan));
  if (isForAnyFloats)
    keepBy(call.keyOfAnyFloats(), call, std::move(kept));
  else
    keepPlan(call, std::move(kept));
}

/// Says how the calls run that are like the one under way; or with any floats, which are inputs behind its tensors.
void keepJob(py::object job, py::object call, const std::set<uint32_t> &read, std::vector<bool> areThere,
             bool isForAnyFloats) {
  const auto &program = call.cast<const ProgramCall &>();
  std::vector<bool> isRead(job.attr("count").cast<size_t>());
  for (uint32_t number : read)
    isRead[number] = true;
  keep({{}, std::move(job), std::move(call), &program, std::move(isRead), {}, std::move(areThere)}, isForAnyFloats);
}

/// The same of a view, of an operand that is row-major.
void keepView(std::vector<int64_t> sizes, std::vector<int64_t> strides, int64_t offset, py::object shape, py::object op,
              py::object attributes) {
  keep(
      {ViewPlan{std::move(sizes), std::move(strides), offset, std::move(shape), std::move(op), std::move(attributes)}});
}

/// What says how gradients of a run on these go back; kept by which of them require some.
py::object backwardOf(const CallPlan &plan, std::span<TensorFields *const> tensors) {
  constexpr size_t kMostKept = 64;
  uint64_t kept = 0;
  for (size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i]->requiresGrad == Py_True)
      kept |= uint64_t(1) << i % kMostKept;
  bool isKept = tensors.size() <= kMostKept;
  for (const auto &[operands, backward] : plan.backwards)
    if (isKept && operands == kept)
      return backward;
  py::list wanted;
  for (size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i]->requiresGrad == Py_True)
      wanted.append(i);
  py::object made = state().backwardOf(plan.job, py::tuple(wanted));
  if (isKept)
    plan.backwards.emplace_back(kept, made);
  return made;
}

/// The memory of an operand, or of what has its sizes.
const TensorStorage *operandOf(const CallPlan &plan, size_t number, TensorFields &tensor) {
  if (plan.isRead[number])
    return memoryOf(tensor);
  plan.standIns.resize(plan.isRead.size());
  py::object &standIn = plan.standIns[number];
  if (!standIn)
    standIn = state().ofSize(py::handle(reinterpret_cast<PyObject *>(&tensor)));
  return Boxed<TensorStorage>::of(as<TensorFields>(standIn.ptr()).storage);
}

/// Results that wait for what an operand waits for.
std::vector<py::object> runLater(const CallPlan &plan, std::span<TensorFields *const> tensors) {
  py::list operands;
  for (TensorFields *tensor : tensors)
    operands.append(py::handle(reinterpret_cast<PyObject *>(tensor)));
  return state().later(plan.job, operands).cast<std::vector<py::object>>();
}

std::vector<py::object> runNow(const CallPlan &plan, std::span<TensorFields *const> tensors) {
  std::array<std::byte, 512> room; // for what most calls have
  std::pmr::monotonic_buffer_resource memory(room.data(), room.size());
  std::pmr::vector<const TensorStorage *> storages(&memory);
  storages.reserve(tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (plan.isRead[i] && isWaiting(*tensors[i]))
      return runLater(plan, tensors);
    storages.push_back(operandOf(plan, i, *tensors[i]));
  }
  return plan.call->run(storages);
}

/// The results of the job, which are on the tape if gradients flow.
std::vector<py::object> runJob(const CallPlan &plan, std::span<TensorFields *const> tensors) {
  if (!gradientsFlow())
    return runNow(plan, tensors);
  followSources(tensors);
  std::vector<py::object> made = runNow(plan, tensors);
  if (requiresGradients(tensors))
    noteRun(backwardOf(plan, tensors), tensors, made);
  return made;
}

py::object runWhole(const CallPlan &plan, std::span<TensorFields *const> tensors) {
  std::vector<py::object> made = runJob(plan, tensors);
  if (plan.isSingle())
    return std::move(made.front());
  py::tuple several(made.size());
  for (size_t i = 0; i < made.size(); ++i)
    several[i] = std::move(made[i]);
  return several;
}

} // namespace

std::optional<PlanRef> findPlan(const CallParts &call) {
  auto found = state().plans.find(call.key());
  return found == state().plans.end() ? std::nullopt : std::optional(found->second.plan);
}

void keepPlan(const CallParts &call, PlanRef plan) {
  keepBy({call.key().begin(), call.key().end()}, call, std::move(plan));
}

py::object runPlan(const PlanRef &plan, std::span<TensorFields *const> tensors) {
  uint64_t before = notes.count;
  py::object made = plan->view ? makeView(*plan->view, *tensors[0]) : runWhole(*plan, tensors);
  if (!made)
    return {};
  notes.count = before;
  notes.add(plan, tensors, made.ptr());
  return made;
}

std::vector<py::object> runDerived(const py::object &derived, std::span<const py::object> operands,
                                   std::optional<std::vector<bool>> &isRead) {
  CallParts call;
  call.addObject(derived.ptr());
  for (const py::object &operand : operands)
    call.addOperand(operand.ptr());
  if (std::optional<PlanRef> plan = findPlan(call)) {
    std::vector<py::object> made = runJob(**plan, call.tensors()), placed;
    for (size_t next = 0; bool isThere : (*plan)->areThere)
      placed.push_back(isThere ? std::move(made[next++]) : py::object());
    return placed;
  }
  PendingCall scope(&call);
  py::list given;
  for (const py::object &operand : operands)
    given.append(operand);
  using Read = std::optional<std::vector<uint32_t>>;
  auto [found, read] = derived.attr("first")(given).cast<std::pair<std::vector<py::object>, Read>>();
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

void countOp() { ++notes.count; }

uint64_t beginToNoteOps() {
  ++notes.asking;
  return notes.count;
}

NotedOps endToNoteOps(uint64_t begun, PyObject *result, std::span<TensorFields *const> tensors) {
  NotedOps noted{notes.count - begun, {}};
  if (noted.count == 1 && result && notes.result == result && std::ranges::equal(notes.tensors, tensors))
    noted.plan = notes.plan;
  if (--notes.asking == 0)
    notes.forget();
  return noted;
}

void defineDispatch(py::module_ &module) {
  static PyMethodDef method = {"dispatch", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(dispatch)),
                               METH_FASTCALL | METH_KEYWORDS, nullptr};
  module.attr("dispatch") = py::reinterpret_steal<py::object>(PyCFunction_New(&method, nullptr));
  module.def("set_dispatch", [](py::object traced, py::object eager, py::object noteView, py::object backwardOf,
                                py::object ofSize, py::object later) {
    state().traced = std::move(traced);
    state().eager = std::move(eager);
    state().noteView = std::move(noteView);
    state().backwardOf = std::move(backwardOf);
    state().ofSize = std::move(ofSize);
    state().later = std::move(later);
  });
  module.def("set_classes",
             [](py::object float64, py::object tensor, py::object view, py::object apart, py::object noSizes) {
               CallParts::setDType(py::type::of(float64));
               state().float64 = std::move(float64);
               state().noSizes = std::move(noSizes);
               state().tensor = std::move(tensor);
               state().view = std::move(view);
               state().apart = std::move(apart);
             });
  module.def("keep_view", keepView);
  module.def("keep_plan", keepJob, py::arg("job"), py::arg("program"), py::arg("read"), py::arg("are_there"),
             py::arg("for_any_floats") = false);
  module.def("forget_plans", [] { state().plans.clear(); });
  module.def("let_autocast", [](bool now) { autocasts = now; });
  module.def("autocasts", [] { return autocasts; }, "Whether this thread's products are computed in bfloat16.");
}

} // namespace weir::python
