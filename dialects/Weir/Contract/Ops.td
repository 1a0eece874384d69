// Contractions: sums of products.
#ifndef WEIR_CONTRACT_OPS_TD
#define WEIR_CONTRACT_OPS_TD

include "dialects/Weir/IR/Base.td"

def Weir_MatmulOp : Weir_InferredOp<"matmul", [Differentiable]> {
  let summary = "matrix product over the last two dimensions; leading dimensions agree";
  let description = [{
    `transpose_a` and `transpose_b` say that the operand's last two dimensions are swapped. Products are summed in the
    type `accumulator`; the result has the operands' dtype, or `out`. With `allow_tf32` a target may round factors of
    f32 to the ten bits of tf32, where it multiplies those faster.
  }];
  let arguments = (ins Weir_Tensor:$a, Weir_Tensor:$b, UnitAttr:$transpose_a, UnitAttr:$transpose_b,
                       OptionalAttr<Weir_DTypeAttr>:$accumulator, OptionalAttr<Weir_DTypeAttr>:$out,
                       UnitAttr:$allow_tf32);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$a `,` $b attr-dict `:` functional-type(operands, results)";
  let precision = "Allow";
  let flops = 2;
  let hasCanonicalizer = 1;
  let python = "matmul(a, b, transpose_a=False, transpose_b=False)";
  let pythonMethods = ["matmul", "__matmul__"];
  let extraClassDeclaration = [{
    /// The type that products are summed in: the attribute, or f32 for narrower floats, or the operands' own.
    ::mlir::Type getAccumulatorType();
  }];
}

def Weir_EinsumOp : Weir_CompositeOp<"einsum"> {
  let summary = "sums of products in Einstein's notation, as \"bij,bjk->bik\"";
  let description = [{
    Each letter of `equation` is a dimension, equal letters are equal positions, and the result sums over those that it
    lacks. `...` is any number of dimensions. Dimensions of size 1 broadcast. Without `->` the result has the dimensions
    of `...` and, in alphabetical order, the letters that stand once. Several operands are multiplied from left to
    right, as products of matrices.
  }];
  let arguments = (ins Variadic<Weir_Tensor>:$factors, StrAttr:$equation);
  let results = (outs Weir_Tensor:$y);
  let computesWide = 0;
  let samples = ["(n[i, j], n[j, k]) {equation = 'ij,jk->ki'}", "(n[i, i]) {equation = 'ii'}",
                 "(n[i, j], n[k, j], n[j]) {equation = 'ij,...j,j->...'}"];
  let inference = "::weir::inferEinsum(operands, attributes)";
  let decomposition = "::weir::einsum(*this, builder)";
  let precision = "Allow";
  let unsplittable = "it is decomposed before values are split";
  let pythonPromotion = "common";
}

def Weir_CrossOp : Weir_CompositeOp<"cross"> {
  let summary = "the cross products of vectors of three numbers along `dim`";
  let operands = (ins Weir_Tensor:$input, Weir_Tensor:$other);
  let attributes = (ins Weir_DimAttr:$dim);
  let results = (outs Weir_Tensor:$y);
  let samples = ["(n[3, ...], n[3, ...]) {dim = 0}", "(n[n, 3], n[n, 3]) {dim = 1}"];
  let inference = "::weir::inferCross(operands, attributes)";
  let decomposition = "::weir::crossProduct(input, other, getDim())";
  let unsplittable = "it is decomposed before values are split";
  let pythonPromotion = "common";
}

class Weir_ChainOp<string mnemonic> : Weir_CompositeOp<mnemonic> {
  let results = (outs Weir_Tensor:$y);
  let computesWide = 0;
  let precision = "Allow";
  let unsplittable = "it is decomposed before values are split";
}

def Weir_MultiDotOp : Weir_ChainOp<"multi_dot"> {
  let summary = "the product of two or more matrices in the order that takes the fewest multiplications";
  let description = "From left to right where a size is unknown.";
  let arguments = (ins Variadic<Weir_Tensor>:$matrices);
  let samples = ["(n[i, j], n[j, k])", "(n[i, j], n[j, k], n[k, l])"];
  let inference = "::weir::inferMultiDot(operands)";
  let decomposition = "::weir::multiDot(*this, builder)";
  let pythonPromotion = "common";
}

def Weir_MatrixPowerOp : Weir_ChainOp<"matrix_power"> {
  let summary = "square matrices in the last two dimensions, multiplied n times by repeated squares";
  let operands = (ins Weir_Tensor:$input);
  let attributes = (ins I64Attr:$n);
  let samples = ["(n[..., m, m]) {n = 0..5}"];
  let inference = "::weir::inferMatrixPower(operands[0], attributes)";
  let decomposition = "::weir::matrixPower(input, getN())";
}

def Weir_BilinearOp : Weir_ChainOp<"bilinear"> {
  let summary = "input1 W[o] input2 + bias[o] for each o, of vectors along the last dimensions";
  let description = "input1 is (*, in1), input2 (*, in2), weight (out, in1, in2), bias (out,), the result (*, out).";
  let operands = (ins Weir_Tensor:$input1, Weir_Tensor:$input2, Weir_Tensor:$weight);
  let optionals = (ins Weir_Tensor:$bias);
  let samples = ["(n[..., i], n[..., j], n[o, i, j], n[o]?)"];
  let inference = "::weir::inferBilinear(operands, attributes)";
  let decomposition = "::weir::bilinear(input1, input2, weight, bias)";
  let pythonPromotion = "common";
}

#endif
