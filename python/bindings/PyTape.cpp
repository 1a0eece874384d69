// Nodes of the tape.
#include "python/bindings/PyTape.h"
#include "python/bindings/PyDispatch.h"
#include "python/bindings/PyPending.h"
#include "python/bindings/PyPlaces.h"
#include "python/bindings/PyStorage.h"
#include "python/bindings/PyType.h"

#include <pybind11/stl.h>

#include <algorithm>

namespace py = pybind11;

namespace weir::python {

namespace {

/// Never freed, as the interpreter may end before.
struct TapeState {
  py::object node, unread;                                 ///< classes
  py::object follow, zeros, refuseUsed, refuseOverwritten; ///< functions of Python
  py::object apart;                                        ///< stands for the node of a view that never follows
  int64_t sequence = 0;
};
TapeState &tape() {
  static auto *const state = new TapeState;
  return *state;
}

thread_local bool flows = true;

struct Node {
  PyObject_HEAD NodeFields fields;
};

int traverse(PyObject *object, visitproc visit, void *arg) {
  const NodeFields &fields = as<Node>(object).fields;
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(fields.backward.ptr());
  Py_VISIT(fields.hooks.ptr());
  Py_VISIT(fields.code.ptr());
  for (const KeptOperand &operand : fields.operands)
    Py_VISIT(operand.tensor.ptr());
  for (const Edge &edge : fields.edges)
    Py_VISIT(edge.owner.ptr());
  return 0;
}

int clear(PyObject *object) {
  NodeFields old = std::exchange(as<Node>(object).fields, NodeFields());
  return 0;
}

void dealloc(PyObject *object) {
  PyObject_GC_UnTrack(object);
  std::destroy_at(&as<Node>(object).fields);
  freeObject(object);
}

PyObject *create(PyTypeObject *type, PyObject *, PyObject *) {
  PyObject *made = type->tp_alloc(type, 0);
  if (made)
    new (&as<Node>(made).fields) NodeFields();
  return made;
}

PyTypeObject *nodeType() {
  PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void *>(dealloc)},
      {Py_tp_traverse, reinterpret_cast<void *>(traverse)},
      {Py_tp_clear, reinterpret_cast<void *>(clear)},
      {Py_tp_new, reinterpret_cast<void *>(create)},
      {0, nullptr},
  };
  static PyTypeObject *const type = makeType(
      {"weir._core.NodeFields", sizeof(Node), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots});
  return type;
}

py::handle asObject(TensorFields &tensor) { return reinterpret_cast<PyObject *>(&tensor); }
PyObject *orNone(PyObject *object) { return object ? object : Py_None; }

/// Whether a view, a tuple of its source and of the node that the source had, is of what the source is now.
bool isCurrent(const TensorFields &view) {
  if (view.view == Py_None)
    return true;
  TensorFields *source = TensorFields::of(PyTuple_GET_ITEM(view.view, 0));
  PyObject *madeFrom = PyTuple_GET_ITEM(view.view, 1);
  if (madeFrom == tape().apart.ptr())
    return true;
  return source && isCurrent(*source) && orNone(source->node) == madeFrom && source->requiresGrad == view.requiresGrad;
}

void follow(TensorFields &view) {
  if (!isCurrent(view))
    tape().follow(asObject(view));
}

KeptOperand kept(TensorFields &tensor, bool isRead) {
  if (!isRead)
    return {makeTensor(tape().unread, py::none(), tensor.device, tensor.dtype, tensor.shape), false};
  const TensorStorage *storage = presentMemoryOf(tensor);
  return {py::reinterpret_borrow<py::object>(asObject(tensor)), true, storage ? storage->shared().writes : 0};
}

void attach(py::handle result, const py::object &node, uint32_t number) {
  auto &tensor = as<TensorFields>(result.ptr());
  Py_XSETREF(tensor.node, Py_NewRef(node.ptr()));
  Py_SETREF(tensor.value, PyLong_FromLong(static_cast<long>(number)));
  Py_SETREF(tensor.requiresGrad, Py_NewRef(Py_True));
}

} // namespace

