// The dialect and the base classes of its op records. Everything the system knows of an op is a field of its record:
// `llvm-tblgen --dump-json` shows fields (not template arguments) to the generators of Python functions and docs.
#ifndef WEIR_IR_BASE_TD
#define WEIR_IR_BASE_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "dialects/Interfaces/Decomposition.td"
include "dialects/Interfaces/Elementwise.td"
include "dialects/Interfaces/Gradient.td"
include "dialects/Interfaces/Precision.td"
include "dialects/Interfaces/Semantics.td"
include "dialects/Weir/IR/Domain.td"

def Weir_Dialect : Dialect {
  let name = "weir";
  let cppNamespace = "::weir";
  let summary = "Deep-learning programs as jobs of ops on immutable tensors";
  let description = [{
    Values are plain ranked tensors; `?` sizes go through every stage. Elementwise ops take equal shapes. Ops whose
    result sizes don't follow from their operands take one `index` operand per `?` dimension of the result.
  }];
  let extraClassDeclaration = [{
    // Each family registers its own ops, in its own translation unit.
    void registerMathOps();
    void registerActivationOps();
    void registerCompoundOps();
    void registerStatisticsOps();
    void registerNormalizationOps();
    void registerLossOps();
    void registerLayerOps();
    void registerContractOps();
    void registerReduceOps();
    void registerShapeOps();
    void registerIndexOps();
    void registerRandomOps();
    void registerOptimOps();
    void registerWindowOps();
    void registerControlOps();
    void registerLayoutOps();
    void registerSequenceOps();
    void registerSpecialOps();
    void registerMarginOps();
    void registerSearchOps();
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
  let hasConstantMaterializer = 1;
  let hasCanonicalizer = 1;
  // One dictionary of attributes per op keeps generic code over records simple.
  let usePropertiesForAttributes = 0;
  let useDefaultAttributePrinterParser = 1;
}

def Weir_Tensor : RankedTensorOf<[AnyType]>;
def Weir_FloatTensor : RankedTensorOf<[AnyFloat]>;
def Weir_IntegerTensor : RankedTensorOf<[AnyInteger]>; // bool too
def Weir_I64Tensor : RankedTensorOf<[I64]>;
def Weir_BoolTensor : RankedTensorOf<[I1]>;

/// What an op converts to or computes in.
def Weir_DTypeAttr : TypeAttrBase<"::mlir::Type", "a dtype of tensors", CPred<"::weir::dtypeOf($_self).has_value()">> {
  let constBuilderCall = "::mlir::TypeAttr::get($0)";
}
def Weir_Sizes : Variadic<Index>;

// A dimension of the first operand, and several. In Python they may be counted from the end; where a function's dims
// are None, all are meant.
def Weir_DimAttr : TypedSignlessIntegerAttrBase<I64, "int64_t", "a dimension">;
def Weir_DimsAttr : DenseArrayAttrBase<"DenseI64ArrayAttr", "int64_t", "i64">;

// A number that is no tensor.
def Weir_NumberAttr : FloatAttrBase<F64, "a number"> {
  let returnType = "double";
  let convertFromStorage = "$_self.getValueAsDouble()";
}

// A word of a few.
class Weir_OneOf<list<string> words>
    : StringBasedAttr<CPred<"::weir::isOneOf($_self, {" # !interleave(!foreach(word, words, "\"" # word # "\""), ", ")
                            # "})">, "one of " # !interleave(words, ", ")> {
  list<string> cases = words;
}

// The op takes one index operand per `?` dimension of its result.
def ResultSized : NativeOpTrait<"ResultSized"> { let cppNamespace = "::weir"; }
// The op has a gradient, from its field or by hand.
def Differentiable : DeclareOpInterfaceMethods<GradientInterface>;
// See dialects/Weir/IR/Traits.h.
def OverWindows : NativeOpTrait<"OverWindows"> { let cppNamespace = "::weir"; }
def SumsOverWindows : NativeOpTrait<"SumsOverWindows"> { let cppNamespace = "::weir"; }
def ReducesDims : NativeOpTrait<"ReducesDims"> { let cppNamespace = "::weir"; }
def MadeByLayout : NativeOpTrait<"MadeByLayout"> { let cppNamespace = "::weir"; }
def WritesInto : NativeOpTrait<"WritesInto"> { let cppNamespace = "::weir"; }
def StaysBehindLaunch : NativeOpTrait<"StaysBehindLaunch"> { let cppNamespace = "::weir"; }
// Results count as constants for gradients.
def StopsGradients : NativeOpTrait<"StopsGradients"> { let cppNamespace = "::weir"; }
// A step function, whose gradient is 0.
def PiecewiseConstant : NativeOpTrait<"PiecewiseConstant"> { let cppNamespace = "::weir"; }

/// An op on tensors. Fields:
///   factors, combiner  iteration rule and inference, where dimensions are products of factors; else both by hand
///   resultDType        C++ expression over `operands` and `attributes` for the result's dtype
///   sameDType          numbers of operands whose dtypes agree, where inference comes from `factors`
///   refusesBool        operands have to be of numbers
///   linearGroups       groups of operands in which the op is jointly linear
///   precision          Allow | Follow | Deny, see PrecisionInterface
///   flops              operations per point of the iteration space, for cost
///   domain             what operands must be for a defined result (dialects/Weir/IR/Domain.td), for generators of test
///                      data; domainWords says it in words
///   samples            operands and attributes that go together, see below
///   notDifferentiable, unsplittable  why the op lacks a gradient or offers no split
///   isView             its result is in the operand's memory where programs run as they are written
///   python             signature of the generated Python function; pythonAliases: its other names there
///   pythonHomes        where the function stands: "" is `weir`, "nn.functional" that module
///   pythonPromotion    how operands of other dtypes are taken: sum, truth, whether, index, float, common,
///                      integral, number, own, difference, see python/weir/_dispatch.py
///   pythonBroadcasts   whether Python broadcasts operands to one shape, as it does for elementwise ops
///   pythonOfBools      the op that Python calls instead where all operands are bool
///   pythonOfIntegers   and that where all are integers
///   pythonMethods      names on Tensor
///
/// Random programs (lib/Fuzz), the split test and the gradient test make ops by the samples of their records, so that
/// these need no tables of ops. Operands of one shape need no sample, nor do attributes that follow from their kinds: a
/// dimension or several, a flag, a word of a few, a dtype. Else a sample says what goes together:
///   "(f[n, c], i64[n])"                                            nll_loss
///   "(f[..., i], f[o, i], f[o]?)"                                  linear
///   "(f[n, g*c, ...], f[g*c]?) {num_groups = g, eps = 0.5 | 2}"    a normalization
///   "(n[n, ...], f[] in 0..1) {k = 1..n, dim = 0, scale? = 0.5}"
/// - An operand is a dtype and sizes. `f` is a float, `n` a number, `t` any dtype, each of them one and the same in the
///   sample; else a dtype's name: i64, bool. `?` means that it may be left out, which the record has to allow, and
///   `in 0..1` which numbers it holds, in addition to the field `domain`.
/// - A size is a number or a letter, a product of them with `*`, and a number added or subtracted; equal letters are
///   equal sizes. `...` are dimensions of any number and sizes, the same in all operands.
/// - An attribute is a number, a size or a range `1..n` of them, a list [n, 2], a word, text in single quotes where any
///   is allowed, and alternatives with `|`. A flag is its name alone; `?` behind a name means that the attribute may be
///   left out. Those that are not named and are not required are absent, but for flags. `permutation = order` is any
///   order of the first operand's dimensions.
/// - Of a variadic operand, a sample lists as many as it means.
/// Whatever a sample allows, the op has to verify.
class Weir_TensorOp<string mnemonic, list<Trait> traits = []>
    : Op<Weir_Dialect, mnemonic, !listconcat([Pure, DeclareOpInterfaceMethods<SemanticsInterface, ["flops"]>,
                                              DeclareOpInterfaceMethods<PrecisionInterface>], traits)> {
  string factors = "";
  string combiner = "Sum";
  string resultDType = "operands[0].dtype";
  list<int> sameDType = [];
  bit refusesBool = 0;
  string linearGroups = "{}";
  string precision = "Follow";
  int flops = 1;
  list<OperandDomain> domain = [];
  list<string> samples = [];
  string notDifferentiable = "";
  string unsplittable = "";
  bit isView = 0;
  string python = "";
  string pythonPromotion = "";
  bit pythonBroadcasts = 0;
  string pythonOfBools = "";
  string pythonOfIntegers = "";
  list<string> pythonAliases = [];
  list<string> pythonHomes = [""];
  list<string> pythonMethods = [];

  string precisionDefinition =
    "::weir::PrecisionClass $cppClass::precisionClass() { return ::weir::PrecisionClass::" # precision # "; }\n";
  string costDefinition = "int64_t $cppClass::flops() { return " # flops # "; }\n";
  list<string> domainWords = !foreach(entry, domain,
    entry.before # !getdagname(arguments, entry.operand) # entry.after
    # !if(!lt(entry.table, 0), "", !getdagname(arguments, !if(!lt(entry.table, 0), 0, entry.table))) # entry.end);
  string factorDefinitions = !if(!empty(factors), "", [{
    ::weir::Result<::weir::Metas> $cppClass::inferResults(const ::weir::Metas &operands,
                                                          const ::weir::Attributes &attributes) {
      if (auto failure = ::weir::checkSameDType(operands, {}] # !interleave(sameDType, ", ") # [{}))
        return *failure;
    }] # !if(refusesBool, [{
      if (operands[0].dtype == ::weir::DType::Bool)
        return ::weir::Failure{"expects operands to be of numbers, got bool"};
    }], "") # [{
      auto results = ::weir::inferFromFactors("}] # factors # [{", operands);
      if (results)
        (*results)[0].dtype = }] # resultDType # [{;
      return results;
    }
    ::weir::Result<::weir::IterationRule> $cppClass::iterationRule(
        const ::weir::Metas &operands, const ::weir::Metas &results, const ::weir::Attributes &) {
      auto rule = ::weir::ruleFromFactors("}] # factors # [{", ::weir::Combiner::}] # combiner # [{, operands, results);
      if (rule)
        rule->linearGroups = ::weir::linearOver(results[0].dtype, }] # linearGroups # [{);
      return rule;
    }
  }]);
  string scalarDefinition = "";
  string gradientDefinition = "";
  string inferenceDefinition = "";
  string decompositionDefinition = "";
  let extraClassDefinition = precisionDefinition # costDefinition # factorDefinitions # scalarDefinition
                           # gradientDefinition # inferenceDefinition # decompositionDefinition;
}

