// Declarations of a program in the order in which they are first needed, then its instructions.
#include "passes/Schedule/ProgramBuilder.h"

#include "dialects/Comm/Comm.h"
#include "dialects/Weir/Control/Repetition.h"
#include "dialects/Weir/Shape/Ops.h"
#include "passes/Schedule/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace weir {

/// On a job's arguments and results: the name of the port.
static constexpr llvm::StringLiteral kNameAttr = "weir.name";
/// All instructions are of one stream, but those in which ranks meet: these are of one for themselves.
static constexpr uint64_t kStream = 0;

ProgramBuilder::ProgramBuilder(func::FuncOp job, const JobValues &values, const StorageDecisions &decisions)
    : job(job), values(values), decisions(decisions), builder(job) {}

vm::ProgramOp ProgramBuilder::build() {
  auto kind = job->hasAttr(kDeriveAttr) ? vm::ProgramKind::Derive : vm::ProgramKind::Job;
  auto program = vm::ProgramOp::create(builder, job.getLoc(), job.getSymName(), kind, IntegerAttr(), IntegerAttr(),
                                       static_cast<uint32_t>(repeatOf(job)));
  builder.setInsertionPointToEnd(&program.getBody().emplaceBlock());
  declarePorts();
  for (const ProgramStep &step : decisions.orderedSteps())
    plan(step);
  for (const auto &part : {first, instructions, last})
    for (const std::function<void()> &create : part)
      create();
  for (NamedAttribute attribute : job->getDiscardableAttrs())
    if (attribute.getName() == comm::kRanksAttr)
      program->setAttr(attribute.getName(), attribute.getValue());
  return program;
}

// Host scalars.

/// `op` is of a kind that JobValues lets through.
Value ProgramBuilder::scalar(Value index) {
  auto known = scalars.find(index);
  if (known != scalars.end())
    return known->second;
  Operation *op = index.getDefiningOp();
  Value result;
  if (auto dim = dyn_cast<DimOp>(op)) {
    result = sizeOf(dim.getX(), static_cast<int64_t>(dim.getDim()));
  } else if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    result = constantScalar(cast<IntegerAttr>(constant.getValue()).getInt());
  } else {
    SmallVector<Value> operands = llvm::map_to_vector(op->getOperands(), [&](Value v) { return scalar(v); });
    Operation *copy = builder.clone(*op);
    copy->setOperands(operands);
    result = copy->getResult(0);
  }
  scalars[index] = result;
  return result;
}

Value ProgramBuilder::constantScalar(int64_t number) {
  Value &result = constantScalars[number];
  if (!result)
    result = arith::ConstantIndexOp::create(builder, job.getLoc(), number);
  return result;
}

static Value dynamicSizeOperand(OpResult tensor, int64_t dim) {
  auto position = [](RankedTensorType type, int64_t end) {
    return llvm::count_if(type.getShape().take_front(end), ShapedType::isDynamic);
  };
  auto type = cast<RankedTensorType>(tensor.getType());
  int64_t index = position(type, dim);
  if (auto call = dyn_cast<kernel::CallOp>(tensor.getOwner())) {
    for (Type before : llvm::drop_end(call.getResultTypes(), call.getNumResults() - tensor.getResultNumber()))
      index += cast<RankedTensorType>(before).getNumDynamicDims();
    return call.getSizes()[index];
  }
  // Ops whose sizes don't follow from their operands take them as their only operands of type index.
  auto isIndex = [](Value operand) { return operand.getType().isIndex(); };
  return *std::next(llvm::make_filter_range(tensor.getOwner()->getOperands(), isIndex).begin(), index);
}

Value ProgramBuilder::sizeOf(Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return constantScalar(type.getDimSize(dim));
  auto argument = dyn_cast<BlockArgument>(tensor);
  if (!argument)
    return scalar(dynamicSizeOperand(cast<OpResult>(tensor), dim));
  Value &size = inputSizes[{argument, dim}];
  if (!size)
    size = vm::SizeOp::create(builder, argument.getLoc(), builder.getIndexType(), inputs[argument.getArgNumber()], dim);
  return size;
}

