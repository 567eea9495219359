#include "common/dedalus/language/interchange.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <type_traits>

namespace ldfi::dedalus {
namespace {

/// Encodes lists of numbers as bytes, so that two lists are equal exactly if their bytes are.
class Bytes {
 public:
  template <class Number>
  requires(std::is_arithmetic_v<Number> || std::is_enum_v<Number>) void add(Number number) {
    const auto wide = static_cast<std::uint64_t>(number);
    for (int shift = 0; shift < 64; shift += 8) out_ += static_cast<char>(wide >> shift & 0xffU);
  }
  void add(const std::string& bytes) {
    add(bytes.size());
    out_ += bytes;
  }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

/// Returns the type of the column that holds the rule's location. Returns nullopt if the location
/// does not matter, as for deductive rules.
std::optional<ColumnType> location_type(const Program& program, const Rule& rule) {
  if (rule.kind == RuleKind::deductive || rule.location.kind == Term::Kind::wildcard) {
    return std::nullopt;
  }
  for (const auto& literals : {std::span(rule.positive), std::span(rule.negative)}) {
    for (const Literal& l : literals) {
      if (l.arguments.front() == rule.location) return program.relation(l.relation).columns.front();
    }
  }
  return ColumnType::string;
}

template <class Swap>
class RuleKey {
 public:
  RuleKey(const Program& program, const Rule& rule, Swap swap)
      : program_(program),
        rule_(rule),
        swap_(swap),
        runs_at_(location_type(program, rule)),
        numbers_(rule.slot_count(), unnumbered) {}

  std::string text() {
    out_.add('r');
    out_.add(rule_.kind);
    out_.add(rule_.head.raw());
    out_.add(rule_.carrier);
    out_.add(rule_.earliest.tick());
    out_.add(rule_.has_aggregate);
    out_.add(rule_.observes);
    out_.add(runs_at_.has_value());
    if (runs_at_) add(out_, rule_.location, *runs_at_, true);
    for (const HeadTerm& term : rule_.head_terms) {
      out_.add(term.aggregate ? 1 + static_cast<int>(*term.aggregate) : 0);
      add(term.expression);
    }
    out_.add(rule_.comparisons.size());
    for (const Comparison& c : rule_.comparisons) {
      out_.add(c.op);
      add(c.left);
      add(c.right);
    }
    add_literals();
    return out_.take();
  }

 private:
  static constexpr int unnumbered = -1;

  /// Appends a term to `to`. With `numbers`, a variable that has no number yet gets the next
  /// number.
  void add(Bytes& to, const Term& term, ColumnType type, bool numbers) {
    to.add(term.kind);
    if (term.kind == Term::Kind::constant) {
      to.add(type == ColumnType::string ? swap_(term.value) : term.value);
    } else if (term.kind == Term::Kind::variable) {
      if (numbers && numbers_[term.slot] == unnumbered) numbers_[term.slot] = next_++;
      to.add(numbers_[term.slot]);
    }
  }

  void add(const Expression& e) {
    out_.add(e.type);
    out_.add(e.steps.size());
    for (const Expression::Step& step : e.steps) {
      out_.add(step.op);
      const bool variable = step.op == Expression::Op::variable;
      if (variable) add(out_, {Term::Kind::variable, step.slot, 0}, e.type, true);
      if (step.op == Expression::Op::constant)
        add(out_, {Term::Kind::constant, 0, step.value}, e.type, true);
    }
  }

  std::string literal(const Literal& l, bool negated, bool numbers) {
    Bytes out;
    out.add(negated);
    out.add(l.relation.raw());
    out.add(l.at ? l.at->tick() : 0);
    const auto& columns = program_.relation(l.relation).columns;
    for (std::size_t i = 0; i < l.arguments.size(); ++i) {
      add(out, l.arguments[i], columns[i], numbers);
      if (l.arguments[i].kind != Term::Kind::variable) continue;
      std::size_t first = 0;  // first column of this literal that has this variable
      while (!(l.arguments[first] == l.arguments[i])) ++first;
      out.add(first);
    }
    return out.take();
  }

