// Gives every op a signature: plans each job on its mesh, and writes down what is planned.
#include "passes/Sbp/Passes.h"
#include "passes/Sbp/Placement.h"
#include "passes/Sbp/Planner.h"

#include "dialects/Weir/Control/NormalForm.h"
#include "dialects/Weir/Control/Ops.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <limits>

using namespace mlir;

namespace weir {

#define GEN_PASS_DEF_INFERSIGNATURESPASS
#include "passes/Sbp/Passes.h.inc"

namespace {

SmallVector<Value> tensorsOf(ValueRange values) {
  return llvm::filter_to_vector(values, [](Value value) { return isa<RankedTensorType>(value.getType()); });
}

std::vector<Holdings> holdingsOfAll(ArrayRef<Attribute> attributes) {
  std::vector<Holdings> all;
  for (Attribute attribute : attributes) {
    SmallVector<Holding> axes = sbp::holdingsOf(attribute);
    all.emplace_back(axes.begin(), axes.end());
  }
  return all;
}

std::string textOf(const OpHoldings &op) {
  auto list = [](const std::vector<Holdings> &values) {
    return llvm::join(llvm::map_range(values,
                                      [](const Holdings &axes) {
                                        return llvm::join(
                                            llvm::map_range(axes, [](const Holding &held) { return toString(held); }),
                                            "/");
                                      }),
                      ", ");
  };
  return "(" + list(op.operands) + ") -> (" + list(op.results) + ")";
}

/// Seconds as microseconds.
std::string timeText(double seconds) { return llvm::formatv("{0:f1} us", seconds * 1e6); }

/// That of a rank for which moving counts alone.
constexpr RankSpeed kAtOnce = {.flops = std::numeric_limits<double>::infinity(),
                               .bytes = std::numeric_limits<double>::infinity()};

class SignaturePlan {
public:
  SignaturePlan(func::FuncOp job, sbp::MeshOp mesh, bool remarks)
      : job(job), mesh(mesh), context(job.getContext()), remarks(remarks) {
    program.mesh.shape.assign(mesh.getShape().begin(), mesh.getShape().end());
    program.mesh.links.resize(program.mesh.shape.size());
    whole.resize(program.mesh.shape.size());
  }

  LogicalResult run() {
    if (!job.getBody().hasOneBlock())
      return job.emitOpError("expects a job to have one block, got ") << job.getBody().getBlocks().size();
    if (failed(verifyMoves(job)))
      return failure();
    Block &block = job.getBody().front();
    SmallVector<Value> arguments = tensorsOf(block.getArguments()),
                       results = tensorsOf(block.getTerminator()->getOperands());
    FailureOr<OpHoldings> ends = heldByCaller(arguments.size(), results.size());
    if (failed(ends))
      return failure();
    add(/*op=*/nullptr, {}, arguments, OpHoldings{{}, ends->operands});
    for (Operation &op : block.without_terminator())
      if (!isa<sbp::MoveOp>(op) && failed(add(&op)))
        return failure();
    SmallVector<Value> own; // of the job's mesh
    std::vector<Holdings> ownHeld;
    for (auto [result, held] : llvm::zip_equal(results, ends->results))
      if (!result.getDefiningOp<sbp::MoveOp>()) {
        own.push_back(result);
        ownHeld.push_back(held);
      }
    bool isAsComputed = job->hasAttr(sbp::kAsComputedAttr);
    if (isAsComputed)
      program.speed = kAtOnce;
    else
      add(/*op=*/nullptr, own, {}, OpHoldings{ownHeld, {}});
    HoldingPlanner planner(program);
    if (mesh.getNumDevices() > 1) // else nothing is to be chosen
      planner.run();
    for (auto [number, op] : llvm::enumerate(ops))
      if (op)
        write(op, planner, number);
    if (isAsComputed)
      ownHeld = asComputed(own, planner);
    setMoves(block, planner);
    auto next = ownHeld.begin();
    for (auto [result, held] : llvm::zip_equal(results, ends->results))
      if (auto move = result.getDefiningOp<sbp::MoveOp>())
        held = holdingsOfAll({move.getTo()})[0];
      else
        held = *next++;
    setSignature(job, *ends);
    return success();
  }

private:
  /// What is moved comes as it is held where it is made.
  void setMoves(Block &block, const HoldingPlanner &planner) {
    for (auto move : block.getOps<sbp::MoveOp>())
      setSignature(move, {{heldBy(planner, move.getX())}, holdingsOfAll({move.getTo()})});
  }

