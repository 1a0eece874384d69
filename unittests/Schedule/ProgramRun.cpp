// Tokens through tensors, and through bytes.
#include "unittests/Schedule/ProgramRun.h"

#include "dialects/Kernel/Kernel.h"
#include "dialects/Weir/Control/Ops.h"
#include "dialects/Weir/Shape/Ops.h"

using namespace mlir;

namespace weir {

static Token tokenOf(StringRef name, uint64_t number) { return llvm::hash_combine(name, number); }

static Token elementsToken(ElementsAttr elements) {
  Attribute value = elements.isSplat() ? elements.getSplatValue<Attribute>() : Attribute(elements);
  return tokenOf("constant", reinterpret_cast<uintptr_t>(value.getAsOpaquePointer()));
}

static Token callToken(StringRef kernel, size_t result, ArrayRef<Token> operands) {
  return llvm::hash_combine(kernel, result, llvm::hash_combine_range(operands));
}

RunOutcome runJob(func::FuncOp job) {
  RunOutcome outcome;
  llvm::DenseMap<Value, Token> tokens;
  for (BlockArgument input : job.getArguments())
    tokens[input] = tokenOf("input", input.getArgNumber());
  for (auto variable : job->getParentOfType<ModuleOp>().getOps<VariableOp>())
    outcome.variables[variable.getSymName().str()] = tokenOf(variable.getSymName(), 0);
  for (Operation &op : job.getBody().front()) {
    if (auto read = dyn_cast<ReadOp>(op))
      tokens[read] = tokenOf(read.getVariable(), 0);
    else if (auto constant = dyn_cast<ConstantOp>(op))
      tokens[constant] = elementsToken(constant.getValue());
    else if (auto reshape = dyn_cast<ReshapeOp>(op))
      tokens[reshape] = tokens.lookup(reshape.getX());
    else if (auto assign = dyn_cast<AssignOp>(op))
      outcome.variables[assign.getVariable().str()] = tokens.lookup(assign.getValue());
    else if (auto call = dyn_cast<kernel::CallOp>(op)) {
      auto operands = llvm::map_to_vector(call.getInputs(), [&](Value v) { return tokens.lookup(v); });
      for (OpResult result : call->getResults())
        tokens[result] = callToken(call.getCallee(), result.getResultNumber(), operands);
    } else if (auto last = dyn_cast<func::ReturnOp>(op)) {
      for (Value value : last.getOperands())
        outcome.results.push_back(tokens.lookup(value));
    }
  }
  return outcome;
}

namespace {

/// Memory of a program: each byte holds the token of the value it is part of.
class Memory {
public:
  Memory(vm::ProgramOp program, std::string &complaint) : accesses(program), complaint(complaint) {
    int64_t arenaEnd = 0;
    for (auto arena : program.getBody().getOps<vm::ArenaOp>())
      arenaEnd = std::max(arenaEnd, static_cast<int64_t>(*arena.getOffset() + *arena.getBytes()));
    arena.resize(static_cast<size_t>(arenaEnd));
    others.resize(accesses.numStorages());
  }

  std::span<Token> bytes(Value buffer) {
    uint32_t storage = accesses.storageOf(buffer);
    auto size = static_cast<size_t>(*cast<vm::BufferType>(buffer.getType()).numBytes());
    if (vm::ArenaOp op = accesses.arena(storage))
      return std::span(arena).subspan(*op.getOffset(), size);
    others[storage].resize(std::max(others[storage].size(), size));
    return std::span(others[storage]).first(size);
  }

  void write(Value buffer, Token token) { std::ranges::fill(bytes(buffer), token); }

  Token read(Value buffer) {
    std::span<Token> held = bytes(buffer);
    if (std::ranges::any_of(held, [&](Token token) { return token != held.front(); }))
      complain("reads bytes of several values", buffer);
    return held.front();
  }

  void complain(StringRef what, Value buffer) {
    llvm::raw_string_ostream stream(complaint);
    stream << what << ": " << buffer << "\n";
  }

private:
  vm::Accesses accesses;
  std::string &complaint;
  std::vector<Token> arena;
  std::vector<std::vector<Token>> others; ///< by storage
};

void runCall(vm::CallOp call, Memory &memory) {
  auto overlap = [&](Value a, Value b) {
    std::span<Token> x = memory.bytes(a), y = memory.bytes(b);
    return x.data() < y.data() + y.size() && y.data() < x.data() + x.size();
  };
  for (auto [m, target] : llvm::enumerate(call.getMuts()))
    for (auto [c, source] : llvm::enumerate(call.getConsts()))
      if (overlap(target, source) && !(call.getInPlace() && (*call.getInPlace())[m] == static_cast<int64_t>(c)))
        memory.complain("writes over an operand", target);
  auto operands = llvm::map_to_vector(call.getConsts(), [&](Value v) { return memory.read(v); });
  for (auto [m, target] : llvm::enumerate(call.getMuts()))
    memory.write(target, callToken(call.getCallee(), m, operands));
}

} // namespace

RunOutcome runProgram(vm::ProgramOp program, ArrayRef<uint32_t> order, std::string &complaint) {
  Memory memory(program, complaint);
  RunOutcome outcome;
  for (auto variable : program->getParentOfType<ModuleOp>().getOps<VariableOp>())
    outcome.variables[variable.getSymName().str()] = tokenOf(variable.getSymName(), 0);
  for (auto input : program.getBody().getOps<vm::InputOp>())
    memory.write(input, tokenOf("input", input.getIndex()));
  for (auto variable : program.getBody().getOps<vm::VariableOp>())
    memory.write(variable, tokenOf(variable.getVariable(), 0));
  for (auto constant : program.getBody().getOps<vm::ConstantOp>())
    memory.write(constant, elementsToken(constant.getValue()));
  vm::Accesses accesses(program);
  for (uint32_t position : order) {
    Operation *op = accesses.instructions()[position].op;
    if (auto call = dyn_cast<vm::CallOp>(op))
      runCall(call, memory);
    else if (auto copy = dyn_cast<vm::CopyOp>(op))
      memory.write(copy.getTarget(), memory.read(copy.getSource()));
    else if (auto fill = dyn_cast<vm::FillOp>(op))
      memory.write(fill.getTarget(),
                   tokenOf("constant", reinterpret_cast<uintptr_t>(fill.getValue().getAsOpaquePointer())));
  }
  for (auto result : program.getBody().getOps<vm::ResultOp>()) {
    outcome.results.resize(std::max<size_t>(outcome.results.size(), result.getIndex() + 1));
    outcome.results[result.getIndex()] = memory.read(result);
  }
  for (auto variable : program.getBody().getOps<vm::VariableOp>())
    outcome.variables[variable.getVariable().str()] = memory.read(variable);
  return outcome;
}

} // namespace weir
