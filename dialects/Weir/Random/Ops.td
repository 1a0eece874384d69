// Random numbers, defined by position so that no split, fusion or target changes them.
#ifndef WEIR_RANDOM_OPS_TD
#define WEIR_RANDOM_OPS_TD

include "dialects/Weir/IR/Base.td"

def Weir_RandomBitsOp : Weir_TensorOp<"random_bits", [ResultSized]> {
  let summary = "32 random bits per element, from seed, ordinal, step and the element's row-major index";
  let description = [{
    `bits(i) = philox4x32-10(key = seed, counter = (lo, hi of i div 4, ordinal, step))[i mod 4]`, i the row-major index
    in the whole tensor, `ordinal` the op's number in trace order. The low 32 bits of `step` count.
  }];
  let arguments = (ins Weir_I64Tensor:$step, Weir_Sizes:$sizes, I64Attr:$seed, I64Attr:$ordinal);
  let results = (outs Weir_Tensor:$bits);
  let assemblyFormat = "$step (`sizes` `(` $sizes^ `)`)? attr-dict `:` type($step) `->` type($bits)";
  let notDifferentiable = "its result is integer";
  let flops = 40;
}

#endif
