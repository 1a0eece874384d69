// The vm dialect, its type, programs and what a program declares. Instructions are in Instructions.td.
#ifndef WEIR_VM_OPS_TD
#define WEIR_VM_OPS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Vm_Dialect : Dialect {
  let name = "vm";
  let cppNamespace = "::weir::vm";
  let summary = "Programs of instructions on buffers, as the runtime executes them";
  let description = [{
    What lib/Artifact/Program.h says, as IR: a `vm.program` declares host scalars and buffers and lists instructions.
    Buffers are storage, not values: an instruction overwrites its `mut` buffers, and order matters.
  }];
  let useDefaultTypePrinterParser = 1;
}

def Vm_BufferType : TypeDef<Vm_Dialect, "Buffer", [ShapedTypeInterface]> {
  let mnemonic = "buffer";
  let summary = "storage of a tensor; row-major unless it is a view or an input";
  let description = [{
    ```mlir
    !vm.buffer<?x64xf32>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape, "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static BufferType get(::mlir::RankedTensorType type);
    bool hasRank() const { return true; }
    ::mlir::ShapedType cloneWith(std::optional<::llvm::ArrayRef<int64_t>> shape, ::mlir::Type elementType) const;
    /// Bytes of a static shape, of any shape with `assumed` in place of each `?`.
    ::weir::Result<int64_t> numBytes(int64_t assumed = 1) const;
  }];
}

def Vm_Buffer : Type<CPred<"::llvm::isa<::weir::vm::BufferType>($_self)">, "buffer", "::weir::vm::BufferType">;

def Vm_ProgramKind : I32EnumAttr<"ProgramKind", "when a program runs", [
    I32EnumAttrCase<"Job", 0, "job">, I32EnumAttrCase<"Derive", 1, "derive">]> {
  let cppNamespace = "::weir::vm";
}

def Vm_When : I32EnumAttr<"When", "in which iterations of a program that repeats", [
    I32EnumAttrCase<"Each", 0, "each">, I32EnumAttrCase<"First", 1, "first">, I32EnumAttrCase<"Last", 2, "last">]> {
  let cppNamespace = "::weir::vm";
}

class Vm_Op<string mnemonic, list<Trait> traits = []> : Op<Vm_Dialect, mnemonic, traits>;

def Vm_ProgramOp : Vm_Op<"program", [Symbol, IsolatedFromAbove, NoTerminator, SingleBlock]> {
  let summary = "host scalars, buffers and instructions";
  let description = [{
    Instructions stand in a legal serial order. A derive program runs when a variable that it only reads has changed.
    `peak_bytes` (the size of the arena) and `live_bound` (the most bytes that are live at once) are there once the
    memory of a program of static sizes is planned.

    A run executes the instructions `repeat` times: an iteration has a part of each `sliced` input and `stacked` result,
    and finds what the one before left in variables and `carried` buffers. The memory of programs that repeat is planned
    when they run.
    ```mlir
    vm.program @f kind(job) {
      %x = vm.input 0 "x" : !vm.buffer<4xf32>
      %t = vm.arena : !vm.buffer<4xf32>
      %y = vm.result 0 "y" : !vm.buffer<4xf32>
      vm.call @exp const(%x) mut(%t) : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
      vm.call @exp const(%t) mut(%y) : (!vm.buffer<4xf32>) -> !vm.buffer<4xf32>
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, Vm_ProgramKind:$kind,
                       OptionalAttr<I64Attr>:$peak_bytes, OptionalAttr<I64Attr>:$live_bound,
                       DefaultValuedAttr<ConfinedAttr<I32Attr, [IntPositive]>, "1">:$repeat);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $sym_name `kind` `(` $kind `)` (`repeat` `(` $repeat^ `)`)? attr-dict-with-keyword $body
  }];
  let hasRegionVerifier = 1;
}

// What a program declares.

class Vm_BufferOp<string mnemonic, list<Trait> traits = []> : Vm_Op<mnemonic, traits> {
  let results = (outs Vm_Buffer:$buffer);
  let hasVerifier = 1;
}

def Vm_InputOp : Vm_BufferOp<"input"> {
  let summary = "what the caller passes as input `index`";
  let description = [{
    A `donated` input may be overwritten; a `strided` one may come with any strides, others are row-major. Of a `sliced`
    one iteration k has the k-th of `repeat` equal parts of the first dimension, of which the buffer has the type.
  }];
  let arguments = (ins I64Attr:$index, StrAttr:$name, UnitAttr:$donated, UnitAttr:$strided, UnitAttr:$sliced);
  let assemblyFormat = [{
    $index $name (`donated` $donated^)? (`strided` $strided^)? (`sliced` $sliced^)? attr-dict `:` type($buffer)
  }];
  let extraClassDeclaration = "/// What the caller passes.\n::weir::vm::BufferType getPortType();";
}

