// Functions and casts that no target should have to call a library for.
#ifndef WEIR_PASSES_EXPANDMATH_TD
#define WEIR_PASSES_EXPANDMATH_TD

include "mlir/Pass/PassBase.td"

def ExpandMathPass : Pass<"weir-expand-math"> {
  let summary = "Replaces functions of the math dialect by arith ops and fused multiply-adds.";
  let description = [{
    These are math.acos, math.asin, math.atan, math.cos, math.erf, math.exp, math.exp2, math.expm1, math.log,
    math.log10, math.log1p, math.log2, math.powf, math.sin and math.tanh, and arith.remf, which becomes a loop.
    f32 and f64, scalars and vectors, are expanded in place; f16 and bf16 go through f32, as does their math.sqrt.
    math.sqrt of f32 and f64 stays: it is one correctly rounded instruction on every target. What is left of the math
    dialect is fma, absf, sqrt and trunc, one instruction each.

    ```mlir
    %y = math.exp %x : vector<16xf32>
    ```
    becomes, with %n the integer next to x / ln(2) and %r = x - n ln(2),
    ```mlir
    %q = math.fma %c6, %r, %c5 : vector<16xf32>
    ...
    %p = math.fma %q5, %r, %c0 : vector<16xf32>
    %h = arith.mulf %p, %first : vector<16xf32>   // 2^floor(n/2)
    %y = arith.mulf %h, %second : vector<16xf32>  // 2^ceil(n/2)
    ```
    A quotient a / (1 + exp(x)) of ops that may be contracted becomes one function: exp(x) would overflow before the
    quotient is 0. Infinities, NaNs, zeros and denormals are those of C99. The new ops carry no fast-math flags, because
    the expansions rely on the rounding of each operation.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def ExpandCastsPass : Pass<"weir-expand-casts"> {
  let summary = "Replaces casts of bf16, and of f64 to f16, by integer arithmetic and casts that are instructions.";
  let description = [{
    f32 to bf16 rounds to nearest even on the bit pattern, bf16 to f32 is a shift. f64 and wide integers are first
    rounded to the odd one of their two neighbours in f32, so that the second rounding gives what a single one would.
    Casts between f16 and f32 stay, without flags: a rounding is never left out.

    ```mlir
    %y = arith.extf %x : vector<8xbf16> to vector<8xf32>
    ```
    becomes
    ```mlir
    %0 = arith.bitcast %x : vector<8xbf16> to vector<8xi16>
    %1 = arith.extui %0 : vector<8xi16> to vector<8xi32>
    %2 = arith.shli %1, %c16 : vector<8xi32>
    %y = arith.bitcast %2 : vector<8xi32> to vector<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

#endif
