#include "common/dedalus/eval/fact_model.hpp"

#include <algorithm>
#include <numeric>

#include "common/base/contract.hpp"

namespace ldfi::eval {

FactModel::FactModel(std::vector<Table> tables, int eot, std::size_t size)
    : tables_(std::move(tables)), sorted_(tables_.size()), eot_(eot), size_(size) {}

void FactModel::sort(Table& table, std::size_t begin, std::size_t end) const {
  const std::size_t arity = table.arity;
  if (arity == 1) {
    std::sort(table.rows.begin() + static_cast<std::ptrdiff_t>(begin),
              table.rows.begin() + static_cast<std::ptrdiff_t>(end));
    return;
  }
  std::vector<std::size_t> order(end - begin);
  std::iota(order.begin(), order.end(), begin);
  const Value* rows = table.rows.data();
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::lexicographical_compare(rows + a * arity, rows + (a + 1) * arity, rows + b * arity,
                                        rows + (b + 1) * arity);
  });
  std::vector<Value> copy;
  copy.reserve(order.size() * arity);
  for (const std::size_t r : order)
    copy.insert(copy.end(), rows + r * arity, rows + (r + 1) * arity);
  std::copy(copy.begin(), copy.end(),
            table.rows.begin() + static_cast<std::ptrdiff_t>(begin * arity));
}

std::pair<std::size_t, std::size_t> FactModel::sorted(RelationId relation, Time at) const {
  Table& table = tables_.at(relation.index());
  if (at.tick() < 1 || at.tick() > eot_) return {0, 0};
  const auto tick = table.timeless ? 1U : static_cast<std::size_t>(at.tick());
  const std::size_t begin = table.begin[tick];
  const std::size_t end = table.begin[tick + 1];
  std::vector<bool>& done = sorted_[relation.index()];
  if (done.empty()) done.resize(table.begin.size(), false);
  if (!done[tick]) sort(table, begin, end);
  done[tick] = true;
  return {begin, end};
}

std::vector<Tuple> FactModel::tuples(RelationId relation, Time at) const {
  const auto [begin, end] = sorted(relation, at);
  const Table& table = tables_[relation.index()];
  std::vector<Tuple> out;
  out.reserve(end - begin);
  for (std::size_t r = begin; r < end; ++r) {
    const Value* row = table.rows.data() + r * table.arity;
    out.emplace_back(row, row + table.arity);
  }
  return out;
}

bool FactModel::contains(RelationId relation, Time at, std::span<const Value> tuple) const {
  auto [begin, end] = sorted(relation, at);
  const Table& table = tables_[relation.index()];
  LDFI_REQUIRE(tuple.size() == table.arity,
               "a tuple has as many values as its relation has columns");
  const std::size_t last = end;
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    const Value* row = table.rows.data() + middle * table.arity;
    if (std::lexicographical_compare(row, row + table.arity, tuple.begin(), tuple.end())) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return begin < last &&
         std::equal(tuple.begin(), tuple.end(), table.rows.data() + begin * table.arity);
}

}  // namespace ldfi::eval
