// What an artifact says, as plain structs: kernels, variables, constants, and jobs made of instructions. The compiler's
// emitter fills them in, the runtime reads them. Knows neither the file's bytes nor how a program is run.
#pragma once

#include "include/weir/Runtime/KernelAbi.h"
#include "lib/Support/Exchange.h"
#include "lib/Support/Shape.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace weir {

/// Position in the table that the name of the field says: a job's buffers, an artifact's kernels, …
using Id = uint32_t;

/// Immutable bytes that keep their owner alive: a vector of the emitter's or the memory of a loaded artifact.
class Bytes {
public:
  Bytes() = default;
  Bytes(std::vector<uint8_t> bytes) {
    auto held = std::make_shared<const std::vector<uint8_t>>(std::move(bytes));
    view = {held->data(), held->size()};
    owner = std::move(held);
  }
  Bytes(std::span<const uint8_t> view, std::shared_ptr<const void> owner) : view(view), owner(std::move(owner)) {}

  const uint8_t *data() const { return view.data(); }
  size_t size() const { return view.size(); }

private:
  std::span<const uint8_t> view;
  std::shared_ptr<const void> owner;
};

/// Where an instruction comes from: the op and the user's line.
struct Location {
  std::string op;
  std::string file;
  uint32_t line = 0;
  uint32_t column = 0;
  std::string layer; ///< paths of the modules whose calls it is part of, of an instruction; "" where not known
  bool operator==(const Location &) const = default;
};

enum class Access : uint8_t { Const, Mut };

struct KernelOperand {
  DType dtype = DType::F32;
  uint32_t rank = 0;
  Access access = Access::Const;
};

/// One phase of a kernel (KernelAbi.h) in an image.
struct KernelPhase {
  std::string symbol;       ///< the entry function, in an image with symbols
  uint64_t offset = 0;      ///< of the entry point, in a flat image
  uint32_t threads = 1;     ///< of a block
  uint32_t sharedBytes = 0; ///< of a block
  uint32_t registers = 0;   ///< of a thread, where known
};

/// A kernel's phases for one target. The code is flat native code, or what the target's device loads, with symbols.
struct KernelImage {
  std::string target; ///< "cpu", "naive", "sim": flat; "cuda": with symbols
  std::string arch;   ///< what of the target's machines it is for: "sm_80" for a cubin, "compute_80" for PTX
  Bytes code;
  std::vector<KernelPhase> phases;
  std::string sourceHash; ///< of the module that images of several targets were made from; empty where there is none
};

struct Kernel {
  std::string name;
  Bytes host; ///< flat native code that holds `prepare`; a host kernel's phases stand in the same bytes
  uint64_t prepareOffset = 0;
  std::vector<KernelImage> images;
  std::vector<KernelOperand> operands; ///< inputs before outputs
  uint32_t numScalars = 0;             ///< host scalars that follow the operands in the sizes table
  std::vector<Location> locations;     ///< by weir_fault::ordinal; behind those, by the sites of an image for sim

  /// Makes it a kernel of host code: one flat image with `prepare` and the phases.
  void setHostCode(std::string target, Bytes code, uint64_t prepareOffset, const std::vector<uint64_t> &phaseOffsets);
};

/// Which ranks of a mesh have something. Devices of a world are numbered by ranks.
struct Ranks {
  Sizes mesh;
  std::vector<int64_t> devices; ///< by place of the mesh, in row-major order
  std::vector<int64_t> places;  ///< of the ranks
};

/// Whether the rank has it: one of the `places` is its device.
bool includes(const Ranks &ranks, int64_t rank);

/// What a rank's tensor is a part of.
struct ValuePart {
  Sizes whole;                   ///< kDynamic where the job takes any
  std::vector<Holding> held;     ///< by axis of the mesh
  std::optional<Grid> grid = {}; ///< in place of the ranks' mesh: some of its places
};

