// Makes small random histories of transactions, for tests of the checker `txn`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/systems/check/history.hpp"

namespace ldfi::test {

using List = std::vector<int>;
/// For each key, its list of values; a register is a list with one value.
using State = std::map<int, List>;

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

/// Returns a history of at most 5 transactions. A read returns a random prefix of a list, or a
/// random value of a register. The choice makes most reads right.
[[nodiscard]] Case random_case(std::uint64_t seed, Kinds kinds);
[[nodiscard]] check::History history_of(const Case& from);
/// Returns the history as text, one operation per line.
[[nodiscard]] std::string text(const Case& history);

}  // namespace ldfi::test
