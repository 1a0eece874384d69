// See the header.
#include "unittests/Reference/RankPrograms.h"

#include "dialects/Interfaces/Decomposition.h"
#include "dialects/Weir/Control/Ops.h"
#include "passes/Autograd/Passes.h"
#include "passes/Sbp/Passes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

using namespace mlir;

namespace weir {

std::vector<Holding> Choice::of(bool isResult, size_t value) const {
  std::vector<Holding> held;
  for (const SplitCandidate &axis : axes)
    held.push_back((isResult ? axis.results : axis.operands)[value]);
  return held;
}

std::vector<SplitCandidate> choicesOf(const IterationRule &rule, Operation *op) {
  ValueShapes shapes = sbp::valueShapes(op);
  std::vector<SplitCandidate> choices = splitCandidates(rule, shapes);
  for (size_t i = 0; i < rule.factors.size(); ++i)
    for (auto [outer, inner] : {std::pair{2, 1}, {1, 2}, {3, 1}})
      if (auto choice = splitAlong(rule, static_cast<int>(i), outer, inner, shapes))
        choices.push_back(std::move(*choice));
  SplitCandidate whole;
  whole.operands.resize(rule.operands.size());
  whole.results.resize(rule.results.size());
  choices.push_back(std::move(whole));
  return choices;
}

bool isSeenByPartition(Operation *op) {
  return isa<SemanticsInterface>(op) && !isa<DecompositionInterface>(op) && !op->hasTrait<MadeByLayout>();
}

static void addMesh(ModuleOp module, ArrayRef<int64_t> mesh) {
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  int64_t count = 1;
  for (int64_t size : mesh)
    count *= size;
  SmallVector<int64_t> devices = llvm::to_vector(llvm::seq<int64_t>(0, count));
  sbp::MeshOp::create(builder, module.getLoc(), "mesh", mesh, devices);
}

static bool fits(const std::vector<Holding> &axes, const TensorMeta &meta) {
  for (size_t d = 0; d < meta.shape.size(); ++d)
    if (misfitOf(meta.shape[d], static_cast<int>(d), axes))
      return false;
  return true;
}

RankJob::RankJob(const OpInstance &instance, MLIRContext &context)
    : parsed(parse(instance, context)), context(context) {
  context.loadDialect<sbp::SbpDialect, comm::CommDialect>();
  if (!parsed.op)
    return;
  function = parsed.op->getParentOfType<func::FuncOp>();
  function->setAttr(kJobAttr, UnitAttr::get(&context));
  function.getBody().front().getTerminator()->setOperands(parsed.op->getResults());
  function.setType(FunctionType::get(&context, function.getArgumentTypes(), parsed.op->getResultTypes()));
}

bool RankJob::sign(const Choice &choice, ArrayRef<int64_t> mesh) {
  Metas results = metasOf(parsed.op->getResultTypes());
  SmallVector<Attribute> in, out, wholeIn, wholeOut;
  Attribute whole = sbp::attributeOf(&context, SmallVector<Holding>(mesh.size()));
  for (size_t i = 0; i < parsed.metas.size(); ++i) {
    if (!fits(choice.of(false, i), parsed.metas[i]))
      return false;
    in.push_back(sbp::attributeOf(&context, choice.of(false, i)));
  }
  for (size_t i = 0; i < results.size(); ++i) {
    if (!fits(choice.of(true, i), results[i]))
      return false;
    out.push_back(sbp::attributeOf(&context, choice.of(true, i)));
  }
  parsed.op->setAttr(sbp::kSignatureAttr, sbp::SignatureAttr::get(&context, in, out));
  wholeIn.assign(function.getNumArguments(), whole);
  wholeOut.assign(function.getNumResults(), whole);
  function->setAttr(sbp::kSignatureAttr, sbp::SignatureAttr::get(&context, wholeIn, wholeOut));
  addMesh(*parsed.module, mesh);
  return true;
}

/// A step of a small network with sums of its batch, dropout by random bits and an embedding, ready to be planned.
static constexpr const char *kStep = R"(
  weir.variable @table : tensor<11x6xf32>
  weir.variable @up : tensor<6x8xf32>
  weir.variable @down : tensor<8x6xf32>
  func.func @step(%ids: tensor<BATCHxi64>, %target: tensor<BATCHx6xf32>, %seed: tensor<i64>, %step: tensor<i64>)
      -> (tensor<f32>, tensor<BATCHx6xf32>) attributes {weir.job} {
    %table = weir.read @table : tensor<11x6xf32>
    %up = weir.read @up : tensor<6x8xf32>
    %down = weir.read @down : tensor<8x6xf32>
    %i = weir.broadcast %ids {dims = array<i64: 0>} : tensor<BATCHxi64> -> tensor<BATCHx6xi64>
    %x = weir.gather %table, %i {dim = 0 : i64} : (tensor<11x6xf32>, tensor<BATCHx6xi64>) -> tensor<BATCHx6xf32>
    %h = weir.matmul %x, %up : (tensor<BATCHx6xf32>, tensor<6x8xf32>) -> tensor<BATCHx8xf32>
    %r = weir.relu %h : (tensor<BATCHx8xf32>) -> tensor<BATCHx8xf32>
    %ordinal = weir.constant dense<0> : tensor<i64> -> tensor<i64>
    %bits = weir.random_bits %seed, %step, %ordinal : tensor<i64> -> tensor<BATCHx8xi32>
    %zero = weir.constant dense<0> : tensor<i32> -> tensor<BATCHx8xi32>
    %keep = weir.compare lt %bits, %zero : (tensor<BATCHx8xi32>, tensor<BATCHx8xi32>) -> tensor<BATCHx8xi1>
    %nothing = weir.constant dense<0.0> : tensor<f32> -> tensor<BATCHx8xf32>
    %kept = weir.select %keep, %r, %nothing
        : (tensor<BATCHx8xi1>, tensor<BATCHx8xf32>, tensor<BATCHx8xf32>) -> tensor<BATCHx8xf32>
    %y = weir.matmul %kept, %down : (tensor<BATCHx8xf32>, tensor<8x6xf32>) -> tensor<BATCHx6xf32>
    %off = weir.sub %y, %target : (tensor<BATCHx6xf32>, tensor<BATCHx6xf32>) -> tensor<BATCHx6xf32>
    %square = weir.mul %off, %off : (tensor<BATCHx6xf32>, tensor<BATCHx6xf32>) -> tensor<BATCHx6xf32>
    %loss = weir.reduce_sum %square {dims = array<i64: 0, 1>} : (tensor<BATCHx6xf32>) -> tensor<f32>
    %g:3 = weir.gradient %loss wrt %table, %up, %down
        : (tensor<f32>, tensor<11x6xf32>, tensor<6x8xf32>, tensor<8x6xf32>)
        -> (tensor<11x6xf32>, tensor<6x8xf32>, tensor<8x6xf32>)
    %t1 = weir.sub %table, %g#0 : (tensor<11x6xf32>, tensor<11x6xf32>) -> tensor<11x6xf32>
    %u1 = weir.sub %up, %g#1 : (tensor<6x8xf32>, tensor<6x8xf32>) -> tensor<6x8xf32>
    %d1 = weir.sub %down, %g#2 : (tensor<8x6xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
    weir.assign @table, %t1 : tensor<11x6xf32>
    weir.assign @up, %u1 : tensor<6x8xf32>
    weir.assign @down, %d1 : tensor<8x6xf32>
    return %loss, %y : tensor<f32>, tensor<BATCHx6xf32>
  })";

