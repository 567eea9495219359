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
  Range out{0, most_};
  while (out.first < out.last && !one.fits(out.first)) ++out.first;
  while (out.first < out.last && !one.fits(out.last)) --out.last;
  return out;
}

void JoiningLiterals::outside(const MessageId& id, Range range, Literals& out) {
  const Literals& late = faults_.late(id);
  if (range.first == 0) {  // includes messages without a delay, but no delays by a time
    const auto rest = late.begin() + static_cast<std::ptrdiff_t>(range.last);
    out.insert(out.end(), rest, late.end());
    return;
  }
  const auto [found, fresh] = outside_.emplace(std::pair(id, range), 0);
  out.push_back(found->second);
  if (!fresh) return;
  out.back() = found->second = solver_.new_variable();
  for (std::uint64_t k = range.first; k <= range.last; ++k) {
    solver_.add({-found->second, -late.at(k - 1)});
  }
}

sat::Literal JoiningLiterals::fewer(const MessageId& id, std::uint64_t than) {
  Literals& all = fewer_[id];
  const Literals& late = faults_.late(id);
  while (all.size() + than <= most_) {
    const sat::Literal next = solver_.new_variable();
    solver_.add({-next, -late.at(most_ - all.size() - 1)});
    if (!all.empty()) solver_.add({-next, all.back()});
    all.push_back(next);
  }
  return than > most_ ? 0 : all[most_ - than];
}

sat::Literal JoiningLiterals::out_of_order(const Joining& one, Range range, const Joining& before,
                                           Range others) {
  const auto least = [&](std::uint64_t other) {
    std::uint64_t out = range.first;
    while (out <= range.last && !one.follows(out, before, other)) ++out;
    return out;
  };
  if (least(others.last) == range.first) return 0;  // the message always follows the other message
  const sat::Literal out = solver_.new_variable();
  const Literals& late = faults_.late(before.message);
  for (std::uint64_t other = others.first; other <= others.last; ++other) {
    const std::uint64_t enough = least(other);
    Literals clause{-out};
    if (other > 0) {
      clause.push_back(-late.at(other - 1));
    } else {
      clause.insert(clause.end(), late.begin(), late.end());
    }
    if (enough > most_) continue;  // the message never follows the other message
    if (enough > range.first) clause.push_back(fewer(one.message, enough));
    solver_.add(clause);
  }
  return out;
}

void JoiningLiterals::elsewhere(const systems::Course& course, bool no_less, Literals& out) {
  std::vector<Range> ranges;
  for (const Joining& one : course.joinings) {
    Range range = range_of(one);
    if (no_less) range.first = systems::delay_in_activations(course.struck, one.message);
    ranges.push_back(range);
    outside(one.message, range, out);
  }
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const Joining& one = course.joinings[i];
    if (!one.before) continue;
    const std::size_t before = *one.before;
    const sat::Literal literal =
        out_of_order(one, ranges[i], course.joinings[before], ranges[before]);
    if (literal != 0) out.push_back(literal);
  }
}

}  // namespace ldfi::recorded
