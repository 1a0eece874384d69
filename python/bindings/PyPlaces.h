// Lines of the program that launched something: a number each, by which a failure that names no line is told apart.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <utility>

namespace weir::python {

/// The innermost line outside of the package: a code object, and the offset of an instruction there. Null if there is
/// none.
std::pair<pybind11::object, int> userPlace();

/// While it is there, what this thread launches has the number of the line outside of the package that is under way.
class LaunchPlace {
public:
  /// `place` is the line as `userPlace` says it, or a null code for that which is under way.
  explicit LaunchPlace(bool isNoted, std::pair<pybind11::object, int> place = {});
  ~LaunchPlace();
  LaunchPlace(const LaunchPlace &) = delete;
  LaunchPlace &operator=(const LaunchPlace &) = delete;

private:
  const bool isNoted;
};

void definePlaces(pybind11::module_ &module);

} // namespace weir::python
