// What operands of an op must be for a defined result: entries of the field `domain` of its record. Docs show them in
// words, and python/gen/domains.py makes them a table that generators of test data read.
#ifndef WEIR_IR_DOMAIN_TD
#define WEIR_IR_DOMAIN_TD

/// What operand number `operand` must be. `cpp` are the fields of an OperandDomain (lib/Verify/OperandDomains.h),
/// `before` and `after` what a reader sees around the operand's name, and behind them the name of operand number
/// `table`, if there is one, and `end`.
class OperandDomain<int number, string fields, string wordsBefore, string wordsAfter> {
  int operand = number;
  string cpp = "{.operand = " # number # fields # "}";
  string before = wordsBefore;
  string after = wordsAfter;
  int table = -1;
  string end = "";
}

class Above<int operand, string least>
    : OperandDomain<operand, ", .least = " # least # ", .leastIsOutside = true", "", " > " # least>;
class AtLeast<int operand, string least> : OperandDomain<operand, ", .least = " # least, "", " >= " # least>;
class Within<int operand, string least, string most>
    : OperandDomain<operand, ", .least = " # least # ", .most = " # most, least # " <= ", " <= " # most>;
class Between<int operand, string least, string most>
    : OperandDomain<operand, ", .least = " # least # ", .most = " # most
                    # ", .leastIsOutside = true, .mostIsOutside = true", least # " < ", " < " # most>;
/// From `least` up to, but without, `most`.
class UpTo<int operand, string least, string most>
    : OperandDomain<operand, ", .least = " # least # ", .most = " # most # ", .mostIsOutside = true", least # " <= ",
                    " < " # most>;
class NonZero<int operand> : OperandDomain<operand, ", .nonZero = true", "", " != 0">;
/// What is outside of another operand may be left out or multiplied by it.
class Finite<int operand> : OperandDomain<operand, ", .isFinite = true", "", " is finite">;
/// An index into operand `of` along the dimension that attribute `dim` says.
class IndexInto<int operand, int of, string dim>
    : OperandDomain<operand, ", .table = " # of # ", .tableDimAttr = \"" # dim # "\"", "0 <= ", " < size of "> {
  let table = of;
  let end = " in " # dim;
}
/// An index into operand `of` along its dimension `dim`, of which -1 is the last.
class IndexIntoDim<int operand, int of, int dim>
    : OperandDomain<operand, ", .table = " # of # ", .tableDim = " # dim, "0 <= ", " < size of "> {
  let table = of;
  let end = !if(!eq(dim, -1), " in its last dimension", " in dimension " # dim);
}

#endif
