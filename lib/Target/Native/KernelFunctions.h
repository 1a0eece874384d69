// The two functions of a kernel (KernelAbi.h) under construction: unpacks the ABI's tables into memrefs and index
// values, so that targets emit bodies over those and never see the tables.
#pragma once

#include "lib/Target/Native/SizeChecks.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace weir {

/// Operands of a kernel as memrefs: the inputs, then the results, of its function on tensors in storage types. An
/// argument with the attribute `kernel.strided` has arbitrary strides.
struct KernelSignature {
  explicit KernelSignature(mlir::func::FuncOp kernel, LaunchChecks checks = {});

  llvm::SmallVector<mlir::MemRefType> operands;
  unsigned numInputs = 0;
  unsigned numScalars = 0; ///< index arguments
  /// `prepare` fails where one doesn't hold; its ordinal is the check's position here, picks behind sizes.
  LaunchChecks checks;
};

/// One function of the two; `builder` stands in its body.
class KernelFunction {
public:
  /// Memrefs in the order of the signature. In `prepare` they have sizes and strides but no memory.
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<mlir::Value> scalars;
  mlir::func::FuncOp function;
  mlir::OpBuilder builder;
  mlir::Location loc;

  /// A pointer to the ABI's struct `field` words into `base`, each of 8 bytes, loaded as index.
  mlir::Value loadIndex(mlir::Value base, int64_t word);
  void storeIndex(mlir::Value base, int64_t word, mlir::Value value);

protected:
  KernelFunction(mlir::ModuleOp module, mlir::Location loc, llvm::StringRef name, llvm::ArrayRef<mlir::Type> arguments);

  mlir::Value loadPointer(mlir::Value base, int64_t word);
  mlir::Value element(mlir::Value base, int64_t word);
  mlir::Value element(mlir::Value base, mlir::Value word);
  /// A memref at `pointer`, whose sizes and then strides stand at `sizes`.
  mlir::Value memref(mlir::MemRefType type, mlir::Value pointer, mlir::Value sizes);
  mlir::Value bytesOf(mlir::Value call, int64_t pointerWord, int64_t sizeWord);
  /// Fills `operands` and `scalars`; `pointers` may be null.
  void unpack(const KernelSignature &signature, mlir::Value sizes, mlir::Value pointers);
  void finish(mlir::Value fault);
};

/// Fills in the weir_fault at `fault`; the values are of type index.
void buildFault(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value fault, int32_t code, int32_t ordinal,
                mlir::Value first, mlir::Value second);

/// `int32_t prepare(sizes, launch, fault)`.
class PrepareFunction : public KernelFunction {
public:
  PrepareFunction(mlir::ModuleOp module, mlir::Location loc, const KernelSignature &signature);

  /// Index values.
  void setTiles(mlir::Value tiles, unsigned phase = 0);
  void setScratchBytes(mlir::Value bytes);
  void setWorkspaceBytes(mlir::Value bytes);
  void setScalar(unsigned index, mlir::Value value);
  void finish();

private:
  mlir::Value sizeOf(const GivenSize &size);
  mlir::Value reach(mlir::Value count, SizeCheck::Stride slice);
  mlir::Value isTooShort(mlir::Value size, mlir::Value count, SizeCheck::Stride slice);
  void emitCheck(const SizeCheck &check, int32_t ordinal);
  void emitCheck(const PickCheck &check, int32_t ordinal);

  const KernelSignature &signature;
};

class NestFunction;

/// The name of the function that runs tiles of a phase: `run`, `run1`, `run2`, ...
std::string runFunctionName(unsigned phase);

/// `int32_t run(call, first_tile, count, fault)`, or that of a later phase.
class RunFunction : public KernelFunction {
public:
  RunFunction(mlir::ModuleOp module, mlir::Location loc, const KernelSignature &signature, unsigned phase = 0);

  mlir::Value firstTile, tileCount;
  /// Bytes: memref<?xi8>, as large as `prepare` asked.
  mlir::Value scratch, workspace;
  /// What `prepare` left by setScalar.
  mlir::Value launchScalar(unsigned index);
  void finish();

  /// Has the function of a nest compute the nest's tiles [from, to). Its operands and scalars are those of the kernel
  /// with these numbers.
  void callNest(NestFunction &nest, mlir::Value from, mlir::Value to, llvm::ArrayRef<unsigned> ownOperands,
                llvm::ArrayRef<unsigned> ownScalars);

private:
  mlir::Value launch;
  const KernelSignature &signature;
};

/// Computes tiles of a nest of a kernel with several. Which of the kernel's operands and scalars it works on are
/// arguments, so that `run` calls one function for all equal nests.
class NestFunction : public KernelFunction {
public:
  NestFunction(mlir::ModuleOp module, mlir::Location loc, llvm::StringRef name, const KernelSignature &own);

  mlir::Value firstTile, lastTile;
  mlir::Value scratch;
  void finish();
};

} // namespace weir