  const Holdings &heldBy(const HoldingPlanner &planner, Value value) const {
    const PlanValue &known = program.values[numbers.at(value)];
    return planner.of(known.producer).results[known.result];
  }

  /// What the caller gives and gets: as the job's signature says if it has one, else whole.
  FailureOr<OpHoldings> heldByCaller(size_t arguments, size_t results) {
    auto signature = job->getAttrOfType<sbp::SignatureAttr>(sbp::kSignatureAttr);
    if (!signature)
      return OpHoldings{std::vector<Holdings>(arguments, whole), std::vector<Holdings>(results, whole)};
    OpHoldings held{holdingsOfAll(signature.getOperands()), holdingsOfAll(signature.getResults())};
    SmallVector<Attribute> onMesh(signature.getOperands());
    SmallVector<Value> returned = tensorsOf(job.getBody().front().getTerminator()->getOperands());
    for (auto [value, attribute] : llvm::zip_equal(returned, signature.getResults()))
      if (!value.getDefiningOp<sbp::MoveOp>())
        onMesh.push_back(attribute);
    for (Attribute attribute : onMesh)
      if (failed(verifyAxes(job, attribute)))
        return failure();
    return held;
  }

  /// What callers can't say is whole to them.
  std::vector<Holdings> asComputed(ArrayRef<Value> results, const HoldingPlanner &planner) {
    std::vector<Holdings> held;
    for (Value result : results) {
      Holdings axes = heldBy(planner, result);
      bool isPlain = llvm::all_of(axes, [](const Holding &axis) {
        return axis.outer == 1 && axis.inner == 1 && axis.combiner == Combiner::Sum;
      });
      held.push_back(isPlain ? axes : whole);
    }
    return held;
  }

  LogicalResult verifyAxes(Operation *op, Attribute held) {
    if (sbp::holdingsOf(held).size() == whole.size())
      return success();
    InFlightDiagnostic error = op->emitOpError("expects a value to be held on each of the ")
                               << whole.size() << " axes of the mesh, got " << held;
    error.attachNote(mesh.getLoc()) << "the mesh is here";
    return error;
  }

  LogicalResult add(Operation *op) {
    SmallVector<Value> operands = tensorsOf(op->getOperands()), results = tensorsOf(op->getResults());
    if (operands.empty() && results.empty())
      return success();
    FailureOr<std::optional<OpHoldings>> fixed = fixedHoldings(op, operands.size(), results.size());
    if (failed(fixed))
      return failure();
    PlanOp &planned = add(op, operands, results, std::move(*fixed));
    if (planned.fixed)
      return success();
    FailureOr<IterationRule> rule = iterationRuleOf(op);
    if (failed(rule))
      return failure();
    planned.rule = std::move(*rule);
    planned.flops = cast<SemanticsInterface>(op).flops();
    return success();
  }

  PlanOp &add(Operation *op, ArrayRef<Value> operands, ArrayRef<Value> results, std::optional<OpHoldings> fixed) {
    auto number = static_cast<int>(program.ops.size());
    PlanOp planned;
    planned.fixed = std::move(fixed);
    for (Value operand : operands)
      planned.operands.push_back(numbers.at(operand));
    for (auto [i, result] : llvm::enumerate(results)) {
      TensorMeta meta = metaOf(cast<RankedTensorType>(result.getType()));
      numbers[result] = static_cast<int>(program.values.size());
      planned.results.push_back(numbers[result]);
      program.values.push_back({meta.shape, byteSize(meta.dtype), number, static_cast<int>(i)});
    }
    ops.push_back(op);
    program.ops.push_back(std::move(planned));
    return program.ops.back();
  }

  /// Of an op that has no say: what the user wants, what a variable is held as, and whole where there is no rule.
  FailureOr<std::optional<OpHoldings>> fixedHoldings(Operation *op, size_t operands, size_t results) {
    if (auto constrain = dyn_cast<sbp::ConstrainOp>(op)) {
      if (failed(verifyAxes(op, constrain.getTo())))
        return failure();
      std::vector<Holdings> to = holdingsOfAll({constrain.getTo()});
      return std::optional(OpHoldings{to, to});
    }
    if (isa<SemanticsInterface>(op) && mesh.getNumDevices() > 1)
      return std::optional<OpHoldings>();
    OpHoldings all{std::vector<Holdings>(operands, whole), std::vector<Holdings>(results, whole)};
    if (auto read = dyn_cast<ReadOp>(op))
      all.results[0] = heldVariable(op, read.getVariableAttr());
    if (auto assign = dyn_cast<AssignOp>(op))
      all.operands[0] = heldVariable(op, assign.getVariableAttr());
    return std::optional(std::move(all));
  }

