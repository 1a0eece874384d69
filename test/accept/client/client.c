/* Calls the installed runtime from plain C: a status made by it keeps its code and message. */
#include <weir/Runtime/Runtime.h>

#include <string.h>

int main(void) {
  weir_status *status = weir_status_create(WEIR_CALLBACK, "expects a, got b");
  int right = weir_status_code(status) == WEIR_CALLBACK && strstr(weir_status_message(status), "expects a, got b");
  weir_status_free(status);
  return right ? 0 : 1;
}