std::vector<StepHints> stepHints() {
  const char *whole = "#sbp.broadcast", *rows = "#sbp.split<0>", *columns = "#sbp.split<1>";
  const char *data = "#sbp.nd<[#sbp.split<0>, #sbp.broadcast]>", *both = "#sbp.nd<[#sbp.broadcast, #sbp.broadcast]>";
  const char *upBoth = "#sbp.nd<[#sbp.broadcast, #sbp.split<1>]>",
             *downBoth = "#sbp.nd<[#sbp.broadcast, #sbp.split<0>]>";
  std::vector<StepHints> all;
  for (int64_t ranks : {2, 3, 4}) {
    all.push_back({"data", {ranks}, rows, rows, whole, whole, whole});
    all.push_back({"columns, then rows", {ranks}, whole, whole, whole, columns, rows});
    all.push_back({"vocabulary", {ranks}, whole, whole, rows, whole, whole});
    all.push_back({"width of the table", {ranks}, whole, whole, columns, whole, whole});
    all.push_back({"all parameters by rows", {ranks}, rows, rows, rows, rows, rows});
  }
  all.push_back({"data and columns", {2, 2}, data, data, both, upBoth, downBoth});
  all.push_back({"data and vocabulary", {2, 3}, data, data, downBoth, both, both});
  return all;
}