  /// Appends the literals of the body in an order that does not depend on the source: always the
  /// smallest of the remaining ones. Literals are compared by the variables that have numbers so
  /// far. If several are equal, one of them is taken. So equal rules may get different keys, but
  /// different rules never get the same key.
  void add_literals() {
    std::vector<std::pair<const Literal*, bool>> left;
    for (const Literal& l : rule_.positive) left.emplace_back(&l, false);
    for (const Literal& l : rule_.negative) left.emplace_back(&l, true);
    out_.add(left.size());
    while (!left.empty()) {
      std::size_t least = 0;
      std::string best = literal(*left[0].first, left[0].second, false);
      for (std::size_t i = 1; i < left.size(); ++i) {
        std::string other = literal(*left[i].first, left[i].second, false);
        if (other < best) {
          best = std::move(other);
          least = i;
        }
      }
      out_.add(literal(*left[least].first, left[least].second, true));
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(least));
    }
  }

  const Program& program_;
  const Rule& rule_;
  Swap swap_;
  std::optional<ColumnType> runs_at_;
  std::vector<int> numbers_;  ///< indexed by slot
  int next_ = 0;
  Bytes out_;
};

}  // namespace

Interchange::Interchange(const Program& program)
    : program_(program), rules_(program.symbols.size()), facts_(program.symbols.size()) {
  for (std::size_t i = 0; i < program.facts.size(); ++i) {
    const GivenFact& fact = program.facts[i];
    keys_.insert(key(fact, {}));
    const auto& columns = program.relation(fact.relation).columns;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (columns[c] == ColumnType::string)
        facts_[static_cast<std::size_t>(fact.tuple[c])].push_back(i);
    }
  }
  for (std::size_t i = 0; i < program.rules.size(); ++i) {
    keys_.insert(key(program.rules[i], {}));
    mention(program.rules[i], i);
  }
}

void Interchange::mention(const Rule& rule, std::size_t number) {
  const auto add = [&](Value symbol) {
    rules_.at(static_cast<std::size_t>(symbol)).push_back(number);
  };
  const auto of = [&](const Expression& e) {
    for (const auto& step : e.steps) {
      if (e.type == ColumnType::string && step.op == Expression::Op::constant) add(step.value);
    }
  };
  for (const auto& literals : {std::span(rule.positive), std::span(rule.negative)}) {
    for (const Literal& l : literals) {
      const auto& columns = program_.relation(l.relation).columns;
      for (std::size_t i = 0; i < l.arguments.size(); ++i) {
        const Term& term = l.arguments[i];
        if (term.kind == Term::Kind::constant && columns[i] == ColumnType::string) add(term.value);
      }
    }
  }
  for (const HeadTerm& term : rule.head_terms) of(term.expression);
  for (const Comparison& c : rule.comparisons) {
    of(c.left);
    of(c.right);
  }
  const bool placed = location_type(program_, rule) == ColumnType::string;
  if (placed && rule.location.kind == Term::Kind::constant) add(rule.location.value);
}

std::string Interchange::key(const GivenFact& fact, Swap swap) const {
  Bytes out;
  out.add('f');
  out.add(fact.relation.raw());
  out.add(fact.at.tick());
  const auto& columns = program_.relation(fact.relation).columns;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    out.add(columns[i] == ColumnType::string ? swap(fact.tuple[i]) : fact.tuple[i]);
  }
  return out.take();
}

std::string Interchange::key(const Rule& rule, Swap swap) const {
  return RuleKey<Swap>(program_, rule, swap).text();
}

/// Returns true if swapping two names turns every rule and fact that mentions the symbol into a
/// rule or fact of the program.
bool Interchange::closed(Value mentioned, Swap swap) const {
  const auto symbol = static_cast<std::size_t>(mentioned);
  return std::all_of(facts_[symbol].begin(), facts_[symbol].end(),
                     [&](std::size_t f) { return keys_.contains(key(program_.facts[f], swap)); }) &&
         std::all_of(rules_[symbol].begin(), rules_[symbol].end(),
                     [&](std::size_t r) { return keys_.contains(key(program_.rules[r], swap)); });
}

bool Interchange::alike(std::string_view a, std::string_view b) const {
  const auto one = program_.symbols.find(a);
  const auto other = program_.symbols.find(b);
  if (!one || !other || program_.find(a) || program_.find(b)) return false;
  const Swap swap{*one, *other};
  return closed(swap.a, swap) && closed(swap.b, swap);
}

}  // namespace ldfi::dedalus
