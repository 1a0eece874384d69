// Errors as values: a failure is a message that names the rule first and the facts after it.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

namespace weir {

struct Failure {
  std::string message;
};

/// Either a value or a Failure. `if (!result) return result.failure();`
template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : state(std::move(value)) {}
  Result(Failure failure) : state(std::move(failure)) {}

  explicit operator bool() const { return std::holds_alternative<T>(state); }

  T &operator*() & { return std::get<T>(state); }
  const T &operator*() const & { return std::get<T>(state); }
  T &&operator*() && { return std::get<T>(std::move(state)); }
  T *operator->() { return &std::get<T>(state); }
  const T *operator->() const { return &std::get<T>(state); }

  const Failure &failure() const { return std::get<Failure>(state); }
  const std::string &message() const { return failure().message; }

private:
  std::variant<T, Failure> state;
};

} // namespace weir
