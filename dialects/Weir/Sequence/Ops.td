// Ops along one dimension in which each element depends on all others: cumulative ones and sorting.
#ifndef WEIR_SEQUENCE_OPS_TD
#define WEIR_SEQUENCE_OPS_TD

include "dialects/Weir/IR/Base.td"

class Weir_SequenceOp<string mnemonic, list<Trait> traits> : Weir_InferredOp<mnemonic, traits> {
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
  let factorDefinitions = [{
    ::weir::Result<::weir::IterationRule> $cppClass::iterationRule(
        const ::weir::Metas &operands, const ::weir::Metas &results, const ::weir::Attributes &attributes) {
      ::weir::IterationRule rule =
          ::weir::ruleAlong({attributes.get<int64_t>("dim")}, /*isReduced=*/false, operands, results);
      rule.linearGroups = }] # linearGroups # [{;
      return rule;
    }
  }];
}

class Weir_CumulativeOp<string mnemonic, string by> : Weir_SequenceOp<mnemonic, [Differentiable]> {
  let combiner = by;
  let arguments = (ins Weir_Tensor:$x, Weir_DimAttr:$dim, UnitAttr:$reverse);
  let results = (outs Weir_Tensor:$y);
  let precision = "Deny";
  let pythonPromotion = "sum";
  let extraClassDeclaration = "static constexpr ::weir::Combiner combiner = ::weir::Combiner::" # by # ";";
}

def Weir_CumsumOp : Weir_CumulativeOp<"cumsum", "Sum"> {
  let summary = "sums of the elements up to each one along dimension `dim`; from each one on, if `reverse`";
  let description = "Floats are added in f64, and those of f64 with what rounding loses.";
  let linearGroups = "{{0}}";
}

def Weir_CumprodOp : Weir_CumulativeOp<"cumprod", "Prod"> {
  let summary = "products of the elements up to each one along dimension `dim`; from each one on, if `reverse`";
  let description = [{
    Floats are multiplied in f64. The gradient is right where elements are 0; as a function of x it is taken for
    constant there.
  }];
}

class Weir_CumulativeExtremeOp<string mnemonic, string by> : Weir_CumulativeOp<mnemonic, by> {
  let description = "NaN from the first one on. The gradient goes to the last element that equals what it stands for.";
  let samples = ["(n[n, ...]) {dim = 0}", "(n[k, n, ...]) {dim = 1, reverse}"];
  let precision = "Follow";
  let pythonPromotion = "";
}

def Weir_CumulativeMaxOp : Weir_CumulativeExtremeOp<"cumulative_max", "Max"> {
  let summary = "the largest of the elements up to each one along dimension `dim`; from each one on, if `reverse`";
}

def Weir_CumulativeMinOp : Weir_CumulativeExtremeOp<"cumulative_min", "Min"> {
  let summary = "the smallest of the elements up to each one along dimension `dim`; from each one on, if `reverse`";
}

def Weir_SortOp : Weir_SequenceOp<"sort", [Differentiable]> {
  let summary = "the elements along dimension `dim` in order, and where they stood";
  let description = [{
    Elements that are equal, 0 and -0 among them, keep their order. NaN is larger than any number. The gradient goes to
    where the elements stood.
  }];
  let arguments = (ins Weir_Tensor:$x, Weir_DimAttr:$dim, UnitAttr:$descending);
  let results = (outs Weir_Tensor:$values, Weir_I64Tensor:$indices);
  let python = "sort(x, dim=-1, descending=False)";
}

def Weir_SortFirstOp : Weir_InferredOp<"sort_first", [Differentiable]> {
  let summary = "the first `count` of what weir.sort gives along dimension `dim`";
  let description = "What is not among them is never put in order.";
  let arguments = (ins Weir_Tensor:$x, I64Attr:$count, Weir_DimAttr:$dim, UnitAttr:$descending);
  let results = (outs Weir_Tensor:$values, Weir_I64Tensor:$indices);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
  let samples = ["(n[n, ...]) {count = 1..n, dim = 0}", "(n[m, n, ...]) {count = 1..n, dim = 1}"];
  let factorDefinitions = [{
    ::weir::Result<::weir::IterationRule> $cppClass::iterationRule(
        const ::weir::Metas &operands, const ::weir::Metas &results, const ::weir::Attributes &attributes) {
      auto dim = attributes.get<int64_t>("dim");
      ::weir::IterationRule rule = ::weir::ruleAlong({dim}, /*isReduced=*/false, operands, results);
      int first = static_cast<int>(rule.factors.size());
      rule.factors.push_back({.name = "first", .size = results[0].shape[dim], .kind = ::weir::FactorKind::Whole});
      for (::weir::ValueMap &map : rule.results)
        map[dim] = {.terms = {{first}}};
      return rule;
    }
  }];
  let python = "";
}

// neighbours

class Weir_NeighboursOp<string mnemonic> : Weir_CompositeOp<mnemonic> {
  let results = (outs Weir_Tensor:$result);
  let unsplittable = "it is decomposed before values are split";
}

def Weir_DiffOp : Weir_NeighboursOp<"diff"> {
  let summary = "the differences of neighbours along `dim`, n times; of bools whether they differ";
  let description = "Sizes along `dim` are known. `prepend` and `append` are joined to input first.";
  let operands = (ins Weir_Tensor:$input);
  let optionals = (ins Weir_Tensor:$prepend, Weir_Tensor:$append);
  let attributes = (ins I64Attr:$n, Weir_DimAttr:$dim);
  let samples = ["(n[5, ...], n[1, ...]?, n[2, ...]?) {n = 0..6, dim = 0}", "(bool[n, 4]) {n = 1, dim = 1}"];
  let inference = "::weir::inferDiff(operands, attributes)";
  let decomposition = "::weir::differences(::weir::joinedAround(prepend, input, append, getDim()), getN(), getDim())";
  let pythonPromotion = "common";
}

class Weir_AreaOp<string mnemonic> : Weir_NeighboursOp<mnemonic> {
  let operands = (ins Weir_Tensor:$y);
  let optionals = (ins Weir_Tensor:$x);
  let attributes = (ins Weir_NumberAttr:$dx, Weir_DimAttr:$dim);
  let results = (outs Weir_FloatTensor:$result);
  let samples = ["(n[5, ...], n[5, ...]?) {dx = 0.5, dim = 0}"];
  let precision = "Deny";
}

def Weir_TrapezoidOp : Weir_AreaOp<"trapezoid"> {
  let summary = "the area below the line through points of heights y along `dim`, at places x or `dx` apart";
  let description = "The size along `dim` is known. Heights and places of integers are added as such.";
  let inference = "::weir::inferArea(operands, attributes, /*isCumulative=*/false)";
  let decomposition = "sum(::weir::areas(y, x, getDx(), getDim()), {getDim()})";
}

def Weir_CumulativeTrapezoidOp : Weir_AreaOp<"cumulative_trapezoid"> {
  let summary = "the areas of weir.trapezoid up to each point but the first";
  let inference = "::weir::inferArea(operands, attributes, /*isCumulative=*/true)";
  let decomposition = "::weir::accumulated(::weir::areas(y, x, getDx(), getDim()), getDim())";
}

#endif
