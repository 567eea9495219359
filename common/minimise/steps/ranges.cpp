#include "common/minimise/steps/ranges.hpp"

#include <algorithm>
#include <optional>

namespace ldfi::minimise {
namespace {

using dedalus::Expression;
using dedalus::Relop;
using dedalus::Rule;
using dedalus::Term;
using dedalus::Value;

/// A number beyond this bound is replaced by the range of all values.
constexpr Value large = Value{1} << 40U;

/// Applies one rule to rows of ranges.
class Firing {
 public:
  Firing(const Rule& rule, const Rows& rows) : rule_(rule), rows_(rows) {
    slots_.assign(rule.slot_count(), std::nullopt);
  }

  std::set<Row> run() {
    match(0);
    for (const auto& [key, values] : groups_) {
      Row row = key;
      for (std::size_t i = 0; i < rule_.head_terms.size(); ++i) {
        if (rule_.head_terms[i].aggregate)
          row[i] = aggregated(*rule_.head_terms[i].aggregate, key, values);
      }
      heads_.insert(std::move(row));
    }
    return std::move(heads_);
  }

 private:
  using Slots = std::vector<std::optional<Range>>;

  void match(std::size_t next) {
    if (next == rule_.positive.size()) return emit();
    const auto& literal = rule_.positive[next];
    const auto it = rows_.find(literal.relation);
    if (it == rows_.end()) return;
    for (const Row& row : it->second) {
      const Slots before = slots_;
      if (agrees(literal, row)) match(next + 1);
      slots_ = before;
    }
  }

  bool agrees(const dedalus::Literal& literal, const Row& row) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const Term& term = literal.arguments[i];
      if (term.kind == Term::Kind::wildcard) continue;
      Range range = row[i];
      if (term.kind == Term::Kind::constant) {
        if (term.value < range.low || term.value > range.high) return false;
        continue;
      }
      auto& slot = slots_[term.slot];
      if (slot) range = {std::max(slot->low, range.low), std::min(slot->high, range.high)};
      if (range.low > range.high) return false;
      slot = range;
    }
    return true;
  }

  [[nodiscard]] Range value(const Expression& expression) const {
    std::vector<Range> stack;
    for (const auto& step : expression.steps) {
      using Op = Expression::Op;
      if (step.op == Op::variable) {
        stack.push_back(slots_[step.slot].value_or(Range{}));
      } else if (step.op == Op::constant) {
        stack.push_back({step.value, step.value});
      } else {
        const Range right = stack.back();
        stack.pop_back();
        Range& left = stack.back();
        const bool known =
            std::min(left.low, right.low) > -large && std::max(left.high, right.high) < large;
        if (known && step.op == Op::add) {
          left = {left.low + right.low, left.high + right.high};
        } else if (known && step.op == Op::subtract) {
          left = {left.low - right.high, left.high - right.low};
        } else {
          left = Range{};
        }
      }
    }
    return stack.back();
  }

  [[nodiscard]] bool may_hold(const dedalus::Comparison& one) const {
    const Range left = value(one.left);
    const Range right = value(one.right);
    switch (one.op) {
      case Relop::equal:
        return left.low <= right.high && right.low <= left.high;
      case Relop::not_equal:
        return left.low != left.high || left != right;
      case Relop::less:
        return left.low < right.high;
      case Relop::less_equal:
        return left.low <= right.high;
      case Relop::greater:
        return left.high > right.low;
      case Relop::greater_equal:
        return left.high >= right.low;
    }
    return true;
  }

  void emit() {
    if (!std::ranges::all_of(rule_.comparisons, [&](const auto& one) { return may_hold(one); }))
      return;
    Row row;
    Row values;
    for (const auto& term : rule_.head_terms) {
      const Range range = value(term.expression);
      row.push_back(term.aggregate ? Range{0, 0} : range);
      if (term.aggregate) values.push_back(range);
    }
    if (rule_.has_aggregate) {
      groups_[std::move(row)].insert(std::move(values));
    } else {
      heads_.insert(std::move(row));
    }
  }

  /// Returns the range of an aggregate. `values` must include groups whose ranges overlap, because
  /// they may be the same group.
  static Range aggregated(dedalus::AggregateKind kind, const Row& key,
                          const std::set<Row>& values) {
    const auto one = [](const Range& range) { return range.low == range.high; };
    bool exact = std::ranges::all_of(key, one);
    for (const Row& row : values) exact = exact && std::ranges::all_of(row, one);
    if (kind != dedalus::AggregateKind::count) return Range{};
    return {1, exact ? static_cast<Value>(values.size()) : Range{}.high};
  }

  const Rule& rule_;
  const Rows& rows_;
  Slots slots_;
  std::set<Row> heads_;
  std::map<Row, std::set<Row>> groups_;
};

}  // namespace

std::set<Row> fire(const Rule& rule, const Rows& rows) {
  return Firing(rule, rows).run();
}

}  // namespace ldfi::minimise
