// See PyOpNotes.h.
#include "python/bindings/PyOpNotes.h"
#include "python/bindings/OpCount.h"
#include "python/bindings/PyMoves.h"
#include "python/bindings/PySession.h"
#include "python/bindings/PyTape.h"
#include "python/bindings/PyType.h"

#include <algorithm>
#include <array>
#include <memory_resource>

namespace py = pybind11;

namespace weir::python {

namespace {

constexpr size_t kMostSteps = 16;

struct NotedOp {
  PlanRef plan;
  std::vector<TensorFields *> operands;
  py::object result; ///< held, so that no other gets its address
  bool flow;         ///< whether gradients did
};

/// Of a thread. Nothing is destroyed with it, as Python may be gone.
struct OpNotes {
  int asking = 0;           ///< how many ask
  std::vector<NotedOp> ops; ///< meanwhile, the first ones
};
thread_local auto &notes = *new OpNotes;

/// A tensor of the call, or what a step has made.
struct Source {
  size_t step;   ///< kOfCall for the former
  size_t number; ///< of the tensor, or kWhole, or that among several results
  static constexpr size_t kOfCall = SIZE_MAX, kWhole = SIZE_MAX;
  bool operator==(const Source &) const = default;
};

struct PlannedOp {
  PlanRef plan;
  std::vector<Source> operands;
  std::optional<size_t> target = {}; ///< the operand that its result is written to next, by number
};

/// What a function gives.
struct Given {
  enum class Form { Nothing, One, Several } form = Form::Nothing;
  std::vector<Source> sources = {};
  py::object type = {}; ///< of several: a list, or a class of tuples
};

/// Several ops, one after the other.
class StepsPlan : public CallPlan {
public:
  StepsPlan(std::vector<PlannedOp> all, Given given) : steps(std::move(all)), given(std::move(given)) {
    for (size_t i = 0; i + 1 < steps.size(); ++i)
      steps[i].target = targetOf(i);
  }
  bool writes() const override {
    return std::ranges::any_of(steps, [](const PlannedOp &step) { return step.plan->writes(); });
  }

  py::object run(std::span<TensorFields *const> tensors) const override {
    std::array<std::byte, 512> room; // for what most calls have
    std::pmr::monotonic_buffer_resource memory(room.data(), room.size());
    std::pmr::vector<py::object> made(&memory);
    std::pmr::vector<TensorFields *> operands(&memory);
    made.reserve(steps.size());
    for (const PlannedOp &step : steps) {
      operands.clear();
      for (Source source : step.operands)
        operands.push_back(TensorFields::of(found(source, made, tensors)));
      if (!made.emplace_back(run(step, operands)))
        return {};
    }
    return result(made, tensors);
  }

private:
  /// A tensor that is read here and has the result next, as in x.add_(y): nobody sees what it was meanwhile.
  std::optional<size_t> targetOf(size_t number) const {
    const PlannedOp &step = steps[number], &next = steps[number + 1];
    if (!step.plan->isOneLaunch() || !next.plan->writesSecondToFirst() ||
        !(next.operands[1] == Source{number, Source::kWhole}))
      return std::nullopt;
    // Nobody else has the result.
    auto isIt = [&](const Source &source) { return source.step == number; };
    auto uses = std::ranges::count_if(given.sources, isIt);
    for (const PlannedOp &each : steps)
      uses += std::ranges::count_if(each.operands, isIt);
    if (uses != 1)
      return std::nullopt;
    auto found = std::ranges::find(step.operands, next.operands[0]);
    return found == step.operands.end() ? std::nullopt : std::optional<size_t>(found - step.operands.begin());
  }

  static py::object run(const PlannedOp &step, std::span<TensorFields *const> operands) {
    if (!step.target)
      return step.plan->run(operands);
    GivenMemory memory(memoryToTake(*operands[*step.target], operands));
    return step.plan->run(operands);
  }

  static py::handle found(Source source, std::span<const py::object> made, std::span<TensorFields *const> tensors) {
    if (source.step == Source::kOfCall)
      return reinterpret_cast<PyObject *>(tensors[source.number]);
    py::handle whole = made[source.step];
    return source.number == Source::kWhole ? whole : PyTuple_GET_ITEM(whole.ptr(), source.number);
  }

  py::object result(std::span<const py::object> made, std::span<TensorFields *const> tensors) const {
    if (given.form == Given::Form::Nothing)
      return py::none();
    if (given.form == Given::Form::One)
      return py::reinterpret_borrow<py::object>(found(given.sources[0], made, tensors));
    size_t count = given.sources.size();
    auto *type = reinterpret_cast<PyTypeObject *>(given.type.ptr());
    bool isList = type == &PyList_Type;
    py::object several = isList ? py::object(py::list(count)) : allocateTuple(type, static_cast<Py_ssize_t>(count));
    PyObject **items = isList ? as<PyListObject>(several.ptr()).ob_item : as<PyTupleObject>(several.ptr()).ob_item;
    for (size_t i = 0; i < count; ++i)
      items[i] = found(given.sources[i], made, tensors).inc_ref().ptr();
    return several;
  }

  std::vector<PlannedOp> steps;
  Given given;
};

/// Says what the tensors of a call, and those that ops have made in it, come from.
class Origins {
public:
  Origins(std::span<TensorFields *const> tensors, std::span<const NotedOp> ops) : tensors(tensors), ops(ops) {}

