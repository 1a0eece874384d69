// The function `dispatch`: of ops outside of traces, a call like one before is one function of C++, from its operands
// to its results. All others are Python's: those that go to a trace, and first ones, which say how the next one runs.
#include "python/bindings/PyCall.h"
#include "python/bindings/PyTensor.h"

#include <pybind11/stl.h>

#include <bit>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace py = pybind11;

namespace weir::python {

namespace {

/// What a call depends on. Pointers are those of words that are interned, and of dtypes and devices, which are never
/// freed.
using Key = std::vector<uint64_t>;

struct HashKey {
  size_t operator()(const Key &key) const {
    uint64_t hash = 0x9e3779b97f4a7c15ull;
    for (uint64_t word : key) {
      hash = (hash ^ word) * 0xff51afd7ed558ccdull;
      hash ^= hash >> 32;
    }
    return hash;
  }
};

enum class KeyPart : uint64_t { Tensor, None, Bool, Int, Float, Word, Several, DType };

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
  std::vector<uint32_t> inputs = {}; ///< numbers of the tensors that the job takes
  bool isSingle = true;
  std::vector<py::object> words = {}; ///< of the key, so that no others get their addresses
};

/// A call, taken apart.
struct CallParts {
  Key key;
  std::vector<TensorFields *> tensors;
  std::vector<PyObject *> words;
};

constexpr size_t kMostPlans = size_t(1) << 15;

/// Never freed, as the interpreter may end before.
struct State {
  py::object traced, eager, note, noteView, follow; ///< functions of Python
  py::object dtype, tensor, view;                   ///< classes
  py::object apart;                                 ///< stands for the node of a view where no gradients flow
  std::unordered_map<Key, std::shared_ptr<const CallPlan>, HashKey> plans;
};
State &state() {
  static auto *const state = new State;
  return *state;
}

thread_local bool gradientsFlow = true;
thread_local bool autocasts = false;
/// Of the call whose first run is under way, if it can have a plan.
thread_local const CallParts *pending = nullptr;

void push(Key &key, KeyPart part, uint64_t value) {
  key.push_back(static_cast<uint64_t>(part));
  key.push_back(value);
}
uint64_t wordOf(const void *pointer) { return reinterpret_cast<uintptr_t>(pointer); }

bool addTensor(CallParts &call, TensorFields &tensor) {
  if (tensor.trace != Py_None || !PyTuple_Check(tensor.shape))
    return false;
  Py_ssize_t rank = PyTuple_GET_SIZE(tensor.shape);
  push(call.key, KeyPart::Tensor, wordOf(tensor.dtype));
  call.key.push_back(wordOf(tensor.device));
  call.key.push_back(static_cast<uint64_t>(rank));
  for (Py_ssize_t d = 0; d < rank; ++d)
    call.key.push_back(static_cast<uint64_t>(PyLong_AsLongLong(PyTuple_GET_ITEM(tensor.shape, d))));
  call.tensors.push_back(&tensor);
  return true;
}

bool addWord(CallParts &call, PyObject *word) {
  if (!PyUnicode_CHECK_INTERNED(word))
    return false;
  push(call.key, KeyPart::Word, wordOf(word));
  call.words.push_back(word);
  return true;
}

bool addInteger(Key &key, PyObject *value) {
  int overflow = 0;
  push(key, KeyPart::Int, static_cast<uint64_t>(PyLong_AsLongLongAndOverflow(value, &overflow)));
  return overflow == 0;
}

bool addValue(CallParts &call, PyObject *value);

bool addSeveral(CallParts &call, PyObject *values) {
  Py_ssize_t count = PySequence_Fast_GET_SIZE(values);
  push(call.key, KeyPart::Several, static_cast<uint64_t>(count));
  for (Py_ssize_t i = 0; i < count; ++i)
    if (!addValue(call, PySequence_Fast_GET_ITEM(values, i)))
      return false;
  return true;
}

/// A number, a word, a dtype, nothing, or several of these. False of anything else.
bool addValue(CallParts &call, PyObject *value) {
  if (PyLong_CheckExact(value))
    return addInteger(call.key, value);
  if (PyUnicode_CheckExact(value))
    return addWord(call, value);
  if (PyTuple_Check(value) || PyList_CheckExact(value))
    return addSeveral(call, value);
  if (value == Py_None)
    push(call.key, KeyPart::None, 0);
  else if (PyBool_Check(value))
    push(call.key, KeyPart::Bool, value == Py_True);
  else if (PyFloat_CheckExact(value))
    push(call.key, KeyPart::Float, std::bit_cast<uint64_t>(PyFloat_AS_DOUBLE(value)));
  else if (py::handle(reinterpret_cast<PyObject *>(Py_TYPE(value))).is(state().dtype))
    push(call.key, KeyPart::DType, wordOf(value));
  else
    return false;
  return true;
}

bool addOperand(CallParts &call, PyObject *operand) {
  TensorFields *tensor = TensorFields::of(operand);
  return tensor ? addTensor(call, *tensor) : addValue(call, operand);
}

/// Takes a call apart; false where it has no key.
bool describe(PyObject *const *args, Py_ssize_t count, PyObject *names, CallParts &call) {
  if (count != 2 || !PyUnicode_CheckExact(args[0]) || !addWord(call, args[0]))
    return false;
  if (!PyTuple_CheckExact(args[1]) && !PyList_CheckExact(args[1]))
    return false;
  call.key.push_back(autocasts);
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(args[1]); ++i)
    if (!addOperand(call, PySequence_Fast_GET_ITEM(args[1], i)))
      return false;
  for (Py_ssize_t i = 0; names && i < PyTuple_GET_SIZE(names); ++i)
    if (!addWord(call, PyTuple_GET_ITEM(names, i)) || !addValue(call, args[count + i]))
      return false;
  return true;
}

