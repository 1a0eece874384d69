// Statuses as values and as C objects.
#include "lib/Runtime/Status.h"

namespace weir {

Status failure(weir_code code, std::string message) {
  auto status = std::make_unique<weir_status>();
  status->code = code;
  status->message = std::move(message);
  return status;
}

Status expect(const void *pointer, const char *what) {
  return pointer ? nullptr : failure(WEIR_INVALID_ARGUMENT, message("expects ", what, ", got a null pointer"));
}

Status at(Status status, const Location &location) {
  if (status && status->location == Location())
    status->location = location;
  return status;
}

Status copyOf(const weir_status &status) {
  auto copy = std::make_unique<weir_status>();
  copy->code = status.code;
  copy->message = status.message;
  copy->location = status.location;
  copy->launch = status.launch;
  if (status.cause)
    copy->cause = copyOf(*status.cause);
  return copy;
}

Status causedBy(Status status, Status cause) {
  status->cause = std::move(cause);
  return status;
}

} // namespace weir

weir_status *weir_status_create(weir_code code, const char *message) {
  return weir::guarded([&] { return weir::failure(code, message ? message : ""); });
}

void weir_status_free(weir_status *status) { delete status; }

weir_code weir_status_code(const weir_status *status) { return status ? status->code : WEIR_OK; }

const char *weir_status_message(const weir_status *status) { return status ? status->message.c_str() : ""; }

const char *weir_status_op(const weir_status *status) { return status ? status->location.op.c_str() : ""; }

const char *weir_status_file(const weir_status *status) { return status ? status->location.file.c_str() : ""; }

uint32_t weir_status_line(const weir_status *status) { return status ? status->location.line : 0; }

uint32_t weir_status_column(const weir_status *status) { return status ? status->location.column : 0; }

uint64_t weir_status_launch(const weir_status *status) { return status ? status->launch : 0; }

const weir_status *weir_status_cause(const weir_status *status) { return status ? status->cause.get() : nullptr; }
