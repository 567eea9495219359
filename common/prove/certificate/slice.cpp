#include "common/prove/certificate/slice.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "common/prove/certificate/index.hpp"
#include "common/prove/certificate/strata.hpp"

namespace ldfi::certificate {
namespace {

bool computes(const Rule& rule) {
  const auto longer = [](const Expression& e) { return e.size() > 1; };
  return std::ranges::any_of(
             rule.comparisons,
             [&](const Comparison& c) { return longer(c.left) || longer(c.right); }) ||
         std::ranges::any_of(rule.head, [&](const HeadColumn& c) {
           return longer(c.value) || c.aggregate == "sum";
         });
}

/// Sizes of the numbers in a program. Doubles are precise enough: their range is much larger than
/// that of 64 bits, and rounding errors are far below the reserve `room`.
struct Sizes {
  double constant = 0;  ///< largest constant
  double step = 0;      ///< largest change of a number by a rule
  bool more = false;    ///< true if some rule does more than add constants to a number

  void see(const Term& term) {
    if (term.kind == Term::Kind::constant && !term.constant.text)
      constant = std::max(constant, std::abs(static_cast<double>(term.constant.number)));
  }
  void see(const Expression& e) {
    double sum = 0;
    int variables = 0;
    for (const Step& one : e) {
      if (one.op == 'v') see(one.term);
      if (one.op == 'v' && one.term.kind == Term::Kind::constant)
        sum += std::abs(static_cast<double>(one.term.constant.number));
      variables += one.op == 'v' && one.term.kind == Term::Kind::variable ? 1 : 0;
      more = more || one.op == '*' || one.op == '/';
    }
    if (e.size() == 1) return;
    more = more || variables > 1;
    step = std::max(step, sum);
  }
};

/// Returns true if arithmetic could exceed 64 bits. At each tick, each rule with arithmetic adds a
/// constant to a number at most once. So each number is at most a constant, a count or a tick, plus
/// a limited sum of constants.
bool could_fail(const Program& program) {
  std::vector<bool> circular(program.relations.size());
  for (const Component& component : components(program)) {
    for (const int r : component.relations) circular[index(r)] = component.recursive;
  }
  Sizes sizes;
  for (const Fact& fact : program.facts) {
    for (const Value& value : fact.tuple) sizes.see(Term{Term::Kind::constant, 0, value});
  }
  for (const Rule& rule : program.rules) {
    for (const Literal& l : rule.body) {
      for (const Term& term : l.columns) sizes.see(term);
    }
    for (const Comparison& c : rule.comparisons) {
      sizes.see(c.left);
      sizes.see(c.right);
    }
    for (const HeadColumn& c : rule.head) {
      sizes.see(c.value);
      sizes.more = sizes.more || c.aggregate == "sum";
    }
    sizes.more =
        sizes.more || (rule.when == When::now && circular[index(rule.relation)] && computes(rule));
  }
  constexpr double counted = 1e15, room = 1e18;  // `room` is below the 9.2e18 that 64 bits allow
  const double added =
      sizes.step * static_cast<double>(program.rules.size() + 1) * (last_eot + 1.0);
  return sizes.more || counted + sizes.constant + added > room;
}

}  // namespace

void slice(Program& program, const std::vector<int>& goals) {
  std::vector<bool> wanted(program.relations.size());
  for (const int goal : goals) wanted[index(goal)] = true;
  const bool all = could_fail(program);
  std::vector<bool> kept(program.rules.size());
  for (bool grew = true; grew;) {
    grew = false;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const Rule& rule = program.rules[i];
      if (kept[i] || !(wanted[index(rule.relation)] || (all && computes(rule)))) continue;
      kept[i] = grew = true;
      for (const Literal& l : rule.body) wanted[index(l.relation)] = true;
    }
  }
  std::vector<Rule> rules;
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (kept[i]) rules.push_back(program.rules[i]);
  }
  program.rules = rules;
  std::erase_if(program.facts, [&](const Fact& f) { return !wanted[index(f.relation)]; });
}

}  // namespace ldfi::certificate
