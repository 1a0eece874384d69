// What a trace says of ranks: a mesh, and how values are held on it.
#include "lib/Compiler/TraceState.h"

#include "dialects/Sbp/Sbp.h"

using namespace mlir;

namespace weir {

static constexpr llvm::StringLiteral kMeshName = "mesh", kOtherMeshName = "other";

/// By value of as many; of those that nothing is said of, whole.
static Result<SmallVector<Attribute>> attributesOf(MLIRContext *context, const HeldAxes &held, size_t count,
                                                   size_t axes, const std::string &what, const TraceLocation &where) {
  SmallVector<Attribute> attributes;
  for (size_t i = 0; i < count; ++i) {
    SmallVector<Holding> each(axes);
    if (i < held.size())
      each.assign(held[i].begin(), held[i].end());
    if (each.size() != axes)
      return failAt(where, "sbp.mesh",
                    "expects a holding of " + what + " for each of " + std::to_string(axes) + " axes, got " +
                        std::to_string(each.size()));
    attributes.push_back(sbp::attributeOf(context, each));
  }
  return attributes;
}

static FlatSymbolRefAttr addMesh(ModuleOp module, Location location, StringRef name, const Sizes &mesh,
                                 std::span<const int64_t> ranks) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto op = sbp::MeshOp::create(builder, location, name, mesh, SmallVector<int64_t>(ranks.begin(), ranks.end()));
  return FlatSymbolRefAttr::get(op.getSymNameAttr());
}

std::optional<Failure> TraceBuilder::hold(std::string_view job, const Sizes &mesh, std::span<const int64_t> ranks,
                                          const HeldAxes &inputs, const HeldAxes &results, const TraceLocation &where) {
  MLIRContext *context = state->context.get();
  context->loadDialect<sbp::SbpDialect>();
  auto function = state->module->lookupSymbol<func::FuncOp>(StringRef(job.data(), job.size()));
  if (!function)
    return failAt(where, "sbp.mesh", "expects a job named " + std::string(job));
  auto in = attributesOf(context, inputs, function.getNumArguments(), mesh.size(), "an input", where);
  auto out = attributesOf(context, results, function.getNumResults(), mesh.size(), "a result", where);
  if (!in || !out)
    return in ? out.failure() : in.failure();
  // What is moved is held where it is then.
  for (auto [value, held] : llvm::zip_equal(function.getBody().front().getTerminator()->getOperands(), *out))
    if (auto move = value.getDefiningOp<sbp::MoveOp>())
      held = move.getTo();
  FlatSymbolRefAttr name = addMesh(*state->module, state->location(where), kMeshName, mesh, ranks);
  function->setAttr(sbp::kPlacementAttr, sbp::PlacementAttr::get(context, name));
  function->setAttr(sbp::kSignatureAttr, sbp::SignatureAttr::get(context, *in, *out));
  return std::nullopt;
}

std::optional<Failure> TraceBuilder::holdVariable(std::string_view name, const std::vector<Holding> &held,
                                                  const TraceLocation &where) {
  MLIRContext *context = state->context.get();
  context->loadDialect<sbp::SbpDialect>();
  VariableOp variable = state->variable(name);
  if (!variable)
    return failAt(where, "weir.variable", "expects a variable named " + std::string(name));
  variable->setAttr(sbp::kSignatureAttr,
                    sbp::SignatureAttr::get(context, /*operands=*/{}, {sbp::attributeOf(context, held)}));
  return std::nullopt;
}

std::optional<Failure> TraceBuilder::holdAsComputed(std::string_view job, const TraceLocation &where) {
  auto function = state->module->lookupSymbol<func::FuncOp>(StringRef(job.data(), job.size()));
  if (!function)
    return failAt(where, "sbp.mesh", "expects a job named " + std::string(job));
  function->setAttr(sbp::kAsComputedAttr, UnitAttr::get(state->context.get()));
  return std::nullopt;
}

Result<TraceBuilder::Value> TraceBuilder::constrain(Value x, const std::vector<Holding> &to,
                                                    const TraceLocation &where) {
  MLIRContext *context = state->context.get();
  context->loadDialect<sbp::SbpDialect>();
  auto found = state->lookUp({&x, 1}, "sbp.constrain", where);
  if (!found)
    return found.failure();
  auto op =
      sbp::ConstrainOp::create(state->builder, state->location(where), found->front(), sbp::attributeOf(context, to));
  if (std::optional<std::string> error = state->verifyOne(op)) {
    op.erase();
    return failAt(where, "sbp.constrain", *error);
  }
  return state->number(op.getY());
}

Result<TraceBuilder::Value> TraceBuilder::move(Value x, const Sizes &mesh, std::span<const int64_t> ranks,
                                               const std::vector<Holding> &to, const TraceLocation &where) {
  MLIRContext *context = state->context.get();
  context->loadDialect<sbp::SbpDialect>();
  auto found = state->lookUp({&x, 1}, "sbp.move", where);
  if (!found)
    return found.failure();
  FlatSymbolRefAttr name = addMesh(*state->module, state->location(where), kOtherMeshName, mesh, ranks);
  auto op =
      sbp::MoveOp::create(state->builder, state->location(where), found->front(), name, sbp::attributeOf(context, to));
  return state->number(op.getY());
}

} // namespace weir
