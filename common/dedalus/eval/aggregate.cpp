#include "common/dedalus/eval/aggregate.hpp"

#include <algorithm>
#include <limits>

namespace ldfi::eval {

using dedalus::AggregateKind;

void Aggregator::begin(const dedalus::Rule& rule) {
  rule_ = &rule;
  plain_.clear();
  aggregated_.clear();
  for (std::uint32_t c = 0; c < rule.head_terms.size(); ++c) {
    (rule.head_terms[c].aggregate ? aggregated_ : plain_).push_back(c);
  }
  groups_ = 0;
  group_set_.clear();
  keys_.clear();
  states_.clear();
  seen_.clear();
  seen_rows_.clear();
}

std::uint32_t Aggregator::group_of(const Value* head) {
  Hash hash;
  for (const std::uint32_t c : plain_) hash.add(head[c]);
  const auto same = [&](std::uint32_t group) {
    const Value* key = keys_.data() + group * plain_.size();
    for (std::size_t i = 0; i < plain_.size(); ++i) {
      if (key[i] != head[plain_[i]]) return false;
    }
    return true;
  };
  if (!group_set_.insert(hash.tag(), groups_, same)) return group_set_.find(hash.tag(), same);
  for (const std::uint32_t c : plain_) keys_.push_back(head[c]);
  states_.resize(states_.size() + aggregated_.size());
  return groups_++;
}

void Aggregator::add(const Value* head) {
  const std::uint32_t group = group_of(head);
  for (std::uint32_t i = 0; i < aggregated_.size(); ++i)
    count_distinct(group, i, head[aggregated_[i]]);
}

void Aggregator::count_distinct(std::uint32_t group, std::uint32_t aggregate, Value value) {
  const auto state_number = static_cast<Value>(group * aggregated_.size() + aggregate);
  Hash hash;
  hash.add(state_number);
  hash.add(value);
  const auto row = static_cast<std::uint32_t>(seen_rows_.size() / 2);
  const bool added = seen_.insert(hash.tag(), row, [&](std::uint32_t other) {
    return seen_rows_[other * 2U] == state_number && seen_rows_[other * 2U + 1U] == value;
  });
  if (!added) return;
  seen_rows_.push_back(state_number);
  seen_rows_.push_back(value);
  State& state = states_[static_cast<std::size_t>(state_number)];
  state.low = state.count == 0 ? value : std::min(state.low, value);
  state.high = state.count == 0 ? value : std::max(state.high, value);
  state.sum += value;
  ++state.count;
}

const dedalus::HeadTerm* Aggregator::head(std::size_t group, std::vector<Value>& out) const {
  out.resize(rule_->head_terms.size());
  for (std::size_t i = 0; i < plain_.size(); ++i) out[plain_[i]] = keys_[group * plain_.size() + i];
  for (std::size_t i = 0; i < aggregated_.size(); ++i) {
    const State& state = states_[group * aggregated_.size() + i];
    const dedalus::HeadTerm& term = rule_->head_terms[aggregated_[i]];
    Value& value = out[aggregated_[i]];
    switch (*term.aggregate) {
      case AggregateKind::count:
        value = state.count;
        break;
      case AggregateKind::min:
        value = state.low;
        break;
      case AggregateKind::max:
        value = state.high;
        break;
      case AggregateKind::sum:
        if (state.sum < std::numeric_limits<Value>::min() ||
            state.sum > std::numeric_limits<Value>::max()) {
          return &term;
        }
        value = static_cast<Value>(state.sum);
        break;
    }
  }
  return nullptr;
}

}  // namespace ldfi::eval
