// One operation on a register, prepared for the algorithms that decide whether a history is
// linearizable. Equal values are replaced by equal numbers, so that no loop compares JSON.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <unordered_map>

namespace ldfi::check {

/// A number that stands for a value, from 0 on. Equal values have equal numbers.
using ValueNumber = std::int32_t;
constexpr ValueNumber missing_key = -1;  ///< the state of a register that was never written

struct RegisterCall {
  enum class Kind : std::uint8_t {
    read,        ///< a read that is possible if the register has `value`
    absent,      ///< a read or a failed cas (compare-and-set) that is possible if the key is
                 ///< missing
    differs,     ///< a failed cas that is possible if the key has a value other than `expected`
    impossible,  ///< an answer that is possible in no state
    write,       ///< a write, which is always possible and sets `value`
    cas          ///< a successful cas that is possible if the register has `expected`, and sets
                 ///< `value`
  };
  static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

  Kind kind = Kind::read;
  std::int64_t invoked = 0;
  std::int64_t returned = never;       ///< time of the answer; `never` if there is none
  ValueNumber value = missing_key;     ///< value that the call reads or sets
  ValueNumber expected = missing_key;  ///< value that a cas (compare-and-set) expects (`from`)
  bool creates = false;      ///< true for a cas that is also possible if the key is missing
  bool or_absent = false;    ///< true for a read that is also possible if the key is missing
  std::uint32_t origin = 0;  ///< index of the operation in the history

  friend bool operator==(const RegisterCall&, const RegisterCall&) = default;
  [[nodiscard]] bool is_open() const { return returned == never; }
  [[nodiscard]] bool changes_state() const { return kind == Kind::write || kind == Kind::cas; }
};

using RegisterKind = RegisterCall::Kind;

/// Returns true if `call` is possible when the register has the value `state`. Requires that `call`
/// does not change the register.
[[nodiscard]] inline bool is_possible(const RegisterCall& call, ValueNumber state) {
  switch (call.kind) {
    case RegisterCall::Kind::read:
      return state == call.value || (call.or_absent && state == missing_key);
    case RegisterCall::Kind::absent:
      return state == missing_key;
    case RegisterCall::Kind::differs:
      return state != missing_key && state != call.expected;
    case RegisterCall::Kind::impossible:
    case RegisterCall::Kind::write:
    case RegisterCall::Kind::cas:
      break;
  }
  return false;
}

/// Returns a text for a value. Two values have the same text exactly if they are equal: 1 equals
/// 1.0, but not "1".
[[nodiscard]] std::string canonical_text(const nlohmann::json& value);

/// Assigns a number to each value.
class ValueNumbers {
 public:
  [[nodiscard]] ValueNumber number_of(const nlohmann::json& value);

 private:
  std::unordered_map<std::string, ValueNumber> numbers_;
};

}  // namespace ldfi::check
