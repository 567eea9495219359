// Decides from the form of the rules whether every execution satisfies the invariant. This is so
// if, for each rule of `pre`, some rule of `post` derives the same tuple from a part of the
// premises, after its variables are renamed (theta-subsumption).
#include <fmt/core.h>

#include <algorithm>

#include "common/dedalus/language/lints.hpp"

namespace ldfi::dedalus {
namespace {

/// Searches for a mapping from the variables of the rule `weaker` to the terms of the rule
/// `stronger`.
class Subsumption {
 public:
  Subsumption(const Rule& weaker, const Rule& stronger) : weaker_(weaker), stronger_(stronger) {
    image_.resize(weaker.slot_count());
  }

  /// Returns true if `weaker` derives every tuple that `stronger` derives. May also return false if
  /// the search takes too many steps.
  bool found() {
    if (weaker_.kind != stronger_.kind || weaker_.has_aggregate || stronger_.has_aggregate) {
      return false;
    }
    for (std::size_t i = 0; i < weaker_.head_terms.size(); ++i) {
      if (!map(weaker_.head_terms[i].expression, stronger_.head_terms[i].expression)) return false;
    }
    if (weaker_.kind != RuleKind::deductive && !map(weaker_.location, stronger_.location)) {
      return false;
    }
    return place(0);
  }

 private:
  bool map(const Term& from, const Term& to) {
    if (from.kind != Term::Kind::variable) return from == to;
    auto& image = image_[from.slot];
    if (!image) image = to;
    return *image == to;
  }

  bool map(const Expression& from, const Expression& to) {
    using Op = Expression::Op;
    if (from.steps.size() == 1 && from.steps[0].op == Op::variable && to.steps.size() == 1) {
      const auto& step = to.steps[0];
      const bool variable = step.op == Op::variable;
      const auto kind = variable ? Term::Kind::variable : Term::Kind::constant;
      return map(Term{Term::Kind::variable, from.steps[0].slot, 0},
                 Term{kind, variable ? step.slot : 0, variable ? 0 : step.value});
    }
    return std::equal(from.steps.begin(), from.steps.end(), to.steps.begin(), to.steps.end(),
                      [this](const auto& a, const auto& b) {
                        if (a.op != b.op) return false;
                        if (a.op == Op::constant) return a.value == b.value;
                        return a.op != Op::variable || map(Term{Term::Kind::variable, a.slot, 0},
                                                           Term{Term::Kind::variable, b.slot, 0});
                      });
  }

  bool map(const Literal& from, const Literal& to) {
    if (from.relation != to.relation || from.at != to.at) return false;
    for (std::size_t i = 0; i < from.arguments.size(); ++i) {
      if (!map(from.arguments[i], to.arguments[i])) return false;
    }
    return true;
  }

  /// Maps the positive literals of `weaker` from index `next` on to literals of `stronger`. After
  /// them, all variables are mapped. Then checks the negated literals and the comparisons.
  bool place(std::size_t next) {
    if (next == weaker_.positive.size()) return rest();
    for (const Literal& literal : stronger_.positive) {
      if (++steps_ > max_steps) return false;
      const auto before = image_;
      if (map(weaker_.positive[next], literal) && place(next + 1)) return true;
      image_ = before;
    }
    return false;
  }

  bool rest() {
    const auto each = [this](const auto& parts, const auto& images, const auto& maps) {
      return std::all_of(parts.begin(), parts.end(), [&](const auto& part) {
        return std::any_of(images.begin(), images.end(), [&](const auto& image) {
          return ++steps_ <= max_steps && maps(part, image);
        });
      });
    };
    return each(weaker_.negative, stronger_.negative,
                [this](const Literal& a, const Literal& b) { return map(a, b); }) &&
           each(weaker_.comparisons, stronger_.comparisons,
                [this](const Comparison& a, const Comparison& b) {
                  return a.op == b.op && map(a.left, b.left) && map(a.right, b.right);
                });
  }

  static constexpr int max_steps = 10'000;
  const Rule& weaker_;
  const Rule& stronger_;
  /// For each slot of `weaker`, the term of `stronger` to which its variable is mapped.
  std::vector<std::optional<Term>> image_;
  int steps_ = 0;
};

bool has_facts(const Program& program, RelationId relation) {
  return std::any_of(program.facts.begin(), program.facts.end(),
                     [&](const GivenFact& fact) { return fact.relation == relation; });
}

/// Returns the first rule of `relation`. Returns nullptr if there is none, or if there are more
/// than max_rules rules, which would take too long.
const Rule* first_rule(const Program& program, RelationId relation) {
  constexpr std::size_t max_rules = 100;
  const auto is_one = [&](const Rule& rule) { return rule.head == relation; };
  const auto& rules = program.rules;
  const auto count = static_cast<std::size_t>(std::count_if(rules.begin(), rules.end(), is_one));
  if (count == 0 || count > max_rules) return nullptr;
  return &*std::find_if(rules.begin(), rules.end(), is_one);
}

}  // namespace

void warn_empty_invariant(const Program& program, Report& report) {
  if (!program.pre || !program.post || report.warnings_full()) return;
  const Rule* pre = first_rule(program, *program.pre);
  const Rule* post = first_rule(program, *program.post);
  if (pre == nullptr || post == nullptr || has_facts(program, *program.pre)) return;
  for (const Rule& promised : program.rules) {
    if (promised.head != *program.pre) continue;
    const bool kept =
        std::any_of(program.rules.begin(), program.rules.end(), [&](const Rule& rule) {
          return rule.head == *program.post && Subsumption(rule, promised).found();
        });
    if (!kept) return;
  }
  report.warning(
      Code::empty_invariant, pre->where,
      fmt::format("`{}` follows from `{}` by the form of their rules, so the invariant holds in "
                  "every execution, with or without faults",
                  program.relation(*program.post).name, program.relation(*program.pre).name),
      {fmt::format("`{}` is at {}", program.relation(*program.post).name,
                   place(post->where, program.sources))});
}

}  // namespace ldfi::dedalus