NodeFields *NodeFields::of(py::handle object) {
  return PyObject_TypeCheck(object.ptr(), nodeType()) ? &as<Node>(object.ptr()).fields : nullptr;
}

bool gradientsFlow() { return flows; }
GradientsFlow::GradientsFlow(bool flow) : before(std::exchange(flows, flow)) {}
GradientsFlow::~GradientsFlow() { flows = before; }

Edge edgeOf(TensorFields &tensor) {
  follow(tensor);
  if (tensor.node && tensor.node != Py_None)
    return {py::reinterpret_borrow<py::object>(tensor.node), static_cast<int>(PyLong_AsLong(tensor.value))};
  return {py::reinterpret_borrow<py::object>(asObject(tensor)), -1};
}

void followSources(std::span<TensorFields *const> tensors) {
  for (TensorFields *tensor : tensors)
    if (const TensorStorage *storage = tensor->view == Py_None ? nullptr : presentMemoryOf(*tensor))
      if (storage->shared().hasHistory)
        follow(*tensor);
}

bool requiresGradients(std::span<TensorFields *const> tensors) {
  return std::ranges::any_of(tensors, [](const TensorFields *tensor) { return tensor->requiresGrad == Py_True; });
}

void noteRun(const py::object &object, std::span<TensorFields *const> operands, std::span<const py::object> results) {
  const Backward &backward = *Boxed<Backward>::of(object);
  if (backward.of.empty())
    return;
  auto made =
      py::reinterpret_steal<py::object>(create(reinterpret_cast<PyTypeObject *>(tape().node.ptr()), nullptr, nullptr));
  if (!made)
    throw py::error_already_set();
  NodeFields &fields = as<Node>(made.ptr()).fields;
  fields.backward = object;
  fields.operands.reserve(operands.size());
  for (size_t i = 0; i < operands.size(); ++i)
    fields.operands.push_back(kept(*operands[i], !backward.isRead || (*backward.isRead)[i]));
  fields.edges.reserve(backward.wanted.size());
  for (uint32_t number : backward.wanted)
    fields.edges.push_back(edgeOf(*operands[number]));
  fields.results.reserve(results.size());
  for (const py::object &result : results) {
    const auto &tensor = as<TensorFields>(result.ptr());
    fields.results.push_back(
        {py::reinterpret_borrow<py::object>(tensor.dtype), py::reinterpret_borrow<py::object>(tensor.shape)});
  }
  fields.sequence = tape().sequence++;
  std::tie(fields.code, fields.offset) = userPlace();
  for (uint32_t number : backward.of)
    attach(results[number], made, number);
}

static bool isWritten(const KeptOperand &operand) {
  if (!operand.isRead)
    return false;
  const TensorStorage *storage = presentMemoryOf(as<TensorFields>(operand.tensor.ptr()));
  return storage && storage->shared().writes != operand.writes;
}

std::vector<py::object> NodeFields::gradients(py::handle self, std::vector<py::object> given, bool keeps) {
  if (isUsed)
    tape().refuseUsed(self); // raises
  Backward &known = *Boxed<Backward>::of(backward);
  std::vector<py::object> asked;
  for (const KeptOperand &operand : operands)
    asked.push_back(operand.tensor);
  py::handle device = py::none();
  for (uint32_t number : known.of)
    if (given[number])
      device = as<TensorFields>(given[number].ptr()).device;
  for (uint32_t number : known.of)
    asked.push_back(given[number] ? given[number] : tape().zeros(results[number].shape, results[number].dtype, device));
  bool areWritten = std::ranges::any_of(operands, isWritten);
  std::vector<py::object> found = runDerived(known.derived, asked, areWritten, known.isRead);
  for (size_t i = 0; areWritten && i < operands.size(); ++i)
    if (isWritten(operands[i]) && known.isRead && (*known.isRead)[i])
      tape().refuseOverwritten(self, i); // raises
  if (!keeps) {
    isUsed = true;
    operands.clear();
  }
  return found;
}

