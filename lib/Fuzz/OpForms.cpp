// Learns how ops are drawn: tries numbers of operands, their dtypes, and attributes that are known by name.
#include "lib/Fuzz/OpForms.h"

#include "dialects/Interfaces/Elementwise.h"
#include "dialects/Interfaces/Semantics.h"
#include "dialects/Weir/IR/Traits.h"
#include "dialects/Weir/Math/Ops.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

using namespace mlir;

namespace weir::fuzz {

namespace {

/// What an operand is beside the first one: all have its shape but `Scalar`.
enum class OperandPart { Same, Index, Bool, Scalar };
using Parts = SmallVector<OperandPart>;

constexpr int kAttempts = 6;

constexpr size_t kMostOperands = 12;

template <size_t... counts> size_t countByTrait(RegisteredOperationName op, std::index_sequence<counts...>) {
  return ((op.hasTrait<OpTrait::NOperands<counts + 2>::template Impl>() ? counts + 2 : 0) + ...);
}

/// 0 where it may differ.
size_t numOperandsOf(RegisteredOperationName op) {
  return op.hasTrait<OpTrait::OneOperand>() ? 1 : countByTrait(op, std::make_index_sequence<kMostOperands - 1>());
}

/// What `count` operands may be beside each other.
std::vector<Parts> partsToTry(size_t count) {
  std::vector<Parts> all;
  for (size_t arrays = count; arrays > 0; --arrays) {
    Parts &parts = all.emplace_back(arrays, OperandPart::Same);
    parts.append(count - arrays, OperandPart::Scalar);
  }
  for (OperandPart odd : {OperandPart::Index, OperandPart::Bool})
    for (size_t at = 0; at < count && count > 1; ++at)
      all.emplace_back(count, OperandPart::Same)[at] = odd;
  return all;
}

TensorMeta metaOfPart(OperandPart part, const TensorMeta &first) {
  switch (part) {
  case OperandPart::Same:
    return first;
  case OperandPart::Index:
    return {DType::I64, first.shape};
  case OperandPart::Bool:
    return {DType::Bool, first.shape};
  case OperandPart::Scalar:
    return {first.dtype, {}};
  }
  llvm_unreachable("all parts return");
}

constexpr DType kAllDTypes[] = {DType::F32, DType::F64, DType::F16, DType::BF16, DType::I64,
                                DType::I32, DType::I8,  DType::U8,  DType::Bool};

SmallVector<int64_t> someDims(Dice &dice, int64_t rank) {
  SmallVector<int64_t> dims;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dice.oneIn(2))
      dims.push_back(dim);
  return dims;
}

SmallVector<int64_t> anyPermutation(Dice &dice, int64_t rank) {
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  for (int64_t dim = rank - 1; dim > 0; --dim)
    std::swap(dims[dim], dims[dice.below(dim + 1)]);
  return dims;
}

Attribute flag(Dice &dice, Builder &builder) { return dice.oneIn(2) ? builder.getUnitAttr() : Attribute(); }

/// An attribute by the name that it has in all records; null leaves it out.
struct NamedDraw {
  StringLiteral name;
  Attribute (*draw)(Dice &dice, Builder &builder, const TensorMeta &first);
};

constexpr NamedDraw kAttributes[] = {
    {"dim",
     [](Dice &dice, Builder &builder, const TensorMeta &first) -> Attribute {
       auto rank = static_cast<int64_t>(first.shape.size());
       return builder.getI64IntegerAttr(rank == 0 ? 0 : dice.below(rank));
     }},
    {"dims",
     [](Dice &dice, Builder &builder, const TensorMeta &first) -> Attribute {
       return builder.getDenseI64ArrayAttr(someDims(dice, static_cast<int64_t>(first.shape.size())));
     }},
    {"permutation",
     [](Dice &dice, Builder &builder, const TensorMeta &first) -> Attribute {
       return builder.getDenseI64ArrayAttr(anyPermutation(dice, static_cast<int64_t>(first.shape.size())));
     }},
    {"predicate",
     [](Dice &dice, Builder &builder, const TensorMeta &) -> Attribute {
       constexpr auto kMost = static_cast<int64_t>(ComparePredicate::ge);
       return ComparePredicateAttr::get(builder.getContext(), static_cast<ComparePredicate>(dice.from(0, kMost)));
     }},
    {"to",
     [](Dice &dice, Builder &builder, const TensorMeta &) -> Attribute {
       return TypeAttr::get(elementType(dice.pick(kAllDTypes), builder.getContext()));
     }},
    {"reverse", [](Dice &dice, Builder &builder, const TensorMeta &) { return flag(dice, builder); }},
    {"descending", [](Dice &dice, Builder &builder, const TensorMeta &) { return flag(dice, builder); }},
    {"nesterov", [](Dice &dice, Builder &builder, const TensorMeta &) { return flag(dice, builder); }},
    {"accumulator",
     [](Dice &dice, Builder &builder, const TensorMeta &first) { return anyAccumulator(dice, builder, first.dtype); }},
};

const NamedDraw *findAttribute(StringRef name) {
  const auto *found = llvm::find_if(kAttributes, [&](const NamedDraw &known) { return known.name == name; });
  return found == std::end(kAttributes) ? nullptr : found;
}

/// An op whose operands share a shape.
struct Form {
  RegisteredOperationName op;
  Parts parts;
  SmallVector<DType> dtypes; ///< that the first operand of dtype `Same` may have

