// The GIL, given and taken by threads that Python may end. Where Python ends, a thread that asks for the GIL is ended
// where it stands, by unwinding its frames, which frames of C++ that catch or that throw nothing don't survive. Here
// such a thread stays for ever instead, as it does since Python 3.14.
#pragma once

#include <optional>
#include <pybind11/pybind11.h>

namespace weir::python {

/// Whether the interpreter is about to go, or gone.
bool isPythonEnding();

[[noreturn]] void stayForEver();

/// What `call` returns, which may ask for the GIL and throws nothing. It destroys nothing of Python's either, as that
/// would be done without the GIL.
template <typename Call> auto stayingAtEnd(Call call) {
  try {
    return call();
  } catch (...) { // to leave this handler would end the process
    stayForEver();
  }
}

/// Has the GIL as long as it lives, in any thread.
class WithGil {
public:
  WithGil() {
    stayingAtEnd([&] { gil.emplace(); });
  }

private:
  std::optional<pybind11::gil_scoped_acquire> gil;
};

/// Leaves the GIL to others as long as it lives, in a thread that has it. What the thread works on stays where Python
/// ends meanwhile.
class WithoutGil {
public:
  WithoutGil() : isEndingItself(isPythonEnding()), state(PyEval_SaveThread()) {}
  WithoutGil(const WithoutGil &) = delete;
  WithoutGil &operator=(const WithoutGil &) = delete;
  ~WithoutGil() {
    if (!isEndingItself && isPythonEnding())
      stayForEver();
    stayingAtEnd([&] { PyEval_RestoreThread(state); });
  }

private:
  bool isEndingItself; ///< as it has the GIL
  PyThreadState *state;
};

} // namespace weir::python
