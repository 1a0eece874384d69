// The instructions of programs: the list of lib/Artifact/Instructions.def, in its order.
#ifndef WEIR_VM_INSTRUCTIONS_TD
#define WEIR_VM_INSTRUCTIONS_TD

include "dialects/Sbp/Grid.td"
include "dialects/Vm/Ops.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"

def Vm_InstructionInterface : OpInterface<"InstructionInterface"> {
  let cppNamespace = "::weir::vm";
  let description = "What ordering, planning and the emitter ask of an instruction.";
  let methods = [
    StaticInterfaceMethod<"The instruction's kind in an artifact.", "::weir::InstructionKind", "instructionKind">,
    InterfaceMethod<"The buffers it touches, the predicate too.", "::llvm::SmallVector<::weir::vm::BufferUse>",
                    "bufferUses">,
    InterfaceMethod<"A bool on the device; the instruction is skipped where it is false. Null if there is none.",
                    "::mlir::Value", "getPredicate">,
    InterfaceMethod<"In which iterations of a program that repeats it runs.", "::weir::vm::When", "getWhen">,
    InterfaceMethod<"Instructions of one stream run in the order in which they stand.", "uint64_t", "getStream">
  ];
}

def Vm_Predicate : Type<CPred<"$_self == ::weir::vm::BufferType::get($_self.getContext(), {}, "
                              "::mlir::IntegerType::get($_self.getContext(), 1))">, "buffer of one bool",
                        "::weir::vm::BufferType">,
                   BuildableType<"::weir::vm::BufferType::get($_builder.getContext(), {}, $_builder.getI1Type())">;

/// `kind` is the struct's name in Program.h; `reads` and `writes` are C++ expressions for ranges of buffers. An
/// instruction with a variadic group of operands needs AttrSizedOperandSegments beside the optional predicate.
class Vm_Instruction<string kind, string mnemonic, dag operands, list<Trait> traits = []>
    : Vm_Op<mnemonic, !listconcat([Vm_InstructionInterface], traits)> {
  string reads = "::mlir::ValueRange()";
  string writes = "::mlir::ValueRange()";
  let arguments = !con(operands, (ins Optional<Vm_Predicate>:$predicate,
                                      DefaultValuedAttr<ConfinedAttr<I64Attr, [IntNonNegative]>, "0">:$stream,
                                      DefaultValuedAttr<Vm_When, "::weir::vm::When::Each">:$when));
  let extraClassDeclaration = [{
    static ::weir::InstructionKind instructionKind() { return ::weir::InstructionKind::}] # kind # [{; }
    ::llvm::SmallVector<::weir::vm::BufferUse> bufferUses();
  }];
  let extraClassDefinition = [{
    ::llvm::SmallVector<::weir::vm::BufferUse> $cppClass::bufferUses() {
      ::llvm::SmallVector<::weir::vm::BufferUse> uses;
      for (::mlir::Value buffer : }] # reads # [{)
        uses.push_back({buffer, ::weir::Access::Const});
      for (::mlir::Value buffer : }] # writes # [{)
        uses.push_back({buffer, ::weir::Access::Mut});
      if (getPredicate())
        uses.push_back({getPredicate(), ::weir::Access::Const});
      return uses;
    }
  }];
}

def Vm_CallOp : Vm_Instruction<"Call", "call",
    (ins FlatSymbolRefAttr:$callee, Variadic<Vm_Buffer>:$consts, Variadic<Vm_Buffer>:$muts, Variadic<Index>:$scalars,
         OptionalAttr<DenseI64ArrayAttr>:$in_place, UnitAttr:$may_fault),
    [AttrSizedOperandSegments, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "one launch of a kernel";
  let description = [{
    The kernel reads `const` and writes all of `mut`; its function's arguments are the buffers of `const` and then
    `scalars`, its results those of `mut`. Entry i of `in_place` is the position in `const` of a buffer whose bytes
    mut buffer i may have, or -1. A call that `may_fault` looks at data that may be bad, first of all calls: it stands
    before whatever writes a variable, so that a run that fails changes none.
    ```mlir
    vm.call @exp const(%x) mut(%y) scalars(%n) {in_place = array<i64: 0>}
        : (!vm.buffer<?xf32>) -> !vm.buffer<?xf32>
    ```
  }];
  let reads = "getConsts()";
  let writes = "getMuts()";
  let assemblyFormat = [{
    $callee (`const` `(` $consts^ `)`)? (`mut` `(` $muts^ `)`)? (`scalars` `(` $scalars^ `)`)? (`if` $predicate^)?
    (`when` $when^)? attr-dict `:` functional-type($consts, $muts)
  }];
  let hasVerifier = 1;
}

