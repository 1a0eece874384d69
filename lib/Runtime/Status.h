// Errors of the runtime: what weir_status is, and how functions give one. Null is success:
//   if (Status failed = check(…)) return failed;
#pragma once

#include "include/weir/Runtime/Runtime.h"
#include "lib/Artifact/Message.h"
#include "lib/Artifact/Program.h"

#include <exception>
#include <memory>
#include <new>
#include <string>

struct weir_status {
  weir_code code = WEIR_INTERNAL;
  std::string message;
  weir::Location location;
  uint64_t launch = 0; ///< of a run: what its caller has said of it
  std::unique_ptr<weir_status> cause;
};

namespace weir {

using Status = std::unique_ptr<weir_status>;

Status failure(weir_code code, std::string message);
/// The same failure, said to have happened at a location if it has none yet.
Status at(Status status, const Location &location);
Status copyOf(const weir_status &status);
/// A failure that another one led to.
Status causedBy(Status status, Status cause);

/// Fails for a null pointer.
Status expect(const void *pointer, const char *what);

/// Runs the body of a C function: exceptions, which only the standard library throws here, become statuses.
template <typename Body> weir_status *guarded(Body &&body) {
  try {
    return body().release();
  } catch (const std::bad_alloc &) {
    return failure(WEIR_OUT_OF_MEMORY, "the host is out of memory").release();
  } catch (const std::exception &exception) {
    return failure(WEIR_INTERNAL, exception.what()).release();
  }
}

} // namespace weir
