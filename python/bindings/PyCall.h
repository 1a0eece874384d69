// Calls of programs by tensors.
#pragma once

#include "python/bindings/PySession.h"
#include "python/bindings/PyType.h"

#include <pybind11/pybind11.h>

#include <tuple>
#include <vector>

namespace weir::python {

/// A job, and the tensors that its results are.
class ProgramCall {
public:
  /// Device, dtype and shape of a result; in the place of a shape that a run says, the class of shapes.
  using Meta = std::tuple<pybind11::object, pybind11::object, pybind11::object>;

  /// `notesPlaces`: failures are of the line that calls. `cannotFail`: there are none, where its operands are there.
  /// `written`: storages that a run writes beside its results.
  ProgramCall(pybind11::object job, pybind11::object type, std::vector<Meta> results, bool notesPlaces, bool cannotFail,
              std::vector<pybind11::object> written)
      : kept(std::move(job)), job(kept.cast<const PyJob &>()), type(std::move(type)), results(std::move(results)),
        notesPlaces(notesPlaces), cannotFail(cannotFail), written(std::move(written)) {}

  // These add the results, before the run has ended.
  /// Of tensors, and behind them storages.
  void run(const pybind11::sequence &inputs, const pybind11::sequence &more, ListOf<pybind11::object> &tensors) const;
  void run(std::span<const TensorStorage *const> storages, ListOf<pybind11::object> &tensors) const;
  /// Of a call at another place, a code object and the offset of an instruction there.
  void runFor(std::span<const TensorStorage *const> storages, std::pair<pybind11::object, int> place,
              ListOf<TensorStorage> &made) const;

private:
  pybind11::object kept;
  const PyJob &job;
  pybind11::object type;
  std::vector<Meta> results;
  bool notesPlaces, cannotFail;
  std::vector<pybind11::object> written;
};

/// Whether this thread's ops go to an executor.
bool isExecuting();

/// The classes ProgramCall and RepeatedCall, and the count of changes that traces depend on.
void defineCall(pybind11::module_ &module);
/// The function `dispatch`.
void defineDispatch(pybind11::module_ &module);
/// The class Function.
void defineFunction(pybind11::module_ &module);

} // namespace weir::python
