// The brute-force interpreter of iteration rules.
#include "unittests/Support/LoopNest.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace weir {

namespace {

Position mapped(const ValueMap &map, const Position &point) {
  Position position;
  for (const DimMap &dim : map) {
    int64_t sum = dim.constant;
    for (const AffineTerm &term : dim.terms)
      sum += term.coefficient * point[term.factor];
    position.push_back(sum);
  }
  return position;
}

/// The reader of one part: what the rank holds, seen through the tile.
class TileReader : public Reader {
public:
  TileReader(const LoopNest &nest, const Box &ranges, const std::vector<Array> &held) : nest(nest), held(held) {
    for (size_t i = 0; i < held.size(); ++i)
      tiles.push_back(tile(nest.rule.operands[i], ranges, nest.operandShape(static_cast<int>(i))));
  }

  std::optional<int64_t> operator()(int operand) const override {
    const ValueMap &map = nest.rule.operands[operand];
    Position position = mapped(map, point);
    Sizes shape = nest.operandShape(operand);
    for (size_t i = 0; i < map.size(); ++i)
      if (map[i].clipped && (position[i] < 0 || position[i] >= shape[i]))
        return std::nullopt;
    return at(operand, position);
  }

  int64_t at(int operand, const Position &position) const override {
    for (size_t i = 0; i < position.size(); ++i)
      if (position[i] < tiles[operand][i].begin || position[i] >= tiles[operand][i].end)
        throw std::logic_error(nest.name + ": reads outside the tile of operand " + std::to_string(operand));
    if (!held[operand].contains(position))
      throw std::logic_error(nest.name + ": reads what the rank doesn't hold of operand " + std::to_string(operand));
    return held[operand].at(position);
  }

  Position point;

private:
  const LoopNest &nest;
  const std::vector<Array> &held;
  std::vector<Box> tiles;
};

} // namespace

void forEachPosition(const Box &box, const std::function<void(const Position &)> &visit) {
  Position position;
  std::function<void()> loop = [&] {
    if (position.size() == box.size())
      return visit(position);
    const Range &range = box[position.size()];
    for (int64_t i = range.begin; i < range.end; ++i) {
      position.push_back(i);
      loop();
      position.pop_back();
    }
  };
  loop();
}

Box wholeBox(std::span<const int64_t> shape) {
  Box box;
  for (int64_t size : shape)
    box.push_back({0, size});
  return box;
}

Array::Array(Box bounds, int64_t fill) : box(std::move(bounds)) {
  size_t count = 1;
  for (const Range &range : box)
    count *= static_cast<size_t>(range.size());
  elements.assign(count, fill);
}

Array Array::generate(Box box, const std::function<int64_t(const Position &)> &element) {
  Array array(std::move(box), 0);
  forEachPosition(array.box, [&](const Position &position) { array.at(position) = element(position); });
  return array;
}

bool Array::contains(const Position &position) const {
  for (size_t i = 0; i < box.size(); ++i)
    if (position[i] < box[i].begin || position[i] >= box[i].end)
      return false;
  return position.size() == box.size();
}

Array Array::part(const Box &inner) const {
  return generate(inner, [&](const Position &position) { return at(position); });
}

size_t Array::offset(const Position &position) const {
  if (!contains(position))
    throw std::logic_error("a position outside of an array");
  int64_t offset = 0;
  for (size_t i = 0; i < box.size(); ++i)
    offset = offset * box[i].size() + position[i] - box[i].begin;
  return static_cast<size_t>(offset);
}

Box LoopNest::factorRanges() const {
  Box ranges;
  for (const Factor &factor : rule.factors)
    ranges.push_back({0, factor.size.known()});
  return ranges;
}

Sizes LoopNest::operandShape(int operand) const {
  Sizes shape;
  for (const Range &range : operands[operand].bounds())
    shape.push_back(range.end);
  return shape;
}

std::optional<Combiner> LoopNest::combiner() const {
  for (const Factor &factor : rule.factors)
    if (factor.kind == FactorKind::Reduction)
      return factor.combiner;
  return std::nullopt;
}

int64_t identity(Combiner combiner) {
  switch (combiner) {
  case Combiner::Sum:
  case Combiner::Or:
    return 0;
  case Combiner::Prod:
  case Combiner::And:
    return 1;
  case Combiner::Min:
    return std::numeric_limits<int64_t>::max();
  case Combiner::Max:
  case Combiner::Generic:
    return std::numeric_limits<int64_t>::min();
  }
  return 0;
}

int64_t combine(Combiner combiner, int64_t a, int64_t b) {
  switch (combiner) {
  case Combiner::Sum:
    return a + b;
  case Combiner::Prod:
    return a * b;
  case Combiner::Max:
  case Combiner::Generic: // the families that use it encode a (value, index) pair in one number
    return std::max(a, b);
  case Combiner::Min:
    return std::min(a, b);
  case Combiner::And:
    return a && b;
  case Combiner::Or:
    return a || b;
  }
  return 0;
}

Array run(const LoopNest &nest, const Box &ranges, const std::vector<Array> &held) {
  TileReader reader(nest, ranges, held);
  std::optional<Combiner> combiner = nest.combiner();
  Box box = tile(nest.rule.results[0], ranges, nest.resultShape);
  Array result(box, combiner ? identity(*combiner) : kNotWritten), writes(box, 0);
  forEachPosition(ranges, [&](const Position &point) {
    reader.point = point;
    int64_t value = nest.body(reader, point);
    Position position = mapped(nest.rule.results[0], point);
    result.at(position) = combiner ? combine(*combiner, result.at(position), value) : value;
    ++writes.at(position);
  });
  // Of a merge the box is a hull: parts of its minor factor interleave.
  const ValueMap &map = nest.rule.results[0];
  bool isHull = std::any_of(map.begin(), map.end(), [](const DimMap &dim) { return dim.terms.size() > 1; });
  if (!combiner)
    forEachPosition(box, [&](const Position &position) {
      if (int64_t times = writes.at(position); times > 1 || (times == 0 && !isHull))
        throw std::logic_error(nest.name + ": without a reduction each element is written once");
    });
  return result;
}

} // namespace weir
