// Small random histories of transactions, for the oracle of the checker `txn`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/systems/check/history.hpp"

namespace ldfi::test {

using List = std::vector<int>;
using State = std::map<int, List>;  ///< value of each key; the list of a register has one value

struct Op {
  char kind = 'r';
  int key = 0;
  int value = 0;
  List read{};
};

enum class End { committed, aborted, open };

struct Txn {
  std::vector<Op> ops;
  End end = End::committed;
  int begin = 0;
  int over = 0;
};

struct Case {
  std::vector<Txn> all;
  std::vector<bool> is_register;  ///< for each key, true if it is a register

  [[nodiscard]] bool registered(int key) const {
    return is_register[static_cast<std::size_t>(key)];
  }
};

enum class Kinds { lists, registers, both };

/// Returns a history of at most 5 transactions. Reads return any prefix or any value, chosen so that most of
/// them are right.
[[nodiscard]] Case random_case(std::uint64_t seed, Kinds kinds);
[[nodiscard]] check::History history_of(const Case& from);
/// Returns the history as text, one operation per line.
[[nodiscard]] std::string text(const Case& history);

}  // namespace ldfi::test
