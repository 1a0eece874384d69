// Failures of the compiler and statuses of the runtime as Python exceptions. The classes live in the
// package's module _errors.
#pragma once

#include "include/weir/Runtime/Runtime.h"
#include "lib/Support/Status.h"
#include "python/bindings/Gil.h"

#include <optional>
#include <pybind11/pybind11.h>
#include <string>
#include <utility>

namespace weir::python {

/// Raises the class `name` of the package's module _errors.
[[noreturn]] void raise(const char *name, const std::string &message);
/// Raises what the status says and frees it; does nothing for NULL. Needs the GIL.
void check(weir_status *status);

/// For calls that may wait for what has been launched: other threads of Python go on meanwhile. What the call was given
/// stays where Python ends before it does.
template <typename Call> void checkWithoutGil(Call call) {
  weir_status *status = [&] {
    WithoutGil others;
    return call();
  }();
  check(status);
}

/// The value, or a ValueError with the failure's message.
template <typename T> T valueOrRaise(Result<T> result);
void raiseValueError(const std::string &message);
inline void check(const std::optional<Failure> &failure) {
  if (failure)
    raiseValueError(failure->message);
}

template <typename T> T valueOrRaise(Result<T> result) {
  if (!result)
    raiseValueError(result.message());
  return *std::move(result);
}

} // namespace weir::python
