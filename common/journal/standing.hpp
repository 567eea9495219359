// Where a run stands, as its master writes it into the journal about once a second: what nobody could tell
// from the answers alone. Not for the run itself, which never reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "common/farm/wire/codec.hpp"

namespace ldfi::journal {

/// The verdict of a run that ended because its input is wrong: it is finished, and its cells need not be.
inline constexpr std::string_view refused = "refused";

struct Standing {
  double elapsed_s = 0;  ///< of this session
  std::string phase;     ///< `searching`
  std::string cell;      ///< that is under way: `12/4/1`, or `sweep`
  std::uint32_t busy_workers = 0;
  std::uint32_t workers = 0;
  std::optional<std::uint64_t> frontier{};    ///< fault sets known to be left to run
  std::optional<std::uint64_t> runs_left{};   ///< of the budget
  std::optional<double> seconds_left{};       ///< of the budget
  std::optional<std::uint64_t> cells_done{};  ///< of a sweep, one after the other
  std::optional<std::uint64_t> cells_total{};
  bool operator==(const Standing&) const = default;
};

wire::Bytes encode_standing(const Standing& standing);
/// Throws wire::DecodeError if `bytes` are none.
Standing decode_standing(std::span<const char> bytes);

}  // namespace ldfi::journal
