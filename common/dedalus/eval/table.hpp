// The tuples of one relation as flat rows, tick after tick in one arena. Each tick has an
// open-addressing hash set, and hash indexes over sets of columns. An index is built when it is
// first used, and extended as rows are added.
//
//   RelationStore store(2);   store.insert(store.now, tuple);   store.row(store.now, 0);
//
// Rows are numbered from 0 within their tick. `now` is the current tick, `later` the next one. Rows
// are added to `later` only when those of `now` are complete.
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/eval/model.hpp"

namespace ldfi::eval {

/// One column of a literal, and the slot of the binding to which the column is bound or with which
/// it is compared.
struct Cell {
  std::uint32_t column = 0;
  dedalus::Slot slot = 0;
};

inline constexpr std::uint32_t no_row = ~0U;

/// A running hash over values. tag() returns the 32 bits that the hash tables use.
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

/// A hash set of row numbers. The caller supplies the hash (`tag`) and a function that compares
/// with a stored row (`same`).
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

  /// Stores `row`. Returns the equal row that `row` replaces, or no_row.
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

  /// Slots with a tag and a row number plus 1; 0 if free. The number of slots is a power of two.
  std::vector<std::uint64_t> slots_;
  std::uint32_t used_ = 0;
};

/// Finds rows by the values of some columns. Has the newest row of each key, and for each row the
/// next older row with the same key.
struct ColumnIndex {
  RowHash newest;
  std::vector<std::uint32_t> older;  ///< for each indexed row, the next older row with the same key
};

/// The rows of one tick: a range of the arena, with a hash set and indexes.
struct TickTable {
  std::size_t first = 0;  ///< index of its first row in the arena
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
  /// Returns the values of a row. The pointer is valid until the next insertion. Requires row <
  /// table.count.
  [[nodiscard]] const Value* row(const TickTable& table, std::uint32_t row) const {
    return rows_.data() + (table.first + row) * arity_;
  }

  /// Adds a tuple at the end of `table`, which must be the last table in the arena. Returns false
  /// if the table already has the tuple.
  bool insert(TickTable& table, const Value* tuple);
  /// Returns the row with these values, or no_row.
  [[nodiscard]] std::uint32_t find(const TickTable& table, const Value* tuple) const;

  /// Returns the id of the index over these columns, which must be ascending. Registers a new index
  /// if needed.
  std::uint32_t index_id(const std::vector<Cell>& cells);
  /// Returns the newest row whose indexed columns equal the slots of `cells`, or no_row. The next
  /// older row is indexes[index].older[row]. `index` must come from index_id() with the same
  /// columns.
  std::uint32_t lookup(TickTable& table, std::uint32_t index, const std::vector<Cell>& cells,
                       const Value* binding);

  /// Begins `later`, empty or as a copy of `now`. Requires that `now` is complete.
  void begin_later(bool copy);
  /// Makes `later` the current tick.
  void advance();
  /// Removes all rows, but keeps the memory.
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