  SmallVector<NamedAttribute> attributes(Dice &dice, Builder &builder, const TensorMeta &first) const {
    SmallVector<NamedAttribute> drawn;
    for (StringAttr name : op.getAttributeNames())
      if (Attribute attribute = findAttribute(name)->draw(dice, builder, first))
        drawn.emplace_back(name, attribute);
    return drawn;
  }

  bool draw(RandomJob &program) const {
    size_t before = program.numValues();
    Value first = program.any([&](const TensorMeta &meta) { return llvm::is_contained(dtypes, meta.dtype); });
    if (!first || program.dice.oneIn(6))
      first = program.addInput({dtypeFor(program), program.anyShape(0, 4)});
    TensorMeta meta = metaOf(cast<RankedTensorType>(first.getType()));
    SmallVector<Value> operands;
    for (OperandPart part : parts)
      operands.push_back(operands.empty() && part == OperandPart::Same ? first : program.like(metaOfPart(part, meta)));
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      auto drawn = attributes(program.dice, program.builder, meta);
      if (!program.add(op.getStringRef(), operands, drawn).empty())
        return true;
      for (Value &operand : operands)
        if (program.dice.oneIn(2))
          operand = program.tame(operand);
    }
    program.takeBack(before);
    return false;
  }

  DType dtypeFor(RandomJob &program) const {
    DType wanted = program.anyDType();
    return llvm::is_contained(dtypes, wanted) ? wanted : program.dice.pick(dtypes);
  }
};

/// Whether the op takes operands of these parts.
bool verifies(const Form &form, DType dtype, OpBuilder &builder) {
  MLIRContext *context = builder.getContext();
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) { return success(); });
  Block block;
  builder.setInsertionPointToEnd(&block);
  TensorMeta first{dtype, {2, 2}};
  SmallVector<Value> operands;
  for (OperandPart part : form.parts)
    operands.push_back(block.addArgument(typeOf(metaOfPart(part, first), context), builder.getUnknownLoc()));
  Dice dice(0);
  DictionaryAttr attributes = builder.getDictionaryAttr(form.attributes(dice, builder, first));
  SmallVector<Type> types;
  const auto *infer = form.op.getInterface<InferTypeOpInterface>();
  if (failed(infer->inferReturnTypes(context, std::nullopt, operands, attributes, nullptr, {}, types)))
    return false;
  OperationState state(builder.getUnknownLoc(), form.op, operands, types, attributes.getValue());
  return succeeded(verify(builder.create(state)));
}

std::optional<Form> learn(RegisteredOperationName op, OpBuilder &builder) {
  bool known = llvm::all_of(op.getAttributeNames(), [](StringAttr name) { return findAttribute(name) != nullptr; });
  if (!known || !op.hasInterface<InferTypeOpInterface>())
    return std::nullopt;
  std::optional<Form> best;
  for (const Parts &parts : partsToTry(numOperandsOf(op))) {
    Form form{op, parts, {}};
    for (DType dtype : kAllDTypes)
      if (verifies(form, dtype, builder))
        form.dtypes.push_back(dtype);
    if (form.dtypes.size() > (best ? best->dtypes.size() : 0))
      best = std::move(form);
  }
  return best;
}

} // namespace

OpForms::OpForms(MLIRContext *context) : context(context) {
  OpBuilder builder(context);
  for (RegisteredOperationName op : context->getRegisteredOperations()) {
    std::string name = op.getStringRef().str();
    if (op.getDialectNamespace() != "weir" || !op.hasInterface<SemanticsInterface>() || op.hasTrait<MadeByLayout>())
      continue;
    for (const auto *recipes : {&opRecipes(), &windowRecipes()})
      if (auto recipe = recipes->find(name); recipe != recipes->end())
        draws[name] = recipe->second;
    if (draws.count(name))
      continue;
    if (std::optional<Form> form = learn(op, builder))
      draws[name] = [form = *form](RandomJob &program) { return form.draw(program); };
  }
}

/// There are many elementwise ops, which are compiled alike.
int64_t OpForms::weightOf(StringRef op) const {
  return RegisteredOperationName::lookup(op, context)->hasInterface<ElementwiseInterface>() ? 1 : 4;
}

Attribute anyAccumulator(Dice &dice, Builder &builder, DType dtype) {
  if (!isFloat(dtype) || !dice.oneIn(4))
    return nullptr;
  bool isWide = dtype == DType::F64 || dice.oneIn(2);
  return TypeAttr::get(isWide ? builder.getF64Type() : builder.getF32Type());
}

} // namespace weir::fuzz