defvar inferReturnTypes = [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(
        ::mlir::MLIRContext *context, ::std::optional<::mlir::Location> location, ::mlir::ValueRange operands,
        ::mlir::DictionaryAttr attributes, ::mlir::OpaqueProperties, ::mlir::RegionRange,
        ::llvm::SmallVectorImpl<::mlir::Type> &types) {
      return ::weir::inferReturnTypes(&$cppClass::inferResults, context, location, operands, attributes, types);
    }
  }];

/// An op whose results follow from its operands, so that builders and eager calls need no result types.
class Weir_InferredOp<string mnemonic, list<Trait> traits = []>
    : Weir_TensorOp<mnemonic, !listconcat(traits, [DeclareOpInterfaceMethods<InferTypeOpInterface>])> {
  let inferenceDefinition = inferReturnTypes;
}

/// An op that applies `scalar` at each index. `scalar` and `gradient` are C++ expressions: `scalar` over Scalars
/// (dialects/Interfaces/Elementwise.h) with the operands' names, `gradient` a list of one Expression per operand
/// (dialects/Weir/IR/Expression.h) over the operands, the result `y` and its gradient `dy`.
class Weir_ElementwiseOp<string mnemonic, list<string> names, list<Trait> traits = []>
    : Weir_InferredOp<mnemonic, !listconcat([DeclareOpInterfaceMethods<ElementwiseInterface>], traits)> {
  string scalar = "";
  string gradient = "";
  let factors = !interleave(!foreach(unused, names, "*"), ",") # "->*";
  let sameDType = !range(!size(names));
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";

  let scalarDefinition = [{
    ::llvm::SmallVector<::mlir::Value> $cppClass::buildScalars(::mlir::OpBuilder &builder,
                                                              ::mlir::ValueRange elements) {
    }] # !interleave(!foreach(i, !range(!size(names)),
      "[[maybe_unused]] ::weir::Scalar " # names[i] # "(builder, getLoc(), elements[" # i # "]);\n"), "") # [{
      return {}] # scalar # [{};
    }
  }];
  let gradientDefinition = !if(!empty(gradient), "", [{
    void $cppClass::buildGradient(::mlir::OpBuilder &builder, ::mlir::ValueRange resultGradients,
                                  ::llvm::SmallVectorImpl<::mlir::Value> &operandGradients) {
      [[maybe_unused]] ::weir::Expression dy(builder, getLoc(), resultGradients[0]);
      [[maybe_unused]] ::weir::Expression y(builder, getLoc(), getResult());
    }] # !interleave(!foreach(i, !range(!size(names)),
      "[[maybe_unused]] ::weir::Expression " # names[i] # "(builder, getLoc(), (*this)->getOperand(" # i
      # "));\n"), "") # [{
      ::mlir::Value gradients[] = {}] # gradient # [{};
      operandGradients.append(::std::begin(gradients), ::std::end(gradients));
    }
  }]);
}

