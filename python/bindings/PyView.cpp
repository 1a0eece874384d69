// The class View, what an array holds on to. Each result that is looked at makes one, for which pybind11 would take
// longer than a small run.
#include "python/bindings/PyView.h"
#include "python/bindings/Errors.h"
#include "python/bindings/OpCount.h"
#include "python/bindings/PyType.h"

#include <algorithm>
#include <new>
#include <vector>

namespace py = pybind11;

namespace weir::python {

namespace {

struct View {
  PyObject_HEAD std::shared_ptr<const Exposure> exposure;
  py::ssize_t itemBytes;
  std::vector<py::ssize_t> sizes, strides; ///< strides in bytes
  const char *format;
};

void freeView(PyObject *object) {
  auto &view = as<View>(object);
  std::destroy_at(&view.exposure);
  std::destroy_at(&view.sizes);
  std::destroy_at(&view.strides);
  freeObject(object);
}

/// Who asks for writable memory is refused if it isn't, and for plain bytes if they have gaps.
int fillBuffer(PyObject *object, Py_buffer *buffer, int flags) {
  auto &view = as<View>(object);
  bool isWritable = view.exposure->isWritable;
  py::ssize_t bytes = view.itemBytes, dense = view.itemBytes;
  bool isDense = true;
  for (size_t d = view.sizes.size(); d-- > 0;) {
    isDense &= view.sizes[d] <= 1 || view.strides[d] == dense;
    dense *= view.sizes[d];
    bytes *= view.sizes[d];
  }
  bool canHaveGaps = (flags & PyBUF_STRIDES) == PyBUF_STRIDES;
  if (((flags & PyBUF_WRITABLE) && !isWritable) || (!canHaveGaps && !isDense && bytes > 0)) {
    PyErr_SetString(PyExc_BufferError, isWritable ? "expects memory without gaps" : "expects memory to be read only");
    buffer->obj = nullptr;
    return -1;
  }
  *buffer = {};
  buffer->obj = Py_NewRef(object);
  buffer->buf = view.exposure->address;
  buffer->len = bytes;
  buffer->itemsize = view.itemBytes;
  buffer->readonly = !isWritable;
  buffer->ndim = static_cast<int>(view.sizes.size());
  if (flags & PyBUF_FORMAT)
    buffer->format = const_cast<char *>(view.format);
  if (flags & PyBUF_ND)
    buffer->shape = view.sizes.data();
  if (canHaveGaps)
    buffer->strides = view.strides.data();
  return 0;
}

PyTypeObject *makeViewType() {
  PyType_Slot slots[] = {
      {Py_tp_dealloc, reinterpret_cast<void *>(freeView)},
      {Py_bf_getbuffer, reinterpret_cast<void *>(fillBuffer)},
      {0, nullptr},
  };
  return makeType({"weir._core.View", sizeof(View), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots});
}

PyTypeObject *viewType() {
  static PyTypeObject *const type = makeViewType();
  return type;
}

py::object viewOf(const TensorStorage &storage, bool isWritable) {
  auto exposure = std::make_shared<const Exposure>(storage.share(), isWritable);
  py::object made = allocate(viewType());
  auto &view = as<View>(made.ptr());
  new (&view.exposure) std::shared_ptr<const Exposure>(std::move(exposure));
  view.itemBytes = static_cast<py::ssize_t>(byteSize(storage.dtype()));
  new (&view.sizes) std::vector<py::ssize_t>(storage.shape().begin(), storage.shape().end());
  new (&view.strides) std::vector<py::ssize_t>();
  for (int64_t stride : storage.strides())
    view.strides.push_back(static_cast<py::ssize_t>(stride) * view.itemBytes);
  view.format = formatOf(storage.dtype());
  return made;
}

/// What arrays are made by.
struct NumPy {
  py::object asArray, array, dtypes[kNumDTypes];

  NumPy() {
    py::module_ numpy = py::module_::import("numpy");
    asArray = numpy.attr("asarray");
    array = numpy.attr("ndarray");
    for (int i = 0; i < kNumDTypes; ++i)
      dtypes[i] = numpy.attr("dtype")(formatOf(static_cast<DType>(i)));
  }
};

} // namespace

py::object arrayOf(const TensorStorage &storage, std::optional<bool> isWritable) {
  // Never freed, as it may be asked for until the interpreter is gone.
  static const auto *const numpy = new NumPy();
  countOp();
  if (!weir_device_is_host(storage.device().handle))
    throw py::value_error("expects memory of the host, got " + storage.device().name);
  py::object view = viewOf(storage, isWritable.value_or(storage.shared().variable.empty()));
  bool hasElements = std::ranges::find(storage.shape(), 0) == storage.shape().end();
  if (!hasElements || !storage.isContiguous())
    return numpy->asArray(view);
  // Takes the memory as it is, where `asarray` reads a description of it.
  py::tuple shape = tupleOf(storage.shape());
  PyObject *const arguments[] = {shape.ptr(), numpy->dtypes[static_cast<int>(storage.dtype())].ptr(), view.ptr()};
  auto array = py::reinterpret_steal<py::object>(PyObject_Vectorcall(numpy->array.ptr(), arguments, 3, nullptr));
  if (!array)
    throw py::error_already_set();
  return array;
}

void defineView(py::module_ &module) { module.attr("View") = py::handle(reinterpret_cast<PyObject *>(viewType())); }

} // namespace weir::python