/// A named tensor that outlives runs: a weight, an optimizer's state, a step counter. Its shape is static.
struct Variable {
  std::string name;
  DType dtype = DType::F32;
  Sizes shape;
  std::optional<Id> aliasOf;          ///< the variable whose storage it shares (tied weights)
  std::optional<Id> initial;          ///< the constant it starts from; else zeros until the caller sets it
  std::optional<Ranks> ranks = {};    ///< that have it; all, where none is given
  std::optional<ValuePart> part = {}; ///< of a variable that ranks have together
};

struct Constant {
  DType dtype = DType::F32;
  Sizes shape;
  Bytes data; ///< row-major
};

/// A number computed on the host once the inputs' shapes are known. Operands are earlier entries of the list.
struct HostScalar {
  enum class Kind : uint8_t { Constant, Size, Add, Sub, Mul, FloorDiv, CeilDiv, Mod, Min, Max };
  Kind kind = Kind::Constant;
  int64_t value = 0; ///< of Constant
  Id buffer = 0;     ///< of Size: an Input buffer
  uint32_t dim = 0;  ///< of Size
  Id lhs = 0,
     rhs = 0; ///< of the others; FloorDiv, CeilDiv and Mod round as for a positive divisor, Mod is never negative
};

struct InputStorage {
  uint32_t index = 0;
  bool isSliced = false; ///< iteration k has the k-th of the job's `repeat` equal parts of the first dimension
};
struct ResultStorage {
  uint32_t index = 0;
  std::optional<Id> inPlaceOf; ///< a donated Input buffer whose storage the result may take over
  bool isStacked = false;      ///< iteration k writes the k-th of the job's `repeat` equal parts of the first dimension
};
struct VariableStorage {
  Id variable = 0;
};
struct ConstantStorage {
  Id constant = 0;
};
struct ArenaStorage {
  Id first = 0, last = 0;        ///< instructions between which the bytes are live, both included
  std::optional<Id> inPlaceOf;   ///< an Arena buffer that dies at `first` and whose bytes this one may take
  std::optional<int64_t> offset; ///< set for all Arena buffers of a job or for none: the runtime plans those itself
  uint32_t registers = 1;        ///< copies, of which iteration k has number k modulo it: so many may be in use at once
  bool isCarried = false;        ///< one iteration finds what the last one left; of one register
};
struct ViewStorage {
  Id of = 0;               ///< an earlier buffer with elements of the same byte size
  Id offset = 0;           ///< host scalar, in elements from the start of `of`
  std::vector<Id> strides; ///< host scalars, in elements, one per dimension
};

/// Buffers other than views are row-major and contiguous, except that inputs come with the caller's strides. An input
/// that is viewed is made contiguous first. Sizes are those of the part that an iteration has.
struct Buffer {
  DType dtype = DType::F32;
  std::vector<Id> sizes; ///< host scalars, one per dimension
  std::variant<InputStorage, ResultStorage, VariableStorage, ConstantStorage, ArenaStorage, ViewStorage> storage;
};

struct Call {
  Id kernel = 0;
  std::vector<Id> operands; ///< buffers
  std::vector<Id> scalars;  ///< host scalars
  /// By weir_fault::ordinal, where this call's ops come from; empty where the kernel's own table holds.
  std::vector<Location> locations;
};
struct Copy {
  Id source = 0, target = 0; ///< buffers of equal sizes and dtype
};
struct Fill {
  Id target = 0;
  uint64_t bits = 0; ///< the element's bit pattern
};
struct RecordEvent {
  Id event = 0;
};
struct WaitEvent {
  Id event = 0; ///< recorded by an earlier instruction
};
struct Release {
  Id buffer = 0; ///< whose contents nobody reads any more
};
struct HostCallback {
  std::string name;
  std::vector<Id> operands;
};
struct RunProgram {
  Id job = 0;               ///< an earlier job of the artifact
  std::vector<Id> operands; ///< its inputs, then its results
};
/// Changes how the members of a group of ranks hold a value. Each member gets what it lacks from the first that has it.
struct Collective {
  Id source = 0, target = 0; ///< buffers: the rank's parts
  Sizes whole;
  std::vector<Holding> from, to; ///< by axis of `mesh`, on which the members of a group are
  Sizes mesh;
  std::vector<int64_t> ranks; ///< of groups, one behind the other; each in row-major order of the mesh
  std::optional<Grid> givers = {}, takers = {}; ///< in place of the mesh, of those who hold it `from`, and `to`

