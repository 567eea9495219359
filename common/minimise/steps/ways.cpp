#include "common/minimise/steps/ways.hpp"

#include <algorithm>
#include <map>

namespace ldfi::minimise {
namespace {

using dedalus::Program;
using dedalus::Rule;
using dedalus::RuleKind;
using Op = dedalus::Expression::Op;

constexpr std::size_t most_ways = 64;
constexpr int deepest = 8;

struct TooMany {};

class Unfolding {
 public:
  explicit Unfolding(const Program& program) : program_(program) {}

  std::vector<Way> run() {
    std::vector<Way> out;
    for (Way& way : with({}, fresh_atom(*program_.pre), 0)) {
      for (Way& one : without_post(std::move(way))) out.push_back(std::move(one));
    }
    for (Way& way : out) {
      std::erase_if(way.atoms, [&](const Atom& atom) { return derived(atom.relation); });
    }
    return out;
  }

 private:
  using Bound = std::map<std::size_t, Argument>;  ///< the values of variables that are bound

  Argument fresh() { return {true, next_++, 0}; }

  Atom fresh_atom(RelationId relation) {
    Atom out{relation, {}};
    for (std::size_t i = 0; i < program_.relation(relation).arity(); ++i) {
      out.arguments.push_back(fresh());
    }
    return out;
  }

  [[nodiscard]] bool derived(RelationId relation) const {
    return std::ranges::any_of(program_.rules, [&](const Rule& rule) {
      return rule.head == relation && rule.kind == RuleKind::deductive;
    });
  }
  [[nodiscard]] bool kept(RelationId relation) const {
    return std::ranges::any_of(program_.rules,
                               [&](const Rule& rule) {
                                 return rule.head == relation && rule.kind != RuleKind::deductive;
                               }) ||
           std::ranges::any_of(program_.facts, [&](const dedalus::GivenFact& fact) {
             return fact.relation == relation;
           });
  }

  static Argument seen(const Bound& bound, Argument argument) {
    for (auto it = bound.find(argument.number); argument.variable && it != bound.end();
         it = bound.find(argument.number)) {
      argument = it->second;
    }
    return argument;
  }

  /// Makes two arguments equal by binding variables. Returns false if they are different constants.
  static bool unify(Bound& bound, Argument one, Argument other) {
    one = seen(bound, one);
    other = seen(bound, other);
    if (one == other) return true;
    if (!one.variable && !other.variable) return false;
    if (!one.variable) std::swap(one, other);
    bound.emplace(one.number, other);
    return true;
  }

  static void apply(const Bound& bound, Way& way) {
    for (Atom& atom : way.atoms) {
      for (Argument& argument : atom.arguments) argument = seen(bound, argument);
    }
    for (auto& [one, other] : way.unequal) one = seen(bound, one), other = seen(bound, other);
  }

  Argument argument_of(const dedalus::Term& term, const std::vector<Argument>& slots) {
    if (term.kind == dedalus::Term::Kind::variable) return slots[term.slot];
    if (term.kind == dedalus::Term::Kind::constant) return {false, 0, term.value};
    return fresh();
  }

  static std::optional<Argument> argument_of(const dedalus::Expression& expression,
                                             const std::vector<Argument>& slots) {
    if (expression.steps.size() != 1) return std::nullopt;
    const auto& step = expression.steps.front();
    if (step.op == Op::variable) return slots[step.slot];
    return Argument{false, 0, step.value};
  }

  Atom atom_of(const dedalus::Literal& literal, const std::vector<Argument>& slots) {
    Atom out{literal.relation, {}};
    for (const auto& term : literal.arguments) out.arguments.push_back(argument_of(term, slots));
    return out;
  }

  std::vector<Argument> slots_of(const Rule& rule) {
    std::vector<Argument> out;
    for (std::size_t i = 0; i < rule.slot_count(); ++i) out.push_back(fresh());
    return out;
  }

  static bool impossible(const Way& way) {
    return std::ranges::any_of(way.unequal,
                               [](const auto& pair) { return pair.first == pair.second; });
  }

