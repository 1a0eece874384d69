// Ops that only say where elements are, constants, and sizes.
#ifndef WEIR_SHAPE_OPS_TD
#define WEIR_SHAPE_OPS_TD

include "dialects/Weir/IR/Base.td"

class Weir_ResultSizedOp<string mnemonic, list<Trait> traits = []>
    : Weir_TensorOp<mnemonic, !listconcat([ResultSized, AttrSizedOperandSegments], traits)>;

def Weir_BroadcastOp : Weir_TensorOp<"broadcast", [ResultSized, Differentiable]> {
  let summary = "repeats x along new dimensions; dimension i of x becomes dimension `dims[i]` of the result";
  let isView = 1;
  let description = [{
    ```mlir
    %y = weir.broadcast %bias sizes(%n) {dims = array<i64: 1>} : tensor<4xf32> -> tensor<?x4xf32>
    ```
  }];
  let arguments = (ins Weir_Tensor:$x, Weir_Sizes:$sizes, DenseI64ArrayAttr:$dims);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($x) `->` type($y)";
  let flops = 0;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Weir_ReshapeOp : Weir_TensorOp<"reshape", [ResultSized, StaysBehindLaunch, Differentiable]> {
  let summary = "the same elements in row-major order under another shape";
  let isView = 1;
  let arguments = (ins Weir_Tensor:$x, Weir_Sizes:$sizes);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($x) `->` type($y)";
  let flops = 0;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Weir_TransposeOp : Weir_InferredOp<"transpose", [Differentiable]> {
  let summary = "dimension i of the result is dimension `permutation[i]` of x";
  let isView = 1;
  let arguments = (ins Weir_Tensor:$x, Weir_DimsAttr:$permutation);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
  let flops = 0;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let samples = ["(t[...]) {permutation = order}"];
  let python = "permute(x, dims)";
  let pythonMethods = ["permute"];
}

def Weir_SliceOp : Weir_TensorOp<"slice", [ResultSized, Differentiable]> {
  let summary = "the elements of x at `starts[d] + i * steps[d]` in each dimension d, as many as the result has";
  let isView = 1;
  let description = [{
    Positions outside x are an error; steps are at least 1.

    ```mlir
    %odd = weir.slice %x {starts = array<i64: 1>, steps = array<i64: 2>} : tensor<7xf32> -> tensor<3xf32>
    ```
  }];
  let arguments = (ins Weir_Tensor:$x, Weir_Sizes:$sizes, DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$steps);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($x) `->` type($y)";
  let flops = 0;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Weir_PadOp : Weir_TensorOp<"pad", [ResultSized, Differentiable]> {
  let summary = "element i of x at `starts[d] + i * steps[d]` in each dimension d of the result, elsewhere `value`";
  let description = [{
    Elements whose positions lie outside the result are left out; steps are at least 1. So a start below 0 cuts off the
    first elements.

    ```mlir
    %around = weir.pad %x {starts = array<i64: 1>, steps = array<i64: 1>, value = 0.0 : f64}
        : tensor<3xf32> -> tensor<5xf32>
    ```
  }];
  let arguments = (ins Weir_Tensor:$x, Weir_Sizes:$sizes, DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$steps,
                       F64Attr:$value);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($x) `->` type($y)";
  let flops = 0;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Weir_FlipOp : Weir_InferredOp<"flip", [Differentiable]> {
  let summary = "x with the elements along `dims` in reverse order";
  let arguments = (ins Weir_Tensor:$x, Weir_DimsAttr:$dims);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
  let flops = 0;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let extraClassDeclaration = [{
    ::mlir::Value buildSize(::mlir::OpBuilder &builder, unsigned result, int64_t dim, ::weir::SizeOfFn sizeOf);
  }];
  let python = "flip(x, dims)";
}

def Weir_ConcatOp : Weir_InferredOp<"concat", [Differentiable]> {
  let summary = "the elements of lhs along `dim`, and those of rhs behind them";
  let description = [{
    More than two are concatenated by several of these; they are one kernel.

    ```mlir
    %y = weir.concat %a, %b {dim = 1 : i64} : (tensor<3x2xf32>, tensor<3x4xf32>) -> tensor<3x6xf32>
    ```
  }];
  let arguments = (ins Weir_Tensor:$lhs, Weir_Tensor:$rhs, Weir_DimAttr:$dim);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(t[n, ...], t[m, ...]) {dim = 0}", "(t[k, n, ...], t[k, m, ...]) {dim = 1}",
                 "(t[k, l, n, ...], t[k, l, m, ...]) {dim = 2}"];
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
  let flops = 0;
  let hasFolder = 1;
  let extraClassDeclaration = [{
    ::mlir::Value buildSize(::mlir::OpBuilder &builder, unsigned result, int64_t dim, ::weir::SizeOfFn sizeOf);
  }];
}

def Weir_ConstantOp : Weir_TensorOp<"constant", [ResultSized, StaysBehindLaunch]> {
  let summary = "a tensor of given elements; a `?` dimension needs a splat";
  let arguments = (ins ElementsAttr:$value, Weir_Sizes:$sizes);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$value (`sizes` `(` $sizes^ `)`)? attr-dict `->` type($y)";
  let flops = 0;
  let notDifferentiable = "it has no operands";
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

def Weir_IotaOp : Weir_TensorOp<"iota", [ResultSized]> {
  let summary = "the numbers from 0: y[i] = i";
  let description = [{
    ```mlir
    %y = weir.iota sizes(%n) -> tensor<?xi64>
    ```
  }];
  let arguments = (ins Weir_Sizes:$sizes);
  let results = (outs Weir_I64Tensor:$y);
  let assemblyFormat = "(`sizes` `(` $sizes^ `)`)? attr-dict `->` type($y)";
  let flops = 0;
  let notDifferentiable = "it has no operands";
}

def Weir_DimOp : Op<Weir_Dialect, "dim", [Pure, StaysBehindLaunch]> {
  let summary = "the size of one dimension, as a host scalar";
  let arguments = (ins Weir_Tensor:$x, Weir_DimAttr:$dim);
  let results = (outs Index:$size);
  let assemblyFormat = "$x `,` $dim attr-dict `:` type($x)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

#endif