def Vm_CopyOp : Vm_Instruction<"Copy", "copy", (ins Vm_Buffer:$source, Vm_Buffer:$target)> {
  let summary = "copies the elements of source to target; both have one shape";
  let reads = "{::mlir::Value(getSource())}";
  let writes = "{::mlir::Value(getTarget())}";
  let assemblyFormat = [{
    $source `to` $target (`if` $predicate^)? (`when` $when^)? attr-dict `:` type($source) `to` type($target)
  }];
  let hasVerifier = 1;
}

def Vm_FillOp : Vm_Instruction<"Fill", "fill", (ins Vm_Buffer:$target, TypedAttrInterface:$value)> {
  let summary = "sets all elements of target to a number of its element type";
  let writes = "{::mlir::Value(getTarget())}";
  let assemblyFormat = "$target `,` $value (`if` $predicate^)? (`when` $when^)? attr-dict `:` type($target)";
  let hasVerifier = 1;
}

def Vm_RecordEventOp : Vm_Instruction<"RecordEvent", "record_event", (ins I64Attr:$event)> {
  let summary = "happens when its stream gets there";
  let assemblyFormat = "$event (`if` $predicate^)? (`when` $when^)? attr-dict";
}

def Vm_WaitEventOp : Vm_Instruction<"WaitEvent", "wait_event", (ins I64Attr:$event)> {
  let summary = "holds its stream until an event that was recorded before";
  let assemblyFormat = "$event (`if` $predicate^)? (`when` $when^)? attr-dict";
}

def Vm_ReleaseOp : Vm_Instruction<"Release", "release", (ins Vm_Buffer:$buffer)> {
  let summary = "nobody reads the buffer's contents any more";
  let reads = "{::mlir::Value(getBuffer())}";
  let assemblyFormat = "$buffer (`if` $predicate^)? (`when` $when^)? attr-dict `:` type($buffer)";
}

def Vm_HostCallbackOp : Vm_Instruction<"HostCallback", "host_callback",
    (ins StrAttr:$name, Variadic<Vm_Buffer>:$buffers), [AttrSizedOperandSegments]> {
  let summary = "shows buffers to a function of the host that was registered under a name";
  let reads = "getBuffers()";
  let assemblyFormat = [{
    $name (`const` `(` $buffers^ `:` type($buffers) `)`)? (`if` $predicate^)? (`when` $when^)? attr-dict
  }];
}

def Vm_RunProgramOp : Vm_Instruction<"RunProgram", "run_program",
    (ins FlatSymbolRefAttr:$program, Variadic<Vm_Buffer>:$inputs, Variadic<Vm_Buffer>:$outputs),
    [AttrSizedOperandSegments, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs an earlier program of the module on given inputs and results";
  let reads = "getInputs()";
  let writes = "getOutputs()";
  let assemblyFormat = [{
    $program (`const` `(` $inputs^ `)`)? (`mut` `(` $outputs^ `)`)? (`if` $predicate^)? (`when` $when^)? attr-dict
    `:` functional-type($inputs, $outputs)
  }];
}

def Vm_CollectiveOp : Vm_Instruction<"Collective", "collective",
    (ins Vm_Buffer:$source, Vm_Buffer:$target, DenseI64ArrayAttr:$whole, AnyAttr:$from, AnyAttr:$to,
         DenseI64ArrayAttr:$mesh, I64ElementsAttr:$groups, OptionalAttr<Sbp_Grid>:$givers,
         OptionalAttr<Sbp_Grid>:$takers)> {
  let summary = "changes how the members of a group hold a value, as `comm.exchange` does";
  let description = [{
    `whole` are the sizes of the value. Where all members have the whole of it, each takes its part of its own source,
    and nothing is sent. On a stream of an odd number it is aside: it sends while nothing else does that is waited for.
    ```mlir
    vm.collective %x into %y of [8] from #sbp.split<0> to #sbp.broadcast on [2] among dense<[[0, 1]]> : tensor<1x2xi64>
        : !vm.buffer<4xf32> into !vm.buffer<8xf32>
    ```
  }];
  let reads = "{::mlir::Value(getSource())}";
  let writes = "{::mlir::Value(getTarget())}";
  let assemblyFormat = [{
    $source `into` $target `of` $whole `from` $from `to` $to `on` $mesh `among` $groups (`if` $predicate^)?
    (`when` $when^)? attr-dict `:` type($source) `into` type($target)
  }];
  let hasVerifier = 1;
}

def Vm_BarrierOp : Vm_Instruction<"Barrier", "barrier", (ins)> {
  let summary = "what stands before it has ended before what stands after it begins, on all streams";
  let assemblyFormat = "(`if` $predicate^)? (`when` $when^)? attr-dict";
}

#endif
