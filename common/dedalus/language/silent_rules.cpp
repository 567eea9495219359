// Finds rules that never fire, without looking at tuples. Either the premises of a rule have no
// tick in common, or its comparisons with constants exclude every value. A rule is not reported if
// it only reads a relation that never holds, because the cause is elsewhere.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>

#include "common/base/diagnostic.hpp"
#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/language/arithmetic.hpp"
#include "common/dedalus/language/lints.hpp"
#include "common/dedalus/language/possible_ticks.hpp"
#include "common/dedalus/language/storage.hpp"

namespace ldfi::dedalus {
namespace {

/// Rules with more literals are not checked, because that would take too long, and people do not
/// write them.
constexpr std::size_t max_literals = 32;

class SilentRules {
 public:
  SilentRules(const Program& program, const CheckOptions& options, Report& report)
      : program_(program), eot_(options.eot), report_(report), ticks_(program) {
    given_only_.assign(program.relations.size(), false);
    last_fact_.assign(program.relations.size(), 0);
    const std::set<std::string> data(options.data_names.begin(), options.data_names.end());
    for (const GivenFact& fact : program.facts) {
      // A fact that contains a name of `data_names` only determines types, and is not meant to
      // hold.
      if (!mentions(fact, data)) given_only_[fact.relation.index()] = true;
      int& last = last_fact_[fact.relation.index()];
      last = std::max(last, fact.at.tick());
    }
    for (const Rule& rule : program.rules) given_only_[rule.head.index()] = false;
    read_at_tick_.assign(program.relations.size(), false);
    for (const Rule& rule : program.rules) {
      for (const auto* literals : {&rule.positive, &rule.negative}) {
        for (const Literal& literal : *literals) {
          if (literal.at) read_at_tick_[literal.relation.index()] = true;
        }
      }
    }
    warned_.assign(program.relations.size(), false);
    if (eot_) find_first_reads();
  }

  void check(const Rule& rule) {
    if (rule.positive.size() > max_literals) return;
    const bool waits =
        std::any_of(rule.positive.begin(), rule.positive.end(),
                    [&](const Literal& literal) { return ticks_.first(literal.relation) == 0; });
    if (waits) return;
    if (!ticks_.fires_ever(rule)) {
      warn_never_fires(rule);
    } else {
      check_receiver(rule);
      check_at_end(rule);
    }
  }

 private:
  [[nodiscard]] bool mentions(const GivenFact& fact, const std::set<std::string>& names) const {
    if (names.empty()) return false;
    const auto& columns = program_.relation(fact.relation).columns;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const bool is_name =
          columns[i] == ColumnType::string && names.contains(program_.symbols.text(fact.tuple[i]));
      if (is_name) return true;
    }
    return false;
  }

  /// Returns true if the literal's relation has no rules, only facts, all of which are at `tick` or
  /// earlier.
  [[nodiscard]] bool has_no_fact_after(const Literal& literal, int tick) const {
    const std::size_t r = literal.relation.index();
    return !literal.at && given_only_[r] && last_fact_[r] <= tick;
  }

  void warn_never_fires(const Rule& rule) {
    for (const Literal& literal : rule.positive) {
      if (!literal.at || ticks_.holds(literal.relation, literal.at->tick())) continue;
      report_.warning(Code::never_fires, literal.where,
                      fmt::format("this rule never fires: `{}` does not hold at tick {}",
                                  name(literal), literal.at->tick()),
                      {fmt::format("it holds {}", ticks_.text(literal.relation))});
      return;
    }
    for (const Literal& a : rule.positive) {
      for (const Literal& b : rule.positive) {
        if (ticks_.meet(a, b)) continue;
        warn_premises_apart(rule, a, b);
        return;
      }
    }
    report_.warning(Code::never_fires, rule.where,
                    "this rule never fires: its premises never hold at the same tick");
  }

  void warn_premises_apart(const Rule& rule, const Literal& a, const Literal& b) {
    for (const auto& [gone, later] : {std::pair{&a, &b}, std::pair{&b, &a}}) {
      if (!has_no_fact_after(*gone, ticks_.first(later->relation) - 1)) continue;
      warn_fact_not_kept(rule, *gone,
                         fmt::format("`{}` holds {}", name(*later), ticks_.text(later->relation)));
      return;
    }
    report_.warning(Code::never_fires, rule.where,
                    fmt::format("this rule never fires: `{}` and `{}` never hold at the same tick",
                                name(a), name(b)),
                    {fmt::format("`{}` holds {}", name(a), ticks_.text(a.relation)),
                     fmt::format("`{}` holds {}", name(b), ticks_.text(b.relation))});
  }

