// Grows a random job op by op. It knows what each value is on the job's inputs, and how far rounding may move it, and
// keeps only ops whose results can be judged: so domains of ops need no table.
#pragma once

#include "lib/Fuzz/Dice.h"
#include "lib/Fuzz/ProgramInputs.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/OwningOpRef.h"

namespace weir::fuzz {

class RandomJob {
public:
  RandomJob(mlir::MLIRContext *context, uint64_t seed);

  Dice dice;
  mlir::OpBuilder builder;

  /// Of each value that ops of a sample take or make.
  static constexpr int64_t kMostElements = 2048;

  /// A few sizes that dimensions of this program have again and again.
  llvm::ArrayRef<int64_t> sizes() const { return baseSizes; }
  /// The dtype that most inputs of this program have.
  DType mainDType() const { return dtype; }
  DType anyDType();
  /// Of sizes of the program, small enough.
  Sizes anyShape(int64_t leastRank, int64_t mostRank);

  /// An argument, or the value of a variable.
  mlir::Value addInput(const StaticMeta &meta, std::optional<InputRange> range = std::nullopt);
  mlir::Value addVariable(const StaticMeta &meta, std::optional<InputRange> range = std::nullopt);
  mlir::Value addSplat(const StaticMeta &meta, double number);

  /// Adds an op without sizes as operands. `result` is its type where that doesn't follow from the operands. No results
  /// if the op refuses its operands, or if what it computes can't be judged: numbers too large or none, or rounding
  /// decides. Then the program is as before.
  llvm::SmallVector<mlir::Value> add(llvm::StringRef op, mlir::ValueRange operands,
                                     llvm::ArrayRef<mlir::NamedAttribute> attributes,
                                     mlir::RankedTensorType result = nullptr);
  /// Takes back ops that nothing reads among those behind the first `kept` values; inputs stay.
  void takeBack(size_t kept);
  size_t numValues() const { return all.size(); }
  /// Gradients of a scalar; none where something on the way has none.
  llvm::SmallVector<mlir::Value> addGradient(mlir::Value loss, mlir::ValueRange wrt);

  /// A value of the program, most often a young one; null if none fits.
  mlir::Value any(llvm::function_ref<bool(const StaticMeta &)> fits);
  /// An argument, or what a variable holds.
  mlir::Value anyInput(llvm::function_ref<bool(const StaticMeta &)> fits);
  /// A value of that type: one of the program, one made of them, or an input.
  mlir::Value like(const StaticMeta &meta);
  /// Another value of the same type, with numbers that more ops take: positive, within [-1, 1], odd, small.
  mlir::Value tame(mlir::Value value);

  int64_t numOps() const { return opCount; }
  mlir::func::FuncOp getJob() { return job; }

  /// Returns what nothing reads and some of the rest, assigns to variables, and takes the module.
  mlir::OwningOpRef<mlir::ModuleOp> finish();

private:
  /// The op on the operands, or the first of them where it takes no such thing.
  mlir::Value applied(llvm::StringRef op, mlir::ValueRange operands);
  mlir::Value tameInteger(mlir::Value value, const StaticMeta &meta);
  /// What a value is: exactly, and in runs in which each op is disturbed as far as it may be.
  using Runs = llvm::SmallVector<HostTensor, 3>;

  mlir::Value learn(mlir::Value value, const HostTensor &input);
  mlir::Operation *create(llvm::StringRef op, mlir::ValueRange operands,
                          llvm::ArrayRef<mlir::NamedAttribute> attributes, mlir::RankedTensorType result);
  /// Disturbs each op as far as it may be.
  AfterOpFn disturbing();
  bool evaluateRuns(mlir::Operation *op);
  bool evaluateGradients(mlir::Operation *op);
  mlir::Value anyOf(llvm::ArrayRef<mlir::Value> values, llvm::function_ref<bool(const StaticMeta &)> fits);
  mlir::Value movedTo(const StaticMeta &meta);
  void assignVariables();

  uint64_t seed;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp job;
  RandomNumbers disturbance;
  llvm::SmallVector<int64_t> baseSizes;
  DType dtype;
  llvm::SmallVector<mlir::Value> all, given;
  llvm::DenseMap<mlir::Value, Runs> known;
  int64_t inputs = 0, opCount = 0;
};

} // namespace weir::fuzz