  /// Of what the ops before `end` may have made. Nothing where it is another object.
  std::optional<Source> of(py::handle object, size_t end) const {
    for (size_t i = 0; i < tensors.size(); ++i)
      if (reinterpret_cast<PyObject *>(tensors[i]) == object.ptr())
        return Source{Source::kOfCall, i};
    for (size_t step = 0; step < end; ++step) {
      py::handle result = ops[step].result;
      if (result.is(object))
        return Source{step, Source::kWhole};
      for (Py_ssize_t i = 0; PyTuple_Check(result.ptr()) && i < PyTuple_GET_SIZE(result.ptr()); ++i)
        if (PyTuple_GET_ITEM(result.ptr(), i) == object.ptr())
          return Source{step, static_cast<size_t>(i)};
    }
    return std::nullopt;
  }

  std::optional<Given> given(py::handle result) const {
    if (result.is_none())
      return Given{};
    if (std::optional<Source> one = of(result, ops.size()))
      return Given{Given::Form::One, {*one}};
    bool isPlain =
        PyList_CheckExact(result.ptr()) || (PyTuple_Check(result.ptr()) && Py_TYPE(result.ptr())->tp_dictoffset == 0);
    if (!isPlain)
      return std::nullopt;
    Given several{Given::Form::Several, {}, py::type::of(result)};
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(result.ptr()); ++i) {
      std::optional<Source> source = of(PySequence_Fast_GET_ITEM(result.ptr(), i), ops.size());
      if (!source)
        return std::nullopt;
      several.sources.push_back(*source);
    }
    return several;
  }

private:
  std::span<TensorFields *const> tensors;
  std::span<const NotedOp> ops;
};

/// Whether a call that gives this has done it for the sake of what it gives, or of what its last op has written.
bool isForResult(const Given &given, std::span<const NotedOp> ops) {
  bool isMade = given.form != Given::Form::Nothing &&
                std::ranges::all_of(given.sources, [](Source source) { return source.step != Source::kOfCall; });
  return isMade || ops.back().plan->writes();
}

/// Null where the ops read or give what is no tensor of the call and no result of theirs.
PlanRef planOf(std::span<const NotedOp> ops, py::handle result, std::span<TensorFields *const> tensors) {
  if (ops.size() == 1 && ops[0].result.is(result) && std::ranges::equal(ops[0].operands, tensors))
    return ops[0].plan;
  Origins origins(tensors, ops);
  std::optional<Given> given = origins.given(result);
  if (!given || !isForResult(*given, ops))
    return {};
  std::vector<PlannedOp> steps;
  for (size_t number = 0; number < ops.size(); ++number) {
    PlannedOp &step = steps.emplace_back(PlannedOp{ops[number].plan, {}});
    for (TensorFields *operand : ops[number].operands) {
      std::optional<Source> source = origins.of(reinterpret_cast<PyObject *>(operand), number);
      if (!source)
        return {};
      step.operands.push_back(*source);
    }
  }
  return std::make_shared<StepsPlan>(std::move(steps), *std::move(given));
}

/// Nothing but the first steps of a plan may be done in vain: what writes is the last one.
bool writesLast(std::span<const NotedOp> ops) {
  return std::all_of(ops.begin(), ops.end() - 1, [](const NotedOp &op) { return !op.plan || !op.plan->writes(); });
}

} // namespace

OneOp::OneOp() : begun{opCount(), notes.ops.size()} {}

void OneOp::end(PlanRef plan, std::span<TensorFields *const> operands, py::handle result) const {
  opCount() = begun.count + 1;
  if (notes.asking == 0)
    return;
  auto inside = notes.ops.begin() + static_cast<ptrdiff_t>(std::min(begun.numOps, notes.ops.size()));
  // Freed at the end, as freeing may run code of Python.
  std::vector<NotedOp> ended(std::make_move_iterator(inside), std::make_move_iterator(notes.ops.end()));
  notes.ops.erase(inside, notes.ops.end());
  if (notes.ops.size() < kMostSteps)
    notes.ops.push_back({std::move(plan),
                         {operands.begin(), operands.end()},
                         py::reinterpret_borrow<py::object>(result),
                         gradientsFlow()});
}

py::object runNoted(const PlanRef &plan, std::span<TensorFields *const> operands) {
  OneOp op;
  py::object made = plan->run(operands);
  if (made)
    op.end(plan, operands, made);
  return made;
}

NotesBegin beginToNoteOps() {
  ++notes.asking;
  return {opCount(), notes.ops.size()};
}

LearnedPlan endToNoteOps(NotesBegin begun, py::handle result, std::span<TensorFields *const> tensors) {
  uint64_t count = opCount() - begun.count;
  std::vector<NotedOp> ended; // freed at the end, as above
  std::span<const NotedOp> ops = std::span<const NotedOp>(notes.ops).subspan(std::min(begun.numOps, notes.ops.size()));
  LearnedPlan learned;
  bool flow = gradientsFlow();
  if (result && count > 0) {
    bool isWhole = ops.size() == count && writesLast(ops) &&
                   std::ranges::all_of(ops, [&](const NotedOp &op) { return op.flow == flow; });
    bool areAllKnown = std::ranges::all_of(ops, [](const NotedOp &op) { return op.plan != nullptr; });
    if (isWhole && areAllKnown)
      learned.plan = planOf(ops, result, tensors);
    // The only op of a call with numbers that change has inputs of its own, which other calls may not have. Where
    // gradients pass, or others are asking too, a later call may say more.
    bool saysAll =
        (!isWhole || (areAllKnown && count > 1)) && !requiresGradients(tensors) && notes.ops.size() < kMostSteps;
    learned.isKnown = learned.plan || saysAll;
  }
  if (--notes.asking == 0)
    ended.swap(notes.ops);
  return learned;
}

} // namespace weir::python
