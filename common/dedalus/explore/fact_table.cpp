#include "common/dedalus/explore/fact_table.hpp"

#include <algorithm>

#include "common/dedalus/eval/table.hpp"

namespace ldfi::explore {

namespace {

std::uint32_t hash_of(const eval::Stepper::Row& row, std::size_t arity) {
  eval::Hash hash;
  hash.add(row.table);
  for (std::size_t i = 0; i < arity; ++i) hash.add(row.tuple[i]);
  return hash.tag();
}

}  // namespace

FactTable::FactTable(std::vector<std::size_t> arity) : arity_(std::move(arity)), slots_(1024, 0) {}

bool FactTable::same(Fact f, const eval::Stepper::Row& row) const {
  const auto begin = values_.begin() + static_cast<std::ptrdiff_t>(begin_[f]);
  return table_[f] == row.table && std::equal(row.tuple, row.tuple + arity_[row.table], begin);
}

Fact FactTable::number(const eval::Stepper::Row& row) {
  const std::size_t arity = arity_[row.table];
  const std::uint32_t hash = hash_of(row, arity);
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const Fact f = slots_[slot] - 1;
    if (hashes_[f] == hash && same(f, row)) return f;
  }
  const auto fact = static_cast<Fact>(table_.size());
  slots_[slot] = fact + 1;
  table_.push_back(row.table);
  begin_.push_back(values_.size());
  values_.insert(values_.end(), row.tuple, row.tuple + arity);
  hashes_.push_back(hash);
  if (table_.size() * 2 > slots_.size()) grow();
  return fact;
}

void FactTable::grow() {
  slots_.assign(slots_.size() * 2, 0);
  const std::size_t mask = slots_.size() - 1;
  for (Fact f = 0; f < table_.size(); ++f) {
    std::size_t slot = hashes_[f] & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = f + 1;
  }
}

std::size_t FactTable::bytes() const {
  return values_.capacity() * sizeof(eval::Value) + begin_.capacity() * sizeof(std::size_t) +
         (table_.capacity() + hashes_.capacity() + slots_.capacity()) * sizeof(std::uint32_t);
}

}  // namespace ldfi::explore
