// What the stages ask of a target. Everything that depends on the machine stands behind this interface.
#pragma once

#include "lib/Support/DType.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <variant>

namespace weir {

struct Kernel; // lib/Artifact/Program.h

/// What LLVM makes of a kernel, to read: IR ("ll") or what the machine's assembler takes ("s" of CPUs).
struct LoweredText {
  llvm::StringRef extension; ///< of a file that holds it
  llvm::function_ref<std::string()> print;
};

/// What a step of a kernel's lowering leaves.
using Lowered = std::variant<mlir::ModuleOp, LoweredText>;

/// A product's operand in the order in which a target's kernels read it fastest.
struct PackedLayout {
  int64_t panel = 0; ///< columns of a panel; 0: the target packs nothing
  int64_t group = 1; ///< rows of the operand whose elements stand side by side in a row of a panel
  int64_t depth = 1; ///< its rows are a multiple of this: zeros follow the last one
};

/// How a target reads a convolution's operands: images with their channels last, and the kernel in the order of
/// weir.conv_packed.
struct PackedKernelLayout {
  int64_t panel = 0;       ///< channels of the result that stand side by side; 0: the target packs nothing
  bool isGathered = false; ///< without panels: kernels have their channels last, as windows are gathered
  int64_t block = 0;       ///< channels of the image that stand together
  bool gathers = false;    ///< gradients of kernels read images with zeros around them, which no image has in memory
};

/// Costs on one core in cycles, by which grouping decides whether a value is recomputed or materialized.
struct GroupingCosts {
  double operation = 0;                  ///< on one element of 4 bytes
  double cachedByte = 0, memoryByte = 0; ///< read or written, of a tensor of at most `cacheBytes` or a larger one
  int64_t cacheBytes = 0;
  double launch = 0;           ///< of one more kernel
  int64_t rowBytes = 0;        ///< of the longest row value that a kernel holds in scratch
  int64_t chainedRowBytes = 0; ///< of the longest row that passes from one product of a kernel to another; 0: none does
  bool readsSlices = false;    ///< a product of a vector and a matrix reads a slice as fast as a copy of it
};

/// Costs in cycles by which a program's instructions are distributed over streams.
struct StreamCosts {
  double flop = 0, byte = 0; ///< of a kernel on one thread
  double launch = 0;         ///< of any instruction
  double crossing = 0;       ///< until one stream sees what another has done
  double start = 0;          ///< until all streams of a program have begun
  uint32_t streams = 1;      ///< that are tried; 1: nothing is distributed
};

class TargetInterface {
public:
  virtual ~TargetInterface() = default;

  virtual llvm::StringRef name() const = 0;

  /// The description of a machine by name, or of the one at hand where `machine` is empty; fails for unknown names.
  virtual mlir::FailureOr<mlir::DictionaryAttr> describe(mlir::MLIRContext *context, llvm::StringRef machine) const = 0;

  /// How many words the operands of several independent nests of loops may have that are merged to one kernel: for each
  /// tensor its address, sizes and strides, and a word for each host scalar. 0: a kernel can't hold several nests.
  virtual int64_t mergedOperandWords() const { return 0; }

  /// By default no value is materialized.
  virtual GroupingCosts groupingCosts(mlir::DictionaryAttr description) const { return {}; }

  /// By default all instructions are of one stream.
  virtual StreamCosts streamCosts(mlir::DictionaryAttr description) const { return {}; }

  /// Whether several threads compute a kernel together, so that it gains nothing from another one beside it.
  virtual bool isShared(mlir::func::FuncOp kernel) const { return true; }

  /// How a constant second operand of a product is packed for this machine.
  virtual PackedLayout packedLayout(mlir::DictionaryAttr description, DType dtype) const { return {}; }

  /// How convolutions of images with channels last read a kernel with `columns` and `channels` channels fastest. Where
  /// it packs, images have their channels last from layer to layer.
  virtual PackedKernelLayout packedKernel(mlir::DictionaryAttr description, DType dtype, int64_t columns,
                                          int64_t channels) const {
    return {};
  }

  /// Whether weir.conv_winograd is the faster form of a convolution by 3 x 3 windows: `images` has the batch's size,
  /// which may be dynamic, and the numbers of windows; a kernel that changes is transformed in each run.
  virtual bool prefersWinograd(mlir::DictionaryAttr description, DType dtype, llvm::ArrayRef<int64_t> images,
                               int64_t columns, int64_t channels, bool changes) const {
    return false;
  }

  /// How `compile` computes a kernel of weir ops: what its attribute kernel.schedule says, all of it written out, or,
  /// if it has none, what its sizes and the machine suggest. Emits an error for a schedule that the kernel can't
  /// follow. Null: the target has one way. Both may be called from several threads.
  virtual mlir::FailureOr<mlir::DictionaryAttr> schedule(mlir::func::FuncOp kernel,
                                                         mlir::DictionaryAttr description) const {
    return mlir::DictionaryAttr();
  }

  /// Schedules beside that one, for a tuner to measure: no result differs by more than rounding.
  virtual mlir::FailureOr<llvm::SmallVector<mlir::DictionaryAttr>>
  otherSchedules(mlir::func::FuncOp kernel, mlir::DictionaryAttr description) const {
    return llvm::SmallVector<mlir::DictionaryAttr>();
  }

  /// Compiles one kernel: a function of weir ops on tensors in a module of its own (which it may destroy). May be
  /// called from several threads, on different modules. `dump`, if set, is given what each step of the
  /// lowering leaves.
  using DumpFn = llvm::function_ref<void(llvm::StringRef step, const Lowered &lowered)>;
  virtual mlir::FailureOr<Kernel> compile(mlir::ModuleOp module, mlir::func::FuncOp kernel,
                                          mlir::DictionaryAttr description, DumpFn dump) const = 0;
};

/// Chooses schedules in the place of targets: KernelDialect::scheduleChooser.
class ScheduleChooser {
public:
  virtual ~ScheduleChooser() = default;

  /// Null: what the target suggests. May be called from several threads.
  virtual mlir::DictionaryAttr choose(mlir::func::FuncOp kernel, const TargetInterface &target,
                                      mlir::DictionaryAttr description) const = 0;
};

} // namespace weir

namespace weir::kernel {

/// Of the target of the module that `op` is or stands in. Without one nothing is distributed.
mlir::FailureOr<StreamCosts> streamCostsOf(mlir::Operation *op);

} // namespace weir::kernel