// How C++ is told what a tensor operand has to be.
class Weir_OperandKind<TypeConstraint constraint> {
  string kind = "::weir::OperandKind::" # !cond(!eq(constraint, Weir_FloatTensor): "Float",
                                                !eq(constraint, Weir_IntegerTensor): "Integer",
                                                !eq(constraint, Weir_I64Tensor): "I64",
                                                !eq(constraint, Weir_BoolTensor): "Bool",
                                                true: "Any");
}

/// An op made of simpler ones. Its arguments are given apart:
///   operands       those that are always there
///   optionals      those that may be absent. In the IR they are one variadic operand, beside `present`, the list of
///                  the numbers of those that are there
///   attributes     all else
/// Further fields:
///   decomposition  one Expression per result (dialects/Weir/IR/Expression.h) over the operands, which arrive in the
///                  type that the op computes in: f64 if an operand has it, else f32. Results are rounded once, to
///                  their own
///   computesWide   false: operands arrive in their own types
///   gradient       one Expression per operand, if the decomposition's gradient would be slow or inaccurate: over the
///                  operands and `dy`, the gradient of the first result, in the type that the op computes in;
///                  `inside.unroundedResult()` is that result. The op has the trait Differentiable then and stays until
///                  autograd. Such an op can stand in the decompositions of others, which then have its gradient, too
///   inference      C++ expression over `operands` and `attributes`: the results, or why there are none
///   rule           C++ expression over `operands`, `results` and `attributes`: the iteration rule
class Weir_AnyCompositeOp<string mnemonic, list<Trait> traits>
    : Weir_TensorOp<mnemonic, !listconcat([DeclareOpInterfaceMethods<DecompositionInterface>], traits)> {
  dag operands = (ins);
  dag optionals = (ins);
  dag attributes = (ins);
  let arguments = !con(operands, !if(!empty(optionals), (ins), (ins Variadic<Weir_Tensor>:$optionals,
                                                                    DenseI64ArrayAttr:$present)), attributes);
  string decomposition = "";
  string gradient = "";
  bit computesWide = 1;
  string inference = "::weir::Metas{operands[0]}";
  string rule = "::weir::wholeRule(operands, results)";
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";

  list<string> optionalKinds = !foreach(i, !range(!size(optionals)),
                                        Weir_OperandKind<!getdagarg<TypeConstraint>(optionals, i)>.kind);
  let factorDefinitions = [{
    ::weir::Result<::weir::Metas> $cppClass::inferResults(
        [[maybe_unused]] const ::weir::Metas &operands, [[maybe_unused]] const ::weir::Attributes &attributes) {
      }] # !if(!empty(optionals), "", [{if (auto failure = ::weir::checkOptionals(operands, attributes, {}]
        # !interleave(optionalKinds, ", ") # [{}))
        return *failure;}]) # [{
      return }] # inference # [{;
    }
    ::weir::Result<::weir::IterationRule> $cppClass::iterationRule(
        const ::weir::Metas &operands, const ::weir::Metas &results,
        [[maybe_unused]] const ::weir::Attributes &attributes) {
      return }] # rule # [{;
    }
  }];
  string expressionsDefinition = [{
      ::weir::Composition inside(builder, getOperation(), }] # computesWide # [{);
  }] # !interleave(!foreach(i, !range(!size(operands)), "[[maybe_unused]] ::weir::Expression "
                            # !getdagname(operands, i) # " = inside.operand(" # i # ");\n"), "")
     # !interleave(!foreach(i, !range(!size(optionals)), "[[maybe_unused]] ::weir::Expression "
                            # !getdagname(optionals, i) # " = inside.optional(" # i
                            # ", getPresent(), getOptionals());\n"), "");
  let decompositionDefinition = [{
    ::llvm::SmallVector<::mlir::Value> $cppClass::decompose(::mlir::OpBuilder &builder) {
  }] # expressionsDefinition # [{
      return inside.finish({}] # decomposition # [{});
    }
  }];
  let gradientDefinition = !if(!empty(gradient), "", [{
    void $cppClass::buildGradient(::mlir::OpBuilder &builder, ::mlir::ValueRange resultGradients,
                                  ::llvm::SmallVectorImpl<::mlir::Value> &operandGradients) {
  }] # expressionsDefinition # [{
      ::weir::Expression dy = inside.inComputeType(resultGradients[0]);
      operandGradients = inside.finishGradients({}] # gradient # [{});
    }
  }]);
}

/// A composite op whose results follow from its operands.
class Weir_CompositeOp<string mnemonic, list<Trait> traits = []>
    : Weir_AnyCompositeOp<mnemonic, !listconcat(traits, [DeclareOpInterfaceMethods<InferTypeOpInterface>])> {
  let inferenceDefinition = inferReturnTypes;
}

/// A composite op that applies one function at each index, to operands of one dtype unless `inference` says otherwise.
class Weir_ElementwiseCompositeOp<string mnemonic, list<Trait> traits = []> : Weir_CompositeOp<mnemonic, traits> {
  let inference = "::weir::inferElementwise(operands, " # resultDType # ")";
  let rule = "::weir::elementwiseRule(operands, results)";
}

#endif