def Vm_ResultOp : Vm_BufferOp<"result", [AttrSizedOperandSegments]> {
  let summary = "storage that becomes the caller's as result `index`";
  let description = [{
    `sizes` has one host scalar per `?`. The result may take the storage of a donated input. Of a `stacked` one
    iteration k writes the k-th of `repeat` equal parts of the first dimension, of which the buffer has the type.
  }];
  let arguments = (ins I64Attr:$index, StrAttr:$name, Variadic<Index>:$sizes, Optional<Vm_Buffer>:$in_place_of,
                       UnitAttr:$stacked);
  let assemblyFormat = [{
    $index $name (`stacked` $stacked^)? (`sizes` `(` $sizes^ `)`)?
    (`in_place_of` `(` $in_place_of^ `:` type($in_place_of) `)`)? attr-dict `:` type($buffer)
  }];
  let extraClassDeclaration = "/// What the caller gets.\n::weir::vm::BufferType getPortType();";
}

def Vm_VariableOp : Vm_BufferOp<"variable", [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "the storage of a weir.variable";
  let arguments = (ins FlatSymbolRefAttr:$variable);
  let assemblyFormat = "$variable attr-dict `:` type($buffer)";
}

def Vm_ConstantOp : Vm_BufferOp<"constant", [Pure]> {
  let summary = "given elements, of static shape";
  let arguments = (ins ElementsAttr:$value);
  let assemblyFormat = "$value attr-dict `:` type($buffer)";
}

def Vm_ArenaOp : Vm_BufferOp<"arena", [MemoryEffects<[MemAlloc]>]> {
  let summary = "storage for the time between its first and its last use";
  let description = [{
    `sizes` has one host scalar per `?`. Once planned, it holds the bytes [offset, offset + bytes) of the arena, and
    shares them with buffers that are not in use at the same time. Programs of dynamic sizes are planned when they run.

    Iteration k of a program that repeats uses copy k modulo `registers`, so that as many may be under way where streams
    run at the same time: who writes waits until a copy is free. A `carried` buffer holds in one iteration what the one
    before left in it.
    ```mlir
    %t = vm.arena at 128 bytes 64 : !vm.buffer<4xf32>
    ```
  }];
  let arguments = (ins Variadic<Index>:$sizes, OptionalAttr<I64Attr>:$offset, OptionalAttr<I64Attr>:$bytes,
                       DefaultValuedAttr<ConfinedAttr<I32Attr, [IntPositive]>, "1">:$registers, UnitAttr:$carried);
  let assemblyFormat = [{
    (`registers` `(` $registers^ `)`)? (`carried` $carried^)? (`sizes` `(` $sizes^ `)`)?
    (`at` $offset^ `bytes` $bytes)? attr-dict `:` type($buffer)
  }];
}

def Vm_ViewOp : Vm_BufferOp<"view", [Pure, AttrSizedOperandSegments]> {
  let summary = "the bytes of another buffer under another shape";
  let description = [{
    `offset` (else 0) and `strides` (else row-major) count elements. `sizes` has one host scalar per `?`.
    ```mlir
    %b = vm.view %a : !vm.buffer<2x3xf32> to !vm.buffer<6xf32>
    ```
  }];
  let arguments = (ins Vm_Buffer:$of, Optional<Index>:$offset, Variadic<Index>:$sizes, Variadic<Index>:$strides);
  let assemblyFormat = [{
    $of (`offset` `(` $offset^ `)`)? (`sizes` `(` $sizes^ `)`)? (`strides` `(` $strides^ `)`)? attr-dict
    `:` type($of) `to` type($buffer)
  }];
}

def Vm_SizeOp : Vm_Op<"size", [Pure]> {
  let summary = "one size of an input, as a host scalar";
  let description = "All sizes of a program follow from those of its inputs, by index arithmetic of arith.";
  let arguments = (ins Vm_Buffer:$input, I64Attr:$dim);
  let results = (outs Index:$size);
  let assemblyFormat = "$input `,` $dim attr-dict `:` type($input)";
  let hasVerifier = 1;
}

#endif