  /// Warns if the receiver of a message comes from facts of tick 1 only, although another premise
  /// can hold later. The author probably forgot a rule that keeps the fact. If no other premise can
  /// hold later, the fact may be an event that starts one message, so there is no warning.
  void check_receiver(const Rule& rule) {
    if (rule.kind != RuleKind::async) return;
    const auto& to = rule.head_terms.front().expression.steps;
    if (to.size() != 1 || to[0].op != Expression::Op::variable) return;
    const auto says_where = [&](const Literal& literal) {
      return std::any_of(literal.arguments.begin(), literal.arguments.end(), [&](const Term& term) {
        return term.kind == Term::Kind::variable && term.slot == to[0].slot;
      });
    };
    if (std::count_if(rule.positive.begin(), rule.positive.end(), says_where) != 1) return;
    const Literal& where = *std::find_if(rule.positive.begin(), rule.positive.end(), says_where);
    if (!has_no_fact_after(where, 1)) return;
    const auto lasts =
        std::find_if(rule.positive.begin(), rule.positive.end(), [&](const Literal& literal) {
          return !program_.built_in(literal.relation) && !literal.at &&
                 ticks_.holds(literal.relation, std::numeric_limits<int>::max());
        });
    if (lasts == rule.positive.end()) return;
    warn_fact_not_kept(
        rule, where,
        fmt::format("`{}` can hold later, when this rule does not fire", name(*lasts)));
  }

  /// Computes the first tick at which each relation is read. The rules `@next` and `@async` read
  /// their premises from tick 1 on. The verdict reads a relation from some tick on, which is EOT at
  /// the latest. This also applies to all relations from which a relation is derived within a tick.
  void find_first_reads() {
    first_read_.assign(program_.relations.size(), *eot_);
    std::vector<RelationId> queue;
    const auto ask = [&](RelationId relation, int tick) {
      int& first = first_read_[relation.index()];
      if (tick >= first) return;
      first = tick;
      queue.push_back(relation);
    };
    const auto ask_all = [&](const Rule& rule, int tick) {
      for (const auto* literals : {&rule.positive, &rule.negative}) {
        for (const Literal& literal : *literals) ask(literal.relation, tick);
      }
    };
    std::vector<std::vector<const Rule*>> deductive(program_.relations.size());
    for (const Rule& rule : program_.rules) {
      if (rule.kind != RuleKind::deductive) {
        ask_all(rule, 1);
      } else {
        deductive[rule.head.index()].push_back(&rule);
      }
    }
    for (const DeclaredSpecification& one : program_.specifications) {
      if (!one.invariant) ask(one.relation, one.says.first(*eot_).tick());
    }
    while (!queue.empty()) {
      const std::size_t asked = queue.back().index();
      queue.pop_back();
      for (const Rule* rule : deductive[asked]) ask_all(*rule, first_read_[asked]);
    }
  }

  void check_at_end(const Rule& rule) {
    const bool judged = program_.post || !program_.specifications.empty();
    if (!judged || !eot_ || rule.kind != RuleKind::deductive) return;
    const int first = first_read_[rule.head.index()];
    if (first == 1 || read_at_tick_[rule.head.index()]) return;
    const std::string from = first == *eot_ ? fmt::format("at EOT ({}) only", first)
                                            : fmt::format("from tick {} on", first);
    for (const auto* literals : {&rule.positive, &rule.negative}) {
      for (const Literal& literal : *literals) {
        if (!has_no_fact_after(literal, first - 1)) continue;
        warn_fact_not_kept(rule, literal, fmt::format("this rule counts {}", from));
      }
    }
  }

  void warn_fact_not_kept(const Rule& rule, const Literal& gone, const std::string& need) {
    if (warned_[gone.relation.index()] || report_.warnings_full()) return;
    warned_[gone.relation.index()] = true;
    std::vector<std::string> columns;
    for (std::size_t i = 1; i <= gone.arguments.size(); ++i) {
      columns.push_back(fmt::format("X{}", i));
    }
    const std::string atom = fmt::format("{}({})", name(gone), fmt::join(columns, ", "));
    report_.warning(
        Code::not_kept, gone.where,
        fmt::format("`{}` holds {}, but {}", name(gone), ticks_.text(gone.relation), need),
        {rule.observes && !program_.relation(gone.relation).observed
             ? "a specification remembers tuples in a relation of its own, with `@next`"
             : fmt::format("a fact holds at its own tick; `{}@next :- {};` keeps it", atom, atom)});
  }

  [[nodiscard]] const std::string& name(const Literal& literal) const {
    return program_.relation(literal.relation).name;
  }

  const Program& program_;
  const std::optional<int> eot_;
  Report& report_;
  const PossibleTicks ticks_;
  /// For each relation, the first tick at which something reads the relation; empty if EOT is not
  /// known.
  std::vector<int> first_read_;
  std::vector<bool> given_only_;    ///< for each relation, true if it has facts and no rules
  std::vector<int> last_fact_;      ///< for each relation, the tick of its last fact
  std::vector<bool> read_at_tick_;  ///< for each relation, true if some literal r(…)@T reads it
  std::vector<bool> warned_;        ///< for each relation, true if there was a warning about it
};

/// The values that comparisons with constants allow for one variable. Strings are only compared for
/// equality.
class Values {
 public:
  void require(Relop op, Value bound) {
    switch (op) {
      case Relop::equal:
        low_ = std::max(low_, bound);
        high_ = std::min(high_, bound);
        return;
      case Relop::not_equal:
        excluded_.push_back(bound);
        return;
      case Relop::less:
        empty_ = empty_ || bound == std::numeric_limits<Value>::min();
        if (!empty_) high_ = std::min(high_, bound - 1);
        return;
      case Relop::less_equal:
        high_ = std::min(high_, bound);
        return;
      case Relop::greater:
        empty_ = empty_ || bound == std::numeric_limits<Value>::max();
        if (!empty_) low_ = std::max(low_, bound + 1);
        return;
      case Relop::greater_equal:
        low_ = std::max(low_, bound);
        return;
    }
  }
  [[nodiscard]] bool empty() const {
    return empty_ || low_ > high_ ||
           (low_ == high_ &&
            std::find(excluded_.begin(), excluded_.end(), low_) != excluded_.end());
  }

