// Attributes of the sbp dialect: syntax, verification, and their plain form.
#include "dialects/Sbp/Sbp.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

FailureOr<weir::Combiner> FieldParser<weir::Combiner>::parse(AsmParser &parser) {
  using weir::Combiner;
  StringRef word;
  SMLoc where = parser.getCurrentLocation();
  if (parser.parseKeyword(&word))
    return failure();
  for (Combiner combiner : {Combiner::Sum, Combiner::Max, Combiner::Min, Combiner::Prod, Combiner::And, Combiner::Or})
    if (word == StringRef(name(combiner)))
      return combiner;
  parser.emitError(where, "expects a combiner, one of sum, max, min, prod, and, or, got ") << word;
  return failure();
}

#define GET_ATTRDEF_CLASSES
#include "dialects/Sbp/Attributes.cpp.inc"

#include "dialects/Sbp/Dialect.cpp.inc"

namespace weir::sbp {

void SbpDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/Sbp/Attributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/Sbp/Ops.cpp.inc"
      >();
}

// verification

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

LogicalResult SplitAttr::verify(EmitError emitError, int64_t dim, int64_t outer, int64_t inner) {
  if (dim < 0 || dim >= kMaxRank)
    return emitError() << "expects the dimension of a split to be in [0, " << kMaxRank << "), got " << dim;
  if (outer < 1 || inner < 1)
    return emitError() << "expects outer and inner sizes of a split to be at least 1, got " << outer << " and "
                       << inner;
  return success();
}

Attribute SplitAttr::parse(AsmParser &parser, Type) {
  int64_t dim = 0, outer = 1, inner = 1;
  SMLoc where = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseInteger(dim) ||
      (succeeded(parser.parseOptionalComma()) &&
       (parser.parseInteger(outer) || parser.parseComma() || parser.parseInteger(inner))) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<SplitAttr>(where, parser.getContext(), dim, outer, inner);
}

void SplitAttr::print(AsmPrinter &printer) const {
  printer << "<" << getDim();
  if (getOuter() != 1 || getInner() != 1)
    printer << ", " << getOuter() << ", " << getInner();
  printer << ">";
}

LogicalResult PartialAttr::verify(EmitError emitError, Combiner combiner) {
  if (combiner == Combiner::Generic)
    return emitError() << "expects a combiner that joins any two partial values, got generic";
  return success();
}

LogicalResult NdAttr::verify(EmitError emitError, ArrayRef<Attribute> axes) {
  if (axes.size() < 2)
    return emitError() << "expects at least two axes, for one stands alone, got " << axes.size();
  for (Attribute axis : axes)
    if (!isa<SplitAttr, BroadcastAttr, PartialAttr>(axis))
      return emitError() << "expects each axis to be split, broadcast or partial, got " << axis;
  return success();
}

LogicalResult SignatureAttr::verify(EmitError emitError, ArrayRef<Attribute> operands, ArrayRef<Attribute> results) {
  for (Attribute value : llvm::concat<const Attribute>(operands, results))
    if (!isSbp(value))
      return emitError() << "expects each value to be split, broadcast, partial or nd, got " << value;
  return success();
}

LogicalResult GridAttr::verify(EmitError emitError, ArrayRef<int64_t> mesh, ArrayRef<int64_t> members) {
  // Of a group whose size is not known here.
  if (std::optional<std::string> misfit = misfitOf(Grid{mesh.vec(), members.vec()}, kMostPlaces))
    return emitError() << *misfit;
  return success();
}

// #sbp.signature<(operands) -> (results)>

Attribute SignatureAttr::parse(AsmParser &parser, Type) {
  SmallVector<Attribute> operands, results;
  auto parseList = [&](SmallVector<Attribute> &values) {
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                          [&] { return parser.parseAttribute(values.emplace_back()); });
  };
  SMLoc where = parser.getCurrentLocation();
  if (parser.parseLess() || parseList(operands) || parser.parseArrow() || parseList(results) || parser.parseGreater())
    return {};
  return parser.getChecked<SignatureAttr>(where, parser.getContext(), operands, results);
}

void SignatureAttr::print(AsmPrinter &printer) const {
  auto printList = [&](ArrayRef<Attribute> values) {
    printer << "(";
    llvm::interleaveComma(values, printer);
    printer << ")";
  };
  printer << "<";
  printList(getOperands());
  printer << " -> ";
  printList(getResults());
  printer << ">";
}

// plain form

Grid gridOf(ArrayRef<int64_t> mesh, GridAttr some) {
  return some ? Grid{some.getMesh().vec(), some.getMembers().vec()} : Grid{mesh.vec()};
}

bool isSbp(Attribute attribute) { return isa<SplitAttr, BroadcastAttr, PartialAttr, NdAttr>(attribute); }

static Holding holdingOf(Attribute axis) {
  if (auto split = dyn_cast<SplitAttr>(axis))
    return {.kind = Holding::Kind::Split,
            .dim = static_cast<int>(split.getDim()),
            .outer = split.getOuter(),
            .inner = split.getInner()};
  if (auto partial = dyn_cast<PartialAttr>(axis))
    return {.kind = Holding::Kind::Partial, .combiner = partial.getCombiner()};
  return {};
}

SmallVector<Holding> holdingsOf(Attribute sbp) {
  if (auto nd = dyn_cast<NdAttr>(sbp))
    return llvm::map_to_vector(nd.getAxes(), holdingOf);
  return {holdingOf(sbp)};
}

Attribute attributeOf(MLIRContext *context, ArrayRef<Holding> axes) {
  auto attributes = llvm::map_to_vector(axes, [&](const Holding &holding) -> Attribute {
    switch (holding.kind) {
    case Holding::Kind::Broadcast:
      return BroadcastAttr::get(context);
    case Holding::Kind::Split:
      return SplitAttr::get(context, holding.dim, holding.outer, holding.inner);
    case Holding::Kind::Partial:
      return PartialAttr::get(context, holding.combiner);
    }
    llvm_unreachable("every kind of holding has an attribute");
  });
  return attributes.size() == 1 ? attributes.front() : NdAttr::get(context, attributes);
}

} // namespace weir::sbp
