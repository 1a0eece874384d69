// Reads and writes at positions that another tensor holds.
#ifndef WEIR_INDEX_OPS_TD
#define WEIR_INDEX_OPS_TD

include "dialects/Weir/IR/Base.td"

def Weir_GatherOp : Weir_InferredOp<"gather", [Differentiable]> {
  let summary = "y[.., i, ..] = x[.., index[.., i, ..], ..] along dimension `dim`";
  let description = "x and index agree in all dimensions but `dim`. An index outside [0, size) fails at run time.";
  let arguments = (ins Weir_Tensor:$x, Weir_I64Tensor:$index, Weir_DimAttr:$dim);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x `,` $index attr-dict `:` functional-type(operands, results)";
  let domain = [IndexInto<1, 0, "dim">];
  let samples = ["(t[n, ...], i64[m, ...]) {dim = 0}", "(t[k, n, ...], i64[k, m, ...]) {dim = 1}"];
  let python = "gather(x, dim, index)";
  let pythonMethods = ["gather"];
}

def Weir_ScatterOp : Weir_InferredOp<"scatter", [Differentiable, WritesInto]> {
  let summary = "x with updates[.., i, ..] in place of the element at index[.., i, ..] along dimension `dim`";
  let description = [{
    index and updates have equal shapes and agree with x in all dimensions but `dim`. Of several updates of one element
    the last in row-major order stands. An index outside [0, size) fails at run time. No gradient flows to what was
    written over: to x where an update stands, and to updates that another one replaced.
  }];
  let arguments = (ins Weir_Tensor:$x, Weir_I64Tensor:$index, Weir_Tensor:$updates, Weir_DimAttr:$dim);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x `,` $index `,` $updates attr-dict `:` functional-type(operands, results)";
  let domain = [IndexInto<1, 0, "dim">];
  let samples = ["(n[n, ...], i64[m, ...], n[m, ...]) {dim = 0}",
                 "(n[k, n, ...], i64[k, m, ...], n[k, m, ...]) {dim = 1}"];
}

// Updates are joined to the elements where they fall by the combiner.
class Weir_ScatterByOp<string mnemonic, string by> : Weir_InferredOp<mnemonic, [Differentiable, WritesInto]> {
  let combiner = by;
  let arguments = (ins Weir_Tensor:$x, Weir_I64Tensor:$index, Weir_Tensor:$updates, Weir_DimAttr:$dim);
  let results = (outs Weir_Tensor:$y);
  let assemblyFormat = "$x `,` $index `,` $updates attr-dict `:` functional-type(operands, results)";
  let domain = [IndexInto<1, 0, "dim">];
  let samples = ["(n[n, ...], i64[m, ...], n[m, ...]) {dim = 0}",
                 "(n[k, n, ...], i64[k, m, ...], n[k, m, ...]) {dim = 1}"];
  let extraClassDeclaration = "static constexpr ::weir::Combiner combiner = ::weir::Combiner::" # by # ";";
}

def Weir_ScatterAddOp : Weir_ScatterByOp<"scatter_add", "Sum"> {
  let summary = "x with updates[.., i, ..] added at index[.., i, ..] along dimension `dim`";
  let description = [{
    index and updates have equal shapes and agree with x in all dimensions but `dim`. Several updates of one element are
    added in the order of their positions. An index outside [0, size) fails at run time.
  }];
  let precision = "Deny";
  let hasCanonicalizer = 1;
  let python = "scatter_add(x, dim, index, updates)";
  let pythonMethods = ["scatter_add"];
}

class Weir_ScatterNonlinearOp<string mnemonic, string by> : Weir_ScatterByOp<mnemonic, by> {
  let factorDefinitions = [{
    ::weir::Result<::weir::Metas> $cppClass::inferResults(const ::weir::Metas &operands,
                                                          const ::weir::Attributes &attributes) {
      return ::weir::ScatterAddOp::inferResults(operands, attributes);
    }
    ::weir::Result<::weir::IterationRule> $cppClass::iterationRule(
        const ::weir::Metas &operands, const ::weir::Metas &results, const ::weir::Attributes &attributes) {
      auto rule = ::weir::ScatterAddOp::iterationRule(operands, results, attributes);
      if (rule) {
        rule->linearGroups.clear();
        rule->accumulations[0].combiner = combiner;
      }
      return rule;
    }
  }];
}

def Weir_ScatterProdOp : Weir_ScatterNonlinearOp<"scatter_prod", "Prod"> {
  let summary = "x times updates[.., i, ..] at index[.., i, ..] along dimension `dim`";
  let description = [{
    As weir.scatter_add, with products. The gradient is right where factors are 0; as a function of x and updates it is
    taken for constant there.
  }];
  let precision = "Deny";
}

class Weir_ScatterExtremeOp<string mnemonic, string by> : Weir_ScatterNonlinearOp<mnemonic, by> {
  let description = [{
    As weir.scatter_add, but each element is the extreme of what it was and of its updates; NaN if any is NaN. Equal
    extremes share the gradient evenly.
  }];
}

def Weir_ScatterMaxOp : Weir_ScatterExtremeOp<"scatter_max", "Max"> {
  let summary = "the larger of x and updates[.., i, ..] at index[.., i, ..] along dimension `dim`";
}

def Weir_ScatterMinOp : Weir_ScatterExtremeOp<"scatter_min", "Min"> {
  let summary = "the smaller of x and updates[.., i, ..] at index[.., i, ..] along dimension `dim`";
}

#endif