 private:
  Value low_ = std::numeric_limits<Value>::min();
  Value high_ = std::numeric_limits<Value>::max();
  std::vector<Value> excluded_;
  bool empty_ = false;
};

Relop mirrored(Relop op) {
  switch (op) {
    case Relop::less:
      return Relop::greater;
    case Relop::less_equal:
      return Relop::greater_equal;
    case Relop::greater:
      return Relop::less;
    case Relop::greater_equal:
      return Relop::less_equal;
    default:
      return op;
  }
}

/// Returns the only step of the expression if it has one step, of kind `op`. Otherwise returns
/// nullptr.
const Expression::Step* single(const Expression& expression, Expression::Op op) {
  const auto& steps = expression.steps;
  return steps.size() == 1 && steps[0].op == op ? steps.data() : nullptr;
}

/// Returns true if the source has the constant itself at this place. A named constant (`const`)
/// does not count, because users set named constants to disable rules.
bool is_literal(const Program& program, const Expression::Step& step) {
  const std::string_view line = program.sources.line(step.where.file, step.where.line);
  const auto column = static_cast<std::size_t>(step.where.column - 1);
  if (column >= line.size()) return false;
  const char c = line[column];
  return c == '"' || c == '-' || (c >= '0' && c <= '9');
}

/// Returns the comparison that, after the comparisons before it, excludes every value of a
/// variable. Returns nullptr if there is none. Comparisons with named constants count only with
/// `named`.
const Comparison* contradiction(const Program& program, const Rule& rule, bool named) {
  std::vector<Values> values(rule.slot_count());
  for (const Comparison& comparison : rule.comparisons) {
    const auto* variable = single(comparison.left, Expression::Op::variable);
    const auto* constant = single(comparison.right, Expression::Op::constant);
    Relop op = comparison.op;
    if (variable == nullptr) {
      variable = single(comparison.right, Expression::Op::variable);
      constant = single(comparison.left, Expression::Op::constant);
      op = mirrored(op);
    }
    if (variable == nullptr) continue;
    const auto* other = single(comparison.right, Expression::Op::variable);
    const bool itself = other != nullptr && other != variable && other->slot == variable->slot;
    if (itself && !compare(comparison.op, 0, 0)) return &comparison;
    if (constant == nullptr || (!named && !is_literal(program, *constant))) continue;
    values[variable->slot].require(op, constant->value);
    if (values[variable->slot].empty()) return &comparison;
  }
  return nullptr;
}

/// Warns about an `ioerror` or `corrupt` literal that never holds, because its relation is not on a
/// disk.
void warn_unheard_error(const Program& program, const Literal& literal,
                        const std::vector<std::string>& stored, Report& report) {
  if (literal.relation != program.built_in(FaultRelation::ioerror) &&
      literal.relation != program.built_in(FaultRelation::corrupt))
    return;
  const Term& named = literal.arguments[1];
  if (named.kind != Term::Kind::constant) return;
  const std::string& name = program.symbols.text(named.value);
  if (std::ranges::binary_search(stored, name) || report.warnings_full()) return;
  const std::string guess = suggestion(name, stored);
  report.warning(Code::storage, literal.where,
                 fmt::format("{} never holds for {}: there is no stable relation of this name",
                             program.relation(literal.relation).name, shown(name)),
                 as_hints(did_you_mean(guess)));
}

}  // namespace

void warn_errors_without_disk(const Program& program, Report& report) {
  if (!program.built_in(FaultRelation::ioerror) && !program.built_in(FaultRelation::corrupt))
    return;
  const auto stored = stored_relations(program);
  for (const Rule& rule : program.rules) {
    for (const auto* literals : {&rule.positive, &rule.negative}) {
      for (const Literal& literal : *literals) {
        warn_unheard_error(program, literal, stored, report);
      }
    }
  }
}

void warn_silent_rules(const Program& program, const CheckOptions& options, Report& report) {
  SilentRules silent(program, options, report);
  for (const Rule& rule : program.rules) {
    if (report.warnings_full()) return;
    if (rule.made) continue;
    // The source text, which distinguishes named constants, is read last, because reading is slow
    // and rarely needed.
    const Comparison* last = contradiction(program, rule, true);
    if (last != nullptr) last = contradiction(program, rule, false);
    if (last != nullptr) {
      report.warning(
          Code::never_fires, last->where,
          "this rule never fires: no value satisfies this comparison and those before it");
    } else {
      silent.check(rule);
    }
  }
}

}  // namespace ldfi::dedalus
