// Verification of instructions one by one; what depends on their order is the program's.
#include "dialects/Vm/Vm.h"

#include "dialects/Interfaces/Semantics.h"
#include "dialects/Kernel/Kernel.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

namespace weir::vm {

/// Whether a buffer can stand for a tensor: one dtype, one rank, and sizes that may be equal.
static bool fits(BufferType buffer, RankedTensorType tensor) {
  if (buffer.getElementType() != tensor.getElementType() || buffer.getRank() != tensor.getRank())
    return false;
  return llvm::all_of(llvm::zip(buffer.getShape(), tensor.getShape()), [](auto pair) {
    auto [a, b] = pair;
    return a == b || ShapedType::isDynamic(a) || ShapedType::isDynamic(b);
  });
}

// call

LogicalResult CallOp::verify() {
  if (auto inPlace = getInPlace()) {
    if (inPlace->size() != getMuts().size())
      return emitOpError("expects in_place to have one entry per mut buffer, got ")
             << inPlace->size() << " for " << getMuts().size();
    for (int64_t position : *inPlace)
      if (position < -1 || position >= static_cast<int64_t>(getConsts().size()))
        return emitOpError("expects in_place to hold positions below ")
               << getConsts().size() << " or -1, got " << position;
  }
  for (auto [m, target] : llvm::enumerate(getMuts())) {
    for (auto [other, second] : llvm::enumerate(getMuts()))
      if (other < m && rootBuffer(target) == rootBuffer(second))
        return emitOpError("expects no two mut buffers with the same bytes, got ") << other << " and " << m;
    for (auto [c, source] : llvm::enumerate(getConsts()))
      if (rootBuffer(source) == rootBuffer(target) && !(getInPlace() && (*getInPlace())[m] == static_cast<int64_t>(c)))
        return emitOpError("expects mut buffer ")
               << m << " to have the bytes of const buffer " << c << " only where in_place says so";
  }
  return success();
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto kernel = symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, getCalleeAttr());
  if (!kernel || !kernel->hasAttr(kernel::kKernelAttr))
    return emitOpError("expects a function with the attribute '")
           << kernel::kKernelAttr << "' named " << getCalleeAttr();
  FunctionType type = kernel.getFunctionType();
  auto count = [&](StringRef what, size_t expected, size_t got) -> LogicalResult {
    if (expected == got)
      return success();
    return emitOpError("expects ") << expected << " " << what << " for kernel " << getCalleeAttr() << ", got " << got;
  };
  size_t numTensors = llvm::count_if(type.getInputs(), llvm::IsaPred<RankedTensorType>);
  if (failed(count("const buffers", numTensors, getConsts().size())) ||
      failed(count("scalars", type.getNumInputs() - numTensors, getScalars().size())) ||
      failed(count("mut buffers", type.getNumResults(), getMuts().size())))
    return failure();
  auto check = [&](StringRef what, ValueRange buffers, ArrayRef<Type> tensors) -> LogicalResult {
    for (auto [i, buffer, tensor] : llvm::enumerate(buffers, tensors))
      if (!isa<RankedTensorType>(tensor) || !fits(cast<BufferType>(buffer.getType()), cast<RankedTensorType>(tensor)))
        return emitOpError("expects ") << what << " buffer " << i << " to fit " << tensor << " of kernel "
                                       << getCalleeAttr() << ", got " << buffer.getType();
    return success();
  };
  return failure(failed(check("const", getConsts(), type.getInputs().take_front(numTensors))) ||
                 failed(check("mut", getMuts(), type.getResults())));
}

// copy, fill

LogicalResult CopyOp::verify() {
  BufferType source = getSource().getType();
  if (fits(getTarget().getType(), RankedTensorType::get(source.getShape(), source.getElementType())))
    return success();
  return emitOpError("expects source and target of one type, got ") << source << " and " << getTarget().getType();
}

bool sendsNothing(CollectiveOp collective) {
  auto isWhole = [](const Holding &axis) { return axis.kind == Holding::Kind::Broadcast; };
  return !collective.getGivers() && llvm::all_of(sbp::holdingsOf(collective.getFrom()), isWhole);
}

/// That parts fit is verified with the artifact.
LogicalResult CollectiveOp::verify() {
  BufferType source = getSource().getType(), target = getTarget().getType();
  auto rank = static_cast<int64_t>(getWhole().size());
  if (source.getRank() != rank || target.getRank() != rank || source.getElementType() != target.getElementType())
    return emitOpError("expects source and target to be parts of a value of rank ")
           << rank << ", of one element type, got " << source << " and " << target;
  for (auto [held, some] : {std::pair(getFrom(), getGiversAttr()), {getTo(), getTakersAttr()}}) {
    size_t axes = sbp::gridOf(getMesh(), some).mesh.size();
    if (!sbp::isSbp(held) || sbp::holdingsOf(held).size() != axes)
      return emitOpError("expects a holding for each of the ") << axes << " axes, got " << held;
  }
  return success();
}

LogicalResult FillOp::verify() {
  Type type = getValue().getType();
  if (type == getTarget().getType().getElementType() && isa<FloatAttr, IntegerAttr>(getValue()))
    return success();
  return emitOpError("expects a number of the buffer's element type ")
         << getTarget().getType().getElementType() << ", got " << getValue();
}

// run_program

LogicalResult RunProgramOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto program = symbols.lookupNearestSymbolFrom<ProgramOp>(*this, getProgramAttr());
  if (!program)
    return emitOpError("expects a vm.program named ") << getProgramAttr();
  auto caller = (*this)->getParentOfType<ProgramOp>();
  if (program->getBlock() != caller->getBlock() || !program->isBeforeInBlock(caller))
    return emitOpError("expects a program that stands earlier in the module, got ") << getProgramAttr();
  auto check = [&](StringRef what, ValueRange buffers, auto declared) -> LogicalResult {
    SmallVector<BufferType> types(buffers.size());
    size_t count = 0;
    for (auto op : declared) {
      if (op.getIndex() < types.size())
        types[op.getIndex()] = op.getPortType();
      ++count;
    }
    if (count != buffers.size())
      return emitOpError("expects ") << count << " " << what << " for program " << getProgramAttr() << ", got "
                                     << buffers.size();
    for (auto [i, buffer, type] : llvm::enumerate(buffers, types))
      if (!type ||
          !fits(cast<BufferType>(buffer.getType()), RankedTensorType::get(type.getShape(), type.getElementType())))
        return emitOpError("expects ") << what << " " << i << " to fit " << type << " of program " << getProgramAttr()
                                       << ", got " << buffer.getType();
    return success();
  };
  return failure(failed(check("inputs", getInputs(), program.getBody().getOps<InputOp>())) ||
                 failed(check("results", getOutputs(), program.getBody().getOps<ResultOp>())));
}

} // namespace weir::vm
