// Ops that read windows of their operands: convolutions and pooling.
#ifndef WEIR_WINDOW_OPS_TD
#define WEIR_WINDOW_OPS_TD

include "dialects/Weir/IR/Base.td"

defvar imageDescription = [{
    An image has dimensions [batch, channels, spatial...], or [batch, spatial..., channels] with `channels_last`; a
    kernel [channels of y, channels of x, spatial...]. With `grouped`, a dimension of groups stands before the channels
    of each: images are [batch, groups, channels, spatial...] or [batch, spatial..., groups, channels], kernels [groups,
    channels of y, channels of x, spatial...], and channels of one group see that group alone. With
    `kernel_channels_last` a kernel has its spatial dimensions in front of all others. `strides`, `padding_low`,
    `padding_high` and `dilations` have one number for each spatial dimension. Products are summed in the type
    `accumulator`; the result has the operands' dtype, or `out`.
}];

class Weir_ConvOpBase<string mnemonic, list<Trait> traits>
    : Weir_TensorOp<mnemonic, !listconcat(traits, [SumsOverWindows, Differentiable])> {
  dag geometry = (ins DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$padding_low, DenseI64ArrayAttr:$padding_high,
                      DenseI64ArrayAttr:$dilations, UnitAttr:$grouped, UnitAttr:$channels_last,
                      UnitAttr:$kernel_channels_last, OptionalAttr<Weir_DTypeAttr>:$accumulator,
                      OptionalAttr<Weir_DTypeAttr>:$out);
  let results = (outs Weir_Tensor:$y);
  let precision = "Allow";
  let flops = 2;
  // What is outside of images may be left out or multiplied by, and neighbouring windows be summed in common, as
  // Winograd's are: an infinity would be subtracted from itself.
  let domain = [Finite<0>, Finite<1>];
  string accumulatorDeclaration = [{
    /// The type that products are summed in: the attribute, or f32 for narrower floats, or the operands' own.
    ::mlir::Type getAccumulatorType();
  }];
}

def Weir_ConvOp : Weir_ConvOpBase<"conv", [DeclareOpInterfaceMethods<InferTypeOpInterface>]> {
  let summary = "convolution: sums of products of a kernel with windows of an image";
  let description = [{
    `y[n, o, i] = sum over c and k of x[n, c, i * stride + k * dilation - padding_low] * w[o, c, k]`, where x is 0
    outside. }] # imageDescription # [{
    ```mlir
    %y = weir.conv %x, %w {strides = array<i64: 2, 2>, padding_low = array<i64: 1, 1>, padding_high = array<i64: 1, 1>,
                           dilations = array<i64: 1, 1>}
        : (tensor<8x3x224x224xf32>, tensor<64x3x3x3xf32>) -> tensor<8x64x112x112xf32>
    ```
  }];
  let arguments = !con((ins Weir_Tensor:$x, Weir_Tensor:$w), geometry);
  let assemblyFormat = "$x `,` $w attr-dict `:` functional-type(operands, results)";
  let extraClassDeclaration = accumulatorDeclaration # [{
    ::mlir::Value buildSize(::mlir::OpBuilder &builder, unsigned result, int64_t dim, ::weir::SizeOfFn sizeOf);
  }];
  let inferenceDefinition = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, ::std::optional<::mlir::Location> location, ::mlir::ValueRange operands,
        ::mlir::DictionaryAttr attributes, ::mlir::OpaqueProperties, ::mlir::RegionRange,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::weir::inferReturnTypes(&$cppClass::inferResults, context, location, operands, attributes, types);
    }
  }];
}