/// A null object where Python has to look at the operand first.
py::object makeView(const ViewPlan &plan, TensorFields &source) {
  const TensorStorage *storage = Boxed<TensorStorage>::of(source.storage);
  bool isNoted = gradientsFlow && source.requiresGrad == Py_True;
  if (!storage || !storage->isContiguous() || (source.view != Py_None && storage->shared().hasHistory))
    return {};
  py::object viewed = py::cast(storage->view(plan.sizes, plan.strides, plan.offset));
  py::object made = makeTensor(state().tensor, std::move(viewed), source.device, source.dtype, plan.shape);
  PyObject *node = !gradientsFlow ? state().apart.ptr() : source.node ? source.node : Py_None;
  auto *object = reinterpret_cast<PyObject *>(&source);
  py::object view = state().view(py::handle(object), py::handle(node), plan.op, plan.attributes);
  Py_SETREF(as<TensorFields>(made.ptr()).view, view.release().ptr());
  if (isNoted)
    state().noteView(made, py::handle(object));
  return made;
}

py::object runPlan(const CallPlan &plan, const std::vector<TensorFields *> &tensors) {
  std::vector<const TensorStorage *> storages;
  storages.reserve(plan.inputs.size());
  for (uint32_t number : plan.inputs)
    storages.push_back(Boxed<TensorStorage>::of(tensors[number]->storage));
  bool isNoted = false;
  for (TensorFields *tensor : tensors) {
    if (gradientsFlow && tensor->view != Py_None && Boxed<TensorStorage>::of(tensor->storage)->shared().hasHistory)
      state().follow(py::handle(reinterpret_cast<PyObject *>(tensor)));
    isNoted |= gradientsFlow && tensor->requiresGrad == Py_True;
  }
  py::list made = plan.call->run(storages);
  if (isNoted) {
    py::list operands;
    for (TensorFields *tensor : tensors)
      operands.append(py::handle(reinterpret_cast<PyObject *>(tensor)));
    state().note(plan.job, operands, made);
  }
  return plan.isSingle ? py::object(made[0]) : py::tuple(std::move(made));
}

