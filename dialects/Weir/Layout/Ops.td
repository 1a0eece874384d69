// The order of elements that a target's kernels read fastest. Only the stage `layout` makes these ops.
#ifndef WEIR_LAYOUT_OPS_TD
#define WEIR_LAYOUT_OPS_TD

include "dialects/Weir/IR/Base.td"

def Weir_PackOp : Weir_InferredOp<"pack", [MadeByLayout]> {
  let summary = "a matrix cut into panels of `panel` columns, whose rows hold `group` rows of the matrix";
  let description = [{
    `y[p, k, group * j + g] = x[group * k + g, panel * p + j]`, and 0 where x has no such element: in a row of a panel
    the `group` elements of each column stand side by side, as instructions read them that sum products of neighbours.
    ```mlir
    %y = weir.pack %x {panel = 64 : i64} : (tensor<768x100xf32>) -> tensor<2x768x64xf32>
    %z = weir.pack %x {group = 2 : i64, panel = 64 : i64} : (tensor<768x100xbf16>) -> tensor<2x384x128xbf16>
    ```
  }];
  let arguments = (ins Weir_Tensor:$x, I64Attr:$panel, DefaultValuedOptionalAttr<I64Attr, "1">:$group);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
  let flops = 0;
  let notDifferentiable = "layouts are chosen after gradients are built";
}

def Weir_MatmulPackedOp : Weir_InferredOp<"matmul_packed", [MadeByLayout]> {
  let summary = "matrix product whose second operand is packed";
  let description = [{
    `a` times the matrix of `columns` columns that weir.pack with the same `panel` and `group` made `packed` of. Packed
    in groups, the matrix may have more rows than `a` has columns: they are not used. The other attributes are those of
    weir.matmul.
    ```mlir
    %y = weir.matmul_packed %a, %packed {columns = 100 : i64, panel = 64 : i64}
        : (tensor<?x768xf32>, tensor<2x768x64xf32>) -> tensor<?x100xf32>
    ```
  }];
  let arguments = (ins Weir_Tensor:$a, Weir_Tensor:$packed, I64Attr:$columns, I64Attr:$panel,
                       DefaultValuedOptionalAttr<I64Attr, "1">:$group, UnitAttr:$transpose_a,
                       OptionalAttr<Weir_DTypeAttr>:$accumulator, OptionalAttr<Weir_DTypeAttr>:$out);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$a `,` $packed attr-dict `:` functional-type(operands, results)";
  let precision = "Allow";
  let flops = 2;
  let notDifferentiable = "layouts are chosen after gradients are built";
  let extraClassDeclaration = [{
    /// The type that products are summed in: the attribute, or f32 for narrower floats, or the operands' own.
    ::mlir::Type getAccumulatorType();
  }];
}

def Weir_ConvPackedOp : Weir_InferredOp<"conv_packed", [SumsOverWindows, MadeByLayout]> {
  let summary = "convolution of an image with channels last whose kernel is packed";
  let description = [{
    weir.conv of [batch, spatial..., channels] with `channels` channels to `columns` of them. Element [o, c, k] of the
    kernel, whose spatial sizes are `window`, is element [o / panel, number, o mod panel] of `packed`, where `number` is
    that of [c / block, k, c mod block] in row-major order; elements of `packed` for other o are not used. The other
    attributes are those of weir.conv.
    ```mlir
    %y = weir.conv_packed %x, %packed {block = 16 : i64, channels = 64 : i64, columns = 64 : i64, panel = 32 : i64,
                                       window = array<i64: 3, 3>, strides = array<i64: 1, 1>,
                                       padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>,
                                       dilations = array<i64: 1, 1>}
        : (tensor<8x56x56x64xf32>, tensor<2x576x32xf32>) -> tensor<8x56x56x64xf32>
    ```
  }];
  let arguments = (ins Weir_Tensor:$x, Weir_Tensor:$packed, I64Attr:$columns, I64Attr:$channels, I64Attr:$panel,
                       I64Attr:$block, DenseI64ArrayAttr:$window, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$padding_low, DenseI64ArrayAttr:$padding_high, DenseI64ArrayAttr:$dilations,
                       OptionalAttr<Weir_DTypeAttr>:$accumulator, OptionalAttr<Weir_DTypeAttr>:$out);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x `,` $packed attr-dict `:` functional-type(operands, results)";
  let precision = "Allow";
  let flops = 2;
  let domain = [Finite<1>]; // what is outside of x may be left out or multiplied by
  let notDifferentiable = "layouts are chosen after gradients are built";
  let extraClassDeclaration = [{
    /// The type that products are summed in: the attribute, or f32 for narrower floats, or the operands' own.
    ::mlir::Type getAccumulatorType();
    ::mlir::Value buildSize(::mlir::OpBuilder &builder, unsigned result, int64_t dim, ::weir::SizeOfFn sizeOf);
  }];
}

