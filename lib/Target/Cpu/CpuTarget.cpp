// Compiles kernels for CPUs, each in the form that its schedule names.
#include "lib/Target/Cpu/CpuTarget.h"

#include "dialects/Interfaces/Cost.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Kernel.h"
#include "dialects/Weir/IR/Traits.h"
#include "lib/Target/Cpu/Conv/ConvEmitter.h"
#include "lib/Target/Cpu/CpuThroughput.h"
#include "lib/Target/Cpu/Product/ProductEmitter.h"
#include "lib/Target/Cpu/Schedule/Forms.h"
#include "lib/Target/Native/Codegen.h"
#include "lib/Target/Native/CompileKernel.h"
#include "lib/Target/Native/Register.h"

#include <limits>

using namespace mlir;

namespace weir::cpu {
namespace {

constexpr StringLiteral kVectorBytes = "vector_bytes";
/// Measured figures of the machine, in the place of the table's.
constexpr StringLiteral kMeasured = "measured";

/// Cycles that the runtime takes from one kernel to the next, a few of them waking workers.
constexpr double kLaunchCycles = 2000;

/// Of a program. Rough.
constexpr double kInstructionCycles = 300;

/// Elements of a result from which on a nest of loops has tiles for several threads, and a product; what computes more
/// than so much for each element counts as one.
constexpr int64_t kSharedOfNest = 16 * 1024, kSharedOfProduct = 32 * 1024, kFlopsOfProduct = 64;

class CpuTarget : public TargetInterface {
public:
  StringRef name() const override { return "cpu"; }
  int64_t mergedOperandWords() const override { return std::numeric_limits<int64_t>::max(); }

  /// `machine` may go on with figures that were measured there: "znver4,memory_bytes_per_cycle=4".
  FailureOr<DictionaryAttr> describe(MLIRContext *context, StringRef machine) const override {
    auto [cpu, figures] = machine.split(',');
    FailureOr<DictionaryAttr> named = describeCpu(context, cpu);
    FailureOr<DictionaryAttr> measured = parseFigures(context, figures);
    if (failed(named) || failed(measured))
      return failure();
    Builder builder(context);
    NamedAttrList entries(*named);
    if (!measured->empty())
      entries.set(kMeasured, *measured);
    entries.set(kVectorBytes, builder.getI64IntegerAttr(throughputOf(*named).vectorBytes));
    return entries.getDictionary(context);
  }

  GroupingCosts groupingCosts(DictionaryAttr description) const override {
    CpuThroughput cpu = throughputOf(description);
    double lanes = static_cast<double>(cpu.vectorBytes) / 4;
    return {.operation = 1 / (cpu.fmaPerCycle * lanes),
            .cachedByte = 1 / cpu.l2BytesPerCycle,
            .memoryByte = 1 / cpu.memoryBytesPerCycle,
            .cacheBytes = cpu.l2Bytes,
            .launch = kLaunchCycles,
            .rowBytes = rowBytes(cpu),
            .chainedRowBytes = rowBytes(cpu),
            .readsSlices = true};
  }

  StreamCosts streamCosts(DictionaryAttr description) const override {
    CpuThroughput cpu = throughputOf(description);
    double lanes = static_cast<double>(cpu.vectorBytes) / 4;
    return {.flop = 1 / (2 * cpu.fmaPerCycle * lanes),
            .byte = 1 / cpu.l2BytesPerCycle,
            .launch = kInstructionCycles,
            .crossing = cpu.crossingCycles,
            .start = cpu.startCycles,
            .streams = 2};
  }

  /// Convolutions are cut into rows and channels however small they are.
  bool isShared(func::FuncOp kernel) const override {
    int64_t elements = 0;
    for (Type type : kernel.getResultTypes())
      if (auto tensor = dyn_cast<RankedTensorType>(type); tensor && tensor.hasStaticShape())
        elements = std::max(elements, tensor.getNumElements());
    WalkResult walked = kernel.walk([](Operation *op) {
      return op->hasTrait<SumsOverWindows>() ? WalkResult::interrupt() : WalkResult::advance();
    });
    bool isProduct = flopsOf(kernel) > kFlopsOfProduct * elements;
    return elements >= (isProduct ? kSharedOfProduct : kSharedOfNest) || walked.wasInterrupted();
  }

  PackedLayout packedLayout(DictionaryAttr description, DType dtype) const override {
    return cpu::packedLayout(elementType(dtype, description.getContext()), throughputOf(description));
  }

  PackedKernelLayout packedKernel(DictionaryAttr description, DType dtype, int64_t columns,
                                  int64_t channels) const override {
    return cpu::packedKernel(elementType(dtype, description.getContext()), throughputOf(description), columns,
                             channels);
  }

  bool prefersWinograd(DictionaryAttr description, DType dtype, ArrayRef<int64_t> images, int64_t columns,
                       int64_t channels, bool changes) const override {
    return winogradPays(elementType(dtype, description.getContext()), throughputOf(description), images, columns,
                        channels, changes);
  }

  FailureOr<DictionaryAttr> schedule(func::FuncOp kernel, DictionaryAttr description) const override {
    FailureOr<DictionaryAttr> schedule = failure();
    lowerCopy(kernel, description, [&](const KernelSite &site) {
      FailureOr<std::unique_ptr<KernelForm>> form = scheduledForm(site);
      if (succeeded(form))
        schedule = scheduleOf(kernel.getContext(), **form);
    });
    return schedule;
  }

