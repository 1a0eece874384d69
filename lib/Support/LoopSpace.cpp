// Classes of loops as trees, the smaller below the larger, with a log of what was joined.
#include "lib/Support/LoopSpace.h"

#include <utility>

namespace weir {

static uint8_t marksOf(const Factor &factor) {
  switch (factor.kind) {
  case FactorKind::Parallel:
    return 0;
  case FactorKind::Reduction:
    return LoopSpace::kReduced;
  case FactorKind::Whole:
    return LoopSpace::kWhole;
  }
  return 0;
}

LoopSpace::Loop LoopSpace::addLoop(Loop op, size_t factors, DimSize extent) {
  auto loop = static_cast<Loop>(loops.size());
  loops.push_back(
      {.parent = loop, .next = loop, .op = op, .factors = static_cast<unsigned>(factors), .extent = extent});
  return loop;
}

LoopSpace::Loop LoopSpace::add(const IterationRule &rule) {
  auto op = static_cast<Loop>(loops.size());
  for (const Factor &factor : rule.factors)
    loops[addLoop(op, rule.factors.size(), factor.size)].marks = marksOf(factor);
  for (const ValueMap &result : rule.results)
    for (const DimMap &dim : result) {
      Loop loop = addLoop(op, 0, DimSize());
      for (const AffineTerm &term : dim.terms)
        loops[loop].marks |= marksOf(rule.factors[term.factor]);
    }
  for (size_t result = 0; result < rule.results.size(); ++result)
    for (size_t d = 0; d < rule.results[result].size(); ++d)
      if (std::optional<int> factor = rule.results[result][d].onlyFactor())
        join(op + static_cast<Loop>(*factor), ofResult(rule, op, static_cast<unsigned>(result), d));
  return op;
}

LoopSpace::Loop LoopSpace::addValue(std::span<const DimSize> shape) {
  auto first = static_cast<Loop>(loops.size());
  for (DimSize extent : shape)
    addLoop(first, 0, extent);
  return first;
}

unsigned LoopSpace::count(const IterationRule &rule) {
  size_t count = rule.factors.size();
  for (const ValueMap &result : rule.results)
    count += result.size();
  return static_cast<unsigned>(count);
}

LoopSpace::Loop LoopSpace::ofResult(const IterationRule &rule, Loop op, unsigned result, size_t dim) {
  size_t before = rule.factors.size();
  for (unsigned earlier = 0; earlier < result; ++earlier)
    before += rule.results[earlier].size();
  return op + static_cast<Loop>(before + dim);
}

bool LoopSpace::joinRead(const ValueMap &read, Loop value, Loop reader) {
  bool isWhole = true;
  for (size_t d = 0; d < read.size(); ++d) {
    Loop loop = value + static_cast<Loop>(d);
    if (std::optional<int> factor = read[d].onlyFactor())
      isWhole &= join(loop, reader + static_cast<Loop>(*factor));
    else if (read[d].indirect || !read[d].terms.empty())
      mark(loop, kReadElsewhere);
  }
  return isWhole;
}

bool LoopSpace::join(Loop a, Loop b) {
  Loop into = classOf(a), from = classOf(b);
  if (into == from)
    return true;
  if (loops[into].members < loops[from].members)
    std::swap(into, from);
  if (policy == TwoPositions::Refused && hasTwoPositions(from, into))
    return false;
  changes.push_back({into, from, loops[into].marks});
  loops[from].parent = into;
  loops[into].members += loops[from].members;
  loops[into].marks |= loops[from].marks;
  std::swap(loops[into].next, loops[from].next);
  return true;
}

/// Whether an op would have two factors in the joined class.
bool LoopSpace::hasTwoPositions(Loop from, Loop into) const {
  Loop loop = from;
  do {
    const Entry &member = loops[loop];
    for (Loop other = member.op; other < member.op + member.factors; ++other)
      if (other != loop && classOf(other) == into)
        return true;
    loop = member.next;
  } while (loop != from);
  return false;
}

void LoopSpace::mark(Loop loop, uint8_t marks) {
  Loop root = classOf(loop);
  changes.push_back({root, root, loops[root].marks});
  loops[root].marks |= marks;
}

LoopSpace::Loop LoopSpace::classOf(Loop loop) const {
  while (loops[loop].parent != loop)
    loop = loops[loop].parent;
  return loop;
}

std::vector<DimSize> LoopSpace::sizes() const {
  std::vector<DimSize> sizes(loops.size());
  for (Loop loop = 0; loop < loops.size(); ++loop) {
    DimSize &size = sizes[classOf(loop)];
    size = refine(size, loops[loop].extent);
  }
  return sizes;
}

void LoopSpace::takeBack(size_t since) {
  for (; changes.size() > since; changes.pop_back()) {
    auto [into, from, marks] = changes.back();
    loops[into].marks = marks;
    if (into == from)
      continue;
    std::swap(loops[into].next, loops[from].next);
    loops[into].members -= loops[from].members;
    loops[from].parent = from;
  }
}

} // namespace weir
