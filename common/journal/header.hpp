// The first record of a journal, which identifies its run. Runs with equal settings and versions
// have the same jobs, so one run may use the answers of another.
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
  std::uint32_t format = 0;  ///< format of the journal that was read; format_version when writing
  std::string version;       ///< version of ldfi-farm
  std::vector<Setting> settings;
  std::string started;  ///< UTC, ISO 8601
  std::vector<std::string> command_line;
  std::vector<std::string> nodes{};   ///< names of nodes of a program, by NodeId
  std::vector<std::string> stored{};  ///< names of relations by NamedId, for printing the faults of
                                      ///< answers
};

wire::Bytes encode_header(const Header& header);
/// If the format is not format_version, reads only `format`. Throws wire::DecodeError.
Header decode_header(std::span<const char> bytes);

/// Returns a phrase for each setting that differs, such as "eot is 6 there and 7 here". Empty if
/// both are the same run.
std::vector<std::string> differences(const Header& then, const Header& now);

}  // namespace ldfi::journal
