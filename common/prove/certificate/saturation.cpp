#include "common/prove/certificate/saturation.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "common/prove/certificate/strata.hpp"

namespace ldfi::certificate {
namespace {

/// Largest absolute value of a top (the largest number with an effect of its own). With this limit,
/// numbers fit into 64 bits even if 100,000 rules each add a million at each of a million ticks.
constexpr std::int64_t far = 1'000'000'000'000'000;
constexpr std::int64_t most_added = 1'000'000;
constexpr std::size_t most_rules = 100'000;

class Check {
 public:
  Check(const Program& program, const Tops& tops) : program_(program), tops_(tops) {
    for (const Component& component : components(program)) {
      if (component.recursive)
        circular_.insert(component.relations.begin(), component.relations.end());
    }
    if (!tops.empty() && program.rules.size() > most_rules)
      throw Rejected("there are too many rules with numbers that saturate");
    for (const Rule& rule : program.rules) see(rule);
  }

 private:
  const std::int64_t* top(int relation, std::size_t column) const {
    const auto it = tops_.find({relation, column});
    return it == tops_.end() ? nullptr : &it->second;
  }

  [[noreturn]] void fail(const char* why) const {
    throw Rejected(rule_->where + ": this rule lets a number grow that should saturate: " + why);
  }

  void see(const Rule& rule) {
    rule_ = &rule;
    // For each variable, the top of its column (the largest number with an effect of its own).
    std::map<int, std::int64_t> saturated;
    std::vector<int> places(static_cast<std::size_t>(rule.variables));
    for (const Literal& l : rule.body) {
      for (std::size_t i = 0; i < l.columns.size(); ++i) {
        const Term& term = l.columns[i];
        const std::int64_t* most = top(l.relation, i);
        if (term.kind == Term::Kind::variable) ++places[static_cast<std::size_t>(term.variable)];
        if (term.kind == Term::Kind::variable && most != nullptr) saturated[term.variable] = *most;
        const bool constant = term.kind == Term::Kind::constant && most != nullptr;
        if (constant && term.constant.number > *most)
          fail("the number meets a constant above its limit");
      }
    }
    for (const auto& [variable, most] : saturated) {
      if (places[static_cast<std::size_t>(variable)] > 1) fail("two literals join the number");
    }
    for (const Comparison& c : rule.comparisons) {
      compare(c.left, c.right, saturated);
      compare(c.right, c.left, saturated);
    }
    const bool aggregates =
        std::ranges::any_of(rule.head, [](const auto& c) { return !c.aggregate.empty(); });
    for (std::size_t i = 0; i < rule.head.size(); ++i) {
      if (aggregates && top(rule.relation, i) != nullptr) fail("the number is aggregated");
      conclude(rule.head[i].value, aggregates ? nullptr : top(rule.relation, i), saturated);
    }
  }

  static bool is_constant(const Expression& e) {
    return e.size() == 1 && e[0].term.kind == Term::Kind::constant && !e[0].term.constant.text;
  }
  static const std::int64_t* most_of(const Step& step,
                                     const std::map<int, std::int64_t>& saturated) {
    if (step.op != 'v' || step.term.kind != Term::Kind::variable) return nullptr;
    const auto it = saturated.find(step.term.variable);
    return it == saturated.end() ? nullptr : &it->second;
  }

  void compare(const Expression& one, const Expression& other,
               const std::map<int, std::int64_t>& saturated) const {
    for (const Step& step : one) {
      const std::int64_t* most = most_of(step, saturated);
      if (most == nullptr) continue;
      if (one.size() > 1 || !is_constant(other))
        fail("the number is compared with something that is not a constant");
      if (other[0].term.constant.number > *most)
        fail("the number is compared with a constant above its limit");
    }
  }

  /// Checks one column of a rule's head. `head` is the top of the column (the largest number with
  /// an effect of its own), or null if its numbers are not merged.
  void conclude(const Expression& of, const std::int64_t* head,
                const std::map<int, std::int64_t>& saturated) const {
    const std::int64_t* most = nullptr;
    for (const Step& step : of) {
      if (const std::int64_t* one = most_of(step, saturated)) most = one;
    }
    // The numbers of the variable are not merged, so nothing must be checked.
    if (most == nullptr) return;
    if (head == nullptr) fail("the number is copied into a column that does not saturate");
    std::int64_t added = 0;
    if (of.size() > 1) {
      if (of.size() != 3 || of[2].op != '+') fail("the number is changed by more than an addition");
      const Step& constant = most_of(of[0], saturated) != nullptr ? of[1] : of[0];
      if (!is_constant({constant}))
        fail("the number is increased by something that is not a constant");
      added = constant.term.constant.number;
      if (added < 0 || added > most_added)
        fail("the number is decreased, or increased by too much");
      if (rule_->when == When::now && circular_.contains(rule_->relation))
        fail("a cycle of rules increases the number within one tick");
    }
    // All numbers above the variable's top must lead to numbers above the top of the head's column.
    if (*most + added < *head) fail("the number is copied into a column with a larger limit");
  }

  const Program& program_;
  const Tops& tops_;
  std::set<int> circular_;
  const Rule* rule_ = nullptr;
};

}  // namespace

void require_saturation(const Program& program, const Tops& tops, int pre, int post) {
  for (const auto& [column, top] : tops) {
    if (column.first == pre || column.first == post)
      throw Rejected("a number in pre or post does not saturate in the same way");
    if (top < -far || top > far)
      throw Rejected("the limit of a number that saturates is too large");
  }
  const Check check(program, tops);
}

void saturate(const Tops& tops, int relation, Tuple& tuple) {
  const auto first = tops.lower_bound({relation, 0});
  for (auto it = first; it != tops.end() && it->first.first == relation; ++it) {
    if (it->first.second >= tuple.size())
      throw Rejected("`saturates` names a column that does not exist");
    Value& value = tuple[it->first.second];
    if (value.text) throw Rejected("`saturates` names a column that holds strings");
    if (value.number > 2 * far || value.number < -far)
      throw Rejected("the limit of a number that saturates is too large");
    value.number = std::min(value.number, it->second + 1);
  }
}

}  // namespace ldfi::certificate
