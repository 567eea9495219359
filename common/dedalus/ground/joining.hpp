// Finds every binding of a rule's variables over the facts so far. The grounder with ticks and the
// grounder without ticks (for proofs about every EOT) derive from this class. They store facts
// differently, represent crashes differently, and use the bindings differently.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "common/base/meter.hpp"
#include "common/dedalus/ground/plan.hpp"
#include "common/dedalus/ground/store.hpp"
#include "common/dedalus/ground/table.hpp"
#include "common/dedalus/language/arithmetic.hpp"
#include "common/dedalus/language/program.hpp"

namespace ldfi::ground {

/// `Self` derives from Joining<Self> and has these functions:
///   std::pair<Table*, Window> rows(const Plan::Step&, const dedalus::Literal&);
///   void step_crash(std::size_t depth, const dedalus::Literal&);   // calls descend() for each crash
///   void fire();                                                   // all premises are bound
template <class Self>
class Joining {
 protected:
  Joining(Store& store, Meter& meter) : store_of_(store), meter_of_(meter) {}

  /// Calls fire() for every binding of the rule's variables under which all positive premises
  /// match.
  void join(RuleId id, const dedalus::Rule& rule, const Plan& plan) {
    rule_id_ = id;
    rule_ = &rule;
    plan_ = &plan;
    binding_.assign(rule.slot_count(), 0);
    is_bound_.assign(rule.slot_count(), false);
    matched_.resize(plan.steps.size());
    step(0);
  }

  // Binds the variables of the literal to `tuple` and continues with the next literal. Copies the
  // values from `tuple` first, because deriving facts may move the memory of the tuples.
  void descend(std::size_t depth, const dedalus::Literal& literal,
               std::span<const dedalus::Value> tuple, FactId fact) {
    std::uint64_t newly = 0;  // bit c is set if column c has a variable that this literal binds
    bool fits = true;
    for (std::size_t c = 0; c < tuple.size() && fits; ++c) {
      const dedalus::Term& t = literal.arguments[c];
      if (t.kind == dedalus::Term::Kind::constant) {
        fits = t.value == tuple[c];
      } else if (is_bound_[t.slot]) {
        fits = binding_[t.slot] == tuple[c];
      } else {
        is_bound_[t.slot] = true;
        binding_[t.slot] = tuple[c];
        newly |= std::uint64_t{1} << c;
      }
    }
    dedalus::ArithmeticFault fault;
    for (const std::uint32_t c : plan_->steps[depth].comparisons) {
      fits = fits && *dedalus::holds(rule_->comparisons[c], binding_.data(), fault);
    }
    if (fits) {
      matched_[depth] = fact;
      step(depth + 1);
    }
    for (; newly != 0; newly &= newly - 1) {
      is_bound_[literal.arguments[static_cast<std::size_t>(__builtin_ctzll(newly))].slot] = false;
    }
  }

  [[nodiscard]] dedalus::Value term(const dedalus::Term& t) const {
    return t.kind == dedalus::Term::Kind::constant ? t.value : binding_[t.slot];
  }
  /// Returns true if the term is an unbound variable that occurs nowhere else in the rule.
  [[nodiscard]] bool unused(const dedalus::Term& t, const std::vector<std::uint32_t>& uses) const {
    return t.kind == dedalus::Term::Kind::variable && !is_bound_[t.slot] && uses[t.slot] == 1;
  }
  /// Evaluates the comparisons with arithmetic, in source order. Returns nullopt and sets `fault`
  /// if arithmetic fails. Otherwise returns true if all of these comparisons hold.
  std::optional<bool> check_arithmetic_comparisons(dedalus::ArithmeticFault& fault) const {
    for (const std::uint32_t c : plan_->late) {
      const auto result = dedalus::holds(rule_->comparisons[c], binding_.data(), fault);
      if (!result || !*result) return result;
    }
    return true;
  }

  RuleId rule_id_;
  const dedalus::Rule* rule_ = nullptr;
  const Plan* plan_ = nullptr;
  std::vector<dedalus::Value> binding_;  ///< for each slot, the value of its variable
  std::vector<FactId> matched_;  ///< for each step of the plan, the fact that its literal matched

 private:
  void step(std::size_t depth) {
    meter_of_.step();
    Self& self = static_cast<Self&>(*this);
    if (depth == plan_->steps.size()) return self.fire();
    const dedalus::Literal& literal = rule_->positive[plan_->steps[depth].literal];
    if (self.program_.timeless == literal.relation) return self.step_crash(depth, literal);
    const Plan::Step& s = plan_->steps[depth];
    std::array<dedalus::Value, 64> key;  // large enough, because `bound` has 64 bits
    std::size_t width = 0;
    for (std::uint64_t rest = s.bound; rest != 0; rest &= rest - 1) {
      key[width++] = term(literal.arguments[static_cast<std::size_t>(__builtin_ctzll(rest))]);
    }
    const auto [table, window] = self.rows(s, literal);
    table->match(store_of_, s.bound, std::span(key.data(), width), window.low, window.high,
                 [&](FactId f) {
                   descend(depth, literal, store_of_.tuple(f), f);
                   return true;
                 });
  }

  Store& store_of_;
  Meter& meter_of_;
  std::vector<bool> is_bound_;
};

}  // namespace ldfi::ground
