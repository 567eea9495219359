// The first record of a journal: what its run is about. Runs with equal settings and versions ask
// the same questions, so one may use the other's answers.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "common/farm/wire/codec.hpp"

namespace ldfi::journal {

struct Setting {
  std::string name;
  std::string value;
  bool operator==(const Setting&) const = default;
};

struct Header {
  std::uint32_t format = 0;  ///< of the journal that was read; format_version when writing
  std::string version;       ///< of ldfi-farm
  std::vector<Setting> settings;
  std::string started;  ///< UTC, ISO 8601
  std::vector<std::string> command_line;
  std::vector<std::string> nodes{};   ///< of a program, by NodeId, and the relations by NamedId:
  std::vector<std::string> stored{};  ///< for whoever writes down the faults of answers
};

wire::Bytes encode_header(const Header& header);
/// Reads only `format` if that is not format_version. Throws wire::DecodeError.
Header decode_header(std::span<const char> bytes);

/// Each setting in which `now` differs from `then`, as a phrase: "eot is 6 there and 7 here". Empty
/// if both are the same run.
std::vector<std::string> differences(const Header& then, const Header& now);

}  // namespace ldfi::journal