  Holdings heldVariable(Operation *op, FlatSymbolRefAttr name) {
    SymbolTable &table = symbols.getSymbolTable(job->getParentOfType<ModuleOp>());
    auto variable = table.lookup<VariableOp>(storageOf(table, name.getAttr()));
    auto signature = variable->getAttrOfType<sbp::SignatureAttr>(sbp::kSignatureAttr);
    return signature ? holdingsOfAll(signature.getResults())[0] : whole;
  }

  void write(Operation *op, HoldingPlanner &planner, size_t number) {
    const OpHoldings &held = planner.of(number);
    setSignature(op, held);
    if (!remarks || program.ops[number].fixed)
      return;
    InFlightDiagnostic remark = op->emitRemark();
    remark << "held as " << textOf(held) << ", the job in " << timeText(planner.seconds());
    for (const Alternative &other : planner.alternatives(number))
      remark.attachNote() << "as " << textOf(other.holdings) << " in " << timeText(other.seconds);
  }

  void setSignature(Operation *op, const OpHoldings &held) {
    auto attributes = [&](const std::vector<Holdings> &values) {
      return llvm::map_to_vector(values, [&](const Holdings &axes) { return sbp::attributeOf(context, axes); });
    };
    op->setAttr(sbp::kSignatureAttr,
                sbp::SignatureAttr::get(context, attributes(held.operands), attributes(held.results)));
  }

  func::FuncOp job;
  sbp::MeshOp mesh;
  MLIRContext *context;
  bool remarks;
  Holdings whole; ///< on all axes
  PlanProgram program;
  std::vector<Operation *> ops; ///< of the program; null for its ends
  DenseMap<Value, int> numbers;
  SymbolTableCollection symbols;
};

/// The one mesh of a module in which nobody names one.
void addDeviceMesh(ModuleOp module) {
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  auto mesh = sbp::MeshOp::create(builder, module.getLoc(), "device", ArrayRef<int64_t>{1}, ArrayRef<int64_t>{0});
  SymbolTable(module).insert(mesh);
}

struct InferSignatures : impl::InferSignaturesPassBase<InferSignatures> {
  using InferSignaturesPassBase::InferSignaturesPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (module.getOps<sbp::MeshOp>().empty())
      addDeviceMesh(module);
    std::optional<sbp::MeshOp> shared; // the mesh that variables live on
    for (auto job : module.getOps<func::FuncOp>()) {
      if (!job->hasAttr(kJobAttr))
        continue;
      FailureOr<sbp::MeshOp> mesh = meshOf(job);
      if (failed(mesh) || failed(verifyHints(module, *mesh)) || failed(SignaturePlan(job, *mesh, remarks).run()))
        return signalPassFailure();
      job->setAttr(sbp::kPlacementAttr,
                   sbp::PlacementAttr::get(&getContext(), FlatSymbolRefAttr::get(mesh->getSymNameAttr())));
      shared = *mesh;
    }
    if (shared)
      signVariables(*shared);
  }

private:
  /// Those that the user says nothing of are whole, or held as what they share their storage with.
  void signVariables(sbp::MeshOp mesh) {
    Attribute broadcast = sbp::attributeOf(&getContext(), SmallVector<Holding>(mesh.getShape().size()));
    auto whole = sbp::SignatureAttr::get(&getContext(), /*operands=*/{}, {broadcast});
    SymbolTable symbols(getOperation());
    for (auto variable : getOperation().getOps<VariableOp>()) {
      auto storage = symbols.lookup<VariableOp>(storageOf(symbols, variable.getSymNameAttr()));
      Attribute held = storage ? storage->getAttr(sbp::kSignatureAttr) : Attribute();
      if (!variable->hasAttr(sbp::kSignatureAttr))
        variable->setAttr(sbp::kSignatureAttr, held ? held : Attribute(whole));
    }
  }

  /// Hints speak of the axes of the mesh.
  static LogicalResult verifyHints(ModuleOp module, sbp::MeshOp mesh) {
    for (auto variable : module.getOps<VariableOp>()) {
      auto signature = variable->getAttrOfType<sbp::SignatureAttr>(sbp::kSignatureAttr);
      if (!signature || sbp::holdingsOf(signature.getResults()[0]).size() == mesh.getShape().size())
        continue;
      InFlightDiagnostic error = variable.emitOpError("expects a value to be held on each of the ")
                                 << mesh.getShape().size() << " axes of the mesh, got " << signature.getResults()[0];
      error.attachNote(mesh.getLoc()) << "the mesh is here";
      return error;
    }
    return success();
  }
};

} // namespace
} // namespace weir
