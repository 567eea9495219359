#include "common/dedalus/ground/plan.hpp"

#include <algorithm>
#include <tuple>

namespace ldfi::ground {
namespace {

using dedalus::Comparison;
using dedalus::Expression;
using dedalus::Literal;
using dedalus::Program;
using dedalus::Rule;
using dedalus::Term;

std::uint64_t bound_columns(const Literal& literal, const std::vector<bool>& bound) {
  std::uint64_t mask = 0;
  for (std::size_t c = 0; c < literal.arguments.size(); ++c) {
    const Term& t = literal.arguments[c];
    const bool known =
        t.kind == Term::Kind::constant || (t.kind == Term::Kind::variable && bound[t.slot]);
    if (known) mask |= std::uint64_t{1} << c;
  }
  return mask;
}

bool ready(const Expression& e, const std::vector<bool>& bound) {
  return std::all_of(e.steps.begin(), e.steps.end(), [&](const Expression::Step& s) {
    return s.op != Expression::Op::variable || bound[s.slot];
  });
}

bool arithmetic(const Comparison& c) {
  return c.left.can_fail() || c.right.can_fail();
}

std::uint32_t choose(const Program& program, const Rule& rule, const std::vector<bool>& used,
                     const std::vector<bool>& bound) {
  std::uint32_t best = 0;
  std::tuple<bool, int, int> best_score{false, -1, 0};
  for (std::uint32_t i = 0; i < rule.positive.size(); ++i) {
    if (used[i]) continue;
    const Literal& l = rule.positive[i];
    const int columns = __builtin_popcountll(bound_columns(l, bound));
    const std::tuple<bool, int, int> score{program.timeless != l.relation, columns,
                                           columns - static_cast<int>(l.arguments.size())};
    if (score > best_score || best_score == std::tuple<bool, int, int>{false, -1, 0}) {
      best = i;
      best_score = score;
    }
  }
  return best;
}

}  // namespace

Plan make_plan(const Program& program, const Rule& rule, std::optional<std::uint32_t> first) {
  Plan plan;
  std::vector<bool> bound(rule.slot_count());
  std::vector<bool> used(rule.positive.size());
  std::vector<bool> compared(rule.comparisons.size());
  for (std::size_t n = 0; n < rule.positive.size(); ++n) {
    const std::uint32_t i = n == 0 && first ? *first : choose(program, rule, used, bound);
    used[i] = true;
    Plan::Step step{i, bound_columns(rule.positive[i], bound), {}};
    for (const Term& t : rule.positive[i].arguments) {
      if (t.kind == Term::Kind::variable) bound[t.slot] = true;
    }
    for (std::uint32_t c = 0; c < rule.comparisons.size(); ++c) {
      const Comparison& comparison = rule.comparisons[c];
      if (compared[c] || arithmetic(comparison) || !ready(comparison.left, bound) ||
          !ready(comparison.right, bound)) {
        continue;
      }
      compared[c] = true;
      step.comparisons.push_back(c);
    }
    plan.steps.push_back(std::move(step));
  }
  for (std::uint32_t c = 0; c < rule.comparisons.size(); ++c) {
    if (arithmetic(rule.comparisons[c])) plan.late.push_back(c);
  }
  return plan;
}

std::vector<std::uint32_t> uses_of(const dedalus::Rule& rule) {
  std::vector<std::uint32_t> uses(rule.slot_count());
  const auto use = [&](const dedalus::Term& t) {
    if (t.kind == dedalus::Term::Kind::variable) ++uses[t.slot];
  };
  const auto use_all = [&](const dedalus::Expression& e) {
    for (const auto& s : e.steps) {
      if (s.op == dedalus::Expression::Op::variable) ++uses[s.slot];
    }
  };
  for (const auto* list : {&rule.positive, &rule.negative}) {
    for (const dedalus::Literal& l : *list) {
      for (const dedalus::Term& t : l.arguments) use(t);
    }
  }
  for (const auto& c : rule.comparisons) use_all(c.left), use_all(c.right);
  for (const auto& h : rule.head_terms) use_all(h.expression);
  use(rule.location);
  return uses;
}

}  // namespace ldfi::ground
