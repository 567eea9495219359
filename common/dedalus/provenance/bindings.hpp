// Finds the bindings of a rule's variables that derive a given head tuple. Binds the variables of
// the head to the tuple, and then joins the literals of the body.
//
//   RuleBindings rule(program, id);
//   rule.for_each(lookup, network, tuple, tick, [](const Value* binding) { … });
#pragma once

#include <functional>
#include <vector>

#include "common/dedalus/eval/network.hpp"
#include "common/dedalus/provenance/lookup.hpp"

namespace ldfi::provenance {

class RuleBindings {
 public:
  using Visit = std::function<void(const dedalus::Value* binding)>;

  /// `program` must outlive this object. `id` must be a rule of the program, which is not checked.
  RuleBindings(const dedalus::Program& program, RuleId id);

  /// Calls `visit` for every binding that makes the rule's body true at tick `at` and derives
  /// `head`. Columns with aggregates may differ. `head` must have the relation's number of columns.
  /// `network` must be at tick `at`.
  void for_each(Lookup& lookup, const eval::Network& network,
                const std::vector<dedalus::Value>& head, Time at, const Visit& visit);

  /// Returns the value of a variable or constant under a binding. The term must not be a wildcard.
  static dedalus::Value value(const dedalus::Term& term, const dedalus::Value* binding) {
    return term.kind == dedalus::Term::Kind::variable ? binding[term.slot] : term.value;
  }
  [[nodiscard]] const dedalus::Rule& rule() const { return rule_; }
  struct BodyLiteral {
    const dedalus::Literal* literal;
    bool negated;
  };
  /// Returns the literals of the rule's body in the order of the source.
  [[nodiscard]] const std::vector<BodyLiteral>& body() const { return body_; }
  /// Returns the numbers of the columns of a negated literal that are not wildcards.
  [[nodiscard]] static Columns bound_columns(const dedalus::Literal& literal);
  /// Returns true if the rule's location is a string, so that it may be a node.
  [[nodiscard]] bool located_at_symbol() const { return located_at_symbol_; }

 private:
  /// A positive literal at its place in the join order, and the columns whose values are known
  /// before it.
  struct Step {
    const dedalus::Literal* literal;
    Columns keys;
  };
  void order_body();
  bool bind_head(const std::vector<dedalus::Value>& head);
  void extend(std::size_t step);
  bool unify(const dedalus::Literal& literal, const eval::Tuple& tuple);
  bool passes();
  bool head_agrees();
  bool delivered();

  const dedalus::Program& program_;
  const dedalus::Rule& rule_;
  std::vector<Step> steps_;
  std::vector<BodyLiteral> body_;
  bool located_at_symbol_ = false;
  bool receiver_is_symbol_ = false;

  // The members below are set by for_each() during its call.
  Lookup* lookup_ = nullptr;
  const eval::Network* network_ = nullptr;
  const std::vector<dedalus::Value>* head_ = nullptr;
  Time at_;
  const Visit* visit_ = nullptr;
  std::vector<dedalus::Value> binding_;
  std::vector<bool> bound_;
};

}  // namespace ldfi::provenance