  FailureOr<SmallVector<DictionaryAttr>> otherSchedules(func::FuncOp kernel,
                                                        DictionaryAttr description) const override {
    FailureOr<SmallVector<DictionaryAttr>> others = failure();
    lowerCopy(kernel, description, [&](const KernelSite &site) { others = cpu::otherSchedules(site); });
    return others;
  }

  FailureOr<Kernel> compile(ModuleOp module, func::FuncOp kernel, DictionaryAttr description,
                            DumpFn dump) const override {
    if (failed(checkVectors(kernel, description)))
      return failure();
    OpShapes shapes(kernel);
    return compileKernel(module, kernel, name(), description, dump, [&](const KernelSignature &signature) {
      FailureOr<std::unique_ptr<KernelForm>> form = scheduledForm(siteOf(kernel, signature, description, shapes));
      return succeeded(form) ? (*form)->emit(module) : failure();
    });
  }

private:
  static FailureOr<DictionaryAttr> parseFigures(MLIRContext *context, StringRef text) {
    Builder builder(context);
    NamedAttrList figures;
    CpuThroughput unused{};
    for (StringRef part : llvm::split(text, ',')) {
      if (text.empty())
        break;
      auto [name, number] = part.split('=');
      double value = 0;
      if (number.getAsDouble(value) || !(value > 0) || !setFigure(unused, name, value))
        return emitError(UnknownLoc::get(context))
               << "expects a machine's figures like fma_per_cycle=2, got '" << part << "'";
      figures.set(name, builder.getF64FloatAttr(value));
    }
    return figures.getDictionary(context);
  }

  /// What the machine does per cycle: from the table, or what its vectors' width suggests, and what was measured there.
  static CpuThroughput throughputOf(DictionaryAttr description) {
    CpuName cpu = cpuName(description);
    CpuThroughput throughput = cpu::throughputOf(cpu.cpu, cpu.features);
    bool hasTiles = throughput.bf16TileRatio > 0;
    if (auto measured = description.getAs<DictionaryAttr>(kMeasured))
      for (NamedAttribute figure : measured)
        if (auto value = dyn_cast<FloatAttr>(figure.getValue()))
          setFigure(throughput, figure.getName().strref(), value.getValueAsDouble());
    if (!hasTiles) // whatever was measured elsewhere
      throughput.bf16TileRatio = 0;
    return throughput;
  }

  /// Beside it there is room in L2 for what else the row's loops read.
  static int64_t rowBytes(const CpuThroughput &cpu) { return cpu.l2Bytes / 4; }

  /// What only weir ops show.
  struct OpShapes {
    explicit OpShapes(func::FuncOp kernel)
        : winograd(findWinograd(kernel)), winogradGradient(findWinogradGradient(kernel)), sort(findSort(kernel)) {}
    std::optional<WinogradShape> winograd;
    std::optional<WinogradGradientShape> winogradGradient;
    std::optional<SortShape> sort;
  };

  static KernelSite siteOf(func::FuncOp kernel, const KernelSignature &signature, DictionaryAttr description,
                           const OpShapes &shapes) {
    CpuThroughput cpu = throughputOf(description);
    auto sum = kernel.getNumResults() == 1 ? nest::findContraction(kernel) : std::nullopt;
    return {kernel,
            signature,
            cpu,
            {lanesOf(kernel, description), rowBytes(cpu)},
            sum,
            shapes.winograd,
            shapes.winogradGradient,
            shapes.sort};
  }

  /// Calls `body` with a copy of the kernel, of weir ops, that is on linalg; not where that fails, with an error.
  static void lowerCopy(func::FuncOp kernel, DictionaryAttr description, function_ref<void(const KernelSite &)> body) {
    if (failed(checkVectors(kernel, description)))
      return;
    OwningOpRef<ModuleOp> own(ModuleOp::create(kernel.getLoc()));
    func::FuncOp copy = kernel.clone();
    own->push_back(copy);
    OpShapes shapes(copy);
    FailureOr<KernelSignature> signature = lowerToLinalg(*own, copy, nullptr);
    if (succeeded(signature))
      body(siteOf(copy, *signature, description, shapes));
  }

  static LogicalResult checkVectors(func::FuncOp kernel, DictionaryAttr description) {
    auto given = description.getAs<IntegerAttr>(kVectorBytes);
    if (!given || llvm::is_contained({16, 32, 64}, given.getInt()))
      return success();
    return kernel.emitError("expects ") << kVectorBytes << " of the target to be 16, 32 or 64, got " << given.getInt();
  }

  /// Lanes of a vector register, for the widest float in memory: a mean is a number of f64 on its way, as is a float
  /// that is an input.
  static int64_t lanesOf(func::FuncOp kernel, DictionaryAttr description) {
    auto isWide = [](Type type) {
      auto tensor = dyn_cast<ShapedType>(type);
      bool isNumber = tensor && tensor.hasStaticShape() && tensor.getNumElements() == 1;
      return getElementTypeOrSelf(type).isF64() && !isNumber;
    };
    bool hasWide = llvm::any_of(kernel.getArgumentTypes(), isWide) || llvm::any_of(kernel.getResultTypes(), isWide);
    int64_t bytes = hasWide ? 8 : 4;
    auto vectorBytes = description.getAs<IntegerAttr>(kVectorBytes);
    return (vectorBytes ? vectorBytes.getInt() : 32) / bytes;
  }
};

} // namespace

void registerCpuTarget(DialectRegistry &registry) {
  registerNativeLowering(registry);
  registry.addExtension(
      +[](MLIRContext *, kernel::KernelDialect *dialect) { dialect->addTarget(std::make_unique<CpuTarget>()); });
}

} // namespace weir::cpu
