#include "common/solve/recorded/joining_literals.hpp"

#include <algorithm>

namespace ldfi::recorded {

using systems::Joining;
using systems::MessageId;

JoiningLiterals::JoiningLiterals(sat::Solver& solver, const systems::Fspec& fspec,
                                 const FaultLiterals& faults)
    : solver_(solver),
      faults_(faults),
      most_(static_cast<std::uint64_t>(std::ranges::count_if(fspec.delays, systems::is_behind))) {}

JoiningLiterals::Range JoiningLiterals::range_of(const Joining& one) const {
  Range out{1, most_};
  while (out.first < out.last && !one.fits(out.first)) ++out.first;
  while (out.first < out.last && !one.fits(out.last)) --out.last;
  return out;
}

sat::Literal JoiningLiterals::outside(const MessageId& id, Range range) {
  const Literals& late = faults_.late(id);
  if (range.first == range.last) return -late.at(range.first - 1);
  const auto [found, fresh] = outside_.emplace(std::pair(id, range), 0);
  if (!fresh) return found->second;
  found->second = solver_.new_variable();
  for (std::uint64_t k = range.first; k <= range.last; ++k) {
    solver_.add({-found->second, -late.at(k - 1)});
  }
  return found->second;
}

sat::Literal JoiningLiterals::fewer(const MessageId& id, std::uint64_t than) {
  Literals& all = fewer_[id];
  const Literals& late = faults_.late(id);
  while (all.size() + 1 < than) {
    const sat::Literal next = solver_.new_variable();
    Literals clause{-next, late.at(all.size())};
    if (!all.empty()) clause.push_back(all.back());
    solver_.add(clause);
    all.push_back(next);
  }
  return all[than - 2];
}

sat::Literal JoiningLiterals::astray(const Joining& one, Range range, const Joining& before,
                                     Range others) {
  const auto least = [&](std::uint64_t other) {
    std::uint64_t out = range.first;
    while (out <= range.last && !one.follows(out, before, other)) ++out;
    return out;
  };
  if (least(others.last) == range.first) return 0;  // it always does
  const sat::Literal out = solver_.new_variable();
  for (std::uint64_t other = others.first; other <= others.last; ++other) {
    Literals clause{-out, -faults_.late(before.message).at(other - 1)};
    const std::uint64_t enough = least(other);
    if (enough > range.first) clause.push_back(fewer(one.message, enough));
    solver_.add(clause);
  }
  return out;
}

void JoiningLiterals::elsewhere(const systems::Course& course, bool no_less, Literals& out) {
  std::vector<Range> ranges;
  for (const Joining& one : course.joinings) {
    Range range = range_of(one);
    if (no_less) range.first = systems::activations_before(course.struck.delays.at(one.message));
    ranges.push_back(range);
    out.push_back(outside(one.message, range));
  }
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const Joining& one = course.joinings[i];
    if (!one.before) continue;
    const std::size_t before = *one.before;
    const sat::Literal literal = astray(one, ranges[i], course.joinings[before], ranges[before]);
    if (literal != 0) out.push_back(literal);
  }
}

}  // namespace ldfi::recorded
