// From the IR of any stage to a graph: values as SSA holds them, bytes as the instructions of a program use them.
#include "lib/View/DotGraph.h"

#include "dialects/Interfaces/CompositeNames.h"
#include "dialects/Vm/Accesses.h"
#include "lib/View/DotWriter.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

namespace weir {

namespace {

std::string textOf(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// "model.py:12" of the first place in a file that the location holds.
std::string lineOf(mlir::Location loc) {
  std::string line;
  loc->walk([&](mlir::Location part) {
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file)
      return WalkResult::advance();
    line = (llvm::sys::path::filename(file.getFilename()) + ":" + Twine(file.getLine())).str();
    return WalkResult::interrupt();
  });
  return line;
}

/// An op that only groups others: what it is given and gives is what its block is.
Block *groupedBlock(Operation *op) {
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock() || isa<FunctionOpInterface>(op))
    return nullptr;
  Block &block = op->getRegion(0).front();
  bool isGroup = block.mightHaveTerminator() && block.getArgumentTypes() == op->getOperandTypes() &&
                 block.getTerminator()->getOperandTypes() == op->getResultTypes();
  return isGroup ? &block : nullptr;
}

class GraphBuilder {
public:
  std::string build(ModuleOp module) {
    for (Operation &op : *module.getBody())
      if (auto program = dyn_cast<vm::ProgramOp>(op))
        addProgram(program);
      else
        addOp(&op);
    return dot.finish();
  }

private:
  // Functions.

  void addOp(Operation *op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op); function && !function.isExternal())
      return addFunction(function);
    if (Block *block = groupedBlock(op)) {
      for (auto [argument, operand] : llvm::zip(block->getArguments(), op->getOperands()))
        nodes[argument] = nodes.lookup(operand);
      dot.beginBox(op->getName().getStringRef());
      for (Operation &inner : block->without_terminator())
        addOp(&inner);
      dot.endBox();
      for (auto [result, value] : llvm::zip(op->getResults(), block->getTerminator()->getOperands()))
        nodes[result] = nodes.lookup(value);
      return;
    }
    addNode(op);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        addBlock(block);
  }

  void addFunction(FunctionOpInterface function) {
    dot.beginBox("@" + function.getName().str());
    for (Block &block : function.getFunctionBody())
      addBlock(block);
    dot.endBox();
  }

  void addBlock(Block &block) {
    for (BlockArgument argument : block.getArguments())
      nodes[argument] = dot.node({"argument " + std::to_string(argument.getArgNumber()), textOf(argument.getType())},
                                 DotWriter::Shape::Value);
    for (Operation &op : block)
      addOp(&op);
  }

  void addNode(Operation *op) {
    std::vector<std::string> lines = {op->getName().getStringRef().str() + symbolOf(op)};
    if (StringRef composite = compositeAt(op->getLoc()); !composite.empty())
      lines.push_back("of " + composite.str());
    for (Type type : op->getResultTypes())
      lines.push_back(textOf(type));
    lines.push_back(lineOf(op->getLoc()));
    bool isConstant = op->hasTrait<OpTrait::ConstantLike>();
    int node = dot.node(lines, isConstant ? DotWriter::Shape::Value : DotWriter::Shape::Op);
    for (Value result : op->getResults())
      nodes[result] = node;
    for (Value operand : op->getOperands())
      if (auto source = nodes.find(operand); source != nodes.end())
        dot.edge(source->second, node);
  }

  /// " @name" of the symbol that the op defines or refers to.
  static std::string symbolOf(Operation *op) {
    for (NamedAttribute attribute : op->getAttrs())
      if (auto symbol = dyn_cast<FlatSymbolRefAttr>(attribute.getValue()))
        return " @" + symbol.getValue().str();
    if (auto name = op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName()))
      return " @" + name.getValue().str();
    return "";
  }

  // Programs.

  void addProgram(vm::ProgramOp program) {
    vm::Accesses accesses(program);
    dot.beginBox("@" + program.getSymName().str());
    llvm::DenseMap<uint32_t, int> holders; // who has written a storage last
    for (Operation &op : program.getBody().front())
      if (isa<vm::InputOp, vm::VariableOp, vm::ConstantOp>(op))
        holders[accesses.storageOf(op.getResult(0))] = bufferNode(&op);
    for (const vm::InstructionAccesses &instruction : accesses.instructions()) {
      int node = dot.node(
          {instruction.op->getName().getStringRef().str() + symbolOf(instruction.op), lineOf(instruction.op->getLoc())},
          DotWriter::Shape::Op);
      for (const vm::StorageUse &use : instruction.uses)
        if (auto holder = holders.find(use.storage); holder != holders.end())
          dot.edge(holder->second, node, planned(accesses.arena(use.storage)));
      for (const vm::StorageUse &use : instruction.uses)
        if (use.access == Access::Mut)
          holders[use.storage] = node;
    }
    for (auto result : program.getBody().getOps<vm::ResultOp>())
      if (auto holder = holders.find(accesses.storageOf(result.getBuffer())); holder != holders.end())
        dot.edge(holder->second, bufferNode(result));
    dot.endBox();
  }

  int bufferNode(Operation *op) {
    std::string name = symbolOf(op);
    llvm::TypeSwitch<Operation *>(op).Case<vm::InputOp, vm::ResultOp>(
        [&](auto port) { name = (" " + Twine(port.getName())).str(); });
    return dot.node({op->getName().stripDialect().str() + name, textOf(op->getResult(0).getType())},
                    DotWriter::Shape::Value);
  }

  /// Where a buffer lies in the arena, if that is known.
  static std::string planned(vm::ArenaOp arena) {
    if (!arena)
      return "";
    std::string type = textOf(arena.getType());
    std::optional<uint64_t> offset = arena.getOffset();
    return offset ? type + " at " + std::to_string(*offset) : type;
  }

  DotWriter dot;
  llvm::DenseMap<Value, int> nodes;
};

} // namespace

std::string dotGraph(ModuleOp module) { return GraphBuilder().build(module); }

Result<std::string> svgOf(const std::string &dot) {
  auto program = llvm::sys::findProgramByName("dot");
  if (!program)
    return Failure{"expects Graphviz's program dot in PATH (Debian's package graphviz) to draw SVG, got none; DOT text "
                   "needs none"};
  SmallString<128> source, picture;
  if (llvm::sys::fs::createTemporaryFile("weir", "dot", source) ||
      llvm::sys::fs::createTemporaryFile("weir", "svg", picture))
    return Failure{"expects to make temporary files"};
  llvm::FileRemover removeSource(source), removePicture(picture);
  std::error_code error;
  llvm::raw_fd_ostream(source, error) << dot;
  std::string message;
  StringRef arguments[] = {"dot", "-Tsvg", "-o", picture, source};
  int status = llvm::sys::ExecuteAndWait(*program, arguments, std::nullopt, {}, 0, 0, &message);
  auto svg = llvm::MemoryBuffer::getFile(picture, /*IsText=*/true);
  if (error || status != 0 || !svg)
    return Failure{"expects " + *program + " to draw the graph, got exit code " + std::to_string(status) +
                   (message.empty() ? "" : ": " + message)};
  return (*svg)->getBuffer().str();
}

} // namespace weir
