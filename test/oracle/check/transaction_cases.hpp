// Small random histories of transactions, for the oracle of the checker `txn`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "common/systems/check/history.hpp"

namespace ldfi::test {

using List = std::vector<int>;
using State = std::map<int, List>;  ///< by key; a register is a list with one value

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
  std::vector<bool> is_register;  ///< by key

  [[nodiscard]] bool registered(int key) const {
    return is_register[static_cast<std::size_t>(key)];
  }
};

enum class Kinds { lists, registers, both };

/// At most 5 transactions. Reads return any prefix or any value, mostly such that much of it is right.
[[nodiscard]] Case random_case(std::uint64_t seed, Kinds kinds);
[[nodiscard]] check::History history_of(const Case& from);
/// The history as text, one operation per line.
[[nodiscard]] std::string text(const Case& history);

}  // namespace ldfi::test
