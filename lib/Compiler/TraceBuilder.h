// Builds a module of jobs op by op, as a tracing front end calls it. Shows no MLIR, so that bindings compile fast and
// hold numbers where the module has values. So are sizes: those that are open, which a run says, have numbers that
// stand for them and are no other size's.
#pragma once

#include "lib/Support/Holding.h"
#include "lib/Support/Semantics.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace weir {

/// The user's line that made an op.
struct TraceLocation {
  std::string file;
  uint32_t line = 0, column = 0;
  std::string function;
};

/// A case of one of the dialect's enum attributes, such as {"compare_predicate", "lt"}.
struct EnumCase {
  std::string attribute, name;
};

/// `true` is a unit attribute, `false` its absence.
using TraceAttribute =
    std::variant<bool, int64_t, double, std::string, std::vector<int64_t>, std::vector<double>, DType, EnumCase>;
using TraceAttributes = std::vector<std::pair<std::string, TraceAttribute>>;

/// How a size is computed from two others. A quotient has no remainder.
enum class SizeRule { Sum, Difference, Product, Quotient };

/// How a size of an op's result that none of its operands has follows from theirs.
struct SizeFormula {
  int64_t number = 0; ///< that stands for it; none where only whether the op takes its operands is to be known
  std::string op;
  InferResultsFn infer = nullptr;
  Metas operands; ///< with what stands for sizes
  Attributes attributes;
  bool hasNumbers = false; ///< which the op may divide sizes by, add to them, or compare them with
  size_t result = 0, dim = 0;

  /// The size, or 0, for these shapes of the operands; nothing where the op refuses them.
  std::optional<int64_t> of(std::span<const Sizes> shapes) const;
};

/// How values are held on the axes of a mesh, by value.
using HeldAxes = std::vector<std::vector<Holding>>;

/// Calls come in this order: `addVariable` at any time; `beginJob`, then what a job holds, then `endJob`, for each job;
/// `finish` once. A failed call changes nothing. Every message ends in the Python line.
class TraceBuilder {
public:
  /// A number for an SSA value of the job being built.
  using Value = uint32_t;
  /// In the place of an optional operand that is not there.
  static constexpr Value kAbsent = ~Value{0};

  explicit TraceBuilder(std::string_view moduleName);
  ~TraceBuilder();
  TraceBuilder(TraceBuilder &&) noexcept;

  /// Adding a variable again is fine if its type is the same. `aliasOf` is the variable whose storage it shares.
  std::optional<Failure> addVariable(std::string_view name, const TensorMeta &meta, std::string_view aliasOf,
                                     const TraceLocation &where);
  /// A variable that a run starts with zeros and that its iterations hand on.
  std::optional<Failure> addCarried(std::string_view name, const TensorMeta &meta, const TraceLocation &where);

  /// A run executes the job `repeat` times, and stacks results of all times where that isn't 1.
  std::optional<Failure> beginJob(std::string_view name, int64_t repeat, const TraceLocation &where);
  /// A job that a run of `job`, which repeats, executes at its end. It has neither inputs nor results.
  std::optional<Failure> beginEpilogue(std::string_view name, std::string_view job, const TraceLocation &where);
  /// `isSliced`: `meta` is that of the part that one execution of the job gets.
  Result<Value> addInput(std::string_view name, const TensorMeta &meta, bool isSliced, const TraceLocation &where);
  /// Lets results be in the place of inputs, where whoever runs the job says so.
  std::optional<Failure> donateInputs(const TraceLocation &where);
  /// The variable's value at the start of the job; the same number for each call.
  Result<Value> read(std::string_view variable, const TraceLocation &where);
  /// `bytes` holds the elements in row-major order (a bool is one byte), or a single one that all elements equal.
  Result<Value> constant(const TensorMeta &meta, std::span<const uint8_t> bytes, const TraceLocation &where);
  /// Adds the op `name` ("weir.add"). Result types are inferred; an op whose result sizes don't follow from its
  /// operands takes them from the attributes "shape" and "dtype" (without it, the first operand's). An op that has an
  /// attribute "ordinal" which is not given gets the number of such ops before it in the job.
  Result<std::vector<Value>> op(std::string_view name, std::span<const Value> operands,
                                const TraceAttributes &attributes, const TraceLocation &where);
  /// Ops from here on are a part of the program that is recomputed for gradients, until the next call with false.
  void checkpoint(bool begins);
  /// Ops from here on are part of the call of the module that has this path; "" for none.
  void setLayer(std::string_view path);
  Result<std::vector<Value>> gradient(Value loss, std::span<const Value> wrt, const TraceLocation &where);
  /// The variable's value at the end of the job; at most once for each variable.
  std::optional<Failure> assign(std::string_view variable, Value value, const TraceLocation &where);
  std::optional<Failure> endJob(std::span<const Value> results, std::span<const std::string> names,
                                const TraceLocation &where);

  /// Puts a job that has ended on the ranks of a mesh, the module's, but for one to which it moves a value. Inputs and
  /// results of which nothing is said are whole everywhere; how others are held is a hint.
  std::optional<Failure> hold(std::string_view job, const Sizes &mesh, std::span<const int64_t> ranks,
                              const HeldAxes &inputs, const HeldAxes &results, const TraceLocation &where);
  /// How the ranks of that mesh hold a variable.
  std::optional<Failure> holdVariable(std::string_view name, const std::vector<Holding> &held,
                                      const TraceLocation &where);
  /// Lets the results of a job on ranks be held as it comes to compute them.
  std::optional<Failure> holdAsComputed(std::string_view job, const TraceLocation &where);
  /// x, which is to be held so.
  Result<Value> constrain(Value x, const std::vector<Holding> &to, const TraceLocation &where);
  /// x, as the ranks of another mesh are to hold it: one value of a module, which its job returns.
  Result<Value> move(Value x, const Sizes &mesh, std::span<const int64_t> ranks, const std::vector<Holding> &to,
                     const TraceLocation &where);

  /// Lets a number stand for a size that a run says, in shapes of inputs and of what is computed from them. Equal sizes
  /// have one number. Sums and products of some must be no other sizes' numbers.
  void openSize(int64_t number);
  /// Lets a number stand for a size that is computed from others, of which one at least is open and has been read.
  std::optional<Failure> computeSize(int64_t number, SizeRule rule, int64_t lhs, int64_t rhs);
  /// Whether a number stands for an open size.
  bool isOpen(int64_t number) const;
  /// Of the ops since the last call.
  std::vector<SizeFormula> takeFormulas();

  /// Its dtype and its sizes, or what stands for them.
  TensorMeta meta(Value value) const;

  /// The verified module as text, with locations.
  Result<std::string> finish();

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace weir
