// Checks of computed tensors, for programs that test themselves.
#ifndef WEIR_CHECK_OPS_TD
#define WEIR_CHECK_OPS_TD

include "mlir/IR/Interfaces.td"
include "mlir/IR/OpBase.td"

def Check_Dialect : Dialect {
  let name = "check";
  let cppNamespace = "::weir::check";
  let summary = "Expectations of programs that test themselves";
  let description = [{
    A test is a function without arguments whose inputs are constants and whose claims are ops of this dialect. The
    comparison is a plain function on host tensors (CompareTensors.h), so that every runner makes the same one: the
    interpreter where it meets the op, a runner of compiled code on the operands that it made results of the function.
  }];
  let usePropertiesForAttributes = 0;
}

def CheckInterface : OpInterface<"CheckInterface"> {
  let description = "An op that claims something of a tensor that a program computes.";
  let cppNamespace = "::weir::check";
  let methods = [
    InterfaceMethod<"The value under test.", "::mlir::Value", "getActual">,
    InterfaceMethod<"What it should be.", "::mlir::Value", "getExpected">,
    InterfaceMethod<"How far it may be from that.", "::weir::Tolerance", "getTolerance">,
  ];
}

class Check_Op<string mnemonic, Type type>
    : Op<Check_Dialect, mnemonic, [DeclareOpInterfaceMethods<CheckInterface, ["getTolerance"]>]> {
  let arguments = (ins type:$actual, type:$expected);
  let assemblyFormat = "$actual `,` $expected attr-dict `:` custom<CheckedTypes>(type($actual), type($expected))";
  let hasVerifier = 1;
}

def Check_ExpectEqOp : Check_Op<"expect_eq", RankedTensorOf<[AnyType]>> {
  let summary = "fails unless all elements are equal; NaN equals NaN, -0 and 0 differ";
  let description = [{
    Shapes have to be equal when the program runs; the type of `expected` is written where it isn't that of `actual`.
    ```mlir
    check.expect_eq %y, %expected : tensor<3xf32>
    check.expect_eq %y, %expected : tensor<?xf32>, tensor<3xf32>
    ```
  }];
}

def Check_ExpectCloseOp : Check_Op<"expect_close", RankedTensorOf<[AnyFloat]>> {
  let summary = "fails unless all elements are close; NaN is close to NaN, an infinity to itself, -0 to 0";
  let description = [{
    An element may be off by `atol + rtol * |expected| + ulps * (distance from |expected| to the next number)`. If none
    of the three is given, `ulps` is 4, for 16-bit floats 1. `length`, the number of terms of a sum, adds that many
    roundings of its accumulator (f32 for 16-bit floats) at the scale of the largest expected element.
    ```mlir
    check.expect_close %y, %expected {ulps = 2 : i64} : tensor<3xf32>
    check.expect_close %product, %expected {length = 64 : i64} : tensor<2x2xbf16>
    ```
  }];
  let arguments = (ins RankedTensorOf<[AnyFloat]>:$actual, RankedTensorOf<[AnyFloat]>:$expected,
                       OptionalAttr<F64Attr>:$atol, OptionalAttr<F64Attr>:$rtol, OptionalAttr<I64Attr>:$ulps,
                       OptionalAttr<I64Attr>:$length);
}

#endif
