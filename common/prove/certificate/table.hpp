// The tuples of a relation at a tick. Each has a literal that is true if the tuple holds.
#pragma once

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "common/prove/certificate/circuit.hpp"
#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

struct Row {
  Tuple tuple;
  int literal = Circuit::no;
};

/// The tuples of a relation at a tick that hold under some fault set.
class Table {
 public:
  void add(const Tuple& tuple, int literal) {
    const auto number = static_cast<int>(rows_.size());
    absent_.clear();
    rows_.push_back({tuple, literal});
    columns_.resize(std::max(columns_.size(), tuple.size()));
    for (std::size_t i = 0; i < tuple.size(); ++i) columns_[i][tuple[i]].push_back(number);
  }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  /// Returns the numbers of the rows that have this value in this column.
  [[nodiscard]] const std::vector<int>& with(std::size_t column, Value value) const {
    static const std::vector<int> none;
    if (column >= columns_.size()) return none;
    const auto it = columns_[column].find(value);
    return it == columns_[column].end() ? none : it->second;
  }

  /// Returns the place for the gate which says that no row matches `columns`; it is empty until the
  /// caller fills it. A column is a constant, or matches any value. Removes all gates if there are
  /// too many, because an untrusted program may have many literals.
  [[nodiscard]] std::optional<int>& absent(const std::vector<Term>& columns) const {
    constexpr std::size_t most = 100'000;
    if (absent_.size() > most) absent_.clear();
    return absent_[columns];
  }

 private:
  mutable std::map<std::vector<Term>, std::optional<int>> absent_;
  std::vector<Row> rows_;
  std::vector<std::map<Value, std::vector<int>>> columns_;
};

}  // namespace ldfi::certificate
