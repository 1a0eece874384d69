// The kernel dialect: what is fused together, what is launched, and for which target.
#ifndef WEIR_KERNEL_OPS_TD
#define WEIR_KERNEL_OPS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Kernel_Dialect : Dialect {
  let name = "kernel";
  let cppNamespace = "::weir::kernel";
  let summary = "Groups of ops that run as one, and launches of compiled kernels";
  let description = [{
    After the stage `group` every computation stands in a `kernel.group`; after `launch` groups are `kernel.call`s of
    functions with the attribute `kernel.kernel`. Values are still tensors: storage is the schedule's decision.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// Targets announce themselves here when they are registered; see Target.h.
    void addTarget(std::unique_ptr<::weir::TargetInterface> target);
    /// The target of that name, or null.
    const ::weir::TargetInterface *findTarget(::llvm::StringRef name) const;
    ::llvm::SmallVector<::llvm::StringRef> targetNames() const;
    /// Who is asked first for the schedule of a kernel; null: nobody. Lives as long as it is set.
    const ::weir::ScheduleChooser *scheduleChooser = nullptr;

  private:
    ::llvm::SmallVector<std::unique_ptr<::weir::TargetInterface>> targets;
  }];
}

def Kernel_TargetAttr : AttrDef<Kernel_Dialect, "Target"> {
  let mnemonic = "target";
  let summary = "the machine that kernels are compiled for";
  let description = [{
    The name of a registered target and its description: numbers that cost models and code generation ask for, measured
    or from a table. It stands on the module as `kernel.target`, so that a dumped stage resumes with no flags.
    ```mlir
    #kernel.target<"cpu", {cpu = "znver5", vector_bytes = 64 : i64}>
    ```
  }];
  let parameters = (ins StringRefParameter<>:$name, "::mlir::DictionaryAttr":$description);
  let assemblyFormat = "`<` $name `,` $description `>`";
}

def Kernel_GroupOp : Op<Kernel_Dialect, "group", [Pure, IsolatedFromAbove, SingleBlock]> {
  let summary = "ops that run as one kernel";
  let description = "The region's arguments stand for the operands; its terminator gives the results.";
  let arguments = (ins Variadic<AnyType>:$inputs);
  let results = (outs Variadic<AnyType>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def Kernel_YieldOp : Op<Kernel_Dialect, "yield", [Pure, Terminator, HasParent<"GroupOp">]> {
  let summary = "the results of a group";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "$values attr-dict `:` type($values)";
}

def Kernel_CallOp : Op<Kernel_Dialect, "call", [Pure, AttrSizedOperandSegments,
                                                DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "one launch of a kernel";
  let description = [{
    Index operands are host scalars, behind the tensors. `sizes` holds one host scalar per `?` dimension of the results,
    in order. `in_place` pairs results with operands whose storage the kernel allows them to take: entry i is the
    operand for result i, or -1.
  }];
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$inputs, Variadic<Index>:$sizes,
                       OptionalAttr<DenseI64ArrayAttr>:$in_place);
  let results = (outs Variadic<AnyType>:$outputs);
  let assemblyFormat = [{
    $callee `(` $inputs `)` (`sizes` `(` $sizes^ `)`)? attr-dict `:` functional-type($inputs, $outputs)
  }];
  let hasVerifier = 1;
}

def Kernel_CheckIndexOp : Op<Kernel_Dialect, "check_index", [Pure]> {
  let summary = "index if it lies in [0, size), else 0 and the launch fails";
  let description = [{
    Stands inside kernels. Its location says which line the failure names. Of a vector of indices each is checked,
    but for lanes that `mask` turns off.
  }];
  let arguments = (ins AnyType:$index, Index:$size, Optional<AnyType>:$mask);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $index `below` $size (`mask` $mask^ `:` type($mask))? attr-dict `:` type($index) `->` type($result)
  }];
}

def Kernel_CheckDivisorOp : Op<Kernel_Dialect, "check_divisor", [Pure, AllTypesMatch<["divisor", "result"]>]> {
  let summary = "divisor if it is not 0, else 1 and the launch fails";
  let description = "Stands inside kernels, as check_index does.";
  let arguments = (ins AnyType:$divisor, Optional<AnyType>:$mask);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$divisor (`mask` $mask^ `:` type($mask))? attr-dict `:` type($result)";
}

#endif
