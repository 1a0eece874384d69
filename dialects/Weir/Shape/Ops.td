// Ops that only say where elements are, constants, and sizes.
#ifndef WEIR_SHAPE_OPS_TD
#define WEIR_SHAPE_OPS_TD

include "dialects/Weir/IR/Base.td"

class Weir_ResultSizedOp<string mnemonic, list<Trait> traits = []>
    : Weir_TensorOp<mnemonic, !listconcat([ResultSized, AttrSizedOperandSegments], traits)>;

def Weir_BroadcastOp : Weir_TensorOp<"broadcast", [ResultSized, Differentiable]> {
  let summary = "repeats x along new dimensions; dimension i of x becomes dimension `dims[i]` of the result";
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

def Weir_ReshapeOp : Weir_TensorOp<"reshape", [ResultSized, Differentiable]> {
  let summary = "the same elements in row-major order under another shape";
  let arguments = (ins Weir_Tensor:$x, Weir_Sizes:$sizes);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($x) `->` type($y)";
  let flops = 0;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def Weir_TransposeOp : Weir_InferredOp<"transpose", [Differentiable]> {
  let summary = "dimension i of the result is dimension `permutation[i]` of x";
  let arguments = (ins Weir_Tensor:$x, DenseI64ArrayAttr:$permutation);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
  let flops = 0;
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let python = "permute(x, dims)";
  let pythonMethods = ["permute"];
}

def Weir_ConstantOp : Weir_TensorOp<"constant", [ResultSized]> {
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

def Weir_DimOp : Op<Weir_Dialect, "dim", [Pure]> {
  let summary = "the size of one dimension, as a host scalar";
  let arguments = (ins Weir_Tensor:$x, I64Attr:$dim);
  let results = (outs Index:$size);
  let assemblyFormat = "$x `,` $dim attr-dict `:` type($x)";
  let hasFolder = 1;
  let hasCanonicalizer = 1;
  let hasVerifier = 1;
}

#endif