  HeldOn given() const { return {from, givers.value_or(Grid{mesh})}; }
  HeldOn taken() const { return {to, takers.value_or(Grid{mesh})}; }
};

/// Whether each member has what it takes.
bool sendsNothing(const Collective &collective);

/// The runtime feature that an artifact asks for whose collectives have givers or takers.
inline constexpr std::string_view kCrossings = "crossings";

struct Barrier {};

/// In the order of Instructions.def.
using InstructionBody =
    std::variant<Call, Copy, Fill, RecordEvent, WaitEvent, Release, HostCallback, RunProgram, Collective, Barrier>;

enum class InstructionKind : uint8_t {
#define WEIR_INSTRUCTION(name, mnemonic) name,
#include "lib/Artifact/Instructions.def"
};

inline constexpr int kNumInstructionKinds = int(std::variant_size_v<InstructionBody>);

/// The mnemonic of the vm op: "call", "record_event", …
std::string_view name(InstructionKind kind);

/// Of a job that repeats: in which iterations an instruction runs. Both ends are one where it doesn't.
enum class When : uint8_t { Each, First, Last };

/// The list of a job's instructions, `repeat` times over, is a legal serial order. Instructions of one stream run in
/// that order; those of different streams only where `predecessors` says so. Whatever iterations use of each other, or
/// must not overwrite too early, follows from the registers of buffers.
struct Instruction {
  InstructionBody body;
  uint32_t stream = 0;
  std::vector<Id> predecessors; ///< earlier instructions; those of the same stream may be left out
  std::optional<Id> predicate;  ///< buffer of one bool: skipped where it is false
  Location location;
  When when = When::Each;

  InstructionKind kind() const { return InstructionKind(body.index()); }
};

/// An input or result of a job as the caller sees it. The C interface hands out its sizes as they are: kDynamic where
/// the job takes any.
struct Port {
  std::string name;
  DType dtype = DType::F32;
  std::vector<int64_t> shape;
  std::optional<ValuePart> part = {}; ///< of a program of several ranks
};

struct Job {
  enum class Kind : uint8_t {
    Ordinary,
    Derive, ///< no inputs, no results: writes variables that follow from the variables it only reads
  };
  std::string name;
  Kind kind = Kind::Ordinary;
  std::vector<std::string> targets; ///< whose devices may run it; jobs of different targets may share a name
  std::optional<Ranks> ranks; ///< that run it, as programs of one job may share a name, too; all, if none is given
  std::vector<Port> inputs, results;
  std::vector<HostScalar> scalars;
  std::vector<Buffer> buffers;
  std::vector<Instruction> instructions;
  std::vector<uint32_t> donated; ///< inputs whose storage the job may overwrite
  int64_t arenaBytes = 0;        ///< where Arena buffers have offsets
  uint32_t repeat = 1;           ///< how often a run executes the instructions: its iterations
};

struct Artifact {
  uint32_t kernelAbi = WEIR_KERNEL_ABI;
  std::string targetTriple;
  std::vector<std::string> cpuFeatures;     ///< LLVM's names of what the phases' flat code may use: "avx2", …
  std::vector<std::string> runtimeFeatures; ///< what the runtime must support beyond the format's version
  std::string compilerHash;
  std::vector<Kernel> kernels;
  std::vector<Variable> variables;
  std::vector<Constant> constants;
  std::vector<Job> jobs;
};

} // namespace weir
