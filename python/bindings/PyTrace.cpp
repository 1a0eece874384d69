// The class weir._mlir.TraceBuilder. Values are numbers, locations tuples (file, line, column, function).
#include "lib/Compiler/TraceBuilder.h"
#include "python/bindings/Errors.h"
#include "python/bindings/PyStorage.h"

#include <pybind11/stl.h>

namespace py = pybind11;

namespace weir::python {

namespace {

using LocationTuple = std::tuple<std::string, uint32_t, uint32_t, std::string>;

TraceLocation locationOf(const LocationTuple &tuple) {
  const auto &[file, line, column, function] = tuple;
  return {file, line, column, function};
}

TensorMeta metaOf(int dtype, const std::vector<int64_t> &shape) { return {dtypeOf(dtype), fromMarked(shape)}; }

/// A dtype as an attribute's value, told apart from an integer.
struct DTypeTag {
  DType dtype;
};

TraceAttribute attributeOf(const py::handle &value) {
  if (py::isinstance<py::bool_>(value))
    return value.cast<bool>();
  if (py::isinstance<py::int_>(value))
    return value.cast<int64_t>();
  if (py::isinstance<py::float_>(value))
    return value.cast<double>();
  if (py::isinstance<py::str>(value))
    return value.cast<std::string>();
  if (py::isinstance<DTypeTag>(value))
    return value.cast<DTypeTag>().dtype;
  if (py::isinstance<EnumCase>(value))
    return value.cast<EnumCase>();
  // Numbers that are all floats are a list of such.
  if (py::isinstance<py::tuple>(value) && py::len(value) > 0 && py::isinstance<py::float_>(value[py::int_(0)]))
    return value.cast<std::vector<double>>();
  return value.cast<std::vector<int64_t>>();
}

/// (kind, dimension) by axis; partial values are sums.
using HeldTuples = std::vector<std::tuple<int, int, int64_t>>;

HeldAxes heldAxes(const std::vector<HeldTuples> &values) {
  HeldAxes all;
  for (const HeldTuples &axes : values) {
    all.emplace_back();
    for (auto [kind, dim, outer] : axes)
      all.back().push_back({.kind = static_cast<Holding::Kind>(kind), .dim = dim, .outer = outer});
  }
  return all;
}

void defineRanks(py::class_<TraceBuilder> &traceBuilder) {
  using Numbers = const std::vector<int64_t> &;
  using Held = const std::vector<HeldTuples> &;
  traceBuilder
      .def("hold",
           [](TraceBuilder &builder, const std::string &job, Numbers mesh, Numbers ranks, Held inputs, Held results,
              const LocationTuple &where) {
             check(builder.hold(job, mesh, ranks, heldAxes(inputs), heldAxes(results), locationOf(where)));
           })
      .def("hold_variable",
           [](TraceBuilder &builder, const std::string &name, const HeldTuples &held, const LocationTuple &where) {
             check(builder.holdVariable(name, heldAxes({held}).front(), locationOf(where)));
           })
      .def("hold_as_computed",
           [](TraceBuilder &builder, const std::string &job, const LocationTuple &where) {
             check(builder.holdAsComputed(job, locationOf(where)));
           })
      .def("constrain",
           [](TraceBuilder &builder, TraceBuilder::Value x, const HeldTuples &to, const LocationTuple &where) {
             return valueOrRaise(builder.constrain(x, heldAxes({to}).front(), locationOf(where)));
           })
      .def("move", [](TraceBuilder &builder, TraceBuilder::Value x, Numbers mesh, Numbers ranks, const HeldTuples &to,
                      const LocationTuple &where) {
        return valueOrRaise(builder.move(x, mesh, ranks, heldAxes({to}).front(), locationOf(where)));
      });
}

py::list describe(const TraceBuilder &builder, const std::vector<TraceBuilder::Value> &values) {
  py::list list;
  for (TraceBuilder::Value value : values) {
    TensorMeta meta = builder.meta(value);
    list.append(py::make_tuple(value, static_cast<int>(meta.dtype), tupleOf(marked(meta.shape))));
  }
  return list;
}

py::list addOp(TraceBuilder &builder, const std::string &name, const std::vector<TraceBuilder::Value> &operands,
               const std::vector<std::pair<std::string, py::object>> &given, const LocationTuple &where) {
  TraceAttributes attributes;
  for (const auto &[key, value] : given)
    attributes.emplace_back(key, attributeOf(value));
  return describe(builder, valueOrRaise(builder.op(name, operands, attributes, locationOf(where))));
}

void defineSizes(py::module_ &module) {
  py::class_<SizeFormula>(module, "SizeFormula")
      .def_readonly("number", &SizeFormula::number)
      .def_readonly("op", &SizeFormula::op)
      .def_readonly("has_numbers", &SizeFormula::hasNumbers)
      .def("operands",
           [](const SizeFormula &formula) {
             std::vector<std::vector<int64_t>> shapes;
             for (const TensorMeta &meta : formula.operands)
               shapes.push_back(knownSizes(meta.shape));
             return shapes;
           })
      .def("of", [](const SizeFormula &formula, const std::vector<Sizes> &shapes) { return formula.of(shapes); });
  py::enum_<SizeRule>(module, "SizeRule")
      .value("SUM", SizeRule::Sum)
      .value("DIFFERENCE", SizeRule::Difference)
      .value("PRODUCT", SizeRule::Product)
      .value("QUOTIENT", SizeRule::Quotient);
}

} // namespace

void defineTrace(py::module_ &module) {
  py::class_<DTypeTag>(module, "DType").def(py::init([](int index) { return DTypeTag{dtypeOf(index)}; }));
  py::class_<EnumCase>(module, "EnumCase").def(py::init([](std::string attribute, std::string name) {
    return EnumCase{std::move(attribute), std::move(name)};
  }));
  defineSizes(module);

  using Shape = const std::vector<int64_t> &;
  using Text = const std::string &;
  using Where = const LocationTuple &;
  py::class_<TraceBuilder> traceBuilder(module, "TraceBuilder");
  traceBuilder.def(py::init([](Text name) { return TraceBuilder(name); }))
      .def("add_variable",
           [](TraceBuilder &builder, Text name, int dtype, Shape shape, Text aliasOf, Where where) {
             check(builder.addVariable(name, metaOf(dtype, shape), aliasOf, locationOf(where)));
           })
      .def("add_carried", [](TraceBuilder &builder, Text name, int dtype, Shape shape,
                             Where where) { check(builder.addCarried(name, metaOf(dtype, shape), locationOf(where))); })
      .def("begin_job", [](TraceBuilder &builder, Text name, int64_t repeat,
                           Where where) { check(builder.beginJob(name, repeat, locationOf(where))); })
      .def("begin_epilogue", [](TraceBuilder &builder, Text name, Text job,
                                Where where) { check(builder.beginEpilogue(name, job, locationOf(where))); })
      .def("add_input",
           [](TraceBuilder &builder, Text name, int dtype, Shape shape, bool isSliced, Where where) {
             return valueOrRaise(builder.addInput(name, metaOf(dtype, shape), isSliced, locationOf(where)));
           })
      .def("donate_inputs", [](TraceBuilder &builder, Where where) { check(builder.donateInputs(locationOf(where))); })
      .def("read", [](TraceBuilder &builder, Text variable,
                      Where where) { return valueOrRaise(builder.read(variable, locationOf(where))); })
      .def("constant",
           [](TraceBuilder &builder, int dtype, Shape shape, const py::bytes &bytes, Where where) {
             auto view = static_cast<std::string_view>(bytes);
             return valueOrRaise(builder.constant(metaOf(dtype, shape),
                                                  {reinterpret_cast<const uint8_t *>(view.data()), view.size()},
                                                  locationOf(where)));
           })
      .def("op", addOp)
      .def("checkpoint", &TraceBuilder::checkpoint)
      .def("set_layer", [](TraceBuilder &builder, Text path) { builder.setLayer(path); })
      .def("gradient",
           [](TraceBuilder &builder, TraceBuilder::Value loss, const std::vector<TraceBuilder::Value> &wrt,
              Where where) { return describe(builder, valueOrRaise(builder.gradient(loss, wrt, locationOf(where)))); })
      .def("assign", [](TraceBuilder &builder, Text variable, TraceBuilder::Value value,
                        Where where) { check(builder.assign(variable, value, locationOf(where))); })
      .def("end_job", [](TraceBuilder &builder, const std::vector<TraceBuilder::Value> &results,
                         const std::vector<std::string> &names,
                         Where where) { check(builder.endJob(results, names, locationOf(where))); })
      .def("open_size", &TraceBuilder::openSize)
      .def("compute_size", [](TraceBuilder &builder, int64_t number, SizeRule rule, int64_t lhs,
                              int64_t rhs) { check(builder.computeSize(number, rule, lhs, rhs)); })
      .def("is_open", &TraceBuilder::isOpen)
      .def("take_formulas", &TraceBuilder::takeFormulas)
      .def("finish", [](TraceBuilder &builder) { return valueOrRaise(builder.finish()); });
  defineRanks(traceBuilder);
}

} // namespace weir::python
