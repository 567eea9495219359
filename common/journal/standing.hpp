// The progress of a run, which its master writes into the journal about once a second. Contains
// what the answers in the journal do not show. The run itself never reads it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "common/farm/wire/codec.hpp"

namespace ldfi::journal {

/// The verdict of a run that ended because its input is wrong. Such a run is finished, although
/// cells may be missing.
inline constexpr std::string_view refused = "refused";

struct Standing {
  double elapsed_s = 0;  ///< seconds since this process began the run
  std::string phase;     ///< such as `searching`
  std::string cell;      ///< name of the current cell, such as `12/4/1`, or `sweep`
  std::uint32_t busy_workers = 0;
  std::uint32_t workers = 0;
  /// Number of fault sets that are known to be left to execute.
  std::optional<std::uint64_t> frontier{};
  std::optional<std::uint64_t> runs_left{};   ///< number of executions that the budget still allows
  std::optional<double> seconds_left{};       ///< seconds that the budget still allows
  std::optional<std::uint64_t> cells_done{};  ///< number of Fspecs (cells) of a sweep that are done
  std::optional<std::uint64_t> cells_total{};
  bool operator==(const Standing&) const = default;
};

wire::Bytes encode_standing(const Standing& standing);
/// Returns the progress. Throws wire::DecodeError if `bytes` are not a Standing.
Standing decode_standing(std::span<const char> bytes);

}  // namespace ldfi::journal