namespace {

py::list edgesOf(const NodeFields &node) {
  py::list made;
  for (const Edge &edge : node.edges)
    made.append(py::make_tuple(edge.owner, edge.number));
  return made;
}

py::list resultsOf(const NodeFields &node) {
  py::list made;
  for (const auto &[dtype, shape] : node.results)
    made.append(py::make_tuple(dtype, shape));
  return made;
}

/// Numbers and tensors of the operands that it reads, or may read.
py::list operandsOf(const NodeFields &node) {
  py::list made;
  for (size_t i = 0; i < node.operands.size(); ++i)
    if (node.operands[i].isRead)
      made.append(py::make_tuple(i, node.operands[i].tensor));
  return made;
}

NodeFields &fieldsOf(const py::object &node) {
  if (NodeFields *fields = NodeFields::of(node))
    return *fields;
  throw py::type_error("expects a node");
}

/// Edges as Python has them: what `edgeOf` says of a tensor.
py::tuple edgeTuple(const py::object &tensor) {
  Edge edge = edgeOf(*TensorFields::of(tensor));
  return py::make_tuple(std::move(edge.owner), edge.number);
}

void noteOfPython(const py::object &backward, const py::sequence &operands, const py::sequence &results) {
  std::vector<TensorFields *> tensors;
  for (py::handle each : operands)
    tensors.push_back(TensorFields::of(each));
  std::vector<py::object> made;
  for (py::handle each : results)
    made.push_back(py::reinterpret_borrow<py::object>(each));
  noteRun(backward, tensors, made);
}

} // namespace

void defineTape(py::module_ &module) {
  module.attr("NodeFields") = py::handle(reinterpret_cast<PyObject *>(nodeType()));
  BoxClass<Backward>(module, "Backward")
      .def_static("of",
                  [](py::object derived, std::vector<uint32_t> wanted, std::vector<uint32_t> of) {
                    return Boxed<Backward>::make({std::move(derived), std::move(wanted), std::move(of)});
                  })
      .def_property_readonly("derived", [](const Backward &backward) { return backward.derived; });
  module.def("set_tape", [](py::object node, py::object unread, py::object apart, py::object follow, py::object zeros,
                            py::object refuseUsed, py::object refuseOverwritten) {
    TapeState &state = tape();
    state.node = std::move(node);
    state.unread = std::move(unread);
    state.apart = std::move(apart);
    state.follow = std::move(follow);
    state.zeros = std::move(zeros);
    state.refuseUsed = std::move(refuseUsed);
    state.refuseOverwritten = std::move(refuseOverwritten);
  });
  module.def("node_edges", [](const py::object &node) { return edgesOf(fieldsOf(node)); });
  module.def("node_results", [](const py::object &node) { return resultsOf(fieldsOf(node)); });
  module.def("node_operands", [](const py::object &node) { return operandsOf(fieldsOf(node)); });
  module.def("node_derived",
             [](const py::object &node) { return Boxed<Backward>::of(fieldsOf(node).backward)->derived; });
  module.def("node_sequence", [](const py::object &node) { return fieldsOf(node).sequence; });
  module.def("node_hooks", [](const py::object &node) { return fieldsOf(node).hooks; });
  module.def("set_node_hooks",
             [](const py::object &node, py::object hooks) { fieldsOf(node).hooks = std::move(hooks); });
  module.def("node_place", [](const py::object &node) -> py::object {
    const NodeFields &fields = fieldsOf(node);
    return fields.code ? py::object(py::make_tuple(fields.code, fields.offset)) : py::none();
  });
  module.def("keep_operand", [](const py::object &node, size_t number, const py::object &tensor) {
    fieldsOf(node).operands.at(number) = kept(*TensorFields::of(tensor), /*isRead=*/true);
  });
  module.def("edge_of", edgeTuple, "Where gradients of a tensor go.");
  module.def("note", noteOfPython, "Notes a run on these operands, some of which require gradients.");
  module.def("next_step", [] { return tape().sequence++; }, "The number of a step; later ones have larger numbers.");
  module.def("let_gradients_flow", [](bool flow) { flows = flow; });
  module.def("gradients_flow", gradientsFlow);
}

} // namespace weir::python
