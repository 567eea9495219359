#include "common/dedalus/eval/table.hpp"

#include <algorithm>
#include <utility>

namespace ldfi::eval {

void RowHash::clear() {
  if (used_ == 0) return;
  std::fill(slots_.begin(), slots_.end(), 0U);
  used_ = 0;
}

void RowHash::grow() {
  std::vector<std::uint64_t> old(slots_.empty() ? 16 : slots_.size() * 2, 0U);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const std::uint64_t slot : old) {
    if (slot == 0) continue;
    std::size_t i = (slot >> 32U) & mask;
    while (slots_[i] != 0) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

void TickTable::clear(std::size_t first_row) {
  first = first_row;
  count = 0;
  set.clear();
  for (ColumnIndex& index : indexes) {
    index.newest.clear();
    index.older.clear();
  }
}

bool RelationStore::insert(TickTable& table, const Value* tuple) {
  Hash hash;
  for (std::size_t i = 0; i < arity_; ++i) hash.add(tuple[i]);
  const bool added = table.set.insert(hash.tag(), table.count, [&](std::uint32_t other) {
    return std::equal(tuple, tuple + arity_, row(table, other));
  });
  if (!added) return false;
  rows_.insert(rows_.end(), tuple, tuple + arity_);
  ++table.count;
  return true;
}

std::uint32_t RelationStore::find(const TickTable& table, const Value* tuple) const {
  Hash hash;
  for (std::size_t i = 0; i < arity_; ++i) hash.add(tuple[i]);
  return table.set.find(hash.tag(), [&](std::uint32_t other) {
    return std::equal(tuple, tuple + arity_, row(table, other));
  });
}

std::uint32_t RelationStore::index_id(const std::vector<Cell>& cells) {
  std::vector<std::uint32_t> columns;
  for (const Cell& cell : cells) columns.push_back(cell.column);
  const auto it = std::find(index_columns_.begin(), index_columns_.end(), columns);
  const auto id = static_cast<std::uint32_t>(it - index_columns_.begin());
  if (it == index_columns_.end()) index_columns_.push_back(std::move(columns));
  return id;
}

void RelationStore::extend(TickTable& table, std::uint32_t id) {
  if (table.indexes.size() <= id) table.indexes.resize(index_columns_.size());
  ColumnIndex& index = table.indexes[id];
  const std::vector<std::uint32_t>& columns = index_columns_[id];
  for (auto r = static_cast<std::uint32_t>(index.older.size()); r < table.count; ++r) {
    const Value* tuple = row(table, r);
    Hash hash;
    for (const std::uint32_t c : columns) hash.add(tuple[c]);
    index.older.push_back(index.newest.exchange(hash.tag(), r, [&](std::uint32_t other) {
      const Value* values = row(table, other);
      return std::all_of(columns.begin(), columns.end(),
                         [&](std::uint32_t c) { return tuple[c] == values[c]; });
    }));
  }
}

std::uint32_t RelationStore::lookup(TickTable& table, std::uint32_t id,
                                    const std::vector<Cell>& cells, const Value* binding) {
  if (table.indexes.size() <= id || table.indexes[id].older.size() < table.count) extend(table, id);
  Hash hash;
  for (const Cell& cell : cells) hash.add(binding[cell.slot]);
  return table.indexes[id].newest.find(hash.tag(), [&](std::uint32_t other) {
    const Value* values = row(table, other);
    return std::all_of(cells.begin(), cells.end(),
                       [&](const Cell& cell) { return binding[cell.slot] == values[cell.column]; });
  });
}

void RelationStore::begin_later(bool copy) {
  later.first = now.first + now.count;
  persisted_ = copy;
  if (!copy) return;
  later.count = now.count;
  later.set = now.set;
  // rows_.insert() cannot insert a range of the same vector, so the loop copies value by value.
  const std::size_t from = now.first * arity_;
  const std::size_t size = now.count * arity_;
  rows_.resize(rows_.size() + size);
  std::copy_n(rows_.begin() + static_cast<std::ptrdiff_t>(from), size,
              rows_.end() - static_cast<std::ptrdiff_t>(size));
}

void RelationStore::advance() {
  std::swap(now, later);
  // Row numbers count from the beginning of their tick. So the old tick's indexes are also correct
  // for its rows that were copied to the new tick, and need not be built again.
  if (persisted_) std::swap(now.indexes, later.indexes);
  later.clear(now.first + now.count);
  persisted_ = false;
}

void RelationStore::reset() {
  rows_.clear();
  now.clear(0);
  later.clear(0);
  persisted_ = false;
}

}  // namespace ldfi::eval
