// What jobs need: variables, gradients, calls. A job is a func.func with the attribute `weir.job`.
#ifndef WEIR_CONTROL_OPS_TD
#define WEIR_CONTROL_OPS_TD

include "dialects/Weir/IR/Base.td"
include "mlir/IR/SymbolInterfaces.td"

def Weir_VariableOp : Op<Weir_Dialect, "variable", [Symbol, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a named tensor that outlives runs";
  let description = [{
    At run time a variable table binds names to storages; artifacts compiled apart share a variable by its name.
    `initial` is the value it starts from, zeros without it. `alias` names the variable whose storage it shares, which
    is of the same type and no alias. A `carried` one outlives iterations of a job that repeats, but no run: each run
    starts from its initial value.
    ```mlir
    weir.variable @w : tensor<64x10xf32>
    weir.variable @sum carried : tensor<64x10xf32>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, TypeAttr:$type, OptionalAttr<ElementsAttr>:$initial,
                       OptionalAttr<FlatSymbolRefAttr>:$alias, UnitAttr:$carried);
  let assemblyFormat = "$sym_name (`carried` $carried^)? attr-dict `:` $type";
  let hasVerifier = 1;
}

def Weir_ReadOp
    : Op<Weir_Dialect, "read", [Pure, StaysBehindLaunch, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "the variable's value at the start of the job";
  let description = [{
    Pure, because it means the value at job start wherever it stands. Of a job that repeats, it is the value at the
    start of the iteration.
  }];
  let arguments = (ins FlatSymbolRefAttr:$variable);
  let results = (outs Weir_Tensor:$value);
  let assemblyFormat = "$variable attr-dict `:` type($value)";
}

def Weir_AssignOp : Op<Weir_Dialect, "assign", [StaysBehindLaunch, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "the variable's value at the end of the job";
  let description = "At most one per variable and job, before the return.";
  let arguments = (ins FlatSymbolRefAttr:$variable, Weir_Tensor:$value);
  let assemblyFormat = "$variable `,` $value attr-dict `:` type($value)";
}

def Weir_GradientOp : Op<Weir_Dialect, "gradient", [Pure]> {
  let summary = "gradients of a scalar with respect to values it was computed from";
  let description = [{
    The one gradient primitive; SSA in and out, itself differentiable. A value that the loss does not depend on gets
    zeros.
    ```mlir
    %dw, %db = weir.gradient %loss wrt %w, %b
        : (tensor<f32>, tensor<64x10xf32>, tensor<10xf32>) -> (tensor<64x10xf32>, tensor<10xf32>)
    ```
  }];
  let arguments = (ins Weir_FloatTensor:$loss, Variadic<Weir_FloatTensor>:$wrt);
  let results = (outs Variadic<Weir_FloatTensor>:$gradients);
  let assemblyFormat = "$loss `wrt` $wrt attr-dict `:` functional-type(operands, $gradients)";
  let builders = [OpBuilder<(ins "::mlir::Value":$loss, "::mlir::ValueRange":$wrt)>];
  let hasVerifier = 1;
}

def Weir_CallOp : Op<Weir_Dialect, "call", [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "calls a function of the module; a repeated layer is written once";
  let arguments = (ins FlatSymbolRefAttr:$callee, Variadic<AnyType>:$inputs);
  let results = (outs Variadic<AnyType>:$outputs);
  let assemblyFormat = "$callee `(` $inputs `)` attr-dict `:` functional-type($inputs, $outputs)";
}

#endif
