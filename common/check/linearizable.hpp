// Whether the operations on one register may have happened one after the other, each at some moment
// between its call and its answer [WING93 §4].
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <vector>

#include "common/base/meter.hpp"

namespace ldfi::check {

struct RegisterCall {
  enum class Kind : std::uint8_t { read, write, cas };
  Kind kind = Kind::read;
  std::int64_t invoked = 0;
  std::int64_t returned = std::numeric_limits<std::int64_t>::max();
  bool certain = true;          ///< it happened; else it may have, at any later time, or not
  bool refused = false;         ///< a cas whose precondition did not hold
  bool absent = false;          ///< a read, a cas: there was no value
  nlohmann::json value{};       ///< what was read, or written
  nlohmann::json expected{};    ///< of a cas
  bool creates = false;         ///< a cas: also if there was no value
  bool null_if_absent = false;  ///< a read of null is also possible if there is no value
};

enum class Linearizable : std::uint8_t { yes, no, too_hard };

/// `too_hard` after `most` states. Throws what the meter's check throws.
[[nodiscard]] Linearizable linearizable(const std::vector<RegisterCall>& calls, Meter& meter,
                                        std::size_t most = 2'000'000);

}  // namespace ldfi::check