  /// Returns the ways that make both `way` and the atom hold.
  std::vector<Way> with(Way way, const Atom& atom, int depth) {
    way.atoms.push_back(atom);
    // If a fact is both kept and derived, the rules within a tick do not show every reason why it
    // may hold.
    if (!derived(atom.relation) || kept(atom.relation)) return {std::move(way)};
    if (depth == deepest) throw TooMany();
    std::vector<Way> out;
    const std::size_t index = way.atoms.size() - 1;
    for (const Rule& rule : program_.rules) {
      if (rule.head != atom.relation || rule.kind != RuleKind::deductive) continue;
      const auto slots = slots_of(rule);
      Bound bound;
      bool fits = true;
      for (std::size_t i = 0; fits && i < rule.head_terms.size(); ++i) {
        const auto& term = rule.head_terms[i];
        const auto said = term.aggregate ? std::nullopt : argument_of(term.expression, slots);
        if (said) fits = unify(bound, *said, way.atoms[index].arguments[i]);
      }
      if (!fits) continue;
      Way one = way;
      for (const auto& comparison : rule.comparisons) {
        if (comparison.op != dedalus::Relop::not_equal) continue;
        const auto left = argument_of(comparison.left, slots);
        const auto right = argument_of(comparison.right, slots);
        if (left && right) one.unequal.emplace_back(*left, *right);
      }
      std::vector<Atom> body;
      for (const auto& literal : rule.positive) body.push_back(atom_of(literal, slots));
      Way of_body{std::move(body), {}};
      apply(bound, one);
      apply(bound, of_body);
      if (impossible(one)) continue;
      for (Way& each : with_all({std::move(one)}, of_body.atoms, depth + 1)) {
        out.push_back(std::move(each));
      }
      if (out.size() > most_ways) throw TooMany();
    }
    return out;
  }

  /// Adds the atoms one after the other. Unfolding an atom may bind variables of later atoms. These
  /// bindings are ignored, so the ways contain fewer conditions than they could.
  std::vector<Way> with_all(std::vector<Way> ways, const std::vector<Atom>& atoms, int depth) {
    for (const Atom& atom : atoms) {
      std::vector<Way> more;
      for (Way& way : ways) {
        for (Way& one : with(std::move(way), atom, depth)) more.push_back(std::move(one));
      }
      ways = std::move(more);
      if (ways.size() > most_ways) throw TooMany();
    }
    return ways;
  }

  /// If `post` would follow from the atoms of the way, some fact must prevent it. Returns one way
  /// for each such fact.
  std::vector<Way> without_post(Way way) {
    if (!program_.post) return {std::move(way)};
    for (const Rule& rule : program_.rules) {
      if (rule.head != *program_.post || rule.kind != RuleKind::deductive) continue;
      if (rule.has_aggregate || !rule.comparisons.empty()) continue;
      const auto slots = slots_of(rule);
      Bound bound;
      bool fits = true;
      // the first atom of a way is the tuple of `pre`
      for (std::size_t i = 0; fits && i < rule.head_terms.size(); ++i) {
        const auto said = argument_of(rule.head_terms[i].expression, slots);
        fits = said && match(bound, *said, way.atoms.front().arguments[i]);
      }
      if (!fits || !match_all(bound, rule, slots, way, 0)) continue;
      std::vector<Way> out;
      for (const auto& literal : rule.negative) {
        Way hindrance{{atom_of(literal, slots)}, {}};
        apply(bound, hindrance);
        for (Way& one : with(way, hindrance.atoms.front(), 0)) out.push_back(std::move(one));
      }
      return out;
    }
    return {std::move(way)};
  }

  /// Binds a variable of the rule if it is not bound yet. Returns false if the two arguments have
  /// different values.
  static bool match(Bound& bound, const Argument& own, const Argument& wanted) {
    if (!own.variable) return own == wanted;
    const auto [it, fresh] = bound.emplace(own.number, wanted);
    return fresh || it->second == wanted;
  }

  bool match_all(Bound& bound, const Rule& rule, const std::vector<Argument>& slots, const Way& way,
                 std::size_t next) {
    if (next == rule.positive.size()) return true;
    const auto& literal = rule.positive[next];
    for (const Atom& atom : way.atoms) {
      if (atom.relation != literal.relation) continue;
      Bound more = bound;
      bool fits = true;
      for (std::size_t i = 0; fits && i < atom.arguments.size(); ++i) {
        const auto& term = literal.arguments[i];
        if (term.kind == dedalus::Term::Kind::wildcard) continue;
        fits = match(more, argument_of(term, slots), atom.arguments[i]);
      }
      if (!fits || !match_all(more, rule, slots, way, next + 1)) continue;
      bound = std::move(more);
      return true;
    }
    return false;
  }

  const Program& program_;
  std::size_t next_ = 0;
};

}  // namespace

std::optional<std::vector<Way>> ways_to_violate(const Program& program) {
  if (!program.pre) return std::nullopt;
  try {
    return Unfolding(program).run();
  } catch (const TooMany&) {
    return std::nullopt;
  }
}

}  // namespace ldfi::minimise