RankStep::RankStep(int64_t batch, MLIRContext &context)
    : arguments{randomTensor({DType::I64, {batch}}, {0, 10}, 1), randomTensor({DType::F32, {batch, 6}}, {}, 2),
                HostTensor::zeros({DType::I64, {}}), HostTensor::zeros({DType::I64, {}})},
      variables{{"table", randomTensor({DType::F32, {11, 6}}, {}, 3)},
                {"up", randomTensor({DType::F32, {6, 8}}, {}, 4)},
                {"down", randomTensor({DType::F32, {8, 6}}, {}, 5)}} {
  context.loadDialect<sbp::SbpDialect, comm::CommDialect>();
  std::string text = kStep;
  for (size_t at; (at = text.find("BATCH")) != std::string::npos;)
    text.replace(at, 5, std::to_string(batch));
  module = parseSourceString<ModuleOp>(text, &context);
  PassManager passes(&context);
  buildAutogradPipeline(passes);
  EXPECT_TRUE(module && succeeded(passes.run(*module)));
}

void RankStep::hold(const StepHints &hints) {
  MLIRContext *context = module->getContext();
  auto held = [&](const char *text) { return parseAttribute(text, context); };
  Attribute whole = sbp::attributeOf(context, SmallVector<Holding>(hints.mesh.size()));
  auto signature = sbp::SignatureAttr::get(context, {held(hints.ids), held(hints.target), whole, whole},
                                           {whole, held(hints.target)});
  module->lookupSymbol(kName)->setAttr(sbp::kSignatureAttr, signature);
  for (auto [name, text] : {std::pair{"table", hints.table}, {"up", hints.up}, {"down", hints.down}})
    module->lookupSymbol<VariableOp>(name)->setAttr(sbp::kSignatureAttr,
                                                    sbp::SignatureAttr::get(context, {}, {held(text)}));
  addMesh(*module, hints.mesh);
}

OwningOpRef<ModuleOp> moveProgram(const Sizes &shape, const MeshPair &meshes, const std::vector<Holding> &from,
                                  const std::vector<Holding> &to, MLIRContext &context) {
  context.loadDialect<sbp::SbpDialect, comm::CommDialect>();
  std::string text;
  llvm::raw_string_ostream out(text);
  for (auto [name, mesh] : {std::pair("first", &meshes.first), {"second", &meshes.second}}) {
    out << "sbp.mesh @" << name << " shape [";
    llvm::interleaveComma(mesh->axes.shape, out);
    out << "] devices [";
    llvm::interleaveComma(mesh->ranks, out);
    out << "]\n";
  }
  auto type = RankedTensorType::get(shape, Float32Type::get(&context));
  Attribute in = sbp::attributeOf(&context, from), wanted = sbp::attributeOf(&context, to);
  out << "func.func @move(%x: " << type << ") -> " << type << " attributes {weir.job, "
      << "sbp.placement = #sbp.placement<@first>, sbp.signature = #sbp.signature<(" << in << ") -> (" << wanted
      << ")>} {\n  %y = sbp.move %x : " << type << " to @second as " << wanted << "\n  return %y : " << type << "\n}";
  return parseSourceString<ModuleOp>(text, &context);
}

std::string textOf(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

} // namespace weir
