// The tuples of one relation. All rows are in one array, tick after tick. Each tick has a hash set
// of its rows with open addressing, and hash indexes over chosen columns. An index is built when it
// is first used, and extended when rows are added.
//
//   RelationStore store(2);   store.insert(store.now, tuple);   store.row(store.now, 0);
//
// Rows are numbered from 0 within their tick. `now` is the current tick, and `later` the next one.
// The rows of `now` must be complete before rows are added to `later`.
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/eval/model.hpp"

namespace ldfi::eval {

/// A column of a literal, and the slot of the variable in the binding. The column's value is
/// compared with the slot, or written into it.
struct Cell {
  std::uint32_t column = 0;
  dedalus::Slot slot = 0;
};

inline constexpr std::uint32_t no_row = ~0U;

/// A hash that is computed value by value. tag() returns 32 bits of the hash for the hash tables.
class Hash {
 public:
  void add(Value value) {
    state_ = (state_ ^ static_cast<std::uint64_t>(value)) * 0x9E3779B97F4A7C15U;
    state_ ^= state_ >> 29U;
  }
  [[nodiscard]] std::uint32_t tag() const {
    return static_cast<std::uint32_t>((state_ * 0xD6E8FEB86659FD93U) >> 32U);
  }

 private:
  std::uint64_t state_ = 0x2545F4914F6CDD1DU;
};

/// A hash set of row numbers. For each search, the caller supplies the row's hash (`tag`) and a
/// function that returns true for the number of an equal row (`same`).
class RowHash {
 public:
  template <class Same>
  [[nodiscard]] std::uint32_t find(std::uint32_t tag, Same same) const {
    if (used_ == 0) return no_row;
    const std::uint64_t slot = slots_[locate(tag, same)];
    return slot == 0 ? no_row : row_of(slot);
  }

  /// Stores `row` unless an equal row is stored already. Returns true if `row` was stored.
  template <class Same>
  bool insert(std::uint32_t tag, std::uint32_t row, Same same) {
    if ((used_ + 1U) * 2U > slots_.size()) grow();
    std::uint64_t& slot = slots_[locate(tag, same)];
    if (slot != 0) return false;
    slot = pack(tag, row);
    ++used_;
    return true;
  }

  /// Stores `row` in place of an equal row, if there is one. Returns the number of the replaced
  /// row, or no_row.
  template <class Same>
  std::uint32_t exchange(std::uint32_t tag, std::uint32_t row, Same same) {
    if ((used_ + 1U) * 2U > slots_.size()) grow();
    std::uint64_t& slot = slots_[locate(tag, same)];
    const std::uint32_t previous = slot == 0 ? no_row : row_of(slot);
    if (slot == 0) ++used_;
    slot = pack(tag, row);
    return previous;
  }

  void clear();

 private:
  static std::uint64_t pack(std::uint32_t tag, std::uint32_t row) {
    return (static_cast<std::uint64_t>(tag) << 32U) | (row + 1U);
  }
  static std::uint32_t row_of(std::uint64_t slot) { return static_cast<std::uint32_t>(slot) - 1U; }

  /// Returns the position of an equal row, or the free position at which the row would be stored.
  template <class Same>
  [[nodiscard]] std::size_t locate(std::uint32_t tag, Same same) const {
    const std::size_t mask = slots_.size() - 1;
    for (std::size_t i = tag & mask;; i = (i + 1) & mask) {
      const std::uint64_t slot = slots_[i];
      if (slot == 0 || (slot >> 32U == tag && same(row_of(slot)))) return i;
    }
  }
  void grow();

  /// A free slot is 0. Another slot has the tag in its upper half, and the row number plus 1 in its
  /// lower half. The number of slots is a power of two.
  std::vector<std::uint64_t> slots_;
  std::uint32_t used_ = 0;
};

/// An index that finds rows by the values of some columns (the key). `newest` has the newest row of
/// each key. `older` has, for each row, the next older row with the same key.
struct ColumnIndex {
  RowHash newest;
  std::vector<std::uint32_t> older;  ///< for each indexed row, the next older row with the same key
};

/// The rows of one tick. They are a range of the array RelationStore::rows().
struct TickTable {
  std::size_t first = 0;  ///< index of the tick's first row among the rows of all ticks
  std::uint32_t count = 0;
  RowHash set;
  std::vector<ColumnIndex> indexes;  ///< indexed by the id that RelationStore::index_id() returns

  void clear(std::size_t first_row);
};

class RelationStore {
 public:
  explicit RelationStore(std::size_t arity) : arity_(arity) {}

  [[nodiscard]] std::size_t arity() const { return arity_; }
  [[nodiscard]] const std::vector<Value>& rows() const { return rows_; }
  /// Returns a pointer to the values of a row, which is valid until the next insertion. Requires
  /// row < table.count.
  [[nodiscard]] const Value* row(const TickTable& table, std::uint32_t row) const {
    return rows_.data() + (table.first + row) * arity_;
  }

  /// Adds a tuple to `table`, which must hold the last rows of the array. Returns false if the
  /// table already has the tuple.
  bool insert(TickTable& table, const Value* tuple);
  /// Returns the number of the row that equals `tuple`, or no_row.
  [[nodiscard]] std::uint32_t find(const TickTable& table, const Value* tuple) const;

  /// Returns the id of the index over the columns of `cells`, which must be ascending. Registers an
  /// index if there is none yet.
  std::uint32_t index_id(const std::vector<Cell>& cells);
  /// Returns the newest row whose columns equal the slots of `cells` in `binding`, or no_row. The
  /// next older row with these values is table.indexes[index].older[row]. `index` must come from
  /// index_id() with the same columns.
  std::uint32_t lookup(TickTable& table, std::uint32_t index, const std::vector<Cell>& cells,
                       const Value* binding);

  /// Begins the table `later`, empty or as a copy of `now`. All rows of `now` must have been added.
  void begin_later(bool copy);
  /// Makes `later` the current tick, and begins an empty next tick.
  void advance();
  /// Removes all rows, but keeps their memory for the next execution.
  void reset();

  TickTable now;
  TickTable later;

 private:
  void extend(TickTable& table, std::uint32_t index);

  std::size_t arity_;
  std::vector<Value> rows_;
  std::vector<std::vector<std::uint32_t>> index_columns_;
  bool persisted_ = false;  ///< true if `later` begins with all rows of `now`
};

}  // namespace ldfi::eval