SmallVector<Value> ProgramBuilder::sizesOf(Value tensor) {
  SmallVector<Value> sizes;
  auto type = cast<RankedTensorType>(tensor.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(sizeOf(tensor, dim));
  return sizes;
}

// Buffers.

static vm::BufferType bufferType(Value tensor) { return vm::BufferType::get(cast<RankedTensorType>(tensor.getType())); }

void ProgramBuilder::declarePorts() {
  auto nameOr = [&](Attribute name, const Twine &other) {
    auto string = dyn_cast_or_null<StringAttr>(name);
    return string ? string : builder.getStringAttr(other);
  };
  auto ofWhole = [&](Operation *port, Attribute part, bool isOfEach) {
    if (part)
      port->setAttr(comm::kPartAttr, comm::oneBehindTheOther(cast<comm::PartAttr>(part), isOfEach ? repeatOf(job) : 1));
    return port->getResult(0);
  };
  for (BlockArgument input : job.getArguments()) {
    unsigned index = input.getArgNumber();
    auto port =
        vm::InputOp::create(builder, input.getLoc(), bufferType(input), index,
                            nameOr(job.getArgAttr(index, kNameAttr), "arg" + Twine(index)), isDonated(job, index),
                            !!job.getArgAttr(index, kernel::kStridedAttr), isSliced(job, index));
    inputs.push_back(ofWhole(port, job.getArgAttr(index, comm::kPartAttr), isSliced(job, index)));
  }
  for (const JobOutput &output : values.outputs()) {
    if (output.variable)
      continue;
    unsigned index = output.result;
    auto donor = dyn_cast_or_null<BlockArgument>(decisions.inPlaceOf(index));
    auto port = vm::ResultOp::create(builder, output.origin->getLoc(), bufferType(output.value), index,
                                     nameOr(job.getResultAttr(index, kNameAttr), "result" + Twine(index)),
                                     sizesOf(output.value), donor ? inputs[donor.getArgNumber()] : Value(),
                                     isStacked(job, index));
    results.push_back(ofWhole(port, job.getResultAttr(index, comm::kPartAttr), isStacked(job, index)));
  }
}

/// The root's storage, under the tensor's shape.
Value ProgramBuilder::bufferOf(Value tensor, bool fromTemporary) {
  Value root = values.root(tensor);
  Value storage = fromTemporary ? temporaryOf(root) : rootBufferOf(root);
  Value typedBy = fromTemporary ? root : decisions.typedBy(root);
  bool isStatic = cast<RankedTensorType>(tensor.getType()).hasStaticShape();
  if (tensor == typedBy || (isStatic && storage.getType() == bufferType(tensor)))
    return storage;
  Value &view = fromTemporary ? temporaryViews[tensor] : views[tensor];
  if (!view) {
    SmallVector<Value> sizes = sizesOf(tensor);
    view = vm::ViewOp::create(builder, tensor.getLoc(), bufferType(tensor), storage, Value(), sizes, ValueRange());
  }
  return view;
}

Value ProgramBuilder::rootBufferOf(Value root) {
  Storage storage = decisions.storageOf(root);
  switch (storage.kind) {
  case Storage::Kind::Result:
    return results[storage.result];
  case Storage::Kind::Variable:
    return variable(storage.variable, decisions.typedBy(root));
  case Storage::Kind::Temporary:
    return temporaryOf(root);
  case Storage::Kind::Own:
    break;
  }
  if (auto argument = dyn_cast<BlockArgument>(root))
    return inputs[argument.getArgNumber()];
  if (FlatSymbolRefAttr name = values.variableOf(root))
    return variable(name, root);
  auto known = roots.find(root);
  if (known != roots.end())
    return known->second;
  return roots[root] = constantOrArena(root);
}

Value ProgramBuilder::constantOrArena(Value root) {
  auto constant = root.getDefiningOp<ConstantOp>();
  if (!constant || !constant.getType().hasStaticShape())
    return arena(root);
  ElementsAttr value = constant.getValue();
  if (auto dense = dyn_cast<DenseElementsAttr>(value); dense && dense.getType() != constant.getType())
    value = dense.resizeSplat(constant.getType());
  Value &buffer = constants[value];
  if (!buffer)
    buffer = vm::ConstantOp::create(builder, constant.getLoc(), bufferType(root), value);
  return buffer;
}

Value ProgramBuilder::arena(Value tensor) {
  SmallVector<Value> sizes = sizesOf(tensor);
  return vm::ArenaOp::create(builder, tensor.getLoc(), bufferType(tensor), sizes, IntegerAttr(), IntegerAttr());
}

Value ProgramBuilder::temporaryOf(Value root) {
  auto known = temporaries.find(root);
  if (known != temporaries.end())
    return known->second;
  return temporaries[root] = arena(root);
}

Value ProgramBuilder::variable(FlatSymbolRefAttr name, Value tensor) {
  Value &buffer = variables[name];
  if (!buffer)
    buffer = decisions.isCarried(name) ? carried(name, tensor)
                                       : vm::VariableOp::create(builder, tensor.getLoc(), bufferType(tensor), name);
  return buffer;
}

/// What the first iteration finds in it, and what becomes of what the last one leaves.
Value ProgramBuilder::carried(FlatSymbolRefAttr name, Value tensor) {
  mlir::Location loc = tensor.getLoc();
  Value buffer = vm::ArenaOp::create(builder, loc, bufferType(tensor), ValueRange(), IntegerAttr(), IntegerAttr(),
                                     /*registers=*/1, /*carried=*/true);
  if (auto declared = values.carried().find(name); declared != values.carried().end()) {
    planStart(declared->second, buffer);
    return buffer;
  }
  Value outside = vm::VariableOp::create(builder, loc, bufferType(tensor), name);
  first.push_back([=, this] { vm::CopyOp::create(builder, loc, outside, buffer, Value(), kStream, vm::When::First); });
  last.push_back([=, this] { vm::CopyOp::create(builder, loc, buffer, outside, Value(), kStream, vm::When::Last); });
  return buffer;
}

void ProgramBuilder::planStart(VariableOp variable, Value buffer) {
  auto type = cast<vm::BufferType>(buffer.getType());
  mlir::Location loc = variable.getLoc();
  std::optional<ElementsAttr> initial = variable.getInitial();
  if (!initial || initial->isSplat()) {
    auto number = initial ? initial->getSplatValue<TypedAttr>() : builder.getZeroAttr(type.getElementType());
    first.push_back([=, this] { vm::FillOp::create(builder, loc, buffer, number, Value(), kStream, vm::When::First); });
    return;
  }
  Value constant = vm::ConstantOp::create(builder, loc, type, *initial);
  first.push_back([=, this] { vm::CopyOp::create(builder, loc, constant, buffer, Value(), kStream, vm::When::First); });
}

// Instructions.

Value ProgramBuilder::targetOf(const ProgramStep &step) {
  switch (step.target.kind) {
  case Storage::Kind::Own:
    return bufferOf(step.target.value);
  case Storage::Kind::Temporary:
    return temporaryOf(step.target.value);
  case Storage::Kind::Result:
    return results[step.target.result];
  case Storage::Kind::Variable:
    return variable(step.target.variable, step.value);
  }
  llvm_unreachable("all kinds return");
}

void ProgramBuilder::plan(const ProgramStep &step) {
  if (step.kind == ProgramStep::Kind::Call)
    return planCall(cast<kernel::CallOp>(step.origin), step.when());
  if (step.kind == ProgramStep::Kind::Part)
    return planPart(step.origin, step.when());
  Value target = targetOf(step);
  vm::When when = step.when();
  mlir::Location loc = step.origin ? step.origin->getLoc() : job.getLoc();
  if (step.kind == ProgramStep::Kind::Fill) {
    instructions.push_back(
        [=, this, number = step.number] { vm::FillOp::create(builder, loc, target, number, Value(), kStream, when); });
    return;
  }
  Value source = bufferOf(step.value, step.fromTemporary);
  instructions.push_back([=, this] { vm::CopyOp::create(builder, loc, source, target, Value(), kStream, when); });
}

void ProgramBuilder::planCall(kernel::CallOp call, vm::When when) {
  SmallVector<Value> consts, muts, numbers;
  for (auto [index, operand] : llvm::enumerate(call.getInputs())) {
    if (operand.getType().isIndex())
      numbers.push_back(scalar(operand));
    else
      consts.push_back(bufferOf(operand, decisions.readsTemporary(call, static_cast<unsigned>(index))));
  }
  for (Value output : call.getOutputs())
    muts.push_back(bufferOf(output));
  instructions.push_back([=, this]() mutable {
    vm::CallOp::create(builder, call.getLoc(), call.getCallee(), consts, muts, numbers, call.getInPlaceAttr(),
                       decisions.mayFault(call), Value(), kStream, when);
  });
}

/// A cut is an exchange among ranks that all have the whole.
void ProgramBuilder::planPart(Operation *op, vm::When when) {
  Value x = op->getOperand(0), y = op->getResult(0);
  Value source = bufferOf(x, decisions.readsTemporary(x)), target = bufferOf(y);
  Attribute to = op->getAttr("to"), from = sbp::attributeOf(op->getContext(), SmallVector<Holding>(1));
  auto groups = cast<DenseIntElementsAttr>(op->getAttr("groups"));
  SmallVector<int64_t> whole(cast<RankedTensorType>(x.getType()).getShape());
  SmallVector<int64_t> mesh{cast<ShapedType>(groups.getType()).getDimSize(1)};
  sbp::GridAttr givers, takers;
  if (auto exchange = dyn_cast<comm::ExchangeOp>(op)) {
    from = exchange.getFrom();
    whole = SmallVector<int64_t>(cast<RankedTensorType>(exchange.getWhole()).getShape());
    mesh = SmallVector<int64_t>(exchange.getMesh());
    givers = exchange.getGiversAttr();
    takers = exchange.getTakersAttr();
  }
  instructions.push_back([=, this] {
    auto stream = isa<comm::CollectiveInterface>(op) ? kMeetingsStream : kStream;
    vm::CollectiveOp::create(builder, op->getLoc(), source, target, whole, from, to, mesh, groups, givers, takers,
                             Value(), stream, when);
  });
}

} // namespace weir