def Weir_ConvTransposeOp : Weir_ConvOpBase<"conv_transpose", [ResultSized]> {
  let summary = "transposed convolution: the gradient of weir.conv with respect to its image";
  let description = [{
    `y[n, c, i * stride + k * dilation - padding_low] += x[n, o, i] * w[o, c, k]`: each element of x puts the kernel
    into y of a size that weir.conv takes to x's. A kernel's channels of y are x's here. }] # imageDescription;
  let arguments = !con((ins Weir_Tensor:$x, Weir_Tensor:$w, Weir_Sizes:$sizes), geometry);
  let assemblyFormat = "$x `,` $w (`sizes` `(` $sizes^ `)`)? attr-dict `:` `(` type($x) `,` type($w) `)` `->` type($y)";
  let extraClassDeclaration = accumulatorDeclaration;
}

def Weir_ConvKernelGradientOp : Weir_ConvOpBase<"conv_kernel_gradient", [ResultSized]> {
  let summary = "the gradient of weir.conv with respect to its kernel";
  let description = [{
    `dw[o, c, k] = sum over n and i of x[n, c, i * stride + k * dilation - padding_low] * dy[n, o, i]`. The result's
    size is the kernel's. }] # imageDescription;
  let arguments = !con((ins Weir_Tensor:$x, Weir_Tensor:$dy, Weir_Sizes:$sizes), geometry);
  let assemblyFormat =
      "$x `,` $dy (`sizes` `(` $sizes^ `)`)? attr-dict `:` `(` type($x) `,` type($dy) `)` `->` type($y)";
  let extraClassDeclaration = accumulatorDeclaration;
}

defvar windowDescription = [{
    The attributes have one number for each dimension of x; a dimension without windows has window and stride 1.
}];

defvar windowGeometry = (ins DenseI64ArrayAttr:$window, DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$padding_low,
                             DenseI64ArrayAttr:$padding_high, DenseI64ArrayAttr:$dilations);

class Weir_WindowOp<string mnemonic, list<Trait> traits = []>
    : Weir_InferredOp<mnemonic, !listconcat([OverWindows], traits)> {
  dag geometry = windowGeometry;
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
  let extraClassDeclaration = [{
    ::mlir::Value buildSize(::mlir::OpBuilder &builder, unsigned result, int64_t dim, ::weir::SizeOfFn sizeOf);
  }];
}

def Weir_WindowSumOp : Weir_WindowOp<"window_sum", [Differentiable]> {
  let summary = "sums over windows";
  let description = [{
    `y[i] = sum over k of x[i * stride + k * dilation - padding_low]`, where x is 0 outside. Sums of floats narrower
    than f32 are formed in f32. }] # windowDescription;
  let arguments = !con((ins Weir_Tensor:$x), geometry);
  let results = (outs Weir_Tensor:$y);
  let precision = "Deny";
}

def Weir_WindowMaxOp : Weir_WindowOp<"window_max", [Differentiable]> {
  let summary = "maxima over windows; NaN if any is NaN";
  let description = [{
    `y[i] = max over k of x[i * stride + k * dilation - padding_low]`, over those inside x; the maximum of nothing is
    -inf, or the smallest integer. The first of equal maxima gets the gradient. }] # windowDescription;
  let arguments = !con((ins Weir_Tensor:$x), geometry);
  let results = (outs Weir_Tensor:$y);
}

def Weir_WindowIndexOp : Weir_WindowOp<"window_index"> {
  let summary = "where in its window an element stands first: the row-major number of k";
  let description = [{
    `index[i]` is the least number of k for which x[i * stride + k * dilation - padding_low] is inside x and equals
    y[i], or both are NaN; the number of elements of a window if there is none. }] # windowDescription;
  let arguments = !con((ins Weir_Tensor:$x, Weir_Tensor:$y), geometry);
  let results = (outs Weir_I64Tensor:$index);
  let notDifferentiable = "its result is integer";
}

def Weir_WindowPickOp : Weir_WindowOp<"window_pick", [Differentiable]> {
  let summary = "one element of each window";
  let description = [{
    `y[i] = x[i * stride + k * dilation - padding_low]` for the k with the row-major number `index[i]`; 0 where that is
    outside x. }] # windowDescription;
  let arguments = !con((ins Weir_Tensor:$x, Weir_I64Tensor:$index), geometry);
  let results = (outs Weir_Tensor:$y);
}

class Weir_WindowSpreadOpBase<string mnemonic> : Weir_TensorOp<mnemonic, [OverWindows, ResultSized, Differentiable]> {
  dag geometry = windowGeometry;
  let results = (outs Weir_Tensor:$y);
  let precision = "Deny";
}

def Weir_WindowSpreadOp : Weir_WindowSpreadOpBase<"window_spread"> {
  let summary = "each element added to all of its window: the gradient of weir.window_sum";
  let description = [{
    `y[i * stride + k * dilation - padding_low] += x[i]` for all k. What falls outside y is dropped. }]
    # windowDescription;
  let arguments = !con((ins Weir_Tensor:$x, Weir_Sizes:$sizes), geometry);
  let assemblyFormat = "$x (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($x) `->` type($y)";
}

def Weir_WindowSpreadToOp : Weir_WindowSpreadOpBase<"window_spread_to"> {
  let summary = "each element added to one element of its window: the gradient of weir.window_max";
  let description = [{
    `y[i * stride + k * dilation - padding_low] += x[i]` for the k with the row-major number `index[i]`. What falls
    outside y is dropped. }] # windowDescription;
  let arguments = !con((ins Weir_Tensor:$x, Weir_I64Tensor:$index, Weir_Sizes:$sizes), geometry);
  let assemblyFormat =
      "$x `,` $index (`sizes` `(` $sizes^ `)`)? attr-dict `:` `(` type($x) `,` type($index) `)` `->` type($y)";
}

#endif