def Weir_ConvWinogradOp : Weir_InferredOp<"conv_winograd", [SumsOverWindows, MadeByLayout]> {
  let summary = "convolution by 3 x 3 windows in steps of 1, whose kernel is transformed and packed";
  let description = [{
    weir.conv of [batch, h, w, channels] to `columns` channels, two by two windows at a time: Winograd's
    F(2 x 2, 3 x 3). With the matrices
    ```
        | 1  0 -1  0 |       |  1   0   0  |
    B = | 0  1  1  0 |   G = | 1/2 1/2 1/2 |   A = | 1  1  1  0 |
        | 0 -1  1  0 |       | 1/2-1/2 1/2 |       | 0  1 -1 -1 |
        | 0  1  0 -1 |       |  0   0   1  |
    ```
    the windows of the tile (t, u) are A (sum over c of U[c, o] * (B d[c] B^T)) A^T, where d has the four by four
    elements of x from (2 t - low, 2 u - low) on, 0 outside of x, and U[c, o] is G k G^T for the kernel's element
    k = [o, c]. Term [q, r] of U[c, o] is element [o / panel, (4 q + r) channels + c, o mod panel] of `packed`;
    elements of `packed` for other o are not used. An element of x that is infinite or NaN makes windows of its tiles
    NaN that don't read it.
    ```mlir
    %y = weir.conv_winograd %x, %packed {channels = 64 : i64, columns = 64 : i64, panel = 32 : i64,
                                         padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>}
        : (tensor<8x56x56x64xf32>, tensor<2x1024x32xf32>) -> tensor<8x56x56x64xf32>
    ```
  }];
  let arguments = (ins Weir_Tensor:$x, Weir_Tensor:$packed, I64Attr:$columns, I64Attr:$channels, I64Attr:$panel,
                       DenseI64ArrayAttr:$padding_low, DenseI64ArrayAttr:$padding_high);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x `,` $packed attr-dict `:` functional-type(operands, results)";
  let flops = 8; // 16 products for the four windows of a tile
  let domain = [Finite<0>, Finite<1>];
  let notDifferentiable = "layouts are chosen after gradients are built";
  let extraClassDeclaration = [{
    ::mlir::Value buildSize(::mlir::OpBuilder &builder, unsigned result, int64_t dim, ::weir::SizeOfFn sizeOf);
  }];
}

def Weir_WriteSliceOp : Weir_InferredOp<"write_slice", [MadeByLayout, WritesInto]> {
  let summary = "input with src in place of the elements at `starts[d] + i * steps[d]` in each dimension d";
  let description = [{
    What weir.slice_scatter says, as a write: in the place of input nothing but the elements of src is touched, so that
    a token written to a cache costs a token. Where sizes are not known, elements that would be behind the end of input
    are left out.
    ```mlir
    %y = weir.write_slice %input, %src {starts = array<i64: 0, 512>, steps = array<i64: 1, 1>}
        : (tensor<12x1024xf32>, tensor<12x1xf32>) -> tensor<12x1024xf32>
    ```
  }];
  let arguments = (ins Weir_Tensor:$input, Weir_Tensor:$src, DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$steps);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$input `,` $src attr-dict `:` functional-type(operands, results)";
  let flops = 0;
  let notDifferentiable = "layouts are chosen after gradients are built";
}

#endif