py::object called(PyObject *function, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  auto result =
      py::reinterpret_steal<py::object>(PyObject_Vectorcall(function, args, static_cast<size_t>(count), names));
  if (!result)
    throw py::error_already_set();
  return result;
}

PyObject *dispatch(PyObject *, PyObject *const *args, Py_ssize_t count, PyObject *names) {
  return reportingErrors([&]() -> py::object {
    State &known = state();
    if (isExecuting())
      return called(known.traced.ptr(), args, count, names);
    CallParts call;
    call.key.reserve(32);
    bool hasKey = describe(args, count, names, call);
    if (hasKey)
      if (auto found = known.plans.find(call.key); found != known.plans.end()) {
        // Held, as another thread may change the table while this one runs.
        std::shared_ptr<const CallPlan> plan = found->second;
        py::object made = plan->view ? makeView(*plan->view, *call.tensors[0]) : runPlan(*plan, call.tensors);
        if (made)
          return made;
      }
    struct Pending {
      explicit Pending(const CallParts *call) : before(std::exchange(pending, call)) {}
      ~Pending() { pending = before; }
      const CallParts *before;
    } scope(hasKey ? &call : nullptr);
    return called(known.eager.ptr(), args, count, names);
  });
}

void keep(CallPlan plan) {
  State &known = state();
  if (!pending)
    return;
  if (known.plans.size() >= kMostPlans)
    known.plans.clear();
  for (PyObject *word : pending->words)
    plan.words.push_back(py::reinterpret_borrow<py::object>(word));
  known.plans.insert_or_assign(pending->key, std::make_shared<const CallPlan>(std::move(plan)));
  pending = nullptr;
}

/// Says how the calls run that are like the one under way.
void keepPlan(py::object job, py::object call, std::vector<uint32_t> inputs, bool isSingle) {
  const auto &program = call.cast<const ProgramCall &>();
  keep({{}, std::move(job), std::move(call), &program, std::move(inputs), isSingle});
}

/// The same of a view, of an operand that is row-major.
void keepView(std::vector<int64_t> sizes, std::vector<int64_t> strides, int64_t offset, py::object shape, py::object op,
              py::object attributes) {
  keep(
      {ViewPlan{std::move(sizes), std::move(strides), offset, std::move(shape), std::move(op), std::move(attributes)}});
}

} // namespace

void defineDispatch(py::module_ &module) {
  static PyMethodDef method = {"dispatch", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(dispatch)),
                               METH_FASTCALL | METH_KEYWORDS, nullptr};
  module.attr("dispatch") = py::reinterpret_steal<py::object>(PyCFunction_New(&method, nullptr));
  module.def("set_dispatch",
             [](py::object traced, py::object eager, py::object note, py::object noteView, py::object follow) {
               state().traced = std::move(traced);
               state().eager = std::move(eager);
               state().note = std::move(note);
               state().noteView = std::move(noteView);
               state().follow = std::move(follow);
             });
  module.def("set_classes", [](py::object dtype, py::object tensor, py::object view, py::object apart) {
    state().dtype = std::move(dtype);
    state().tensor = std::move(tensor);
    state().view = std::move(view);
    state().apart = std::move(apart);
  });
  module.def("keep_view", keepView);
  module.def("keep_plan", keepPlan);
  module.def("forget_plans", [] { state().plans.clear(); });
  module.def("let_gradients_flow", [](bool flow) { gradientsFlow = flow; });
  module.def("let_autocast", [](bool now) { autocasts = now; });
  module.def("autocasts", [] { return autocasts; }, "Whether this thread's products are computed in bfloat16.");
  module.def("gradients_flow", [] { return gradientsFlow; });
}

} // namespace weir::python
