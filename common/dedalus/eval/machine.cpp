// Executes a join plan by recursion, one level for each literal that may match several rows. Rows
// are identified by number instead of pointer, because a recursive rule adds rows to the tables
// that it reads.
#include "common/dedalus/eval/machine.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"

namespace ldfi::eval {

using dedalus::ArithmeticFault;
using dedalus::Relop;

namespace {

/// Largest number of rows for which comparing every row is faster than using an index.
constexpr std::uint32_t small_table = 8;

}  // namespace

TickTable& Tables::table(RelationId relation, std::uint32_t at) {
  if (at == 0 || at == tick || relation == timeless) return stores[relation.index()].now;
  const auto it = frozen.find({relation.raw(), at});
  LDFI_ENSURE(it != frozen.end(), "the state of the tick was kept");
  return it->second;
}

void Machine::count(std::size_t facts) {
  tables_.facts += facts;
  tables_.tick_facts += facts;
  if (tables_.facts > max_facts_) {
    throw BudgetExceeded("facts", fmt::format("an execution has more than {} facts up to tick {}; "
                                              "raise --max-facts or --memory-limit",
                                              max_facts_, tables_.tick));
  }
  if (tables_.tick_facts > max_tick_facts_) {
    throw BudgetExceeded("facts", fmt::format("an execution has more than {} new facts at tick {}; "
                                              "raise --max-facts or --memory-limit",
                                              max_tick_facts_, tables_.tick));
  }
}

void Machine::insert(RelationId relation, bool next, const Value* tuple) {
  RelationStore& store = tables_.stores[relation.index()];
  if (store.insert(next ? store.later : store.now, tuple)) count(1);
}

void Machine::fire(RulePlan& rule, std::uint32_t first, const std::vector<RowRange>& ranges) {
  const Plan& plan = rule.starting_at(first, tables_.stores);
  rule_ = &rule;
  ranges_ = ranges.data();
  ends_ = {};
  binding_ = rule.frame();
  tuple_.resize(rule.head().size());
  if (!rule.rule().has_aggregate) {
    go(plan.data());
    return;
  }
  aggregator_.begin(rule.rule());
  go(plan.data());
  for (std::size_t group = 0; group < aggregator_.group_count(); ++group) {
    if (const auto* term = aggregator_.head(group, tuple_)) {
      throw ArithmeticError{{term->expression.steps.front().where, "integer overflow"}};
    }
    insert(rule.rule().head, false, tuple_.data());
  }
}

void Machine::go(const Op* op) {
  meter_.step();
  for (;; ++op) {
    switch (op->kind) {
      case OpKind::match:
        match(op);
        return;
      case OpKind::member:
        if (!is_member(*op)) return;
        break;
      case OpKind::absent: {
        const RelationStore& store = tables_.stores[op->relation.index()];
        if (store.find(tables_.table(op->relation, op->tick), gather(*op)) != no_row) return;
        break;
      }
      case OpKind::no_match:
        if (any_match(*op)) return;
        break;
      case OpKind::compare:
        if (!dedalus::compare(op->relop, binding_[op->left], binding_[op->right])) return;
        break;
      case OpKind::compare_last:
        if (!compare_last(*op)) return;
        break;
      case OpKind::alive:
      case OpKind::channel:
        if (op->never) return;
        if (!passes(*op)) return drop(op);
        break;
      case OpKind::emit:
        if (dropped_ != nullptr)
          return report_dropped_({&rule_->rule(), static_cast<int>(tables_.tick),
                                  binding_[dropped_->left], binding_[dropped_->right]});
        emit();
        return;
    }
  }
}

bool Machine::passes(const Op& op) {
  const Value from = binding_[op.left];
  if (op.kind == OpKind::alive) {
    if (sink_ == nullptr) return network_.alive(from, rule_->rule());
    ends_ = network_.transition(from);
    return true;
  }
  const Value to = binding_[op.right];
  if (sink_ == nullptr) return network_.delivers(from, to, op.relation);
  const auto channel = network_.channel(from, to, op.relation);
  if (channel) ends_ = *channel;
  return channel.has_value();
}

/// Notes that the sender or receiver of the message is not a node, and continues with the next
/// operation. The rest of the rule's body decides whether the message is sent at all, and only then
/// is it reported as dropped.
void Machine::drop(const Op* op) {
  if (op->kind != OpKind::channel || !report_dropped_) return;
  if (network_.is_node(binding_[op->left]) && network_.is_node(binding_[op->right])) return;
  dropped_ = op;
  go(op + 1);
  dropped_ = nullptr;
}

bool Machine::agrees(const Op& op, const Value* row) const {
  for (const Cell& cell : op.keys) {
    if (row[cell.column] != binding_[cell.slot]) return false;
  }
  return true;
}

void Machine::match(const Op* op) {
  RelationStore& store = tables_.stores[op->relation.index()];
  TickTable& table = tables_.table(op->relation, op->tick);
  const RowRange range = ranges_[op->literal];
  const std::uint32_t end = std::min(range.end, table.count);
  const auto take = [&](std::uint32_t r) {
    const Value* row = store.row(table, r);
    for (const Cell& cell : op->binds) binding_[cell.slot] = row[cell.column];
    for (const Cell& cell : op->same) {
      if (row[cell.column] != binding_[cell.slot]) return false;
    }
    go(op + 1);
    return op->once;
  };
  if (op->keys.empty() || end - range.begin <= small_table) {
    for (std::uint32_t r = range.begin; r < end; ++r) {
      if (agrees(*op, store.row(table, r)) && take(r)) return;
    }
    return;
  }
  // The loop visits the matching rows from the newest to the oldest.
  std::uint32_t r = store.lookup(table, op->index, op->keys, binding_.data());
  for (; r != no_row && r >= range.begin; r = table.indexes[op->index].older[r]) {
    if (r < end && take(r)) return;
  }
}

const Value* Machine::gather(const Op& op) {
  tuple_.resize(std::max(tuple_.size(), op.keys.size()));
  for (const Cell& cell : op.keys) tuple_[cell.column] = binding_[cell.slot];
  return tuple_.data();
}

bool Machine::is_member(const Op& op) {
  const RelationStore& store = tables_.stores[op.relation.index()];
  const std::uint32_t row = store.find(tables_.table(op.relation, op.tick), gather(op));
  const RowRange range = ranges_[op.literal];
  return row != no_row && row >= range.begin && row < range.end;
}

bool Machine::any_match(const Op& op) {
  RelationStore& store = tables_.stores[op.relation.index()];
  TickTable& table = tables_.table(op.relation, op.tick);
  if (op.keys.empty()) return table.count > 0;
  if (table.count > small_table) {
    return store.lookup(table, op.index, op.keys, binding_.data()) != no_row;
  }
  for (std::uint32_t r = 0; r < table.count; ++r) {
    if (agrees(op, store.row(table, r))) return true;
  }
  return false;
}

bool Machine::compare_last(const Op& op) const {
  ArithmeticFault fault;
  const auto result = dedalus::holds(*op.comparison, binding_.data(), fault);
  return result ? *result : fails(fault);
}

bool Machine::fails(const ArithmeticFault& fault) const {
  const bool sent = sink_ != nullptr && rule_->rule().kind != dedalus::RuleKind::deductive;
  if (!sent || !sink_->forgives()) throw ArithmeticError{fault};
  return false;
}

void Machine::emit() {
  const std::vector<HeadCell>& head = rule_->head();
  for (std::size_t i = 0; i < head.size(); ++i) {
    if (!head[i].arithmetic) {
      tuple_[i] = binding_[head[i].slot];
      continue;
    }
    ArithmeticFault fault;
    const auto value = dedalus::evaluate(*head[i].arithmetic, binding_.data(), fault);
    if (!value && !fails(fault)) return;
    tuple_[i] = *value;
  }
  const dedalus::Rule& rule = rule_->rule();
  if (rule.has_aggregate) {
    aggregator_.add(tuple_.data());
  } else if (sink_ != nullptr && rule.kind != dedalus::RuleKind::deductive) {
    sink_->take(rule.head, tuple_.data(), ends_);
  } else {
    insert(rule.head, rule.kind != dedalus::RuleKind::deductive, tuple_.data());
  }
}

}  // namespace ldfi::eval
